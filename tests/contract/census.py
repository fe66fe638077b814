"""Where the cards of a game are counted. None may ever appear, disappear or turn into another."""

from engine.core.game import State
from engine.valley.state.valley_state import (
    ASIDE,
    BONEYARD,
    DECK,
    DECK_TOP,
    DISCARD,
    HAND,
    LOOKED_AT,
    PLAYED,
    PYRAMID_START,
    REVEALED,
    SEEN,
    SHOWN,
    SIGHT_STRIDE,
    SLOT_COUNT,
    STOCK_II,
    STOCK_III,
    TOMB,
    ValleyState,
)  # fmt: skip


def nothing_to_count(state: State) -> list[int]:
    """For a game without cards that wander."""
    return []


def valley_cards(state: ValleyState) -> list[int]:
    """All kinds that lie anywhere, in rising order. On the way: what all know of a hand, and what one player
    has seen of it, must lie in that hand."""
    found = [state.cells[cell] for cell in range(PYRAMID_START, PYRAMID_START + SLOT_COUNT) if state.cells[cell] >= 0]
    for zone in (STOCK_II, STOCK_III, BONEYARD, ASIDE):
        found += state.kinds(zone)
    for seat in range(state.seat_count):
        for zone in (HAND, DECK, DECK_TOP, PLAYED, DISCARD, TOMB, LOOKED_AT, REVEALED):
            found += state.kinds(zone + seat)
        for kind in state.kinds(SHOWN + seat):
            assert state.count_of(SHOWN + seat, kind) <= state.count_of(HAND + seat, kind)
        for sight in state.kinds(SEEN + seat):
            assert state.count_of(SEEN + seat, sight) <= state.count_of(HAND + seat, sight % SIGHT_STRIDE)
    return sorted(found)
