"""A game that is pasted on the start screen is saved and opened."""

from pathlib import Path

import pytest
from textual.events import Paste
from textual.pilot import Pilot

from engine import GAMES
from saves import Shelf, load
from saves.text import MAX_TEXT_BYTES, TextRefused, read_game, write_game
from tests.vok_tui.screens.app_helpers import run
from vok_tui.screens.app import VokApp
from vok_tui.screens.dialog import Dialog
from vok_tui.screens.start import StartScreen
from vok_tui.terminal.driver import InputParser

PROMISED = Path(__file__).parents[2] / "saves" / "promised" / "0.9"
FINISHED = PROMISED / "valley-base-variations.vok"


def game_text(form: str) -> str:
    loaded = load(FINISHED, GAMES)
    return write_game(loaded.match, loaded.header, form)


@pytest.mark.parametrize("form", ["line", "text", "json"])
def test_a_pasted_game_is_opened_and_saved(tmp_path: Path, form: str) -> None:
    text, expected = game_text(form), load(FINISHED, GAMES).match

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.action_go("start")
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)
        app.post_message(Paste(text))
        await pilot.pause()
        await pilot.pause()
        assert not isinstance(app.screen, StartScreen | Dialog)

    run(tmp_path, steps)
    (info,) = Shelf(tmp_path).list_saves(GAMES)
    assert load(info.path, GAMES).match.state.digest() == expected.state.digest()


def test_a_game_that_is_pasted_twice_is_saved_once(tmp_path: Path) -> None:
    text = game_text("line")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        for _ in range(2):
            app.action_go("start")
            await pilot.pause()
            app.post_message(Paste(text))
            await pilot.pause()
            await pilot.pause()
            assert not isinstance(app.screen, StartScreen | Dialog)

    run(tmp_path, steps)
    assert len(Shelf(tmp_path).list_saves(GAMES)) == 1


@pytest.mark.parametrize("cut", [10, 400])
def test_a_pasted_line_that_was_cut_off_is_refused(tmp_path: Path, cut: int) -> None:
    text = game_text("line")[:cut]

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.action_go("start")
        await pilot.pause()
        app.post_message(Paste(text))
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, Dialog)
        assert "copy it again" in app.screen.text

    run(tmp_path, steps)
    assert Shelf(tmp_path).is_empty


def test_any_other_paste_does_nothing(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.action_go("start")
        await pilot.pause()
        app.post_message(Paste("vok is nice\n" * 50))
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)

    run(tmp_path, steps)
    assert Shelf(tmp_path).is_empty


def test_a_paste_that_was_cut_off_is_refused_and_nothing_is_played_on(tmp_path: Path) -> None:
    text = game_text("text")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.action_go("start")
        await pilot.pause()
        app.post_message(Paste(text[: len(text) // 2]))
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, Dialog)
        assert "Nothing was saved" in app.screen.text

    run(tmp_path, steps)
    assert Shelf(tmp_path).is_empty


def test_a_paste_is_passed_on_whole_or_longer_than_any_game(tmp_path: Path) -> None:
    text = game_text("text")
    for length in (100_000, MAX_TEXT_BYTES + 1):
        pasted = text + "#" * (length - len(text))
        pieces = [f"\x1b[200~{pasted}\x1b[201~"[at : at + 4096] for at in range(0, length + 12, 4096)]
        parser = InputParser()
        (paste,) = [message for piece in pieces for message in parser.feed(piece, now=0.0)]
        assert isinstance(paste, Paste)
        if length <= MAX_TEXT_BYTES:
            assert paste.text == pasted
        else:
            with pytest.raises(TextRefused, match="more than 4 MB"):
                read_game(paste.text.encode(), GAMES)
