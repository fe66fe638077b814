"""The calendar of daily games: what it shows, the way to it by keys and by mouse, and the levels on the same deal."""

from datetime import timedelta
from pathlib import Path
from threading import Thread

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot

from ai.levels import PHARAOH
from engine import GAMES
from engine.core.action import Action
from saves import Shelf
from tests.vok_tui.grids import grid, text
from tests.vok_tui.records.finished_games import attempt
from tests.vok_tui.screens.app_helpers import run, sitting, until
from tests.vok_tui.screens.played_days import TODAY, LocalLevels, NoLevels, at_noon, play_analysed_day, play_days
from vok_tui.game.thinker import ReportProgress, Request, ignore_progress
from vok_tui.records.daily import daily_setup, daily_streak, days_played
from vok_tui.records.daily_days import (
    TIMED_SIMULATIONS,
    DayAnalysis,
    best_lines_of,
    levels_to_compare,
    play_levels,
    read_days,
    read_level_results,
)
from vok_tui.screens.app import VokApp
from vok_tui.screens.best_lines import BestLinesScreen
from vok_tui.screens.daily import DailyScreen
from vok_tui.screens.review.screen import ReviewScreen
from vok_tui.screens.score import ScoreScreen
from vok_tui.screens.start import StartScreen
from vok_tui.screens.table.screen import TableScreen
from vok_tui.screens.widgets import KeyFooter
from vok_tui.shared.detection import Terminal


