"""What the table does for the save: from the first picture on, with a wrong clock, and with a file that was taken away."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine import GAMES
from saves import Shelf, load
from tests.saves.disk import max_file_size
from tests.vok_tui.grids import text as full_text
from tests.vok_tui.screens.app_helpers import make_save, play_some, run, sitting
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.records.new_game import make_setup
from vok_tui.screens.app import VokApp
from vok_tui.screens.welcome import WelcomeScreen

SETUP = make_setup(["Ann", ""], ["shabti"], 3, 1)
FIRST_GAME = StartOptions(new=True, names=("Ann",), seed=3, first=1, levels=("shabti",))


def saves_in(home: Path) -> list[Path]:
    return sorted((home / "saves").glob("*.vok"))


def test_a_game_without_moves_does_not_end_the_offer_of_a_first_game(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press(*"Ann", "enter", "right", "enter")
        await pilot.pause()
        assert sitting(app).asks_viewer
        assert len(saves_in(tmp_path)) == 1
        app.action_go("start")
        await pilot.pause()
        assert isinstance(app.screen, WelcomeScreen)

    run(tmp_path, steps, StartOptions(config_file=tmp_path / "config.toml"))


def test_a_new_game_leaves_one_without_moves_alone_that_another_process_plays(tmp_path: Path) -> None:
    playing = Shelf(tmp_path).create(SETUP, GAMES["valley"], "0.1.0", 1_700_000_000)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert len(saves_in(tmp_path)) == 2

    run(tmp_path, steps, FIRST_GAME)
    assert playing.path.exists()
    playing.close()


@pytest.mark.parametrize("now", [-86_400, 1 << 60])
def test_a_clock_that_is_far_off_stops_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, now: int) -> None:
    monkeypatch.setattr("time.time", lambda: float(now))

    async def play(app: VokApp, pilot: Pilot[None]) -> None:
        await play_some(app, pilot, 2)

    async def look(app: VokApp, pilot: Pilot[None]) -> None:
        app.action_go("open")
        await pilot.pause()

    run(tmp_path, play, FIRST_GAME)
    (info,) = Shelf(tmp_path).list_saves(GAMES)
    assert (info.damage, info.decisions > 0) == ("", True)
    run(tmp_path, look, StartOptions())


@pytest.mark.parametrize("how", ["removed", "replaced"])
def test_a_move_is_on_the_disk_even_if_the_file_was_taken_away(tmp_path: Path, how: str) -> None:
    other = make_save(tmp_path, 5).rename(tmp_path / "older.vok")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await play_some(app, pilot, 2)
        (path,) = saves_in(tmp_path)
        if how == "removed":
            path.unlink()
        else:
            other.replace(path)
        await play_some(app, pilot, 1)
        assert any("removed or replaced" in str(note.message) for note in app._notifications)
        moves.extend(sitting(app).match.log.actions)
        on_disk.extend(load(saves_in(tmp_path)[-1 if how == "removed" else 0], GAMES).match.log.actions)

    moves: list[object] = []
    on_disk: list[object] = []
    run(tmp_path, steps, FIRST_GAME, notifications=True)
    assert len(moves) > 3
    assert on_disk == moves
    assert len(saves_in(tmp_path)) == (1 if how == "removed" else 2)


def test_a_game_that_cannot_be_written_is_played_on_and_every_move_tries_again(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        with max_file_size(10):
            app.coordinator.new_games.begin(SETUP)
            await pilot.pause()
            assert any("This game is not on disk" in str(note.message) for note in app._notifications)
            await play_some(app, pilot, 1)
            assert "This game is not on disk" in " ".join(full_text(app).split())
            assert sitting(app).asks_viewer
            assert saves_in(tmp_path) == []
        await play_some(app, pilot, 1)
        (path,) = saves_in(tmp_path)
        assert load(path, GAMES).match.log.actions == sitting(app).match.log.actions

    make_save(tmp_path, 5).rename(tmp_path / "elsewhere.vok")
    run(tmp_path, steps, StartOptions(), notifications=True)
