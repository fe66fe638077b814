"""Cards and help: finding cards, and the pages of keys and signs."""

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.games import GAMES
from tests.games.more_games import ALL_GAMES, register_more_games
from tests.vok_tui import grids
from tests.vok_tui.screens.app_helpers import run, screen_text
from vok_tui.app import VokApp
from vok_tui.boards import table_kit_of
from vok_tui.boards.valley.signs import VALLEY_SIGNS
from vok_tui.game.start_options import StartOptions
from vok_tui.painting.signs import shared_legend, signs_with
from vok_tui.screens.cards import CardsScreen
from vok_tui.screens.help import HelpScreen
from vok_tui.screens.start import StartScreen
from vok_tui.settings.config import Config
from vok_tui.settings.keys import SHORTCUTS
from vok_tui.terminal.detection import Terminal
from vok_tui.widgets.option_row import OptionRow


def test_cards_are_found_by_a_word_and_read_in_full(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("k", "slash", *"bastet", "enter")
        await pilot.pause()
        assert isinstance(app.screen, CardsScreen)
        assert [card.name for card in app.screen.listed_cards] == ["Statue of Bastet"]
        assert "reconstructed" in screen_text(app)
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)

    run(tmp_path, steps)


def test_a_configured_key_works_and_is_in_the_help(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("k")
        assert isinstance(app.screen, StartScreen)
        await pilot.press("x")
        await pilot.pause()
        assert isinstance(app.screen, CardsScreen)
        await pilot.press("escape", "question_mark", "tab")
        await pilot.pause()
        assert re.search(r"^x +read every card", screen_text(app), re.MULTILINE)

    run(tmp_path, steps, StartOptions(config=Config(keys={"cards": "x"})))


@pytest.mark.parametrize("game", ALL_GAMES)
def test_the_help_lists_every_key_and_its_name_for_the_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    register_more_games(monkeypatch)
    kit = table_kit_of(GAMES[game])

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.push_screen(HelpScreen(kit, {}))
        await pilot.pause()
        await pilot.press("tab")
        await pilot.pause()
        keys = " ".join(screen_text(app).split())
        await pilot.press("tab", "tab")
        await pilot.pause()
        names = screen_text(app).split()
        for key in (*kit.shortcuts, *(key for place in SHORTCUTS.values() for key in place)):
            assert key.help_text in keys
            assert key.id in names

    run(tmp_path, steps)


@pytest.mark.parametrize("ascii_only", [False, True])
def test_the_help_explains_every_sign_in_the_form_it_is_shown(tmp_path: Path, ascii_only: bool) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark", "tab", "tab")
        await pilot.pause()
        shown = screen_text(app)
        signs = signs_with(VALLEY_SIGNS, ascii_only=ascii_only)
        for sign, meaning in [
            *shared_legend(signs),
            *((signs.game_signs[name], text) for name, text in VALLEY_SIGNS.legend),
        ]:
            assert re.search(rf"^{re.escape(sign)} +{re.escape(meaning)}", shown, re.MULTILINE)
        assert re.search(r"^act +its action", shown, re.MULTILINE)

    run(tmp_path, steps, terminal=Terminal(ascii=ascii_only))


def test_the_last_page_of_the_help_leads_to_the_first(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark", "tab", "tab", "tab", "tab")
        assert app.screen.query_one(OptionRow).value == "Rules"

    run(tmp_path, steps)


def test_searching_for_an_unknown_word_says_so_and_lists_all_cards(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("k", "slash", *"osirx")
        await pilot.pause()
        assert "no card matches osirx; all are listed" in grids.text(app)
        await pilot.press("backspace")
        await pilot.pause()
        assert "no card has" not in grids.text(app)
        assert isinstance(app.screen, CardsScreen)
        assert [card.name for card in app.screen.listed_cards] == ["Statue of Osiris"]

    run(tmp_path, steps)
