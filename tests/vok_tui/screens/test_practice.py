"""Practice on the screens: a month of it, by keys and by the mouse, at every size and with few signs."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from pytest_snapshot.plugin import Snapshot
from rich.cells import cell_len
from textual.pilot import Pilot

from ai.kit import kind_words
from engine import GAMES
from saves import Shelf
from saves.analysis_file import write_analysis
from tests.vok_tui import grids
from tests.vok_tui.learning.practised_games import Clock, lost_game, own_mistakes, stored_analysis
from tests.vok_tui.screens.app_helpers import (
    LARGE,
    SMALL,
    click,
    click_on_table,
    open_score_sheet,
    play_line,
    press_in_footer,
    run,
    screen_text,
    until,
)
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.learning.retry import ENDED, Retry
from vok_tui.painting.grid import Target
from vok_tui.records.game_stats import stats_of_games
from vok_tui.screens.app import VokApp
from vok_tui.screens.loss_stats import LossStatsScreen
from vok_tui.screens.practice import ENTRY, PracticeScreen
from vok_tui.screens.score import ScoreScreen
from vok_tui.screens.start import StartScreen
from vok_tui.screens.table.retry import RetryScreen
from vok_tui.shared.detection import Terminal
from vok_tui.terminal.glyphs import ASCII_STAND_INS


def retry_of(app: VokApp) -> Retry:
    assert isinstance(app.screen, RetryScreen), app.screen
    return app.screen.retry


async def at_position(app: VokApp, pilot: Pilot[None]) -> Retry:
    await until(pilot, lambda: isinstance(app.screen, RetryScreen))
    await pilot.pause()
    return retry_of(app)


async def go_on(app: VokApp, pilot: Pilot[None]) -> None:
    """Go to the next position, or to the end."""
    await pilot.press("N")
    await until(pilot, lambda: retry_of(app).state != "waiting")
    await pilot.pause()


async def practise(app: VokApp, pilot: Pilot[None]) -> PracticeScreen:
    """From the start to the list of what can be practised."""
    await pilot.press("p")
    await until(pilot, lambda: isinstance(app.screen, PracticeScreen) and app.screen._is_read)
    await pilot.pause()
    assert isinstance(app.screen, PracticeScreen)
    return app.screen


def start_says(app: VokApp, text: str) -> Callable[[], bool]:
    return lambda: isinstance(app.screen, StartScreen) and text in app.screen.records.practice[0]


def test_a_month_of_practice(tmp_path: Path) -> None:
    clock, path = Clock(), lost_game(tmp_path)
    before = (path.read_bytes(), stats_of_games(Shelf(tmp_path).list_saves_and_bin(GAMES)))

    def on_this_day(steps: Callable[[VokApp, Pilot[None]], object]) -> None:
        async def with_clock(app: VokApp, pilot: Pilot[None]) -> None:
            app.coordinator.player.history.clock = clock
            await steps(app, pilot)  # type: ignore[misc]

        run(tmp_path, with_clock, notifications=True)

    async def lose_and_retry(app: VokApp, pilot: Pilot[None]) -> None:
        await open_score_sheet(app, pilot)
        job = app.coordinator.analyses.runner.job_of(path)
        await until(pilot, lambda: job.shown is not None)
        await pilot.press("1")
        retry = await at_position(app, pilot)
        await play_line(app, pilot, right=False)
        await play_line(app, pilot, right=True)
        assert retry.note == "It comes back tomorrow."
        assert "back tomorrow." in grids.text(app)
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("1")
        assert (await at_position(app, pilot)).outcomes[0] == "again", retry

    async def come_back(app: VokApp, pilot: Pilot[None]) -> None:
        app.action_go("start")
        await until(pilot, start_says(app, "1 position is due, up to "))
        await pilot.pause()
        assert "1 position is due" in screen_text(app)
        await practise(app, pilot)
        await pilot.press("enter")
        retry = await at_position(app, pilot)
        assert retry.course.count == 3
        for _ in range(3):
            await play_line(app, pilot, right=True)
            await go_on(app, pilot)
        assert retry.state == ENDED
        assert "The session is over." in grids.text(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PracticeScreen))
        await until(pilot, lambda: "3 in a row, best 3" in grids.text(app))

    async def all_comes_back(app: VokApp, pilot: Pilot[None]) -> None:
        app.action_go("start")
        await until(pilot, start_says(app, "3 positions are due"))

    async def nothing_is_due(app: VokApp, pilot: Pilot[None]) -> None:
        app.action_go("start")
        await until(pilot, start_says(app, "nothing is due; the next one comes back in"))

    async def drill(app: VokApp, pilot: Pilot[None]) -> None:
        app.action_go("start")
        await until(pilot, start_says(app, "3 positions are due"))
        await practise(app, pilot)
        await pilot.press("w")
        retry = await at_position(app, pilot)
        assert retry.course.heading == f"Drill: {kind_words('valley', retry.decision.kind)}"
        await pilot.press("H")
        await play_line(app, pilot, right=True)
        await pilot.press("1", "W", "escape", "escape")
        assert "The drill is over. 1 position: 1 right with a hint." in grids.text(app), "leaving a drill is its end"
        await pilot.press("escape")
        await until(pilot, lambda: "right at the first try" in grids.text(app))

    on_this_day(lose_and_retry)
    clock.pass_days(1)
    on_this_day(come_back)
    clock.pass_days(-20)  # and right again: too early rather than never
    on_this_day(all_comes_back)
    clock.pass_days(20)
    on_this_day(nothing_is_due)
    clock.pass_days(30)
    on_this_day(drill)
    assert (path.read_bytes(), stats_of_games(Shelf(tmp_path).list_saves_and_bin(GAMES))) == before
    assert [save.path for save in Shelf(tmp_path).list_saves(GAMES)] == [path], "practice is no game"


async def click_words(pilot: Pilot[None], words: str) -> None:
    """Click words that a screen of widgets shows."""
    app = pilot.app
    y, line = next((y, line) for y, line in enumerate(grids.text(app).splitlines()) if words in line)
    await pilot.click(offset=(cell_len(line.partition(words)[0]) + 1, y))
    await pilot.pause()


async def leave_drill(app: VokApp, pilot: Pilot[None], heading: str, screen: type) -> None:
    """See that a drill with this heading has begun, and go back to the screen that began it."""
    assert (await at_position(app, pilot)).course.heading == heading
    await pilot.press("escape")
    await until(pilot, lambda: isinstance(app.screen, PracticeScreen))
    await pilot.press("escape")
    await until(pilot, lambda: isinstance(app.screen, screen))
    await pilot.pause()


def test_the_losses_begin_a_drill_of_the_marked_kind_by_keys_and_by_the_mouse(tmp_path: Path) -> None:
    path = lost_game(tmp_path)
    analysis = stored_analysis(path)
    analysis.is_finished = True
    other = own_mistakes(path)[-1]
    analysis.decisions[other.node] = replace(other, kind="buying", loss=0.03)
    write_analysis(path, analysis.pack())

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("s", "L")
        await until(pilot, lambda: isinstance(app.screen, LossStatsScreen) and bool(app.screen.groups))
        await pilot.pause()
        assert "▸when to stop" in grids.text(app)
        assert "when to stop" in grids.text(app).partition("Your costliest decisions")[2], "the same words"
        await pilot.press("enter")
        await leave_drill(app, pilot, "Drill: when to stop", LossStatsScreen)
        await pilot.press("down")
        assert "▸what to buy" in grids.text(app)
        await click_words(pilot, "when to stop")
        assert "▸when to stop" in grids.text(app), "a click marks a kind"
        await click_words(pilot, "when to stop")
        await leave_drill(app, pilot, "Drill: when to stop", LossStatsScreen)

    run(tmp_path, steps)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
def test_the_score_sheet_begins_a_drill_of_the_costliest_kind_by_a_key_and_by_the_mouse(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    path = lost_game(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await open_score_sheet(app, pilot)
        job = app.coordinator.analyses.runner.job_of(path)
        await until(pilot, lambda: job.shown is not None)
        await pilot.pause()
        assert "w drills the first" in grids.text(app)
        await pilot.press("w")
        await leave_drill(app, pilot, "Drill: when to stop", ScoreScreen)
        await click_words(pilot, "when to stop")
        await leave_drill(app, pilot, "Drill: when to stop", ScoreScreen)

    run(tmp_path, steps, size=size)


def test_practice_by_the_mouse_alone(tmp_path: Path) -> None:
    lost_game(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await until(pilot, start_says(app, "new"))
        await pilot.click("#practise")
        await until(pilot, lambda: isinstance(app.screen, PracticeScreen) and app.screen._is_read)
        await pilot.pause()
        await click(app, pilot, Target(ENTRY, 0))
        retry = await at_position(app, pilot)
        await press_in_footer(app, pilot, "retry_show")
        await until(pilot, lambda: not retry.is_asking)
        await click_on_table(app, pilot, Target("answer", 1))
        assert retry.trial.node != retry.trial.start, "the best plan is on the table"
        await click_on_table(app, pilot, Target("answer", 0))
        await until(pilot, lambda: retry.place == 1)
        await press_in_footer(app, pilot, "let_go")
        await until(pilot, lambda: isinstance(app.screen, PracticeScreen))

    run(tmp_path, steps)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
def test_pictures(snapshot: Snapshot, tmp_path: Path, size: tuple[int, int]) -> None:
    lost_game(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await until(pilot, start_says(app, "new"))
        await practise(app, pilot)
        snapshot.assert_match(grids.grid(app), "list.txt")
        await pilot.press("enter")
        retry = await at_position(app, pilot)
        await until(pilot, lambda: len(retry.positions) == 2)  # the next one is looked for meanwhile
        await pilot.pause()
        snapshot.assert_match(grids.grid(app), "position.txt")
        await pilot.press("S")
        await pilot.pause()
        snapshot.assert_match(grids.grid(app), "answers.txt")
        for _ in range(2):
            await go_on(app, pilot)
        await pilot.press("S")
        await go_on(app, pilot)
        snapshot.assert_match(grids.grid(app), "end.txt")

    run(tmp_path, steps, size=size)


def test_practice_in_ascii(tmp_path: Path) -> None:
    lost_game(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        replaced = "".join(ASCII_STAND_INS)  # by the terminal's driver
        await practise(app, pilot)
        shown = grids.text(app)
        await pilot.press("enter")
        await at_position(app, pilot)
        shown += grids.text(app)
        await pilot.press("S", "1")
        shown += grids.text(app)
        assert [char for char in shown if not char.isascii() and char not in replaced] == []

    run(tmp_path, steps, terminal=Terminal(ascii=True, no_color=True))


def test_the_command_begins_at_once_and_says_when_there_is_nothing(tmp_path: Path) -> None:
    async def nothing(app: VokApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: isinstance(app.screen, PracticeScreen) and bool(app.screen._note))
        assert "Nothing to practise yet" in grids.text(app)

    async def session(app: VokApp, pilot: Pilot[None]) -> None:
        await at_position(app, pilot)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, PracticeScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, StartScreen))

    run(tmp_path, nothing, StartOptions(practise=("", "")))
    lost_game(tmp_path)
    run(tmp_path, session, StartOptions(practise=("", "")))
