"""What there is to read before a game and in it: the cards, the keys, the signs."""

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.vok_tui import grids
from tests.vok_tui.shell.setting import run, said
from vok_tui.app import Vok
from vok_tui.config import Config
from vok_tui.keys import KEYS
from vok_tui.panes.signs import ASCII, UNICODE, legend
from vok_tui.screens.cards import CardsScreen
from vok_tui.screens.choice import Choice
from vok_tui.screens.help import HelpScreen
from vok_tui.screens.start import StartScreen
from vok_tui.start import Start
from vok_tui.terminal import Terminal


def test_the_cards_are_found_by_a_word_and_read_in_full(tmp_path: Path) -> None:
    async def steps(app: Vok, pilot: Pilot[None]) -> None:
        await pilot.press("k", "slash", *"bastet", "enter")
        await pilot.pause()
        assert isinstance(app.screen, CardsScreen)
        assert [card.name for card in app.screen.found] == ["Statue of Bastet"]
        assert "reconstructed" in said(app)
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)

    run(tmp_path, steps)


def test_a_moved_key_works_is_shown_and_is_in_the_help(tmp_path: Path) -> None:
    async def steps(app: Vok, pilot: Pilot[None]) -> None:
        await pilot.press("k")
        assert isinstance(app.screen, StartScreen)
        await pilot.press("x")
        await pilot.pause()
        assert isinstance(app.screen, CardsScreen)
        await pilot.press("escape", "question_mark", "tab")
        await pilot.pause()
        assert re.search(r"^x +read every card", said(app), re.MULTILINE)

    run(tmp_path, steps, Start(config=Config(keys={"cards": "x"})))


def test_the_help_tells_every_key_there_is_and_its_name_for_the_configuration(tmp_path: Path) -> None:
    async def steps(app: Vok, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark", "tab")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        keys = " ".join(said(app).split())
        await pilot.press("tab", "tab")
        await pilot.pause()
        names = said(app).split()
        for key in (key for place in KEYS.values() for key in place):
            assert key.does in keys
            assert key.id in names

    run(tmp_path, steps)


@pytest.mark.parametrize("ascii_only", [False, True])
def test_the_help_explains_every_sign_of_the_table_as_it_is_shown_here(tmp_path: Path, ascii_only: bool) -> None:
    async def steps(app: Vok, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark", "tab", "tab")
        await pilot.pause()
        shown = said(app)
        for sign, says in legend(ASCII if ascii_only else UNICODE):
            assert re.search(rf"^{re.escape(sign)} +{re.escape(says)}", shown, re.MULTILINE)
        assert re.search(r"^act +its action", shown, re.MULTILINE)

    run(tmp_path, steps, terminal=Terminal(ascii=ascii_only))


def test_from_the_last_page_of_the_help_it_goes_on_to_the_first(tmp_path: Path) -> None:
    async def steps(app: Vok, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark", "tab", "tab", "tab", "tab")
        assert app.screen.query_one(Choice).value == "Rules"

    run(tmp_path, steps)


def test_a_word_that_no_card_has_is_said_to_be_none_of_theirs(tmp_path: Path) -> None:
    async def steps(app: Vok, pilot: Pilot[None]) -> None:
        await pilot.press("k", "slash", *"osirx")
        await pilot.pause()
        assert "no card has osirx; here are all" in grids.text(app)
        await pilot.press("backspace")
        await pilot.pause()
        assert "no card has" not in grids.text(app)
        assert isinstance(app.screen, CardsScreen)
        assert [card.name for card in app.screen.found] == ["Statue of Osiris"]

    run(tmp_path, steps)
