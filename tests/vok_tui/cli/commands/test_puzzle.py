"""`vok puzzle` and `vok plain puzzle` without a screen: what they print, what they store, and what they refuse."""

import json
from pathlib import Path

import pytest

from engine import GAMES
from saves import Shelf
from tests.vok_tui.plain.line_player import hold, typing
from tests.vok_tui.run_vok import RunVok
from tests.vok_tui.screens.app_helpers import make_save
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.learning.history import HINT_GIVEN, HINTED, read_history
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


def test_leaving_does_not_forget_a_hint(tmp_path: Path) -> None:
    make_save(tmp_path)
    puzzle = next(puzzle for puzzle in shipped_puzzles().values() if puzzle.decision.kind == "choosing")
    match, best = puzzle.match(), puzzle.decision.answers[0]
    right = match.game.say(match.state, best.action)
    start = StartOptions(puzzle=(puzzle.id, "", "", ""))
    hold(tmp_path, typing(["hint", "menu", "quit"]), start)
    hold(tmp_path, typing([right]), start)
    assert [(record.done, record.outcome) for record in read_history(tmp_path)] == [(HINT_GIVEN, ""), (SOLVED, HINTED)]


def test_the_wish_for_a_puzzle_reaches_another_process() -> None:
    options = StartOptions(puzzle=("base-1a2b3c4d", "valley", "base", ""))
    assert StartOptions.from_packed(json.loads(json.dumps(options.pack()))) == options
