"""`vok puzzle` and `vok plain puzzle` without a screen: what they print, what they store, and what they refuse."""

import json
from pathlib import Path

import pytest

from engine import GAMES
from saves import Shelf
from tests.vok_tui.plain.line_player import Transcript, hold, typing
from tests.vok_tui.run_vok import RunVok
from tests.vok_tui.screens.app_helpers import make_save
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.learning.history import HINT_GIVEN, HINTED, RIGHT, read_history
from vok_tui.learning.puzzles import FIRST_RATING, SOLVED, shipped_puzzles


def test_the_json_says_what_there_is_today_and_nothing_about_the_answer(vok: RunVok) -> None:
    fields = json.loads(vok("puzzle", "--json")[1])
    puzzle = shipped_puzzles()[fields["puzzle"]["id"]]
    assert fields["puzzle"] == {
        "id": puzzle.id,
        "game": puzzle.game,
        "edition": puzzle.edition,
        "players": 2,
        "title": puzzle.title,
        "rating": puzzle.rating,
        "answered": False,
    }
    assert (fields["rating"], fields["answered"], fields["streak"], fields["puzzles"]) == (
        FIRST_RATING,
        0,
        0,
        len(shipped_puzzles()),
    )


@pytest.mark.parametrize("command", [("puzzle",), ("plain", "puzzle")])
def test_an_unknown_puzzle_is_refused_in_a_sentence(vok: RunVok, command: tuple[str, ...]) -> None:
    code, _, error = vok(*command, "base-nope")
    assert (code, error) == (2, 'vok: puzzle: there is no puzzle "base-nope"; vok puzzle shows that of the day\n')


def test_a_puzzle_in_lines(tmp_path: Path) -> None:
    make_save(tmp_path)  # so the game is known, and its puzzles are rated
    puzzles = [puzzle for puzzle in shipped_puzzles().values() if puzzle.decision.kind == "choosing"]
    puzzle = next(puzzle for puzzle in puzzles if len(puzzle.decision.answers) > 2)  # else a hint is the answer
    wrong, right = puzzle.decision.answers[-1], puzzle.decision.answers[0]
    match = puzzle.match()
    chosen = [match.game.say(match.state, answer.action) for answer in (wrong, right)]
    typed = typing(["hint", chosen[0], "undo", chosen[1], "why", "2", "menu", "quit"])
    _, transcript = hold(tmp_path, typed, StartOptions(puzzle=(puzzle.id, "", "", "")))
    text = " ".join(transcript.lines)
    for words in (
        "One answer is clearly best.",
        "Not yet: ",
        "Right.",
        f"Played on in {puzzle.proof.deals} pairs of deals, it was worth ",
        f"this puzzle {puzzle.rating:,}.",
    ):
        assert words in text
    assert f"{round(100 * (right.chance or 0))} percent" in text
    hint, record = read_history(tmp_path)
    assert (hint.done, hint.what) == (HINT_GIVEN, puzzle.id)
    assert (record.done, record.what, record.outcome) == (SOLVED, puzzle.id, "missed")
    assert len(Shelf(tmp_path).list_saves_and_bin(GAMES)) == 1  # a puzzle is no game


def test_a_phase_in_lines_is_asked_once_and_said_to_go_on_after_what_is_shown(tmp_path: Path) -> None:
    puzzle = StartOptions(puzzle=("tal-595c1d12", "", "", ""))
    _, transcript = hold(tmp_path, typing(["place 5d", "claim site 8", "quit"]), puzzle)
    text = " ".join(transcript.lines)
    assert (text.count("Play the best"), text.count("Play the best phase.")) == (1, 1)
    assert "Right. The phase goes on; what comes now stays open." in text
    assert "2. First overseer to place 5D, claiming site 8: " in text, "a place of the list is said as in a question"


def test_leaving_does_not_forget_a_hint(tmp_path: Path) -> None:
    make_save(tmp_path)
    puzzle = next(puzzle for puzzle in shipped_puzzles().values() if puzzle.decision.kind == "choosing")
    match, best = puzzle.match(), puzzle.decision.answers[0]
    right = match.game.say(match.state, best.action)
    start = StartOptions(puzzle=(puzzle.id, "", "", ""))
    hold(tmp_path, typing(["hint", "menu", "quit"]), start)
    hold(tmp_path, typing([right]), start)
    assert [(record.done, record.outcome) for record in read_history(tmp_path)] == [(HINT_GIVEN, ""), (SOLVED, HINTED)]


def choosing_puzzle() -> tuple[StartOptions, str]:
    """The wish for a puzzle of one answer, and what is right there."""
    puzzle = next(puzzle for puzzle in shipped_puzzles().values() if puzzle.decision.kind == "choosing")
    match = puzzle.match()
    right = match.game.say(match.state, puzzle.decision.answers[0].action)
    return StartOptions(puzzle=(puzzle.id, "", "", "")), right


def test_an_answer_and_a_hint_that_cannot_be_stored_say_so(tmp_path: Path) -> None:
    start, right = choosing_puzzle()
    (tmp_path / "learning.jsonl").mkdir()
    _, transcript = hold(tmp_path, typing(["hint", right]), start)
    text = " ".join(transcript.lines)
    assert text.count("learning.jsonl cannot be written: is a directory. This lasts until you leave.") == 2


def test_what_could_not_be_stored_is_stored_with_the_next_answer(tmp_path: Path) -> None:
    start, right = choosing_puzzle()
    file = tmp_path / "learning.jsonl"
    file.mkdir()
    typed = typing(["hint", right])

    def play(transcript: Transcript) -> str | None:
        if "cannot be written" in " ".join(transcript.lines) and file.is_dir():
            file.rmdir()
        return typed(transcript)

    _, transcript = hold(tmp_path, play, start)
    assert [record.outcome for record in read_history(tmp_path)] == ["", HINTED]
    assert " ".join(transcript.lines).count("cannot be written") == 1


@pytest.mark.parametrize(
    ("elsewhere", "said", "outcome"),
    [("hint", "Rating ", HINTED), ("show", "You had answered it before, so your rating stays.", RIGHT)],
)
def test_what_is_done_with_a_puzzle_in_another_process_counts(
    tmp_path: Path, elsewhere: str, said: str, outcome: str
) -> None:
    make_save(tmp_path)  # so the game is known, and its puzzles are rated
    start, right = choosing_puzzle()
    to_type = [right]

    def play(_: Transcript) -> str | None:
        if to_type:
            hold(tmp_path, typing([elsewhere]), start)
        return to_type.pop() if to_type else None

    _, transcript = hold(tmp_path, play, start)
    assert said in " ".join(transcript.lines)
    assert [record.outcome for record in read_history(tmp_path)][-1] == outcome


def test_the_wish_for_a_puzzle_reaches_another_process() -> None:
    options = StartOptions(puzzle=("base-1a2b3c4d", "valley", "base", ""))
    assert StartOptions.from_packed(json.loads(json.dumps(options.pack()))) == options


def test_the_own_steps_are_a_row_of_the_list_in_lines(tmp_path: Path) -> None:
    typed = typing(["stop 8c", "1", "menu", "quit"])
    _, transcript = hold(tmp_path, typed, StartOptions(puzzle=("tal-0c168c03", "", "", "")))
    rows = [line for line in transcript.lines if "yours" in line]
    assert rows == ["2. First overseer to place 8C, claiming site 5: 68 percent, plus 3.7 points; yours."]
