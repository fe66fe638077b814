"""Determinization: draws everything again that a seat cannot know: luck, tablets that lie face down, and orders."""

from typing import Final

from engine.core.arrays import i64
from engine.core.game import NOBODY, NOTHING, OMNISCIENT
from engine.tal.data.board import PLACE_COUNT
from engine.tal.rules.overseers import may_order_claim, may_order_stop, order_cost
from engine.tal.state import (
    BIDDING,
    BIDS,
    BLANK_COUNT,
    LUCK_STREAMS,
    MAX_LOTS,
    MOVEMENT,
    NO_CLAIM,
    ORDER_CELLS,
    ORDERS,
    OVERSEERS,
    OVERSEERS_EACH,
    PHASE,
    TABLET_COUNT,
    WRITTEN,
    TalState,
    bid_tablet_count,
    pack_bid,
)

BAG_LUCK: Final[i64] = 0
MAX_DRAWS: Final = 2000  # to find an allowed order; after that the overseers stay where they are


def determinize(state: TalState, viewer: i64, seed: i64) -> TalState:
    """A copy of the position that is consistent with what `viewer` knows. For OMNISCIENT only the luck is drawn again.

    Everybody knows how many tablets of each seat lie beside each lot. While bids are laid, the tablets of a seat are drawn from
    its eight, each with the same chance. While orders are written, an order is drawn from all orders that are allowed, each with
    the same chance; what is not written yet stays open. Nothing is inferred from what others have chosen to do.
    """
    dealt = state.copy()
    dealt.reseed_streams(seed, LUCK_STREAMS)
    phase = state.cells[PHASE]
    if viewer == OMNISCIENT or state.mover == NOBODY or phase > ORDERS:
        return dealt
    for seat in range(state.seat_count):
        if seat != viewer:
            if phase == BIDDING:
                redraw_laid_tablets(dealt, seat)
            else:
                redraw_written_order(dealt, seat)
    if state.mover != viewer:
        dealt.run()  # another seat has other tablets now, or another order, and so another menu
    return dealt


def redraw_laid_tablets(dealt: TalState, seat: i64) -> None:
    """Draw new values for the tablets that a seat has laid beside lots."""
    valued: i64 = 15  # those that are left
    blanks = BLANK_COUNT
    left = TABLET_COUNT
    for at in range(BIDS + MAX_LOTS * seat, BIDS + MAX_LOTS * seat + MAX_LOTS):
        bid: i64 = 0
        for _nth in range(bid_tablet_count(dealt.cells[at])):
            place = dealt.random_below(BAG_LUCK, left)
            left -= 1
            if place < blanks:
                blanks -= 1
                bid += pack_bid(0, 1)
            else:
                bit = nth_set_bit_mask(valued, place - blanks)
                valued -= bit
                bid += bit
        dealt.cells[at] = bid


def nth_set_bit_mask(bits: i64, n: i64) -> i64:
    """The n-th of the bits that are set, from the lowest on."""
    bit: i64 = 1
    while True:
        if bits & bit != 0:
            if n == 0:
                return bit
            n -= 1
        bit += bit


def redraw_written_order(dealt: TalState, seat: i64) -> None:
    """Draw what a seat has written: draw whole orders until one is allowed, and keep only the part that the seat has written so
    far."""
    cells = dealt.cells
    at = WRITTEN + ORDER_CELLS * seat
    written: i64 = 0
    while written < ORDER_CELLS and cells[at + written] >= 0:
        written += 1
    if written == 0:
        return
    for _nth in range(MAX_DRAWS):
        if try_random_order(dealt, seat):
            break
    else:
        write_order_to_stay(dealt, seat)
    for cell in range(at + written, at + ORDER_CELLS):
        cells[cell] = NOTHING


def try_random_order(dealt: TalState, seat: i64) -> bool:
    """Write four random answers. Returns whether they make an allowed order."""
    cells = dealt.cells
    points: i64 = MOVEMENT
    for which in range(OVERSEERS_EACH):
        at = WRITTEN + ORDER_CELLS * seat + 2 * which
        place = cells[OVERSEERS + OVERSEERS_EACH * seat + which]
        to = dealt.random_below(BAG_LUCK, PLACE_COUNT)
        if dealt.board.distance(place, to) < 0 or not may_order_stop(dealt, seat, which, place, to):
            return False
        cells[at] = to
        cells[at + 1] = NO_CLAIM
        sites = dealt.board.sites
        pick = dealt.random_below(BAG_LUCK, 1 + len(sites))
        if pick > 0:
            if not may_order_claim(dealt, seat, which, sites[pick - 1]):
                return False
            cells[at + 1] = sites[pick - 1]
        lines = order_cost(dealt, seat, which)
        if lines < 0 or lines > points:
            return False
        points -= lines
    return True


def write_order_to_stay(dealt: TalState, seat: i64) -> None:
    """Write that both overseers stay and claim nothing."""
    for which in range(OVERSEERS_EACH):
        at = WRITTEN + ORDER_CELLS * seat + 2 * which
        dealt.cells[at] = dealt.cells[OVERSEERS + OVERSEERS_EACH * seat + which]
        dealt.cells[at + 1] = NO_CLAIM
