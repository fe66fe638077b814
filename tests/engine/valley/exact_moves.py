"""The answers that many parts allow, for the slow and exact definition of "may be executed" (`exact.py`)."""

from engine.core.cells.moves import pack_move
from engine.valley.catalogue.verbs import PASS
from engine.valley.parts.base.card_filter import ANY, CardFilter
from engine.valley.state.valley_state import PYRAMID_START, SLOT_COUNT, ValleyState


def cards_in(s: ValleyState, zone: int, who: int, verb: int, which: CardFilter = ANY) -> list[int]:
    """Each kind that fits in a zone of a player, once."""
    return [pack_move(verb, kind) for kind in sorted(set(s.kinds(zone + who))) if which.fits(s, who, kind)]


def slots(s: ValleyState, among: range = range(SLOT_COUNT)) -> list[int]:
    """The slots of the pyramid that hold a card."""
    return [slot for slot in among if s.cells[PYRAMID_START + slot] >= 0]


def or_not(moves: list[int], may: bool = True) -> list[int]:
    """With the answer that does nothing, if there is any other answer."""
    return [*moves, PASS] if moves and may else moves
