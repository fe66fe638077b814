"""The puzzles that come with the program, and what follows from the player's answers to them."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from typing import Final

import pytest

from ai.analysis.analyse import answer_text
from ai.analysis.decision import COMPILED_BUDGET, CONFIRMED
from engine.core.action import Action
from engine.games import GAMES
from vok_tui.learning import puzzles as puzzles_module
from vok_tui.learning.history import HINTED, MISSED, RIGHT, SHOWN, LearningHistory, LearningRecord
from vok_tui.learning.puzzle_course import PuzzleBook, puzzle_course, wished_course
from vok_tui.learning.puzzles import (
    DAY,
    FIRST_DAY,
    FIRST_RATING,
    FOLDER,
    SOLVED,
    SOLVED_DAILY,
    Puzzle,
    PuzzleRetired,
    answered_ids,
    fits_today,
    next_puzzle,
    puzzle_of_day,
    puzzles_by_day,
    read_puzzles,
    shipped_puzzles,
    standing_of,
)
from vok_tui.learning.retry import ASKING, ENDED, WRONG, Course, Retry
from vok_tui.learning.retry import SOLVED as FOUND
from vok_tui.learning.trial import Attempt, Position, Trial, judge_attempt

NOON = 20_000 * DAY + DAY / 2


def book_at(home: Path, day: int = 0, puzzles: Mapping[str, Puzzle] | None = None) -> PuzzleBook:
    return PuzzleBook(LearningHistory(home, lambda: NOON + day * DAY), puzzles=puzzles)


def begun_course(book: PuzzleBook) -> Retry:
    retry = puzzle_course(book)
    assert retry is not None
    return retry


def attempt(retry: Retry, *, right: bool) -> Attempt:
    """Give the best answer, or the worst one."""
    known = judge_attempt(retry.position, (retry.decision.answers[0 if right else -1].action,))
    assert known is not None
    retry.accept(known)
    return known


@pytest.mark.nightly(reason="replays every puzzle", instead="test_some_shipped_puzzles_can_be_opened_as_games")
def test_every_shipped_puzzle_fits_and_what_is_right_is_clearly_best() -> None:
    """Fails when rules, cards or the format change: mine the puzzles anew (`vok-lab puzzles`)."""
    puzzles = list(read_puzzles(FOLDER))
    lines = sum([len(path.read_bytes().splitlines()) for path in FOLDER.iterdir()])
    assert len(puzzles) == lines == len({puzzle.id for puzzle in puzzles}) > 0
    assert {puzzle.id for puzzle in puzzles if puzzle.retired is None} == set(shipped_puzzles())
    for puzzle in puzzles:
        game, decision = puzzle.rules_of_game, puzzle.decision
        assert fits_today(puzzle), puzzle.id
        state = game.start(puzzle.setup())  # much quicker than a match, and there are hundreds
        for move in puzzle.moves:
            assert move in state.legal_moves(), puzzle.id
            state.apply(move)
        assert state.digest() & 0xFFFFFFFF == decision.digest, puzzle.id
        if decision.turn is None:
            menu = sorted(state.legal_moves())
            assert sorted(game.move(state, answer.action) for answer in decision.answers) == menu
            best, second = [answer.chance or 0.0 for answer in decision.answers[:2]]
            assert best - second >= 0.0795, puzzle.id
        else:
            turn, refused = decision.turn, set(decision.turn.plans) - set(decision.turn.good)
            assert len(turn.good) <= 7, puzzle.id
            assert all(turn.best.chance - plan.chance >= 0.029 for plan in refused), puzzle.id
            assert turn.best.chance - turn.played_plan.chance >= 0.044, puzzle.id
            assert puzzle.themes
        assert decision.state == CONFIRMED
        assert puzzle.solved["scribe"] <= 0.3, puzzle.id
        assert puzzle.retired is not None or puzzle.proof.worth >= 0.05, puzzle.id
        assert puzzle.title
    for edition in {(puzzle.game, puzzle.edition) for puzzle in puzzles}:
        titles = [puzzle.title for puzzle in puzzles if (puzzle.game, puzzle.edition) == edition]
        assert len(titles) == len(set(titles)), edition


def test_a_draw_that_waits_for_a_secret_pass_ends_the_turn_that_is_tried() -> None:
    """Whether the opponent holds the Mummified Cat, and so is asked before the draw, must make no difference."""
    puzzle = shipped_puzzles()["base-52930a4e"]
    match, decision = puzzle.match(), puzzle.decision
    position = Position(puzzle.id, match, decision, COMPILED_BUDGET, decision.seat, is_judged=True)
    trial = Trial(position)
    trial.play_line(position.lines[0])
    assert trial.is_at_end


def test_some_shipped_puzzles_can_be_opened_as_games() -> None:
    for puzzle in list(shipped_puzzles().values())[::90]:
        match = puzzle.match()
        assert match.state.mover == puzzle.seat
        assert not match.asks_secretly(match.log.head)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rules": 1}, "other rules"),
        ({"data": 7}, "cards have changed"),
        ({"moves": (1, 2, 3)}, "cannot be replayed"),
        ({"seed": 1}, "is retired"),
        ({"stored": ([0, 0, 0], [])}, "is damaged"),
    ],
)
def test_a_puzzle_that_no_longer_fits_is_retired_with_a_sentence_and_another_comes(
    tmp_path: Path, change: dict[str, object], reason: str
) -> None:
    good, spoilt = list(shipped_puzzles().values())[:2]
    retired = replace(spoilt, **change)  # type: ignore[arg-type]
    with pytest.raises(PuzzleRetired, match=reason):
        retired.match()
    if "rules" in change or "data" in change:
        assert not fits_today(retired)
    puzzles = {good.id: good, retired.id: retired}
    course = puzzle_course(book_at(tmp_path, puzzles=puzzles), [retired, good])
    assert course is not None
    assert course.position.id == good.id
    (notice,) = course.course.notices
    assert notice.endswith("so it is retired.")
    assert puzzle_course(book_at(tmp_path, puzzles={retired.id: retired})) is None


def days_of(puzzles: Mapping[str, Puzzle], count: int) -> list[str]:
    """The ids of the puzzles of the first days."""
    return [puzzle.id if puzzle is not None else "" for puzzle in islice(puzzles_by_day(puzzles.values()), count)]


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_all_come_before_any_returns() -> None:
    puzzles = {name: replace(puzzle, added=FIRST_DAY) for name, puzzle in list(shipped_puzzles().items())[:200]}
    shown = days_of(puzzles, 3 * len(puzzles))
    assert days_of(dict(reversed(puzzles.items())), len(shown)) == shown
    for first in range(0, len(shown), len(puzzles)):
        assert len(set(shown[first : first + len(puzzles)])) == len(puzzles)
    assert shown[: len(puzzles)] != shown[len(puzzles) : 2 * len(puzzles)]
    half = len(puzzles) // 2
    assert all(shown[day] not in shown[max(0, day - half) : day] for day in range(len(shown)))
    day = date(2027, 3, 1)
    found = puzzle_of_day(day, puzzles)
    assert found is not None
    assert found.id == days_of(puzzles, (day - FIRST_DAY).days + 1)[-1]
    assert puzzle_of_day(day, {}) is None


@pytest.mark.parametrize("size", [1, 2, 3, 12])
@pytest.mark.parametrize("change", [40, 41, 47])
def test_puzzles_that_are_added_or_retired_change_no_day_before(size: int, change: int) -> None:
    puzzles = dict(list(shipped_puzzles().items())[:size])
    before = days_of(puzzles, 100)
    day = FIRST_DAY + timedelta(days=change)
    one, *others = puzzles.values()
    new = replace(one, id="new-0000abcd", added=day)
    longer = days_of({**puzzles, new.id: new}, 100)
    assert longer[:change] == before[:change]
    assert new.id in longer[change : change + size + 1]
    shorter = days_of({**puzzles, one.id: replace(one, retired=day)}, 100)
    assert shorter[:change] == before[:change]
    assert one.id not in shorter[change:]
    assert set(shorter[change:]) == ({puzzle.id for puzzle in others} or {""})


def test_a_retired_puzzle_keeps_its_page_and_is_offered_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = next(path for path in sorted(FOLDER.iterdir()))
    lines = [json.loads(line) for line in source.read_text().splitlines()[:3]]
    lines[0]["retired"] = lines[1]["added"] = "2026-01-01"
    (tmp_path / source.name).write_text("".join(json.dumps(line) + "\n" for line in lines))
    monkeypatch.setattr(puzzles_module, "FOLDER", tmp_path)
    for cached in (puzzles_module.shipped_puzzles_of, puzzles_module.calendar_puzzles_of):
        cached.cache_clear()
    try:
        assert set(shipped_puzzles()) == {lines[1]["id"], lines[2]["id"]}
        assert set(puzzles_module.calendar_puzzles()) == {line["id"] for line in lines}
        found = puzzles_module.find_puzzle(lines[0]["id"])
        assert found is not None
        assert found.retired == date(2026, 1, 1)
    finally:
        for cached in (puzzles_module.shipped_puzzles_of, puzzles_module.calendar_puzzles_of):
            cached.cache_clear()


def test_a_course_begins_with_the_puzzle_of_the_day_and_goes_on_at_the_level_of_the_player(tmp_path: Path) -> None:
    book = book_at(tmp_path)
    retry = begun_course(book)
    assert retry.position.id == (book.todays_puzzle or retry).id  # type: ignore[union-attr]
    assert "The puzzle of the day" in retry.text()
    attempt(retry, right=True)
    assert retry.state == FOUND
    assert "Rating 1," in retry.note
    assert book.standing().has_answered_today
    other = begun_course(book_at(tmp_path))
    assert other.position.id != retry.position.id
    assert "A puzzle:" in other.text()
    text = book_at(tmp_path).start_texts()
    assert text == ("today's was answered; more wait at your level", f"rating {book.standing().rating:,}")


def test_a_course_ends_after_the_last_puzzle(tmp_path: Path) -> None:
    few = dict(list(shipped_puzzles().items())[:2])
    retry = begun_course(book_at(tmp_path, puzzles=few))
    assert retry.course.more is not None
    retry.add(retry.course.more())
    retry.add(retry.course.more())
    for _ in range(2):
        attempt(retry, right=False)
        retry.go_on()
    assert retry.state == ENDED
    assert "2 puzzles: 2 missed" in retry.course.summary()[0]


def test_the_first_answer_counts_and_moves_the_rating_by_how_hard_the_puzzle_was(tmp_path: Path) -> None:
    puzzles = {puzzle.id: puzzle for puzzle in list(shipped_puzzles().values())[:3]}
    easy, usual, hard = (
        replace(puzzle, rating=rating) for puzzle, rating in zip(puzzles.values(), (600, 1000, 1600), strict=True)
    )
    rated = {puzzle.id: puzzle for puzzle in (easy, usual, hard)}

    def rating_after(*answers: tuple[Puzzle, str]) -> int:
        records = [LearningRecord("valley", SOLVED, puzzle.id, 5, outcome) for puzzle, outcome in answers]
        return standing_of(records, rated, NOON).rating

    assert rating_after() == FIRST_RATING
    assert rating_after((usual, RIGHT)) == FIRST_RATING + 20
    assert rating_after((usual, MISSED)) == rating_after((usual, SHOWN)) == FIRST_RATING - 20
    assert FIRST_RATING < rating_after((easy, RIGHT)) < rating_after((usual, RIGHT)) < rating_after((hard, RIGHT))
    assert rating_after((usual, MISSED), (usual, RIGHT)) == rating_after((usual, MISSED))
    gone = LearningRecord("valley", SOLVED, "no-longer-there", 5, RIGHT)
    assert standing_of([gone], rated, NOON) == (FIRST_RATING, 1, 0, 0, False)


@pytest.mark.parametrize("leaves", [False, True])
def test_a_hint_counts_also_for_who_leaves_and_comes_back(tmp_path: Path, leaves: bool) -> None:
    book = book_at(tmp_path)
    retry = begun_course(book)
    retry.give_hint()
    if leaves:
        book = book_at(tmp_path)
        retry = begun_course(book)
    attempt(retry, right=True)
    assert [result.outcome for result in retry.results] == [HINTED]
    again = wished_course(book_at(tmp_path, day=1), retry.position.id)
    assert again is not None
    attempt(again, right=True)
    assert [result.outcome for result in again.results] == [RIGHT], "a hint is used up by the answer"


def test_the_next_puzzle_fits_the_rating_and_the_longest_ago_comes_again() -> None:
    puzzles = {
        f"p-{number}": replace(puzzle, id=f"p-{number}", rating=600 + 100 * number)
        for number, puzzle in enumerate([next(iter(shipped_puzzles().values()))] * 12)
    }
    strong, weak = next_puzzle(puzzles, [], 1700), next_puzzle(puzzles, [], 600)
    assert strong is not None
    assert weak is not None
    assert strong.rating >= 1300
    assert weak.rating <= 1000
    records = [LearningRecord("valley", SOLVED, name, 5, RIGHT) for name in [*puzzles, "p-0"]]
    again = next_puzzle(puzzles, answered_ids(records), 1000)
    assert again is not None
    assert again.id == "p-1"
    assert next_puzzle({}, [], 1000) is None


def test_days_in_a_row_survive_a_clock_that_was_wrong(tmp_path: Path) -> None:
    puzzle = next(iter(shipped_puzzles().values()))

    def streak(days: list[int], today: int) -> tuple[int, int]:
        records = [LearningRecord("valley", SOLVED_DAILY, puzzle.id, int(NOON) + day * DAY, MISSED) for day in days]
        return standing_of(records, {puzzle.id: puzzle}, NOON + today * DAY)[2:4]

    assert streak([1, 2, 3], 3) == (3, 3)
    assert streak([1, 2, 3], 4) == (3, 3)  # today's is still open
    assert streak([1, 2, 3], 5) == (0, 3)
    assert streak([3, 1, 2, 2], 3) == (3, 3)
    assert streak([1, 2, 90], 2) == (2, 2)  # an answer in the future


def test_puzzles_of_one_edition_or_by_id(tmp_path: Path) -> None:
    book = book_at(tmp_path)
    last = list(book.puzzles.values())[-1]
    named = wished_course(book, last.id)
    assert named is not None
    assert named.position.id == last.id
    named.add(named.course.more() if named.course.more is not None else None)
    assert book.puzzles[named.positions[-1].id].edition_title == last.edition_title, "the next one stays with its game"
    chosen = wished_course(book, game=last.game, edition=last.edition)
    assert chosen is not None
    assert (book.puzzles[chosen.position.id].game, book.puzzles[chosen.position.id].edition) == (
        last.game,
        last.edition,
    )
    assert wished_course(book, "nothing") is wished_course(book, edition="nothing") is None


ANY_ORDER: Final = "base-964a200a"  # its best plan entombs, buys and ends the turn


def play(retry: Retry, actions: Iterable[Action]) -> None:
    for action in actions:
        assert retry.trial.answer(retry.trial.node, action), action
    if retry.follow_table():
        retry.accept(judge_attempt(retry.position, retry.trial.own_actions()))


def test_a_turn_is_right_in_any_order_and_a_wrong_end_is_taken_back_with_the_table_there(tmp_path: Path) -> None:
    retry = wished_course(book_at(tmp_path), ANY_ORDER)
    assert retry is not None
    trial, turn = retry.trial, retry.position.turn
    assert turn is not None
    wrong = turn.played_plan.steps
    play(retry, wrong)
    assert (retry.state, trial.is_at_end, trial.choices()) == (WRONG, True, [])
    assert [option.id for option in retry.options][:2] == ["back", "turn"]
    trial.go_to(trial.destination_node("undo"))
    assert not retry.follow_table()
    assert (retry.state, trial.is_at_end) == (ASKING, False)
    trial.go_to(trial.destination_node("turn_start"))
    assert trial.destination_node("undo") == trial.start, "nothing of the game before it is taken back"
    first, second, *rest = turn.best.steps
    play(retry, [second, first, *rest])
    assert (retry.state, retry.attempts[-1].place) == (FOUND, 0), "another order, the same end"
    assert trial.view() != retry.position.match.game.view(retry.position.match.state, trial.viewer), "it lies there"
    retry.play_line(len(retry.position.lines) - 1)
    assert retry.state == FOUND, "a plan that is shown is no attempt"


def test_who_draws_early_and_can_still_play_the_rest_of_a_good_plan_is_right(tmp_path: Path) -> None:
    retry = wished_course(book_at(tmp_path), "base-4c59e694")
    assert retry is not None
    turn = retry.position.turn
    assert turn is not None
    plan = next(plan for plan in turn.good if plan.shows and len(plan.steps) > 1)
    early = next(place for place, other in enumerate(turn.plans) if other.steps == plan.steps[-1:])
    assert turn.plans[early] not in turn.good, "by its own number it would be refused"
    play(retry, plan.steps[-1:])
    assert (retry.state, retry.attempts[-1].place) == (FOUND, turn.plans.index(plan))
    marked = {option.text: option.note for option in retry.options if "yours" in option.note}
    assert list(marked) == [retry.position.lines[turn.plans.index(plan)].words]
    assert all(note.startswith("yours so far ") for note in marked.values()), "the rest was not played"


def test_who_comes_to_the_end_of_a_plan_in_another_way_sees_his_own_steps_in_its_row(tmp_path: Path) -> None:
    retry = wished_course(book_at(tmp_path), "tal-0c168c03")
    assert retry is not None
    best = retry.position.lines[0]
    play(retry, [Action("stop", (0, 30)), Action("claim", (0, 4))])
    assert (retry.state, best.words) == (FOUND, "first overseer to 8/D, claiming site 5")
    first = retry.options[1]
    assert (first.text, first.note) == ("first overseer to 8/C, claiming site 5", f"yours {best.note}")
    assert all("8/D, claiming site 5" not in option.text for option in retry.options), "it plays the same"


def test_what_was_tried_is_always_a_row_with_what_it_costs(tmp_path: Path) -> None:
    retry = wished_course(book_at(tmp_path), "base-01323bb6")
    assert retry is not None
    trial, best = retry.trial, retry.position.lines[0]
    for action in (Action("end"), Action("raze", (0,))):
        trial.answer(trial.node, action)
    assert retry.follow_table()
    retry.accept(Attempt(trial.own_actions(), 0.2))  # as `judge_attempt` finds in half a second
    retry.show_lines()
    rows = [option for option in retry.options if option.id == "line"]
    own = next(row for row in rows if row.text == "sacrifice Ka Figurine from the pyramid")
    assert own.note.strip() == f"yours {round(100 * ((best.chance or 0) - 0.2))}%"
    chances = [line.chance or 0 for line in retry.lines]
    assert (len(rows), chances) == (len(retry.position.lines) + 1, sorted(chances, reverse=True))
    trial.go_to(trial.start)
    retry.play_line(own.place)
    assert trial.own_actions() == retry.attempts[0].actions, "it can be put on the table again"


@pytest.mark.parametrize("name", ["tal-e78d9259", "tal-1f6d4699"])
def test_the_last_step_of_a_phase_lies_on_the_table(tmp_path: Path, name: str) -> None:
    retry = wished_course(book_at(tmp_path), name)
    assert retry is not None
    turn, trial = retry.position.turn, retry.trial
    assert turn is not None
    moved = next(plan.steps for plan in turn.plans if plan.steps[-1].verb == "go")
    play(retry, moved)
    assert trial.is_at_end
    assert moved[-1].arguments[0] in trial.view().seats[trial.viewer].workers


def test_plans_that_differ_only_in_what_falls_or_pays_have_different_words(tmp_path: Path) -> None:
    retry = wished_course(book_at(tmp_path), "base-653d1163")
    assert retry is not None
    words = [line.words for line in retry.position.lines]
    assert len(set(words)) == len(words)
    assert any("fall" in line for line in words)


def test_every_plan_that_is_called_good_is_right() -> None:
    turns = [turn for puzzle in shipped_puzzles().values() if (turn := puzzle.decision.turn) is not None]
    assert len(turns) > 200
    assert all(Attempt((), turn.best.chance - plan.chance).is_right for turn in turns for plan in turn.good)


def test_only_the_seat_of_the_decision_is_shown(tmp_path: Path) -> None:
    """The table of a puzzle shows nothing that its seat could not know, and what is hidden is not that of its game."""
    for puzzle in list(shipped_puzzles().values())[::150]:
        retry = wished_course(book_at(tmp_path), puzzle.id)
        assert retry is not None
        trial, state = retry.trial, retry.position.match.state
        assert trial.view() == GAMES[puzzle.game].view(state, puzzle.decision.seat)
        assert trial.state.digest() != state.digest(), "a deal of its own"


def test_a_hint_says_something_also_where_all_answers_begin_with_the_same_word(tmp_path: Path) -> None:
    puzzle = next(
        puzzle
        for puzzle in shipped_puzzles().values()
        if len(puzzle.decision.answers) > 2 and len({answer.action.verb for answer in puzzle.decision.answers}) == 1
    )
    retry = Retry([book_at(tmp_path).position(puzzle)])
    retry.go_to(0)
    retry.give_hint()
    worst = answer_text(retry.position.match, retry.decision, retry.decision.answers[-1].action)
    assert retry.text() == f"A hint. It is not “{worst}”."
    retry.give_hint()
    assert retry.hint_text().startswith("The best answer: ")


def test_why_says_so_where_no_reason_is_known(tmp_path: Path) -> None:
    puzzle = next(puzzle for puzzle in shipped_puzzles().values() if puzzle.decision.reasons)
    position = replace(book_at(tmp_path).position(puzzle), proof="")
    for is_explained, said in ((True, "No reason was found."), (False, "The reason is still being looked for.")):
        decision = replace(position.decision, reasons=(), is_explained=is_explained)
        retry = Retry([replace(position, decision=decision)], Course(is_of_open_game=True))
        retry.go_to(0)
        retry.show_lines()
        retry.why_page = 1
        assert said in retry.page.text
