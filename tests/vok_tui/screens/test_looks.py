"""Pictures of all screens but the table, at a small and a large size."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot
from textual.screen import Screen

from engine.core.game import HUMAN, NOBODY
from engine.games import GAMES
from engine.valley.editions import shipped_catalogue
from engine.valley.game import VALLEY
from tests.vok_tui.grids import grid
from tests.vok_tui.screens.app_helpers import LARGE, SMALL, run
from tests.vok_tui.screens.pictured import FOLDER, NOW, SAVES, finished_match, summary_with_rating
from tests.vok_tui.screens.start_pages import newcomer_start
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.boards.valley.card_list import card_list
from vok_tui.boards.valley.kit import VALLEY_TABLE
from vok_tui.boards.valley.score_sheet import score_sheet
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.screens.app import VokApp
from vok_tui.screens.cards import CardsScreen
from vok_tui.screens.dialog import Dialog, DialogOption
from vok_tui.screens.help import HelpScreen
from vok_tui.screens.score import ScoreScreen
from vok_tui.screens.setup import SetupScreen
from vok_tui.screens.shelf import ShelfScreen
from vok_tui.shared.detection import Terminal

KIT = table_kit_of(GAMES[GAMES.default])


@pytest.fixture(autouse=True)
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pictures show a program with only one game."""
    monkeypatch.setattr("engine.games.GAMES._places", {GAMES.default: GAMES.place_of(GAMES.default)})


NAMES_OF_SIX = ("Hatshepsut", "Nebuchadnezzar", "pharaoh 1", "pharaoh 2", "古代の王様", "Ann")


def score_screen(players: int, seed: int = 3) -> ScoreScreen:
    """The score sheet of a finished game, with a rating."""
    match = finished_match(players, seed)
    names = [seat.name for seat in match.setup.seats]
    sheet = score_sheet(VALLEY.view(match.state, 0), names, 0)
    return ScoreScreen(sheet, names, match.setup.seed, {}, game_summary=summary_with_rating(match))


def score_screen_of_six() -> ScoreScreen:
    """A score sheet with long names, on which nobody looks on from a seat."""
    match = finished_match(6, 3, "both", NAMES_OF_SIX)
    sheet = score_sheet(VALLEY.view(match.state, 0), NAMES_OF_SIX, NOBODY)
    return ScoreScreen(sheet, NAMES_OF_SIX, match.setup.seed, {})


FOUR_PLAYERS = StartOptions(players=4, levels=("priest", "shabti", HUMAN), names=("Ann",), seed=7, first=3)
# What makes each screen, and the keys to press on it.
SCREENS: dict[str, tuple[Callable[[], Screen[None]], str]] = {
    "the_form_with_one_opponent": (lambda: SetupScreen(StartOptions()), ""),
    "the_form_with_four_players": (lambda: SetupScreen(FOUR_PLAYERS), "tab tab tab"),
    "the_shelf": (lambda: ShelfScreen(SAVES, FOLDER, NOW), "down down"),
    "the_rules": (lambda: HelpScreen(VALLEY_TABLE, {}), ""),
    "the_keys": (lambda: HelpScreen(VALLEY_TABLE, {}, "Keys"), ""),
    "the_cards": (lambda: CardsScreen(card_list(shipped_catalogue("base")), "Statue of Bastet"), ""),
    "the_score_sheet_of_2": (lambda: score_screen(2), "right"),
    "the_score_sheet_of_4": (lambda: score_screen(4), "right"),
    "the_score_sheet_of_six_with_long_names": (score_screen_of_six, ""),
}
ONLY_SMALL: dict[str, tuple[Callable[[], Screen[None]], str]] = {
    "an_empty_shelf": (lambda: ShelfScreen((), FOLDER, NOW), ""),
    "the_signs": (lambda: HelpScreen(VALLEY_TABLE, {}, "Reading the table"), ""),
    "the_names_of_keys": (lambda: HelpScreen(VALLEY_TABLE, {}, "Names of keys"), ""),
}


def pictures(
    tmp_path: Path, screens: Iterable[tuple[Screen[None], str]], size: tuple[int, int], **options: Terminal
) -> list[str]:
    """The pictures of screens after some keys, taken in one app."""
    taken = []

    async def take_pictures(app: VokApp, pilot: Pilot[None]) -> None:
        for screen, keys in screens:
            app.show_only(screen)
            await pilot.pause()
            await pilot.press(*keys.split())
            await pilot.pause()
            taken.append(grid(app))

    run(tmp_path, take_pictures, size=size, **options)
    return taken


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
def test_screens(snapshot: Snapshot, tmp_path: Path, size: tuple[int, int]) -> None:
    screens = {**SCREENS, **(ONLY_SMALL if size == SMALL else {})}
    made = [(make(), keys) for make, keys in screens.values()]
    for name, shown in zip(screens, pictures(tmp_path, made, size), strict=True):
        snapshot.assert_match(shown, f"{name}.txt")


@pytest.mark.parametrize("terminal", [Terminal(), Terminal(ascii=True, no_color=True)], ids=["unicode", "ascii"])
def test_the_curve_replaces_the_sheet_on_a_small_screen(snapshot: Snapshot, tmp_path: Path, terminal: Terminal) -> None:
    (shown,) = pictures(tmp_path, [(score_screen(3, 4), "g")], SMALL, terminal=terminal)
    snapshot.assert_match(shown, "screen.txt")


def test_a_dialog(snapshot: Snapshot, tmp_path: Path) -> None:
    pictures = []

    async def take_picture(app: VokApp, pilot: Pilot[None]) -> None:
        app.show_only(newcomer_start())
        app.push_screen(
            Dialog(
                "Somebody is playing",
                "It is being played by Ann.",
                (DialogOption("a", "Watch"), DialogOption("b", "Back")),
            )
        )
        await pilot.pause()
        await pilot.pause()  # the first one may end before the dialog has the focus
        pictures.append(grid(app))

    run(tmp_path, take_picture)
    snapshot.assert_match(pictures[0], "screen.txt")


def test_the_note_that_a_terminal_is_too_small(snapshot: Snapshot, tmp_path: Path) -> None:
    (shown,) = pictures(tmp_path, [(newcomer_start(), "")], (60, 12))
    snapshot.assert_match(shown, "screen.txt")
