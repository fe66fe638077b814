"""The daily game in the app: start, continue, review, and the line to share on the score sheet."""

from datetime import date
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine import GAMES
from saves import Shelf
from tests.vok_tui.grids import text
from tests.vok_tui.records.finished_games import attempt
from tests.vok_tui.screens.app_helpers import make_save, run, settle, sitting, until
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.records.daily import daily_setup, differ_only_in_names, share_line_if_finished, today_in_utc
from vok_tui.screens.app import VokApp
from vok_tui.screens.review.screen import ReviewScreen
from vok_tui.screens.score import ScoreScreen
from vok_tui.screens.start import StartScreen
from vok_tui.screens.table.screen import TableScreen

DAY = date(2026, 11, 7)
START = StartOptions(daily=DAY)


def test_a_key_of_the_start_screen_starts_the_daily_game(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, StartScreen)
        before = today_in_utc()
        await pilot.press("d", "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        setup = sitting(app).match.setup
        assert any("the first attempt counts" in note.message for note in app._notifications)
        assert any(differ_only_in_names(setup, daily_setup(day, "valley")) for day in (before, today_in_utc()))

    run(tmp_path, steps)


@pytest.mark.nightly(reason="starts every daily game", instead="test_a_key_of_the_start_screen_starts_the_daily_game")
def test_the_row_of_the_daily_game_names_the_game_that_its_key_plays(tmp_path: Path) -> None:
    """Whatever game was played last, it is the one of `vok daily` with the same options."""

    async def steps(app: VokApp, pilot: Pilot[None], game: str) -> None:
        app.coordinator.new_games.choose_game("tal")
        app.action_go("start")
        await until(pilot, lambda: isinstance(app.screen, StartScreen) and "Daily game" in text(app))
        await until(pilot, lambda: "not played yet" in text(app))
        row = next(line for line in text(app).splitlines() if "Daily game" in line)
        assert ("King of Thieves" in row, "Tal der Koenige" in row) == (game == "thieves", False), row
        await pilot.press("d", "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert sitting(app).match.setup.game == game

    run(tmp_path / "a", lambda app, pilot: steps(app, pilot, GAMES.default))
    thieves = StartOptions(game="thieves", named_game="thieves")
    make_save(tmp_path / "b")
    run(tmp_path / "b", lambda app, pilot: steps(app, pilot, "thieves"), thieves)


def test_a_started_daily_game_continues_even_from_the_bin(tmp_path: Path) -> None:
    path = attempt(tmp_path, daily_setup(DAY, "valley"), 1_700_000_000, 6)
    Shelf(tmp_path).move_to_bin(path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        assert sitting(app).match.public_decision_count(sitting(app).match.log.head) >= 6

    run(tmp_path, steps, START)
    assert len(Shelf(tmp_path).list_saves(GAMES)) == 1
    assert Shelf(tmp_path).list_bin(GAMES) == []


def test_a_finished_daily_game_is_reviewed_and_its_score_sheet_has_the_share_line(tmp_path: Path) -> None:
    setup = daily_setup(DAY, "valley")
    attempt(tmp_path, setup, 1_700_000_000)
    line = share_line_if_finished(Shelf(tmp_path), setup)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, ReviewScreen)
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(app.screen, ScoreScreen)
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert line in text(app)

    run(tmp_path, steps, START)


def test_an_unreadable_shelf_is_reported(tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("no folder")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert "This cannot be opened" in text(app)

    run(tmp_path, steps, START)
