"""The powers of cards in zones: counts of the cards with certain powers, also among the unowned cards that a player can get."""

from typing import Final

from engine.core.arrays import i64, vec
from engine.valley.catalogue.powers import FETCHES_FROM_BONEYARD
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
    TOMB,
    ValleyState,
)

# All zones of a player's own cards, except the tomb.
OWNED_ZONES: Final = vec[i64]([DECK, DISCARD, HAND, DECK_TOP, PLAYED])


def count_in_zones(state: ValleyState, seat: i64, zones: vec[i64], wanted_powers: i64) -> i64:
    """The number of cards in these zones of a seat with at least one of the `wanted_powers`, a sum of bits."""
    count: i64 = 0
    for zone in zones:
        count += count_in_zone(state, zone + seat, wanted_powers)
    return count


def count_in_zone(state: ValleyState, zone: i64, wanted_powers: i64) -> i64:
    """The number of cards in a zone with at least one of the `wanted_powers`. `zone` includes the seat."""
    count: i64 = 0
    cells = state.cells
    powers = state.catalogue.power_table.powers
    start = state.zone_starts[zone] + 1
    for i in range(start, start + cells[start - 1]):
        if powers[cells[i]] & wanted_powers:
            count += 1
    return count


def count_in_pyramid(state: ValleyState, wanted_powers: i64) -> i64:
    """The number of cards in the pyramid with at least one of the `wanted_powers`."""
    count: i64 = 0
    for slot in range(SLOT_COUNT):
        kind = state.cells[PYRAMID_START + slot]
        if kind >= 0 and state.catalogue.power_table.powers[kind] & wanted_powers:
            count += 1
    return count


def count_obtainable_unowned(state: ValleyState, seat: i64, wanted_powers: i64, takes_from_stock: bool) -> i64:
    """The number of cards with at least one of the `wanted_powers` that no player owns and this player can get in their
    next turn.

    These are the cards in the pyramid; those in the boneyard, if any player owns a card that reaches there or can get one; and
    those of each level of the stock from which a card can reach the pyramid by then. `takes_from_stock` says that the player can
    take cards directly from the stock. The pyramid is expected not to be rebuilt yet by the active player.
    """
    count = count_in_pyramid(state, wanted_powers)
    in_boneyard = count_in_zone(state, BONEYARD, wanted_powers)
    if in_boneyard > 0 and boneyard_is_within_reach(state):
        count += in_boneyard
    turns_ahead = seat - state.active
    if turns_ahead <= 0:
        turns_ahead += state.seat_count
    # The maximum number of cards that leave the stock before that turn.
    from_stock = SLOT_COUNT * (turns_ahead - 1) + 1 - state.cells[PYRAMID_CHANGED]
    for slot in range(SLOT_COUNT):
        if state.cells[PYRAMID_START + slot] < 0:
            from_stock += 1
    if takes_from_stock or from_stock > 0:
        count += count_in_zone(state, STOCK_II, wanted_powers)
    if takes_from_stock or from_stock > state.count(STOCK_II):
        count += count_in_zone(state, STOCK_III, wanted_powers)
    return count


def max_own_cards_reached_from_tomb(state: ValleyState, seat: i64) -> i64:
    """The maximum of `max_own_cards_reached` in a tomb. Another card may execute that card there."""
    max_reached: i64 = 0
    for i in range(state.count(TOMB + seat)):
        reached = state.catalogue.power_table.max_own_cards_reached[state.card_at(TOMB + seat, i)]
        if reached > max_reached:
            max_reached = reached
    return max_reached


def powers_in_tomb(state: ValleyState, seat: i64) -> i64:
    """The powers of all cards in a tomb, as one sum of bits."""
    bits: i64 = 0
    for i in range(state.count(TOMB + seat)):
        bits |= state.catalogue.power_table.powers[state.card_at(TOMB + seat, i)]
    return bits


def boneyard_is_within_reach(state: ValleyState) -> bool:
    """Whether a card that fetches from the boneyard is in the pyramid, or owned by any player outside the tombs."""
    if count_in_pyramid(state, FETCHES_FROM_BONEYARD) > 0:
        return True
    for seat in range(state.seat_count):
        if count_in_zones(state, seat, OWNED_ZONES, FETCHES_FROM_BONEYARD) > 0:
            return True
    return False
