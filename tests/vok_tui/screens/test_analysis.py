"""Analyses on the screens: begun, stopped and continued by a key, on the score sheet, in the review and on the shelf."""

from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from ai.analysis.analyse import expected_line_position
from ai.analysis.decision import CONFIRMED, PROVISIONAL, SOLVED, UNSURE, Decision
from ai.analysis.game_analysis import GameAnalysis, new_analysis, run_analysis
from engine.core.action import Action
from engine.core.game import HUMAN, Seat, Setup
from engine.core.journal import COMMENT, MARK
from engine.core.match import Match
from engine.core.setup import Variant
from engine.games import GAMES
from saves import Shelf, load, resume
from saves.analysis_file import analysis_path, read_analysis, write_analysis
from tests.vok_tui import grids
from tests.vok_tui.learning.practised_games import lost_game, own_mistakes, stored_analysis
from tests.vok_tui.screens.app_helpers import (
    LARGE,
    SMALL,
    TINY,
    make_save,
    open_review,
    open_score_sheet,
    play_line,
    play_on,
    run,
    screen_text,
    until,
    use_tiny_budget,
)
from vok_tui.coordinator.config import Config
from vok_tui.coordinator.player import Preferences
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.analysis_job import AnalysisJob, JobState, mark_count
from vok_tui.learning import found
from vok_tui.painting.grid import Brush, Grid, Rect
from vok_tui.painting.signs import signs_with
from vok_tui.records.daily import daily_setup, today_in_utc
from vok_tui.records.helped import NOT_IN_SERIOUS
from vok_tui.screens.app import VokApp
from vok_tui.screens.dialog import Dialog, TryAnswerDialog
from vok_tui.screens.review.expected_line import ExpectedLineScreen
from vok_tui.screens.review.paint_tree import paint_whole_words
from vok_tui.screens.review.screen import ReviewScreen
from vok_tui.screens.score import ScoreScreen
from vok_tui.screens.shelf import ShelfScreen
from vok_tui.screens.table.retry import RetryScreen
from vok_tui.screens.table.screen import TableScreen

BOTH_SIZES = pytest.mark.parametrize("size", [SMALL, LARGE])
# At the large size only what is shown of it counts.
ANALYSED_AT_SMALL_SIZE = pytest.mark.parametrize(("size", "was_analysed"), [(SMALL, False), (LARGE, True)])


SHORT = ("10", "1", "normal")  # without a calibration


