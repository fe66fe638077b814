"""A table of Valley of the Kings in the middle of a game, and its picture."""

from collections.abc import Awaitable, Callable

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot

from engine.core.game import Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.games import GAMES
from tests.engine.valley.table import table
from tests.vok_tui.grids import grid
from tests.vok_tui.screens.table.table_helpers import (
    LARGE,
    SMALL,
    SilentThinker,
    TableApp,
    run,
    sitting_at,
)
from vok_tui.game.sitting import Sitting

PYRAMID = "Statue of Isis, Book of Traversing Eternity, Boat / Tyet Amulet, Qebehsenuef Canopic Jar / Censer"
STOCK = "2 Book of Gates, Ka Figurine, Statue of Sobek, 2 Statue of Thoth, Burial Mask, 2 Canopic Chest"
DECK = "Shabti, 2 Urn, Box of Food, Statue of Sobek"
TOMB = (
    "2 Shabti, Inner Sarcophagus, 2 Statue of Anubis, Statue of Isis, Book of Gates, Book of the Earth, Mummified Cat"
)


TOMBS = (
    TOMB,
    "Urn, Djed Pillar Amulet, Tyet Amulet, Heart Scarab Amulet, Ankh Amulet, Wedjat Eye Amulet",
    "",
    "3 Shabti",
)


SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])


Act = Callable[[TableApp, Pilot[None]], Awaitable[None]]


def mid_game(players: int = 2, hand: str = "Shabti, Urn, Box of Food, Statue of Bastet, Mummified Cat") -> Sitting:
    """The middle of a game, at the start of the human player's turn."""
    hands = (hand, *["Urn, 2 Shabti, Box of Food, Offering Table"] * (players - 1))
    position = table(
        hands=hands,
        pyramid=PYRAMID,
        stock=STOCK,
        boneyard="2 Urn, Heart Scarab Amulet",
        deck=(DECK,) * players,
        tomb=TOMBS[:players],
        discard=("Urn, Statue of Thoth", "Shabti"),
        turn=16,
    )
    return sitting_at(position)


def assert_matches_picture(snapshot: Snapshot, sitting: Sitting, size: tuple[int, int], act: Act | None = None) -> None:
    """Compare the table, without its footer, with the stored picture. test_footers.py has a picture of the footers."""

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        if act is not None:
            await act(app, pilot)
        snapshot.assert_match(grid(app, with_footer=False), "table.txt")

    run(sitting, test, size)


MIN_MOVES = 40


def sitting_mid_game(game: str, seats: int) -> Sitting:
    """A question of the first seat in the middle of a game."""
    match = Match(GAMES[game], Setup(game, tuple(Seat(f"Seat {seat + 1}") for seat in range(seats)), 7))
    for step in range(200):
        if step >= MIN_MOVES and match.state.mover == 0 and match.state.move_count > 1:
            break
        menu = match.state.legal_moves()
        match.play(match.game.action(match.state, menu[seeded_hash(7, step) % len(menu)]))
    return Sitting(match, None, SilentThinker())
