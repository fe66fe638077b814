"""What many parts allow to answer, for the slow and exact definition of "may be executed" (`exact.py`)."""

from engine.valley.parts.which import ANY, Which
from engine.valley.state import PYRAMID, SLOTS, ValleyState
from engine.valley.verbs import PASS, move1


def cards_in(s: ValleyState, zone: int, who: int, verb: int, which: Which = ANY) -> list[int]:
    """Each kind that fits in a zone of a player, once."""
    return [move1(verb, kind) for kind in sorted(set(s.kinds(zone + who))) if which.fits(s, who, kind)]


def slots(s: ValleyState, among: range = range(SLOTS)) -> list[int]:
    """The slots of the pyramid in which a card lies."""
    return [slot for slot in among if s.row[PYRAMID + slot] >= 0]


def or_not(moves: list[int], may: bool = True) -> list[int]:
    """With the answer that does nothing, if there is anything else to do."""
    return [*moves, PASS] if moves and may else moves
