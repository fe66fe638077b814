"""The table in other editions: as many seats and sets as there are find room, and the two games are told apart."""

import pytest
from pytest_snapshot.plugin import Snapshot

from engine.core.match import Match
from engine.core.rules import HUMAN, Seat, Setup
from engine.valley.game import VALLEY
from tests.vok_tui.table.setting import LARGE, SMALL, Silent
from tests.vok_tui.table.test_looks import looks
from vok_tui.session import Session

NAMES = ("Ann", "Nefertari", "Senmut", "Khety", "Merit", "Ankhu")
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])


def session(edition: str, players: int, moves: int = 0) -> Session:
    """A game some moves old, looked at by the first seat."""
    seats = tuple(Seat(name, "shabti" if place else HUMAN) for place, name in enumerate(NAMES[:players]))
    match = Match(VALLEY, Setup("valley", seats, 3, edition))
    for step in range(moves):
        menu = match.state.legal_moves()
        match.play(VALLEY.action(match.state, menu[step * 7 % len(menu)]))
    return Session(match, None, Silent())


@SIZES
def test_six_players_with_all_cards_of_both_games(snapshot: Snapshot, size: tuple[int, int]):
    looks(snapshot, session("both", 6, 150), size)


@SIZES
def test_a_mixed_game_of_five(snapshot: Snapshot, size: tuple[int, int]):
    looks(snapshot, session("mixed", 5, 100), size)


@SIZES
def test_alone_against_the_robbers(snapshot: Snapshot, size: tuple[int, int]):
    looks(snapshot, session("solitaire", 1, 40), size)
