"""A game in one line: names and points, with any number of players."""

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.core.game import HUMAN, Seat
from engine.games import GAMES
from saves import SaveInfo, SaveLabel
from tests.vok_tui.grids import grid
from tests.vok_tui.screens.app_helpers import run
from tests.vok_tui.screens.pictured import FOLDER, NOW
from tests.vok_tui.screens.start_pages import start_with_game
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.screens.app import VokApp
from vok_tui.screens.shelf import ShelfScreen, save_details
from vok_tui.screens.widgets import seat_points_line

KIT = table_kit_of(GAMES[GAMES.default])

LONG = "Hatshepsut Maatkare Khnumet-Amun Foremost"
SEATS = ((LONG, 114), ("Khety", 9), (LONG, 37), ("Senmut", 12))


def test_long_names_are_cut_before_short_ones_and_points_never() -> None:
    assert seat_points_line(SEATS[:2], 24) == "Hatshepsut… 114, Khety 9"
    assert seat_points_line(SEATS[:2], 80) == f"{LONG} 114, Khety 9"


@pytest.mark.parametrize("width", [24, 32, 40])
def test_four_seats_fit_a_line(width: int) -> None:
    line = seat_points_line(SEATS, width)
    assert len(line) <= width
    assert [part.split()[-1] for part in line.split(",")] == ["114", "9", "37", "12"]


@pytest.mark.parametrize("width", [24, 29, 40])
@pytest.mark.parametrize("points", [(3, 0, 5, 4, 1, 2, 6, 2), (103, 90, 115, 140, 101, 102, 126, 12)])
def test_eight_seats_are_never_cut_within_a_number(width: int, points: tuple[int, ...]) -> None:
    line = seat_points_line(
        tuple(zip(("You", "Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen"), points, strict=True)), width
    )
    assert len(line) <= width
    shown = [int(number) for number in re.findall(r"\d+", line)]
    assert shown == [number for number in points if number in shown]
    assert max(points) in shown


def test_start_screen_and_shelf_show_the_points_after_long_names(tmp_path: Path) -> None:
    seats = tuple(Seat(name, HUMAN) for name, _ in SEATS)
    save = SaveInfo(
        Path("/saves/a.vok"), NOW.timestamp(), game="valley", seats=seats, label=SaveLabel(scores=(114, 9, 37, 12))
    )

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        for screen in (start_with_game(SEATS), ShelfScreen((save,), FOLDER, NOW)):
            app.show_only(screen)
            await pilot.pause()
            for points in (" 114,", " 9,", " 37,", " 12"):
                assert points in grid(app)

    run(tmp_path, steps)


def test_the_details_of_a_save_name_its_edition() -> None:
    seats = (Seat("Ann"), Seat("Khety", "scribe"))
    save = SaveInfo(Path("/saves/game.vok"), 0.0, game="valley", seats=seats)
    first_lines = [
        save_details(save._replace(edition=edition)).splitlines()[0]
        for edition in ("base", "afterlife", "mixed", "both")
    ]
    assert first_lines == [
        "Against Khety (scribe)",
        "Afterlife, against Khety (scribe)",
        "A mixed game, against Khety (scribe)",
        "All cards of both games, against Khety (scribe)",
    ]
    solitaire = save._replace(edition="solitaire", seats=seats[:1])
    assert save_details(solitaire).splitlines() == ["Alone, with robbers", "/saves/game.vok"]
