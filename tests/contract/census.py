"""Where the cards of a game are counted. None may ever appear, disappear or turn into another."""

from engine.core.rules import State
from engine.valley.state import (
    ASIDE,
    BONEYARD,
    DECK,
    DISCARD,
    HAND,
    LOOKED,
    PLAYED,
    PYRAMID,
    REVEALED,
    SEEN,
    SHOWN,
    SLOTS,
    STOCK_II,
    STOCK_III,
    TOMB,
    TOP,
    VIEWER,
    ValleyState,
)  # fmt: skip


def nothing_to_count(state: State) -> list[int]:
    """For a game without cards that wander."""
    return []


def valley_cards(state: ValleyState) -> list[int]:
    """All kinds that lie anywhere, in rising order. On the way: what all know of a hand, and what one player
    has seen of it, must lie in that hand."""
    found = [state.row[cell] for cell in range(PYRAMID, PYRAMID + SLOTS) if state.row[cell] >= 0]
    for zone in (STOCK_II, STOCK_III, BONEYARD, ASIDE):
        found += state.kinds(zone)
    for seat in range(state.n):
        for zone in (HAND, DECK, TOP, PLAYED, DISCARD, TOMB, LOOKED, REVEALED):
            found += state.kinds(zone + seat)
        for kind in state.kinds(SHOWN + seat):
            assert state.count(SHOWN + seat, kind) <= state.count(HAND + seat, kind)
        for sight in state.kinds(SEEN + seat):
            assert state.count(SEEN + seat, sight) <= state.count(HAND + seat, sight % VIEWER)
    return sorted(found)
