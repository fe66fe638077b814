"""Going from screen to screen by keyboard and by mouse."""

import asyncio
import os
import signal
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from engine.games import GAMES
from tests.vok_tui.grids import text as full_text
from tests.vok_tui.screens.app_helpers import Steps, make_save, play_some, run, screen_text, settle, sitting, until
from tests.vok_tui.screens.start_pages import newcomer_start
from tests.vok_tui.screens.table.table_helpers import SilentThinker
from vok_tui.coordinator.config import Config
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.process_thinker import ProcessThinker
from vok_tui.screens.app import VokApp
from vok_tui.screens.base import TooSmallScreen
from vok_tui.screens.dialog import ActionButton
from vok_tui.screens.help import HelpScreen
from vok_tui.screens.messages import ShowScoreFromTable
from vok_tui.screens.review.screen import ReviewScreen
from vok_tui.screens.score import ScoreScreen
from vok_tui.screens.shelf import ShelfScreen
from vok_tui.screens.start import StartEntry, StartScreen
from vok_tui.screens.table.screen import TableScreen
from vok_tui.screens.widgets import KeyFooter, OptionRow

MAX_PAUSES = 50


def test_a_new_game_is_listed_from_its_first_move_on(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert app.shelf.list_saves(GAMES) == []
        await pilot.press("n", "n")
        await play_some(app, pilot, 1)
        assert len(app.shelf.list_saves(GAMES)) == 1

    run(tmp_path, steps, StartOptions(new=True, first=1, levels=("shabti",)))


def test_a_game_continues_where_the_player_left(tmp_path: Path) -> None:
    digests = []

    async def before(app: VokApp, pilot: Pilot[None]) -> None:
        await play_some(app, pilot, 3)
        digests.append(sitting(app).match.state.digest())
        await pilot.press("q")

    async def after(app: VokApp, pilot: Pilot[None]) -> None:
        assert sitting(app).match.state.digest() == digests[0]

    run(tmp_path, before, StartOptions(new=True, first=1, levels=("shabti",), seed=3))
    run(tmp_path, after)


def test_enter_on_the_start_screen_continues_the_game(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        digest = sitting(app).match.state.digest()
        await pilot.press("m")
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert sitting(app).match.state.digest() == digest

    make_save(tmp_path)
    run(tmp_path, steps)


def test_a_finished_game_is_not_continued(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, StartScreen)
        assert not app.screen.query("#continue")

    make_save(tmp_path, 10_000)
    run(tmp_path, steps)


def test_a_finished_game_opens_in_the_review_with_its_score_sheet(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "enter")
        await pilot.pause()
        review = app.screen
        assert isinstance(review, ReviewScreen)
        await pilot.press("left_square_bracket", "s")
        await pilot.pause()
        assert isinstance(app.screen, ScoreScreen)
        await pilot.press("v")
        await pilot.pause()
        assert app.screen is review
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)

    make_save(tmp_path, 10_000)
    run(tmp_path, steps)


def test_reviewing_a_finished_game_leaves_it_finished(tmp_path: Path) -> None:
    async def look_back(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "enter")
        await pilot.pause()
        await pilot.press("left_square_bracket")
        assert app.close_with_farewell().splitlines()[0] == "Your game is saved."

    async def come_back(app: VokApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, StartScreen)
        assert not app.screen.query("#continue")

    make_save(tmp_path, 10_000)
    run(tmp_path, look_back)
    run(tmp_path, come_back)


@pytest.mark.parametrize("moves", [5, 10_000])
def test_escape_leads_from_the_score_sheet_back_to_the_screen_below(tmp_path: Path, moves: int) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        if moves == 5:
            table = app.screen
            table.post_message(ShowScoreFromTable(sitting(app)))
        else:
            await pilot.press("o", "enter")
            await pilot.pause()
            table = app.screen
            assert isinstance(table, ReviewScreen)
            await pilot.press("s")
        await pilot.pause()
        assert isinstance(app.screen, ScoreScreen)
        for _ in range(MAX_PAUSES):  # until the footer is painted
            if "Esc Back" in full_text(app).splitlines()[-1]:
                break
            await pilot.pause()
        else:
            raise AssertionError(full_text(app))
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is table
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)

    make_save(tmp_path, moves)
    run(tmp_path, steps)


@pytest.mark.parametrize(("key", "same_deal"), [("r", False), ("s", True)])
def test_rematch_and_same_deal_keep_the_players(tmp_path: Path, key: str, same_deal: bool) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "enter")
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)
        before = app.screen.review.match.setup
        await pilot.press("s")
        await pilot.pause()
        await pilot.press(key)
        await pilot.pause()
        again = sitting(app).match.setup
        assert again.seats == (before.seats if same_deal else (before.seats[1], before.seats[0]))
        assert (again.seed == before.seed) == same_deal
        assert sitting(app).node == 0

    make_save(tmp_path, 10_000, seed=11)
    run(tmp_path, steps, thinker=SilentThinker())


