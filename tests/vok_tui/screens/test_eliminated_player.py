"""A player who is out of a game that continues: they watch, let it finish at once, or leave after it was finished."""

import asyncio
import random
from pathlib import Path

from textual.pilot import Pilot

from engine import GAMES
from engine.core.action import Action
from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from engine.thieves.game import THIEVES
from saves import SaveFile, load
from saves.save_info import read_save_info
from tests.vok_tui.grids import text
from tests.vok_tui.screens.app_helpers import run, until
from tests.vok_tui.screens.table.table_helpers import LocalThinker, SilentThinker
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.thinker import ReportProgress, Request, ignore_progress
from vok_tui.records.game_stats import counts_in_statistics
from vok_tui.screens.app import VokApp
from vok_tui.screens.start import StartScreen
from vok_tui.screens.table.screen import TableScreen

SEED = 0  # a thief who only hides is out soon


def save_with_player_out(home: Path) -> Path:
    """The save of a game in which the only human player is out, and two opponents are not."""
    seats = (Seat("Ann", HUMAN), Seat("Bob", "shabti"), Seat("Cid", "shabti"))
    match = Match(THIEVES, Setup("thieves", seats, SEED))
    rng = random.Random(SEED)
    while not THIEVES.is_out(match.state, 0):
        actions = [THIEVES.action(match.state, move) for move in match.state.legal_moves()]
        cautious = [action for action in actions if action.verb in ("hide", "leave")]
        match.play((cautious or actions)[0] if match.state.mover == 0 else rng.choice(actions))
    assert not match.is_over
    home.mkdir(parents=True, exist_ok=True)
    path = home / "game.vok"
    with SaveFile.create(path, match.setup, THIEVES, "test", 0) as file:
        file.keep(match)
    return path


class WaitingThinker(LocalThinker):
    """A thinker that answers only after `hurry`."""

    def __init__(self) -> None:
        super().__init__()
        self.hurried = asyncio.Event()

    async def choose(self, request: Request, report: ReportProgress = ignore_progress) -> Action:
        self.hurried.clear()
        await self.hurried.wait()
        return await super().choose(request, report)

    def hurry(self) -> None:
        self.hurried.set()


def test_a_player_who_is_out_can_let_the_game_finish_at_once(tmp_path: Path) -> None:
    path = save_with_player_out(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        table = app.screen
        assert isinstance(table, TableScreen)
        assert "You are out" in text(app)
        await pilot.press("enter")
        await until(pilot, lambda: table.sitting.shows_end)
        await pilot.pause()
        assert "The score sheet" in text(app)

    run(tmp_path, steps, StartOptions(path=path), thinker=WaitingThinker())


def test_a_game_that_a_player_left_when_out_is_finished_and_counts(tmp_path: Path) -> None:
    path = save_with_player_out(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, StartScreen))

    run(tmp_path, steps, StartOptions(path=path), thinker=WaitingThinker())
    loaded = load(path, GAMES)
    assert loaded.finished
    assert counts_in_statistics(read_save_info(path, 0, GAMES))


def test_leaving_twice_does_not_wait_and_keeps_the_game_unfinished(tmp_path: Path) -> None:
    path = save_with_player_out(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("m")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        await pilot.press("m")
        await until(pilot, lambda: isinstance(app.screen, StartScreen))

    run(tmp_path, steps, StartOptions(path=path), thinker=SilentThinker())
    assert not load(path, GAMES).finished
