"""Pictures of all screens but the table, at a small and a large size."""

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


SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])


def picture(tmp_path: Path, screen: Screen[None], size: tuple[int, int], keys: str = "", **options: Terminal) -> str:
    """The picture of a screen after some keys."""
    pictures = []

    async def take_picture(app: VokApp, pilot: Pilot[None]) -> None:
        app.show_only(screen)
        await pilot.pause()
        await pilot.press(*keys.split())
        await pilot.pause()
        pictures.append(grid(app))

    run(tmp_path, take_picture, size=size, **options)
    return pictures[0]


@SIZES
def test_the_form_with_one_opponent(snapshot: Snapshot, tmp_path: Path, size: tuple[int, int]) -> None:
    snapshot.assert_match(picture(tmp_path, SetupScreen(StartOptions()), size), "screen.txt")


@SIZES
def test_the_form_with_four_players(snapshot: Snapshot, tmp_path: Path, size: tuple[int, int]) -> None:
    start = StartOptions(players=4, levels=("priest", "shabti", HUMAN), names=("Ann",), seed=7, first=3)
    snapshot.assert_match(picture(tmp_path, SetupScreen(start), size, "tab tab tab"), "screen.txt")


@SIZES
def test_the_shelf(snapshot: Snapshot, tmp_path: Path, size: tuple[int, int]) -> None:
    snapshot.assert_match(picture(tmp_path, ShelfScreen(SAVES, FOLDER, NOW), size, "down down"), "screen.txt")


def test_an_empty_shelf(snapshot: Snapshot, tmp_path: Path) -> None:
    snapshot.assert_match(picture(tmp_path, ShelfScreen((), FOLDER, NOW), SMALL), "screen.txt")


@SIZES
def test_the_rules(snapshot: Snapshot, tmp_path: Path, size: tuple[int, int]) -> None:
    snapshot.assert_match(picture(tmp_path, HelpScreen(VALLEY_TABLE, {}), size), "screen.txt")


@SIZES
def test_the_keys(snapshot: Snapshot, tmp_path: Path, size: tuple[int, int]) -> None:
    snapshot.assert_match(picture(tmp_path, HelpScreen(VALLEY_TABLE, {}, "Keys"), size), "screen.txt")


def test_the_signs(snapshot: Snapshot, tmp_path: Path) -> None:
    snapshot.assert_match(picture(tmp_path, HelpScreen(VALLEY_TABLE, {}, "Reading the table"), SMALL), "screen.txt")


def test_the_names_of_keys(snapshot: Snapshot, tmp_path: Path) -> None:
    snapshot.assert_match(picture(tmp_path, HelpScreen(VALLEY_TABLE, {}, "Names of keys"), SMALL), "screen.txt")


@SIZES
def test_the_cards(snapshot: Snapshot, tmp_path: Path, size: tuple[int, int]) -> None:
    snapshot.assert_match(
        picture(tmp_path, CardsScreen(card_list(shipped_catalogue("base")), "Statue of Bastet"), size), "screen.txt"
    )


@SIZES
@pytest.mark.parametrize("players", [2, 4])
def test_the_score_sheet(snapshot: Snapshot, tmp_path: Path, size: tuple[int, int], players: int) -> None:
    match = finished_match(players, 3)
    names = [seat.name for seat in match.setup.seats]
    sheet = score_sheet(VALLEY.view(match.state, 0), names, 0)
    screen = ScoreScreen(sheet, names, match.setup.seed, {}, game_summary=summary_with_rating(match))
    snapshot.assert_match(picture(tmp_path, screen, size, "right"), "screen.txt")


@pytest.mark.parametrize("terminal", [Terminal(), Terminal(ascii=True, no_color=True)], ids=["unicode", "ascii"])
def test_the_curve_replaces_the_sheet_on_a_small_screen(snapshot: Snapshot, tmp_path: Path, terminal: Terminal) -> None:
    match = finished_match(3, 4)
    names = [seat.name for seat in match.setup.seats]
    sheet = score_sheet(VALLEY.view(match.state, 0), names, 0)
    screen = ScoreScreen(sheet, names, match.setup.seed, {}, game_summary=summary_with_rating(match))
    snapshot.assert_match(picture(tmp_path, screen, SMALL, "g", terminal=terminal), "screen.txt")


@SIZES
def test_the_score_sheet_of_six_with_long_names(snapshot: Snapshot, tmp_path: Path, size: tuple[int, int]) -> None:
    names = ("Hatshepsut", "Nebuchadnezzar", "pharaoh 1", "pharaoh 2", "古代の王様", "Ann")
    match = finished_match(6, 3, "both", names)
    screen = ScoreScreen(score_sheet(VALLEY.view(match.state, 0), names, NOBODY), names, match.setup.seed, {})
    snapshot.assert_match(picture(tmp_path, screen, size), "screen.txt")


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
    snapshot.assert_match(picture(tmp_path, newcomer_start(), (60, 12)), "screen.txt")
