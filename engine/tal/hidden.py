"""Determinization: draws everything that a seat cannot know again: luck, face-down tablets, and written orders."""

from typing import Final

from engine.core.arrays import i64
from engine.core.game import NOBODY, NOTHING, OMNISCIENT
from engine.core.tasks import DEPTH_CELL
from engine.tal.board import PLACE_COUNT
from engine.tal.rules.overseers import may_order_claim, may_overseer_stop_at, order_cost
from engine.tal.rules.rounds import BID, ORDER
from engine.tal.state import (
    BIDDING,
    BIDS,
    BLANK_COUNT,
    DISC,
    LUCK_STREAMS,
    MAX_LOTS,
    MAX_MOVEMENT_POINTS,
    NO_CLAIMED_SITE,
    ORDER_CELLS,
    OVERSEERS,
    OVERSEERS_EACH,
    PHASE,
    TABLET_COUNT,
    WRITING_ORDERS,
    WRITTEN_ORDERS,
    TalState,
    bid_tablet_count,
    pack_bid,
)

BAG_LUCK: Final[i64] = 0
MAX_DRAWS: Final = 2000  # of random orders, to find a legal one; after that, the overseers stay where they are


def determinize(state: TalState, viewer: i64, seed: i64) -> TalState:
    """A copy of the position that is consistent with what `viewer` knows. For OMNISCIENT, only the luck is drawn again.

    Everybody knows how many tablets of each seat lie beside each lot. During the bidding, the laid tablets of a seat are drawn
    from its eight tablets, each with the same chance. While orders are written, an order is drawn from all legal orders, each
    with the same chance; the parts that are not written yet stay empty. Nothing is inferred from what others have chosen to do.
    """
    determinized = state.copy()
    determinized.reseed_streams(seed, LUCK_STREAMS)
    phase = state.cells[PHASE]
    if viewer == OMNISCIENT or state.mover == NOBODY or phase > WRITING_ORDERS:
        return determinized
    for seat in range(state.seat_count):
        if seat != viewer:
            if phase == BIDDING:
                redraw_laid_tablets(determinized, seat)
            else:
                redraw_overseer_orders(determinized, seat)
    if state.mover != viewer:
        determinized.run()  # the mover has other tablets or orders now, so its menu has changed
    return determinized


def redraw_laid_tablets(determinized: TalState, seat: i64) -> None:
    """Draw new values for the tablets that a seat has laid beside lots."""
    valued_left: i64 = 15  # a bit for each of the tablets 1 to 4
    blanks_left = BLANK_COUNT
    tablets_left = TABLET_COUNT
    for cell in range(BIDS + MAX_LOTS * seat, BIDS + MAX_LOTS * seat + MAX_LOTS):
        bid: i64 = 0
        for _nth in range(bid_tablet_count(determinized.cells[cell])):
            pick = determinized.random_below(BAG_LUCK, tablets_left)
            tablets_left -= 1
            if pick < blanks_left:
                blanks_left -= 1
                bid += pack_bid(0, 1)
            else:
                bit = nth_set_bit_mask(valued_left, pick - blanks_left)
                valued_left -= bit
                bid += bit
        determinized.cells[cell] = bid


def nth_set_bit_mask(bits: i64, index: i64) -> i64:
    """The mask of the set bit at `index` among all set bits, the lowest first."""
    bit: i64 = 1
    while True:
        if bits & bit != 0:
            if index == 0:
                return bit
            index -= 1
        bit += bit


def redraw_overseer_orders(determinized: TalState, seat: i64) -> None:
    """Draw the orders of a seat again: draw complete orders until they are legal, then erase what the seat has not written
    yet."""
    cells = determinized.cells
    start = WRITTEN_ORDERS + ORDER_CELLS * seat
    written_count: i64 = 0
    while written_count < ORDER_CELLS and cells[start + written_count] >= 0:
        written_count += 1
    if written_count == 0:
        return
    for _nth in range(MAX_DRAWS):
        if try_random_orders(determinized, seat):
            break
    else:
        write_orders_to_stay(determinized, seat)
    for cell in range(start + written_count, start + ORDER_CELLS):
        cells[cell] = NOTHING


def try_random_orders(determinized: TalState, seat: i64) -> bool:
    """Write random orders for both overseers. Returns whether they are legal; if not, they may be incomplete."""
    cells = determinized.cells
    points: i64 = MAX_MOVEMENT_POINTS
    for overseer in range(OVERSEERS_EACH):
        order_cell = WRITTEN_ORDERS + ORDER_CELLS * seat + 2 * overseer
        place = cells[OVERSEERS + OVERSEERS_EACH * seat + overseer]
        to = determinized.random_below(BAG_LUCK, PLACE_COUNT)
        if determinized.board.distance(place, to) < 0 or not may_overseer_stop_at(
            determinized, seat, overseer, place, to
        ):
            return False
        cells[order_cell] = to
        cells[order_cell + 1] = NO_CLAIMED_SITE
        sites = determinized.board.used_sites
        pick = determinized.random_below(BAG_LUCK, 1 + len(sites))
        if pick > 0:
            if not may_order_claim(determinized, sites[pick - 1]):
                return False
            cells[order_cell + 1] = sites[pick - 1]
        lines = order_cost(determinized, seat, overseer)
        if lines < 0 or lines > points:
            return False
        points -= lines
    return True


def write_orders_to_stay(determinized: TalState, seat: i64) -> None:
    """Write orders for both overseers to stay and claim nothing."""
    for overseer in range(OVERSEERS_EACH):
        order_cell = WRITTEN_ORDERS + ORDER_CELLS * seat + 2 * overseer
        determinized.cells[order_cell] = determinized.cells[OVERSEERS + OVERSEERS_EACH * seat + overseer]
        determinized.cells[order_cell + 1] = NO_CLAIMED_SITE


def before_secrets(state: TalState) -> TalState:
    """The first question of the bidding, or of the writing of orders, in which `state` is: nothing is laid or written."""
    first = state.copy()
    cells = first.cells
    is_bidding = cells[PHASE] == BIDDING
    start, cells_each = (BIDS, MAX_LOTS) if is_bidding else (WRITTEN_ORDERS, ORDER_CELLS)
    for cell in range(start, start + cells_each * state.seat_count):
        cells[cell] = 0 if is_bidding else NOTHING
    cells[DEPTH_CELL] = 1  # the rest of the round stays on the stack
    if is_bidding:
        first.call_for_each_seat(first.programs.address(BID), cells[DISC], 0)
    else:
        first.call_for_each_seat(first.programs.address(ORDER), cells[DISC], NOTHING)
    first.run()
    return first
