"""Counts the cards of a game. No card may ever appear, disappear or turn into another."""

from engine.core.game import MAX_SEATS, NOTHING, State
from engine.valley.state import (  # fmt: skip
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
)
from tests.games.caravans.state import SPIES, ZONE_COUNT, CaravansState


def nothing_to_count(state: State) -> list[int]:
    """For a game without cards that move."""
    return []


def caravans_cards(state: CaravansState) -> list[int]:
    """All kinds, wherever they lie. Also checks that nobody has looked at their own load."""
    zones = [zone for zone in range(ZONE_COUNT) if zone >= MAX_SEATS or zone < state.seat_count]
    loads = [state.load_of(seat) for seat in range(state.seat_count)]
    assert not any(state.cells[SPIES + seat] >> seat & 1 for seat in range(state.seat_count))
    return sorted([kind for zone in zones for kind in state.kinds(zone)] + [kind for kind in loads if kind != NOTHING])


def valley_cards(state: ValleyState) -> list[int]:
    """All kinds, wherever they lie, in rising order. Also checks that the cards of a hand that others know are in that hand."""
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
