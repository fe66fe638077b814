"""The headings of zones and panes look the same in every game."""

import pytest
from textual.pilot import Pilot

from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from engine.games import GAMES
from tests.vok_tui.grids import cells
from tests.vok_tui.screens.table.table_helpers import LARGE, SMALL, TableApp, run
from vok_tui.game.sitting import Sitting


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=str)
@pytest.mark.parametrize(
    ("game", "headings"),
    [
        ("valley", ("Stock", "Your hand", "Your tomb")),
        ("thieves", ("Duels", "Thieves", "Your hand")),
        ("tal", ("Lots",)),
    ],
)
def test_a_heading_has_the_same_ink_in_every_game(game: str, headings: tuple[str, ...], size: tuple[int, int]) -> None:
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        styles: dict[str, set[frozenset[str]]] = {heading: set() for heading in (*headings, "Log")}
        for row in cells(app)[1:-1]:  # without the status and the footer
            line = "".join([char for char, _ in row])
            for heading, found in styles.items():
                if f" {heading} " in f" {line} ":
                    x = f" {line} ".index(f" {heading} ")
                    found.add(frozenset(style for _, style in row[x : x + len(heading)]))
        assert len(set.union(*styles.values())) == 1, styles
        assert all(found or heading == "Log" for heading, found in styles.items())

    setup = Setup(game, (Seat("Ann", HUMAN), Seat("Bea", HUMAN)), 5)
    run(Sitting(Match(GAMES[game], setup)), test, size)
