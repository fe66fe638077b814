"""Cards and help: finding cards, and the pages of keys and signs."""

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.games import GAMES
from tests.games.more_games import ALL_GAMES, register_more_games
from tests.vok_tui import grids
from tests.vok_tui.screens.app_helpers import run, screen_text, until
from tests.vok_tui.screens.table.table_helpers import SilentThinker
from vok_tui.boards.table_kit import all_table_kits, table_kit_of
from vok_tui.boards.valley.signs import VALLEY_SIGNS
from vok_tui.coordinator.config import Config
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.painting.signs import shared_legend, signs_with
from vok_tui.records.new_game import make_setup
from vok_tui.screens.app import VokApp
from vok_tui.screens.cards import CardsScreen
from vok_tui.screens.help import HelpScreen, signs_page
from vok_tui.screens.setup import SetupScreen
from vok_tui.screens.start import StartEntry, StartScreen
from vok_tui.screens.table.screen import TableScreen
from vok_tui.screens.widgets import OptionRow
from vok_tui.shared.detection import Terminal
from vok_tui.shared.key_names import key_label
from vok_tui.shared.shortcuts import SHORTCUTS, TABLE, key_labels


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


@pytest.mark.parametrize("game", [name for name, kit in all_table_kits().items() if kit.has_card_list])
def test_further_lines_of_a_long_text_in_the_list_are_indented(tmp_path: Path, game: str) -> None:
    cards = all_table_kits()[game].card_list(None)
    assert cards is not None

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.push_screen(CardsScreen(cards))
        await pilot.pause()
        region = app.screen.query_one("#list").region
        shown = [line[region.x : region.right - 2] for line in grids.text(app).splitlines()[region.y : region.bottom]]
        names = tuple([card.name for card in cards.entries])
        name_column = shown[0].index(names[0])
        assert any(line.strip() for line in shown)
        for line in [line for line in shown if line.strip()]:
            text = line[name_column:]
            assert text.startswith(names) or text.startswith(" " * min(map(len, names))), line

    run(tmp_path, steps, size=(120, 40))


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


def test_the_help_lists_every_key_and_its_name_for_the_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register_more_games(monkeypatch)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        for game in ALL_GAMES:
            kit = table_kit_of(GAMES[game])
            app.show_only(HelpScreen(kit, {}))
            await pilot.pause()
            await pilot.press("tab")
            await pilot.pause()
            keys = " ".join(screen_text(app).split())
            await pilot.press("tab", "tab")
            await pilot.pause()
            names = screen_text(app).split()
            others = [key for place, keys in SHORTCUTS.items() if place != TABLE for key in keys]
            for key in (*kit.table_shortcuts(), *others):
                assert key.help_text in keys, game
                assert key.id in names, game

    run(tmp_path, steps)


def test_the_help_names_the_keys_of_this_game_and_no_others(tmp_path: Path) -> None:
    """No keys of other games, no opponents that cannot sit down, no payments in a game without purchases."""

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        for game, kit in all_table_kits().items():
            app.show_only(HelpScreen(kit, {}, "Keys", TABLE))
            await pilot.pause()
            table = screen_text(app).partition("At the table")[2].partition("\n\n")[0]
            opponents = max(count for edition in kit.game.editions() for count in edition.player_counts) - 1
            assert re.findall(r"opponent (\d), from the next seat", table) == [str(n + 1) for n in range(opponents)]
            every = [key for other in all_table_kits().values() for key in other.shortcuts]
            foreign = [key for key in every if key not in kit.shortcuts]
            named = [line[18:] for line in table.splitlines()]
            assert not [key.id for key in foreign if key.help_text in named], game
            assert ("lay out the next best payment" in named) == (game == "valley")
            app.coordinator.new_games.begin(make_setup(["Ann", ""], ["shabti"], 3, 1, game=game))
            await pilot.pause()
            assert isinstance(app.screen, TableScreen)
            listed = {label for key in kit.table_shortcuts() for label in key_labels(key, {})}
            letters = {label for key in app.screen._bindings.key_to_bindings if len(label := key_label(key)) == 1}
            assert letters <= listed, "the table has no keys that its help does not name"

    run(tmp_path, steps, size=(120, 40), thinker=SilentThinker())


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


def test_help_is_about_the_game_that_is_chosen_on_the_screen(tmp_path: Path) -> None:
    """The last game at the table was Tal der Könige."""

    async def game_of_help(app: VokApp, pilot: Pilot[None], key: str) -> str:
        await pilot.press(key)
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        assert isinstance(app.screen, HelpScreen)
        game = app.screen.kit.game.name()
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, HelpScreen))
        return game

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, SetupScreen))
        assert await game_of_help(app, pilot, "question_mark") == "tal"
        form = app.screen
        form.query_one("#game", OptionRow).focus()
        await pilot.press("left")
        await until(pilot, lambda: isinstance(app.screen, SetupScreen) and app.screen is not form)
        assert isinstance(app.screen, SetupScreen)
        chosen = app.screen.query_one("#game", OptionRow).value
        assert GAMES[await game_of_help(app, pilot, "question_mark")].title() == chosen != GAMES["tal"].title()
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, StartScreen))
        next(entry for entry in app.screen.query(StartEntry) if entry.choice == "game-thieves").focus()
        await pilot.pause()
        assert await game_of_help(app, pilot, "y") == "thieves"

    run(tmp_path, steps, StartOptions(game="tal"))


def test_the_help_turns_its_pages_goes_to_its_ends_and_finds_a_word(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark", "tab", "tab", "tab", "tab")
        row = app.screen.query_one(OptionRow)
        assert row.value == "Rules"
        await pilot.press("shift+tab", "shift+tab")
        assert row.value == "Reading the table"
        await pilot.press("tab", "tab", "end")
        await pilot.pause()
        assert "designed by Tom Cleaver" in grids.text(app)
        await pilot.press("home", "slash", *"tomb", "enter")
        await pilot.pause()
        await pilot.pause()
        place = app.screen.query_one("#scroll").scroll_y
        await pilot.press("enter", "enter", "enter")
        await pilot.pause()
        await pilot.pause()
        assert app.screen.query_one("#scroll").scroll_y > place
        await pilot.press("escape", "slash", *"net", "backspace", *"w carrd", "enter")
        await pilot.press("escape", "escape")
        assert isinstance(app.screen, StartScreen)

    run(tmp_path, steps)


def test_the_help_explains_the_marks_of_decisions_and_their_search_finds_them() -> None:
    text = signs_page(table_kit_of(GAMES["tal"]).signs, {}, 90, ascii_only=False).plain
    lines = text[text.index("Marks of decisions") :].splitlines()[1:]
    assert [line.split()[0] for line in lines if line[:1] != " "] == ["??", "?", "?!", "~", "·"]
    assert "10 in 100 or more, that is 10 of 100 games won" in text


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


def test_a_key_at_the_table_opens_its_signs_and_leads_back(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        table = app.screen
        await pilot.press("I")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        assert app.screen.query_one(OptionRow).value == "Reading the table"
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is table

    run(tmp_path, steps, StartOptions(new=True))
