"""The answers that many parts allow, for the slow and exact definition of "may be executed" (`exact.py`)."""

from engine.core.moves import pack_move
from engine.valley.catalogue.verbs import PASS
from engine.valley.parts.filters import ANY, CardFilter
from engine.valley.state import PYRAMID_START, SLOT_COUNT, ValleyState


def cards_in(s: ValleyState, zone: int, seat: int, verb: int, which: CardFilter = ANY) -> list[int]:
    """A move for each kind in a zone of a player that passes the filter."""
    return [pack_move(verb, kind) for kind in sorted(set(s.kinds(zone + seat))) if which.fits(s, seat, kind)]


def slots(s: ValleyState, among: range = range(SLOT_COUNT)) -> list[int]:
    """The slots of the pyramid that hold a card."""
    return [slot for slot in among if s.cells[PYRAMID_START + slot] >= 0]


def or_not(moves: list[int], may: bool = True) -> list[int]:
    """The moves, with the answer that passes if it is allowed and there is another."""
    return [*moves, PASS] if moves and may else moves
