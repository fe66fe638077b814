"""Counts of cards with certain powers: in a zone, in the pyramid, and among the cards without an owner that a player can
reach."""

from typing import Final

from engine.core.arrays import i64, vec
from engine.valley.cards.powers import FROM_BONEYARD
from engine.valley.state.valley_state import (
    BONEYARD,
    DECK,
    DECK_TOP,
    DISCARD,
    HAND,
    PLAYED,
    PYRAMID_CHANGED,
    PYRAMID_START,
    SLOT_COUNT,
    STOCK_II,
    STOCK_III,
    ValleyState,
)

# Where the cards of a player lie, but for the tomb.
OWNED_ZONES: Final = vec[i64]([DECK, DISCARD, HAND, DECK_TOP, PLAYED])


def count_in_zones(state: ValleyState, seat: i64, zones: vec[i64], wanted_powers: i64) -> i64:
    """The number of cards with at least one of the `wanted_powers`, a sum of bits, in zones of a seat."""
    found: i64 = 0
    for zone in zones:
        found += count_in_zone(state, zone + seat, wanted_powers)
    return found


def count_in_zone(state: ValleyState, zone: i64, wanted_powers: i64) -> i64:
    """The number of cards with at least one of the `wanted_powers` in a zone."""
    found: i64 = 0
    cells = state.cells
    powers = state.catalogue.turn_powers.powers
    start = state.zone_starts[zone] + 1
    for i in range(start, start + cells[start - 1]):
        if powers[cells[i]] & wanted_powers:
            found += 1
    return found


def count_in_pyramid(state: ValleyState, wanted_powers: i64) -> i64:
    """The number of cards with at least one of the `wanted_powers` in the pyramid."""
    found: i64 = 0
    for slot in range(SLOT_COUNT):
        kind = state.cells[PYRAMID_START + slot]
        if kind >= 0 and state.catalogue.turn_powers.powers[kind] & wanted_powers:
            found += 1
    return found


def count_within_reach(state: ValleyState, seat: i64, wanted_powers: i64, takes_from_stock: bool) -> i64:
    """The number of cards with at least one of the `wanted_powers` that a player can buy or take in their next turn.

    They come from the pyramid; from the boneyard, if somebody has a card that reaches there or can get one; and from the stock,
    as far as its cards can reach the pyramid by then. `takes_from_stock` says that the player can take cards directly from the
    stock. The active player has not rebuilt the pyramid yet.
    """
    found = count_in_pyramid(state, wanted_powers)
    buried = count_in_zone(state, BONEYARD, wanted_powers)
    if buried > 0 and boneyard_is_within_reach(state):
        found += buried
    ahead = seat - state.active
    if ahead <= 0:
        ahead += state.seat_count
    # Number of cards that leave the stock before that turn.
    comes = SLOT_COUNT * (ahead - 1) + 1 - state.cells[PYRAMID_CHANGED]
    for slot in range(SLOT_COUNT):
        if state.cells[PYRAMID_START + slot] < 0:
            comes += 1
    if takes_from_stock or comes > 0:
        found += count_in_zone(state, STOCK_II, wanted_powers)
    if takes_from_stock or comes > state.count(STOCK_II):
        found += count_in_zone(state, STOCK_III, wanted_powers)
    return found


def boneyard_is_within_reach(state: ValleyState) -> bool:
    """Whether somebody owns a card that reaches into the boneyard, or such a card is in the pyramid."""
    if count_in_pyramid(state, FROM_BONEYARD) > 0:
        return True
    for seat in range(state.seat_count):
        if count_in_zones(state, seat, OWNED_ZONES, FROM_BONEYARD) > 0:
            return True
    return False