@pytest.fixture(scope="module")
def month(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with some days of a month, whose levels have played."""
    home = tmp_path_factory.mktemp("month")
    play_days(home, 10, 19, 20, 23, 24)
    play_days(home, 12, moves=3)
    play_levels(home, daily_setup(TODAY.replace(day=24), "thieves"), lambda: False, lambda _: None, LocalLevels)
    return home


def picture(home: Path, size: tuple[int, int], *keys: str, terminal: Terminal | None = None) -> str:
    pictures = []

    async def take_picture(app: VokApp, pilot: Pilot[None]) -> None:
        app.push_screen(DailyScreen(Shelf(home), "thieves", lambda: TODAY, NoLevels))
        await until(pilot, lambda: "Reading your saves" not in text(app))
        await pilot.press(*keys)
        await until(pilot, lambda: "A in its review" in text(app) and "playing" not in text(app))
        pictures.append(grid(app))

    run(home, take_picture, size=size, terminal=terminal)
    return pictures[0]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_the_daily_games(snapshot: Snapshot, month: Path, size: tuple[int, int]) -> None:
    snapshot.assert_match(picture(month, size, "left"), "screen.txt")


def test_the_daily_games_in_ascii(snapshot: Snapshot, month: Path) -> None:
    snapshot.assert_match(picture(month, (80, 24), "left", terminal=Terminal(ascii=True, no_color=True)), "screen.txt")


def test_the_streak_goes_on_until_today_is_over() -> None:
    days = [TODAY - timedelta(days=ago) for ago in (9, 8, 7, 6, 3, 2, 1)]
    assert tuple(vars(daily_streak(days, TODAY)).values()) == (3, 4)
    assert daily_streak([*days, TODAY], TODAY).now == 4
    assert daily_streak(days, TODAY + timedelta(days=1)).now == 0
    assert daily_streak([], TODAY).longest == 0


def test_a_game_of_a_past_day_is_shown_but_does_not_count_for_the_streak(tmp_path: Path) -> None:
    attempt(tmp_path, daily_setup(TODAY.replace(day=24), "thieves"), at_noon(TODAY))
    saves = Shelf(tmp_path).list_saves(GAMES)
    days = read_days(saves, {}, "thieves", TODAY)
    assert days.finished(TODAY.replace(day=24)) is not None
    assert (days.streak.now, days_played(saves, {})) == (0, {})


def test_each_level_plays_the_deal_once_and_the_same_everywhere(tmp_path: Path) -> None:
    setup = daily_setup(TODAY.replace(day=24), "thieves", "Ann")
    seen: list[list[str]] = []
    results = play_levels(tmp_path, setup, lambda: False, lambda found: seen.append(list(found)), LocalLevels)
    assert list(results) == levels_to_compare("thieves")
    assert [len(found) for found in seen] == list(range(1, len(results) + 1))

    def refuse() -> LocalLevels:
        raise AssertionError("a level played again")

    other_name = daily_setup(TODAY.replace(day=24), "thieves", "Bea")
    assert play_levels(tmp_path, other_name, lambda: False, lambda _: None, refuse) == results
    assert read_level_results(tmp_path, daily_setup(TODAY, "thieves")) == {}


def test_the_pharaoh_plays_the_deal_with_a_number_of_simulations_and_no_time_limit(tmp_path: Path) -> None:
    asked = []

    class Recorded(LocalLevels):
        async def choose(self, request: Request, report: ReportProgress = ignore_progress) -> Action:
            asked.append(request.player)
            return await super().choose(request, report)

    setup = daily_setup(TODAY.replace(day=24), "thieves")
    results = play_levels(tmp_path, setup, lambda: False, lambda _: None, Recorded)
    budgets = {(player.budget.simulations, player.budget.milliseconds) for player in asked if player.level == PHARAOH}
    assert budgets == {(TIMED_SIMULATIONS, 0)}
    assert read_level_results(tmp_path, setup) == results
    assert list(results)[-1].startswith(PHARAOH)


def test_the_best_line_of_a_finished_day_is_one_key_away(snapshot: Snapshot, tmp_path: Path) -> None:
    path = play_analysed_day(tmp_path)
    (save,) = Shelf(tmp_path).list_saves(GAMES)
    assert save.path == path
    found = best_lines_of(save)
    assert isinstance(found, DayAnalysis)
    (best,) = found.best_lines
    assert best.line
    pictures = []

    async def by_keys(app: VokApp, pilot: Pilot[None]) -> None:
        app.push_screen(DailyScreen(Shelf(tmp_path), "valley", lambda: TODAY, NoLevels))
        await until(pilot, lambda: "Not played" in text(app))
        footer = app.screen.query_one(KeyFooter)
        assert not {"Best ", "Share "} & {key.description for key in footer.keys}, "today is not finished"
        await pilot.press("B", "x")
        assert not isinstance(app.screen, BestLinesScreen)
        assert not app._notifications
        await pilot.press("left")
        await until(pilot, lambda: "in 100)" in text(app))
        await pilot.press("B")
        await until(pilot, lambda: isinstance(app.screen, BestLinesScreen) and best.line[0] in text(app))
        pictures.append(grid(app))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, DailyScreen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen) and "B Best" in text(app))
        await pilot.press("B")
        await until(pilot, lambda: isinstance(app.screen, BestLinesScreen) and best.line[0] in text(app))

    async def by_mouse(app: VokApp, pilot: Pilot[None]) -> None:
        app.push_screen(DailyScreen(Shelf(tmp_path), "valley", lambda: TODAY.replace(day=24), NoLevels))
        await until(pilot, lambda: "in 100)" in text(app))
        row, line = next((y, line) for y, line in enumerate(text(app).splitlines()) if "B Best" in line)
        await pilot.click(offset=(line.index("B Best"), row))
        await until(pilot, lambda: isinstance(app.screen, BestLinesScreen))

    run(tmp_path, by_keys)
    run(tmp_path, by_mouse)
    snapshot.assert_match(pictures[0], "screen.txt")


def test_a_game_between_levels_that_is_stopped_is_not_kept(tmp_path: Path) -> None:
    setup = daily_setup(TODAY.replace(day=24), "thieves")
    asked = iter([False] * 5)
    assert play_levels(tmp_path, setup, lambda: next(asked, True), lambda _: None, LocalLevels) == {}
    assert read_level_results(tmp_path, setup) == {}


def test_a_level_is_stopped_while_it_thinks(tmp_path: Path) -> None:
    asked, found = iter([False] * 3), []
    setup = daily_setup(TODAY.replace(day=24), "thieves")

    def play() -> None:
        found.append(play_levels(tmp_path, setup, lambda: next(asked, True), lambda _: None, NoLevels))

    thread = Thread(target=play, daemon=True)
    thread.start()
    thread.join(10)
    assert found == [{}], "a level that never answers holds nobody up"


def test_days_are_marked_and_played_by_keys_alone_and_by_mouse_alone(tmp_path: Path) -> None:
    async def by_keys(app: VokApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, StartScreen)
        await pilot.press("d")
        await until(pilot, lambda: "Not played" in text(app))
        await pilot.press("g", "x", "left", "t", "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert sitting(app).match.game.name() == list(GAMES)[1]

    async def by_mouse(app: VokApp, pilot: Pilot[None]) -> None:
        app.push_screen(DailyScreen(Shelf(tmp_path), "valley", lambda: TODAY, NoLevels))
        await until(pilot, lambda: "Not played" in text(app))
        row = next(y for y, line in enumerate(text(app).splitlines()) if "16" in line and "17" in line)
        x = text(app).splitlines()[row].index("17")
        await pilot.click(offset=(x, row))
        assert "17 November" in text(app)
        await pilot.click(offset=(x, row))
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert sitting(app).match.setup.seed == daily_setup(TODAY.replace(day=17), "valley").seed

    run(tmp_path, by_keys)
    run(tmp_path, by_mouse)