def finished_game(home: Path, *levels: str, moves: int = 10_000, choices: tuple[str, ...] = ()) -> Path:
    """The save of a game of Ann against Khety, in which the moves in the middle of the menus were played."""
    rules = GAMES["thieves"]
    names = ("Ann", "Khety")
    seats = tuple(Seat(name, level) for name, level in zip(names, levels or (HUMAN, "priest"), strict=True))
    setup = Setup("thieves", seats, 5, Variant(rules.editions()[0].name, choices))
    match = Match(rules, setup)
    with Shelf(home).create(setup, rules, "0.1.0", 1_700_000_000) as file:
        while not match.is_over and match.depth(match.log.head) < moves:
            legal = match.state.legal_moves()
            match.play(rules.action(match.state, legal[len(legal) // 2]))
        file.keep(match)
    return file.path


@cache
def analysis_of_finished_game() -> dict[str, Any]:
    """The whole analysis of that game, packed."""
    with TemporaryDirectory() as folder:
        match = load(finished_game(Path(folder)), GAMES).match
    analysis = new_analysis(match, TINY)
    for _ in run_analysis(match, analysis, 0):
        pass
    return analysis.pack()


def analysed_game(home: Path) -> Path:
    """The same save with its analysis."""
    path = finished_game(home)
    write_analysis(path, analysis_of_finished_game())
    return path


def game_with_few_decisions_left(home: Path) -> Path:
    """The same save with an analysis that was stopped before its last decisions, the first of which is marked."""
    path = finished_game(home)
    packed = analysis_of_finished_game()
    decisions = [Decision.from_packed(decision) for decision in packed["decisions"]]
    kept = max(place for place, decision in enumerate(decisions) if decision.seat == 0 and decision.is_marked)
    write_analysis(path, {**packed, "decisions": packed["decisions"][:kept], "finished": False})
    return path


async def analysed(app: VokApp, pilot: Pilot[None], path: Path) -> None:
    """Wait until the analysis of a save is complete."""
    job = app.coordinator.analyses.runner.job_of(path)
    await until(pilot, lambda: job.state == JobState.DONE)
    await pilot.pause()


def why(app: VokApp) -> str:
    return str(app.screen.query_one("#why", Static).render())


@pytest.mark.nightly(reason="analyses a whole game", keep="size1-True")
@ANALYSED_AT_SMALL_SIZE
def test_one_key_on_the_score_sheet_says_why_a_game_was_lost(tmp_path: Path, size: tuple[int, int], was_analysed: bool):
    path = (analysed_game if was_analysed else finished_game)(tmp_path)
    before = path.read_bytes()

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        screen = await open_score_sheet(app, pilot)
        if not was_analysed:
            assert not screen.query_one("#why").display
            await pilot.press("A")
        await analysed(app, pilot, path)
        text = why(app)
        assert screen.query_one("#why").display
        assert "costliest decision" in text
        assert "B tells it" in text or "clearly bad" in text.casefold()
        assert "in 100" in text
        assert "You " in text
        assert "Khety " in text
        assert len(text.splitlines()) <= size[1]
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        assert isinstance(app.screen, ReviewScreen)
        match, step = app.screen.review.match, app.screen.review.node
        assert step
        assert match.mover(match.log.parents[step]) == 0, "a decision of Ann"

    run(tmp_path, steps, size=size)
    assert path.read_bytes() == before, "an analysis writes nothing into the save"
    assert analysis_path(path).exists()


@pytest.mark.nightly(
    reason="analyses a whole game",
    instead="tests/ai/analysis/test_game_analysis.py::test_a_stopped_analysis_goes_on_with_the_same_results",
)
def test_an_analysis_that_was_stopped_goes_on_where_it_was(tmp_path: Path):
    path = finished_game(tmp_path)
    judged: list[int] = []

    async def stop_early(app: VokApp, pilot: Pilot[None]) -> None:
        screen = await open_score_sheet(app, pilot)
        job = app.coordinator.analyses.runner.job_of(path)
        await pilot.press("A")
        await until(pilot, lambda: job.shown is not None)
        assert "analysed " in why(app)
        assert "Stop" in str(screen.query_one("#below-sheet ActionButton").render())
        await pilot.press("A")
        await until(pilot, lambda: not job.is_busy)
        assert job.shown is not None
        judged.append(len(job.shown.decisions))
        assert "stopped at" in why(app)

    async def go_on(app: VokApp, pilot: Pilot[None]) -> None:
        screen = await open_score_sheet(app, pilot)
        job = app.coordinator.analyses.runner.job_of(path)
        await until(pilot, lambda: job.state == JobState.IDLE)
        assert job.shown is not None
        assert len(job.shown.decisions) == judged[0]
        await pilot.pause()
        assert "Go on" in str(screen.query_one("#below-sheet ActionButton").render())
        await pilot.press("A")
        await analysed(app, pilot, path)

    run(tmp_path, stop_early)
    run(tmp_path, go_on)


@pytest.mark.nightly(
    reason="analyses much of a game", instead="test_one_key_on_the_score_sheet_says_why_a_game_was_lost"
)
def test_leaving_the_program_keeps_what_is_analysed(tmp_path: Path):
    path = finished_game(tmp_path, choices=SHORT)

    async def leave(app: VokApp, pilot: Pilot[None]) -> None:
        await open_score_sheet(app, pilot)
        app.coordinator.analyses.runner.budget = TINY.scaled(8.0)  # or it might be done before the end
        job = app.coordinator.analyses.runner.job_of(path)
        await pilot.press("A")
        await until(pilot, lambda: job.shown is not None)
        await app.screen.query("#below-sheet").remove()  # as at the end of the program, while results still arrive
        shown = len(job.shown.decisions) if job.shown is not None else 0
        await until(pilot, lambda: job.shown is not None and len(job.shown.decisions) > shown)

    run(tmp_path, leave)
    assert analysis_path(path).exists()


@pytest.mark.nightly(
    reason="analyses a whole game", instead="test_the_shelf_goes_on_with_the_analysis_of_a_game_and_counts_its_marks"
)
def test_menu_and_shelf_stay_usable_while_a_game_is_analysed(tmp_path: Path):
    path = finished_game(tmp_path, choices=SHORT)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await open_score_sheet(app, pilot)
        app.coordinator.analyses.runner.budget = TINY.scaled(8.0)  # or it might be done before it is looked at
        await pilot.press("A", "m")
        await pilot.pause()
        assert app.coordinator.analyses.runner.job_of(path).is_busy
        await pilot.press("o")
        await pilot.pause()
        assert "1 game" in screen_text(app)
        await analysed(app, pilot, path)

    run(tmp_path, steps)


def test_an_analysis_that_is_damaged_is_replaced_after_a_sentence(tmp_path: Path):
    path = finished_game(tmp_path, choices=SHORT)
    analysis_path(path).write_bytes(b"nonsense")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await open_score_sheet(app, pilot)
        await until(pilot, lambda: app.coordinator.analyses.runner.job_of(path).state == JobState.IDLE)
        await pilot.press("A")
        await analysed(app, pilot, path)
        assert "no losses can be given" in " ".join(why(app).split()), "the game has no calibration, and says so"

    run(tmp_path, steps, notifications=True)
    assert load(path, GAMES).match.is_over
    assert GameAnalysis.from_packed(read_analysis(path) or {}).is_finished


@pytest.mark.nightly(reason="analyses a whole game", instead="test_one_key_on_the_score_sheet_says_why_a_game_was_lost")
def test_a_game_of_computer_opponents_is_analysed_for_all_of_them(tmp_path: Path):
    path = finished_game(tmp_path, "scribe", "priest")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await open_score_sheet(app, pilot)
        await pilot.press("A")
        await analysed(app, pilot, path)
        text = why(app)
        assert "The " in text.splitlines()[0]
        assert "You" not in text
        assert "Ann" in text

    run(tmp_path, steps)


async def analysed_so_far(app: VokApp, pilot: Pilot[None], path: Path) -> AnalysisJob:
    """Wait until the own decisions so far are analysed, in a game that goes on."""
    job = app.coordinator.analyses.runner.own_job_of(path)
    await until(pilot, lambda: job.state == JobState.DONE)
    await pilot.pause()
    return job


def test_own_decisions_of_a_game_that_goes_on_are_analysed_after_a_question_and_help(tmp_path: Path):
    """Before the answer, nothing changes on disk; after it, the save says for good that the game is helped."""
    path = finished_game(tmp_path, moves=16)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        use_tiny_budget(app)
        before = path.read_bytes()
        await pilot.press("v")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        screen = app.screen
        assert isinstance(screen, ReviewScreen)
        await pilot.press("n")
        assert "A judges your decisions so far." in grids.text(app)
        await pilot.press("A")
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        assert "not rated" in screen_text(app)
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is screen)
        assert path.read_bytes() == before, "the first option changes nothing"
        assert app.coordinator.analyses.runner.own_job_of(path).shown is None
        await pilot.press("A")
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        await pilot.press("right", "enter")
        job = await analysed_so_far(app, pilot, path)
        assert load(path, GAMES).match.log.is_helped
        assert job.shown is not None
        match = screen.review.match
        own = [node for node in match.log.path(match.log.head)[:-1] if match.mover(node) == 0]
        assert set(job.shown.decisions) == {node for node in own if match.at(node).move_count > 1}
        screen.go_to_decision(max(job.shown.decisions))
        await pilot.pause()
        assert "what you could do" in grids.text(app)
        await pilot.press("F")
        assert "when the game is over" in grids.text(app)
        await pilot.press("A")
        await pilot.pause()
        assert app.screen is screen, "it is asked once"

    run(tmp_path, steps)
    assert not list(tmp_path.rglob("*.analysis")), "it is kept nowhere"
    (save,) = Shelf(tmp_path).list_saves(GAMES)
    assert save.label.words_apart == ("helped",)


def test_settings_that_forbid_hints_forbid_an_analysis_and_that_of_a_variation_too(tmp_path: Path):
    """Even in a game that is helped already, in which `A` asks nothing."""
    path = finished_game(tmp_path, moves=16)
    file, loaded = resume(path, GAMES)
    match = loaded.match
    with file:
        match.mark_helped()
        fork = next(node for node in reversed(match.log.path(match.log.head)[:-1]) if match.at(node).move_count > 1)
        main = match.log.head
        match.goto(fork)
        match.play(match.game.action(match.state, match.state.legal_moves()[0]))
        variation = match.log.head
        match.goto(main)
        file.keep(match)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        use_tiny_budget(app)
        await pilot.press("v")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        screen = app.screen
        assert isinstance(screen, ReviewScreen)
        assert screen.review.line_tree.variation_start(variation)
        for node in (variation, main):
            screen.review.go_to(node)
            screen.show_message()
            await pilot.press("A")
            await pilot.pause()
            assert NOT_IN_SERIOUS in " ".join(grids.text(app).split())
            assert not isinstance(app.screen, Dialog)
            assert not app.coordinator.analyses.runner.own_job_of(path).is_busy

    run(tmp_path, steps, preferences=Preferences(may_peek=False))


def test_the_daily_game_is_not_analysed_before_its_end(tmp_path: Path):
    setup = daily_setup(today_in_utc(), "valley", "Ann")
    with Shelf(tmp_path).create(setup, GAMES["valley"], "0.1.0", 1_700_000_000) as file:
        match = Match(GAMES["valley"], setup)
        play_on(file, match, 6)
        path = file.path

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("m")
        await pilot.pause()
        await pilot.press("o", "A")
        await until(pilot, lambda: "The daily game is" in grids.text(app))
        assert not isinstance(app.screen, Dialog)

    run(tmp_path, steps, notifications=True)
    assert not load(path, GAMES).match.log.is_helped


@pytest.mark.nightly(reason="analyses a whole game", keep="size1-True")
@ANALYSED_AT_SMALL_SIZE
def test_a_review_shows_marks_answers_and_the_chance_only_after_an_analysis(
    tmp_path: Path, size: tuple[int, int], was_analysed: bool
):
    path = (analysed_game if was_analysed else finished_game)(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        screen = await open_review(app, pilot)
        await pilot.press("home")
        if not was_analysed:
            before = grids.text(app)
            assert "could do" not in before
            assert "Chance" not in before.replace("C Chance", "")
            await pilot.press("n")
            assert "Not analysed yet: A says what decisions have cost." in grids.text(app)
            await pilot.press("A")
        await analysed(app, pilot, path)
        assert "analysed" in grids.text(app).splitlines()[0]
        await pilot.press("n")
        decision = screen.page.analysis.decision_at(screen.review.node)
        assert decision is not None
        assert decision.is_marked
        assert decision.seat == 0, "only own mistakes"
        assert screen.review.match.log.parents[screen.review.node] == decision.node, "the step of this very answer"
        text = grids.text(app)
        assert "what you could do" in text
        assert f"{round(100 * (decision.played_answer.chance or 0))}%" in text
        if size == LARGE:
            assert "Chance between equals" in text
            assert any(line.startswith("mark ") and "?" in line for line in text.splitlines())
        first = screen.review.node
        await pilot.press("n")
        assert screen.review.node > first
        await pilot.press("N")
        assert screen.review.node == first
        assert not screen.review.annotations.get(MARK, first).value, "the player's own marks are untouched"
        await pilot.press("plus")
        assert screen.review.annotations.get(MARK, first).value
        await pilot.press("home", "right_curly_bracket")
        assert screen.review.node == first, "own marks keep their keys"

    run(tmp_path, steps, size=size)


def test_what_does_not_fit_beside_the_answers_is_one_key_away(tmp_path: Path):
    path = analysed_game(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        screen = await open_review(app, pilot)
        await analysed(app, pilot, path)
        await pilot.press("home", "n")
        decision = screen.page.analysis.decision_at(screen.review.node)
        assert decision is not None
        shown = grids.text(app)
        await pilot.press("W")
        shown += grids.text(app)
        assert f"{round(100 * decision.loss)} in 100" in shown
        while "W: more" in grids.text(app):
            await pilot.press("W")
        await pilot.press("W", "end")
        solved = screen.page.analysis.decision_at(screen.review.node)
        assert solved is not None
        assert solved.state == SOLVED
        shown = grids.text(app)
        assert "No chance lost, 1 treasure fewer" in shown
        assert "solved exactly" in shown
        assert "100%    +3.0  =" in shown, "the last turn is exact"

    run(tmp_path, steps)


def test_what_a_decision_has_cost_is_said_in_whole_sentences(tmp_path: Path):
    path = analysed_game(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        screen = await open_review(app, pilot)
        await analysed(app, pilot, path)
        await pilot.press("home", "n")
        pane, signs = screen.page.analysis, signs_with(screen.page.kit.signs, ascii_only=False)
        found = pane.decision_at(screen.review.node)
        assert found is not None
        for state, is_mixed in product((PROVISIONAL, CONFIRMED, UNSURE), (False, True)):
            decision = replace(found, state=state, is_mixed=is_mixed)
            pane.add_variation_decision(screen.review.current_line, decision)
            width, rows = 56, 3 + len(decision.answers) + is_mixed  # a line for each sentence
            grid = Grid(width, rows)
            assert pane.paint_decision(Brush(grid, Rect(0, 0, width, rows)), signs, keys="W: why")
            lines = ["".join(cell[0] for cell in row).rstrip() for row in grid.rows]
            assert all(line.endswith(".") for line in lines[-1 - is_mixed :]), (state, is_mixed, lines)
            assert any(mark in lines[-1 - is_mixed] for mark in ("Unsure", " in 100"))

    run(tmp_path, steps)


def test_a_turn_in_words_begins_on_the_first_page_of_a_low_pane_and_goes_on_with_the_next_ones(tmp_path: Path):
    lost_game(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        screen, decision = await at_a_mistake(app, pilot)
        assert decision.turn is not None
        pane, signs = screen.page.analysis, signs_with(screen.page.kit.signs, ascii_only=False)
        pages = []
        for _ in range(20):
            grid = Grid(56, 3)
            pane.paint_decision(Brush(grid, Rect(0, 0, 56, 3)), signs, keys="W: why")
            pages.append(["".join(cell[0] for cell in row).rstrip() for row in grid.rows])
            pane.turn_why_page()
            if not pane.why_page:
                break
        assert "costs" in pages[0][1]
        assert pages[0][2].startswith(" You ")
        assert "W: why" in pages[0][0]
        assert all("W: more" in page[0] and page[-1].endswith("…") for page in pages[1:-1])
        assert "W: back" in pages[-1][0]
        assert any(line.startswith(" Better ") for page in pages for line in page)

    run(tmp_path, steps)


def test_the_shelf_goes_on_with_the_analysis_of_a_game_and_counts_its_marks(tmp_path: Path):
    path = game_with_few_decisions_left(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        use_tiny_budget(app)
        await pilot.press("o")
        await pilot.pause()
        job = app.coordinator.analyses.runner.job_of(path)
        await until(pilot, lambda: job.state == JobState.IDLE)
        counts = []
        for key in ("", "A"):
            if key:
                await pilot.press(key)
                await analysed(app, pilot, path)
            await pilot.pause()
            assert job.shown is not None
            counts.append(mark_count(job.shown, load(path, GAMES).match.setup.seats))
            assert "marks" in screen_text(app)
            (line,) = [line for line in grids.text(app).splitlines() if "▸" in line]
            assert f" {counts[-1]}  " in line
        assert counts[0] < counts[1]

    async def look_again(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("o")
        await until(pilot, lambda: "marks" in screen_text(app))

    run(tmp_path, steps)
    run(tmp_path, look_again)
    assert len(Shelf(tmp_path).list_saves(GAMES)) == 1, "an analysis is no save"


def test_the_shelf_analyses_own_decisions_of_a_game_that_goes_on_and_its_review_shows_them(tmp_path: Path):
    path = finished_game(tmp_path, moves=16)
    finished_game(tmp_path, choices=SHORT)  # so that the table is not entered first

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        use_tiny_budget(app)
        await pilot.press("m")
        await pilot.pause()
        await pilot.press("o")
        await pilot.pause()
        shelf = app.screen
        assert isinstance(shelf, ShelfScreen)
        shelf.show_saves(shelf.saves, path)
        await pilot.pause()
        await pilot.press("A")
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        await pilot.press("right", "enter")
        job = await analysed_so_far(app, pilot, path)
        assert load(path, GAMES).match.log.is_helped
        assert "Of your decisions so far" in grids.text(app)
        assert job.shown is not None
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await pilot.press("v")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        assert isinstance(app.screen, ReviewScreen)
        assert app.screen.page.analysis.analysis is job.shown

    run(tmp_path, steps, notifications=True)


def test_a_game_of_several_people_is_not_analysed_before_its_end(tmp_path: Path):
    path = finished_game(tmp_path, HUMAN, HUMAN, moves=6)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("m")
        await pilot.pause()
        await pilot.press("o", "A")
        await until(pilot, lambda: "Several people play here" in grids.text(app))

    run(tmp_path, steps, notifications=True)
    assert not load(path, GAMES).match.log.is_helped


def game_with_two_mistakes(home: Path) -> Path:
    """The same lost game, analysed up to the second mistake."""
    path = lost_game(home)
    analysis = stored_analysis(path)
    del analysis.decisions[max(decision.node for decision in own_mistakes(path))]
    write_analysis(path, analysis.pack())
    return path


@BOTH_SIZES
def test_a_costly_decision_is_tried_again_from_what_was_known(tmp_path: Path, size: tuple[int, int]):
    path = game_with_two_mistakes(tmp_path)
    before = path.read_bytes()

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await open_score_sheet(app, pilot)
        job = app.coordinator.analyses.runner.job_of(path)
        await until(pilot, lambda: job.shown is not None)
        await pilot.pause()
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, RetryScreen))
        screen = app.screen
        assert isinstance(screen, RetryScreen)
        retry = screen.retry
        decision = retry.decision
        text = grids.text(app)
        assert "Find better" in text.splitlines()[0]
        assert f"cost {round(100 * decision.loss)}" in " ".join(text.split())
        better = f"Better {retry.reporter.words_of(decision).better}"[:40]
        assert better not in text, "nothing names the answer"
        await play_line(app, pilot, right=False)
        assert "Not yet: " in grids.text(app)
        assert "again" in grids.text(app)
        await play_line(app, pilot, right=True)
        assert retry.state == "right"
        assert "── Right ──" in grids.text(app)
        assert f"−{round(100 * decision.loss)} right" in grids.text(app), "the list of the turns"
        await pilot.press("N")
        await until(pilot, lambda: retry.decision is not decision and app.screen is not screen)
        await pilot.press("H")
        assert "A hint" in grids.text(app)
        await pilot.press("S")
        assert "shown" in grids.text(app)
        await pilot.press("v")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))

    run(tmp_path, steps, size=size)
    assert path.read_bytes() == before
    assert len(list(path.parent.glob("*.vok"))) == 1, "trying again is no game"


def test_find_better_in_the_review_stands_at_the_mistake_that_is_shown(tmp_path: Path):
    lost_game(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        screen = await open_review(app, pilot)
        await until(pilot, lambda: screen.page.analysis.analysis is not None)
        await pilot.press("home", "n", "n")
        decision = screen.page.analysis.decision_at(screen.review.node)
        await pilot.press("F")
        await until(pilot, lambda: isinstance(app.screen, RetryScreen))
        assert isinstance(app.screen, RetryScreen)
        assert app.screen.retry.decision == decision
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)

    run(tmp_path, steps)


@pytest.mark.nightly(
    reason="analyses a whole game", instead="test_an_analysis_that_is_damaged_is_replaced_after_a_sentence"
)
def test_an_analysis_that_cannot_be_written_is_shown_with_a_sentence(tmp_path: Path):
    path = finished_game(tmp_path, choices=SHORT)
    (analysis_path(path) / "in the way").mkdir(parents=True)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await open_score_sheet(app, pilot)
        await pilot.press("A")
        await until(pilot, lambda: "be kept" in grids.text(app))
        await analysed(app, pilot, path)
        assert "no losses can be given" in " ".join(why(app).split())

    run(tmp_path, steps, notifications=True)


def test_a_deleted_game_is_analysed_no_longer(tmp_path: Path):
    path = finished_game(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        use_tiny_budget(app)
        await pilot.press("o", "A")
        job = app.coordinator.analyses.runner.job_of(path)
        await until(pilot, lambda: job.shown is not None)
        await pilot.press("d")
        await until(pilot, lambda: not job.is_busy)

    run(tmp_path, steps)
    assert not list(path.parent.glob("*.analysis")), "nothing is left where the save was"


@pytest.mark.nightly(
    reason="analyses a whole game", instead="test_an_analysis_that_is_damaged_is_replaced_after_a_sentence"
)
def test_a_deeper_analysis_is_kept_and_a_shallower_one_is_offered_again(tmp_path: Path):
    path = finished_game(tmp_path, choices=SHORT)
    match = load(path, GAMES).match
    deeper = new_analysis(match, TINY.scaled(4.0))
    for _ in run_analysis(match, deeper, 0):
        pass
    write_analysis(path, deeper.pack())

    async def look(app: VokApp, pilot: Pilot[None]) -> None:
        await open_score_sheet(app, pilot)
        job = app.coordinator.analyses.runner.job_of(path)
        await until(pilot, lambda: job.state == JobState.DONE)
        assert not job.is_outdated

    async def analyse_deeper(app: VokApp, pilot: Pilot[None]) -> None:
        await open_score_sheet(app, pilot)
        app.coordinator.analyses.runner.budget = TINY.scaled(8.0)
        app.coordinator.analyses.forget(path)
        job = app.coordinator.analyses.runner.job_of(path)
        await until(pilot, lambda: job.state == JobState.DONE)
        assert job.is_outdated
        assert job.shown is not None, "the old one is shown until the new one is done"

    run(tmp_path, look)
    run(tmp_path, analyse_deeper)


async def at_a_mistake(app: VokApp, pilot: Pilot[None]) -> tuple[ReviewScreen, Decision]:
    """The review at the first own mistake, and that decision."""
    screen = await open_review(app, pilot)
    await until(pilot, lambda: screen.page.analysis.analysis is not None)
    await pilot.press("home", "n")
    decision = screen.page.analysis.decision_at(screen.review.node)
    assert decision is not None
    return screen, decision


@BOTH_SIZES
def test_an_expected_line_is_played_out_in_a_deal_of_its_own(tmp_path: Path, size: tuple[int, int]):
    """The board shows the position after each step. Nothing is stored, until the line is kept as a comment."""
    path = lost_game(tmp_path)
    before = path.read_bytes()

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        screen, decision = await at_a_mistake(app, pilot)
        reporter = screen.page.analysis.reporter
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, ExpectedLineScreen))
        shown = app.screen
        assert isinstance(shown, ExpectedLineScreen)
        text = grids.text(app)
        assert "Expected, not played: in a deal of its own" in text
        assert reporter.answer_of(decision, decision.answers[0 if decision.played else 1])[:20] in text
        world = expected_line_position(screen.review.match, decision)
        await pilot.press(*["right"] * len(shown.steps))
        assert shown.place == len(shown.steps) - 1
        for step, (_, action) in zip(
            shown.steps, ((0, decision.answers[0 if decision.played else 1].action), *shown_line(shown)), strict=False
        ):
            world.apply(screen.review.match.game.move(world, action))
            assert step.view == screen.review.match.game.view(world, decision.seat)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        assert path.read_bytes() == before
        await pilot.press("4")
        await pilot.pause()
        await until(pilot, lambda: isinstance(app.screen, ExpectedLineScreen) or " 4 here" in grids.text(app))
        if isinstance(app.screen, ExpectedLineScreen):
            await pilot.press("escape")
            await until(pilot, lambda: app.screen is screen)
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, ExpectedLineScreen))
        await pilot.press("K")
        await until(pilot, lambda: app.screen is screen)
        comment = screen.review.annotations.get(COMMENT, screen.review.node).text
        assert comment == f"Expected: {shown.words}"[: len(comment)]

    run(tmp_path, steps, size=size)
    annotations = load(path, GAMES).match.log.annotations
    assert any(annotations.get(COMMENT, node).text.startswith("Expected: ") for node in range(2000))


def shown_line(screen: ExpectedLineScreen) -> list[tuple[int, Action]]:
    """The steps after the answer, as the analysis has stored them."""
    decision = screen._decision
    return [(step.seat, step.action) for step in decision.answers[0 if decision.played else 1].line]


def test_all_plans_of_a_turn_and_all_answers_are_listed_with_their_chances(tmp_path: Path):
    lost_game(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        screen, decision = await at_a_mistake(app, pilot)
        assert decision.turn is not None
        for turn, listed_count in ((decision.turn, len(decision.turn.plans)), (None, decision.answer_count)):
            screen.page.analysis.add_variation_decision(screen.review.current_line, replace(decision, turn=turn))
            await pilot.press("S")
            await until(pilot, lambda: isinstance(app.screen, TryAnswerDialog))
            assert isinstance(app.screen, TryAnswerDialog)
            listed = app.screen.answers
            told = [word for word in ("Enter", "Space") if word in app.screen.text]
            footer = grids.text(app).splitlines()[-1]
            assert all(word in footer for word in told), "the text names no key that the footer does not"
            assert len(listed) == listed_count
            assert sum("(yours)" in line for line in listed) == 1
            chances = [int(line.split("%")[0]) for line in listed]
            assert chances == sorted(chances, reverse=True)
            await pilot.press("escape")
            await until(pilot, lambda: app.screen is screen)

    run(tmp_path, steps)


def test_a_variation_is_analysed_but_neither_stored_nor_counted(tmp_path: Path):
    path = lost_game(tmp_path)
    stored = analysis_path(path).read_bytes()

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        screen, _ = await at_a_mistake(app, pilot)
        counted = screen.page.analysis.status_text()
        await pilot.press("left", "a")
        await until(pilot, lambda: isinstance(app.screen, TryAnswerDialog))
        await pilot.press("down", "enter")
        await until(pilot, lambda: app.screen is screen)
        step = screen.review.node
        assert screen.review.line_tree.variation_start(step)
        assert screen.page.analysis.decision_at(step) is None
        await pilot.press("A")
        await until(pilot, lambda: screen.page.analysis.decision_at(step) is not None)
        await until(pilot, lambda: "not counted" in grids.text(app))
        decision = screen.page.analysis.decision_at(step)
        assert decision is not None
        log = screen.review.match.log
        tried = next(node for node in range(step + 1) if log.parents[node] == decision.node and node >= step)
        assert decision.played_answer.action == log.actions[tried]
        assert screen.page.analysis.status_text() == counted

    run(tmp_path, steps)
    assert analysis_path(path).read_bytes() == stored


def test_marks_of_a_variation_are_shown_and_visited_before_the_game_is_analysed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(found, "budget_of_this_copy", lambda: TINY)
    path = make_save(tmp_path, 10_000)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        screen = await open_review(app, pilot)
        await pilot.press("home", "right", "left", "a")
        await until(pilot, lambda: isinstance(app.screen, TryAnswerDialog))
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is screen)
        step, pane = screen.review.node, screen.page.analysis
        await pilot.press("A")
        await until(pilot, lambda: "not counted" in grids.text(app))
        decision = pane.decision_at(step)
        assert decision is not None
        pane.add_variation_decision(
            screen.review.current_line, replace(decision, loss=0.2, state=CONFIRMED, is_mixed=False)
        )
        await pilot.press("S")
        await until(pilot, lambda: isinstance(app.screen, TryAnswerDialog))
        await pilot.press("escape", "right", "n")
        await pilot.press("home", "n")
        assert "Not analysed yet" not in grids.text(app)
        row = next(line for line in grids.text(app).splitlines() if "a You" in line)
        assert "??" in row
        assert "−20" in row

    run(tmp_path, steps, size=LARGE)
    assert not analysis_path(path).exists()


@pytest.mark.parametrize("is_wanted", [True, False])
def test_a_game_is_analysed_when_it_ends_if_that_is_wanted(tmp_path: Path, is_wanted: bool):
    whole = load(finished_game(tmp_path / "whole", choices=SHORT), GAMES).match
    path = finished_game(tmp_path, HUMAN, HUMAN, choices=SHORT, moves=whole.depth(whole.log.head) - 1)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        use_tiny_budget(app)
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        for _ in range(20):  # the last answer, and the way to the score sheet
            if not isinstance(app.screen, ScoreScreen):
                await pilot.press("enter")
                await pilot.pause()
        assert isinstance(app.screen, ScoreScreen)
        job = app.coordinator.analyses.runner.job_of(path)
        if is_wanted:
            await analysed(app, pilot, path)
        else:
            await until(pilot, lambda: job.state == JobState.IDLE)

    run(tmp_path, steps, StartOptions(config=Config(analyse_each_game=is_wanted)))
    assert analysis_path(path).exists() == is_wanted


def test_turns_are_never_cut_inside_a_word():
    """In a list with marks, the words that fit remain whole, and none of them leads to a missing one."""
    words = tuple((word, ("sand",)) for word in ["buys", "Book", "of", "the", "Dead,", "draws", "2", "cards"])
    shown = []
    for width in range(4, 40):
        grid = Grid(width, 1)
        paint_whole_words(Brush(grid, Rect(0, 0, width, 1)), words)
        shown.append("".join(cell[0] for cell in grid.rows[0]).rstrip())
    assert shown[:5] == ["buys"] * 5
    assert shown[-1] == "buys Book of the Dead, draws 2 cards"
    assert "buys Book" in shown
    assert "buys Book of the Dead" in shown
    assert not any("…" in line or line.endswith((" of", " the", ",")) for line in shown)