def test_the_score_sheet_shows_configured_keys(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "enter")
        await pilot.pause()
        await pilot.press("s")
        await pilot.pause()
        assert [str(button.render()).strip(" ▸◂") for button in app.screen.query(ActionButton)] == [
            "A What was better?",
            "v Review",
            "g Rematch",
            "s Same deal",
            "n New game",
            "m Menu",
        ]
        await pilot.press("m")
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)

    make_save(tmp_path, 10_000)
    run(tmp_path, steps, StartOptions(config=Config(keys={"rematch": "g"})))


def test_every_entry_of_the_start_screen_has_a_key(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        entries = list(app.screen.query(StartEntry))
        assert all(entry.key for entry in entries)
        assert [entry.choice for entry in entries] == [
            *(f"game-{game}" for game in GAMES),
            "daily",
            "practise",
            "puzzle",
            "learn",
            "goals",
        ]
        await pilot.press("y")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        assert app.screen.query_one(OptionRow).value == "Keys"

    run(tmp_path, steps)


def test_the_shelf_opens_the_marked_save(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("m")
        await pilot.pause()
        await pilot.press("o", "down")
        assert isinstance(app.screen, ShelfScreen)
        save = app.screen.saves[1]
        await pilot.press("enter")
        await pilot.pause()
        assert app.coordinator.current.open_game is not None
        assert app.coordinator.current.open_game.autosave is not None
        assert app.coordinator.current.open_game.autosave.path == save.path

    make_save(tmp_path, 3)
    make_save(tmp_path, 6)
    run(tmp_path, steps)


def test_the_shelf_works_by_mouse(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("m")
        await pilot.pause()
        footer = app.screen.query_one(KeyFooter)
        saves = next(key for key in footer.keys if key.description.strip() == "Saves")
        await pilot.click(footer, offset=(saves.columns.start + 1, 0))
        await until(pilot, lambda: isinstance(app.screen, ShelfScreen) and app.focused is not None)
        await pilot.click(OptionList, offset=(10, 0))
        await until(pilot, lambda: isinstance(app.screen, TableScreen))

    make_save(tmp_path)
    run(tmp_path, steps)


@pytest.mark.parametrize("ending_signal", [signal.SIGKILL, signal.SIGSTOP])
def test_a_thinking_process_that_dies_or_stops_is_replaced(tmp_path: Path, ending_signal: signal.Signals) -> None:
    thinker = ProcessThinker(max_silence_seconds=3.0)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        while not thinker.pid:
            await pilot.pause()
        old_pid = thinker.pid
        os.kill(old_pid, ending_signal)
        await pilot.press("n", "enter")  # ends the turn and chooses the pyramid card to sacrifice
        while not any("another one takes over" in note.message for note in app._notifications):
            await pilot.pause()
        await settle(app, pilot)
        assert thinker.pid != old_pid
        assert sitting(app).asks_viewer

    try:
        run(tmp_path, steps, StartOptions(new=True, first=1, seed=1), thinker=thinker)
    finally:
        thinker.close()


def test_the_palette_finds_a_command_by_its_name(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+p", *"saved")
        await app.workers.wait_for_complete()
        await pilot.pause()
        await pilot.press("enter")
        while not isinstance(app.screen, ShelfScreen):
            await pilot.pause()

    run(tmp_path, steps)


def test_a_window_that_is_too_small_covers_the_game_until_enlarged(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        game = sitting(app)
        await pilot.resize_terminal(79, 24)
        await pilot.pause()
        assert isinstance(app.screen, TooSmallScreen)
        assert "80 columns and 24 lines, but this window has 79 and 24" in screen_text(app)
        await pilot.press("n", "enter")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert sitting(app) is game
        assert game.node == 0

    run(tmp_path, steps, StartOptions(new=True, first=1))


@pytest.mark.parametrize("key", ["q", "x"])
def test_a_terminal_that_is_too_small_can_be_left(tmp_path: Path, key: str) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        assert f"{key} leaves" in screen_text(app)
        await pilot.press(key)
        assert not app.is_running

    moved = {} if key == "q" else {"leave": key}
    run(tmp_path, steps, StartOptions(new=True, config=Config(keys=moved)), size=(60, 12))


@pytest.mark.parametrize("command", ["", "make play"])
def test_leaving_says_how_to_continue_and_where_the_save_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("VOK_COMMAND", command)
    monkeypatch.setenv("HOME", str(tmp_path))

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        first, second = app.close_with_farewell().splitlines()
        assert first == f"Your game is saved; {command or 'vok'} continues it."
        assert second == f"~/saves/{path.name}"

    path = make_save(tmp_path)
    run(tmp_path, steps)


def test_leaving_while_a_screen_opens_is_no_fault(tmp_path: Path) -> None:
    def steps_with_waits(waits: int) -> Steps:
        async def steps(app: VokApp, pilot: Pilot[None]) -> None:
            app.push_screen(newcomer_start())
            for _ in range(waits):
                await asyncio.sleep(0)

        return steps

    for waits in (0, 3, 6):
        run(tmp_path, steps_with_waits(waits))
