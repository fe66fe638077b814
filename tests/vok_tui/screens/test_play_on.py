"""Playing on from a step of a finished game, against any opponents."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine import GAMES
from engine.core.game import HUMAN
from saves import Shelf, load
from tests.vok_tui import grids
from tests.vok_tui.played_games import finished_game
from tests.vok_tui.screens.app_helpers import run, sitting
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.screens.app import VokApp
from vok_tui.screens.play_on import PlayOnDialog
from vok_tui.screens.table.screen import TableScreen
from vok_tui.screens.widgets import OptionRow


async def open_dialog_at_earlier_turn(app: VokApp, pilot: Pilot[None]) -> PlayOnDialog:
    await pilot.press(*["left_square_bracket"] * 4, "enter")
    await pilot.pause()
    assert isinstance(app.screen, PlayOnDialog)
    return app.screen


def new_save(home: Path) -> Path:
    (path,) = [save.path for save in Shelf(home).list_saves(GAMES) if not save.finished]
    return path


def test_enter_plays_on_against_the_same_opponents_in_a_new_save(tmp_path: Path) -> None:
    path = finished_game(tmp_path)
    before = path.read_bytes()

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await open_dialog_at_earlier_turn(app, pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert sitting(app).levels == (HUMAN, "scribe", "scribe")

    run(tmp_path, steps, StartOptions(path=path))
    assert path.read_bytes() == before
    assert load(new_save(tmp_path), GAMES).match.peeked


@pytest.mark.nightly(
    reason="plays on in a long game", instead="test_enter_plays_on_against_the_same_opponents_in_a_new_save"
)
def test_other_opponents_can_be_chosen_and_are_saved(tmp_path: Path) -> None:
    path = finished_game(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await open_dialog_at_earlier_turn(app, pilot)
        await pilot.press("down", "down", "down", "left", "down", "right", "enter")
        await pilot.pause()
        assert sitting(app).levels == (HUMAN, "sculptor", "priest")

    run(tmp_path, steps, StartOptions(path=path))
    loaded = load(new_save(tmp_path), GAMES)
    assert [seat.level for seat in loaded.header.setup.seats] == [HUMAN, "sculptor", "priest"]
    finished = load(path, GAMES).match.log
    path_played = loaded.match.log.actions[: len(loaded.match.log)]
    assert path_played[1:40] == finished.actions[1:40], "the deal and the earlier moves are the same"


def test_a_human_can_take_the_seat_of_an_opponent_by_mouse(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        dialog = await open_dialog_at_earlier_turn(app, pilot)
        rows = list(dialog.query(OptionRow))
        await pilot.click(rows[0], offset=(2, 0))
        rows[1].picked = len(rows[1].options) - 1
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen), grids.text(app)
        assert sitting(app).levels[1] == HUMAN
        assert sitting(app).levels[0] != HUMAN

    run(tmp_path, steps, StartOptions(path=finished_game(tmp_path)))


def test_escape_starts_no_game(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await open_dialog_at_earlier_turn(app, pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert len(Shelf(tmp_path).list_saves(GAMES)) == 1

    run(tmp_path, steps, StartOptions(path=finished_game(tmp_path)))
