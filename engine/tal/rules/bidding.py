"""Lots and sealed bids (rulebook, "Building Blocks").

A seat is asked lot by lot, and at each lot it lays its tablets from the highest down (our rule). So each bid can be laid in only
one way, and the order of the answers reveals only the number of tablets beside each lot. A seat that still has tablets is asked
even if only one answer is possible: the number of its tablets is public, but their values are not.
"""

from typing import Final, final

from engine.core.arrays import i64
from engine.core.events import ALL_SEATS, Event, only_seat
from engine.core.game import NOBODY, NOTHING
from engine.core.moves import pack_move2, second_argument, shift_left
from engine.core.tasks import Subject, Task
from engine.tal.blocks import NO_BLOCKS, Heap, block_count, colour_count, one_block
from engine.tal.state import (
    BAG,
    BIDDING,
    BIDS,
    BLANK_COUNT,
    DISC,
    HELD_BLOCKS,
    LAY_TABLET,
    LOT_COUNT,
    LOT_SIZE,
    LOT_WINNERS,
    LOTS,
    MAX_LOTS,
    NEXT_LOT,
    PHARAOH_BLOCKS,
    PHASE,
    TABLET_COUNT,
    VALUED_MASK,
    TalState,
    bid_blank_count,
    bid_tablet_count,
    bid_value,
    emit_public_event,
    pack_bid,
)

SECOND_ARGUMENT: Final = 1 << 1  # of an event, in its set of hidden arguments
BAG_LUCK: Final[i64] = 0


@final
class DrawLots(Task[TalState]):
    """Draw one lot more than there are players, or as many full lots as the bag holds (our rule)."""

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        cells = state.cells
        cells[PHASE] = BIDDING
        lot_count: i64 = min(state.seat_count + 1, block_count(cells[BAG]) // LOT_SIZE)
        cells[LOT_COUNT] = lot_count
        for lot in range(MAX_LOTS):
            cells[LOTS + lot] = draw_blocks(state, LOT_SIZE) if lot < lot_count else NO_BLOCKS
            cells[LOT_WINNERS + lot] = NOTHING
        for cell in range(BIDS, BIDS + MAX_LOTS * state.seat_count):
            cells[cell] = 0
        if state.events is not None:
            lots = tuple([int(cells[LOTS + lot]) for lot in range(lot_count)])
            state.emit_event(Event("drew_lots", NOBODY, lots, reveals_to=ALL_SEATS, begins_chapter=True))
        return NOTHING


def draw_blocks(state: TalState, count: i64) -> Heap:
    """Draw `count` blocks from the bag, which must hold that many. Returns them as a heap."""
    drawn = NO_BLOCKS
    bag = state.cells[BAG]
    left = block_count(bag)
    for _nth in range(count):
        pick = state.random_below(BAG_LUCK, left)
        colour: i64 = 0
        while pick >= colour_count(bag, colour):
            pick -= colour_count(bag, colour)
            colour += 1
        bag -= one_block(colour)
        drawn += one_block(colour)
        left -= 1
    state.cells[BAG] = bag
    return drawn


@final
class LayTablets(Task[TalState]):
    """Lay a tablet beside a lot, or go to the next lot. The subject is the lot. Repeats for all lots."""

    def offer_options(self, state: TalState, seat: i64, subject: Subject) -> None:
        laid_values, laid_blanks = laid_value_bits_and_blanks(state, seat)
        if laid_tablet_count(state, seat) == TABLET_COUNT:
            return
        bid = state.cells[BIDS + MAX_LOTS * seat + subject]
        bid_values = bid & VALUED_MASK
        for tablet in range(4, 0, -1):
            bit = shift_left(1, tablet - 1)
            if laid_values & bit == 0 and bid_blank_count(bid) == 0 and bid_values & (bit - 1) == 0:
                state.offer(pack_move2(LAY_TABLET, subject, tablet))
        if laid_blanks < BLANK_COUNT:
            state.offer(pack_move2(LAY_TABLET, subject, 0))
        state.offer(NEXT_LOT)

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move < 0:  # all tablets are laid
            return NOTHING
        lot = subject
        if move == NEXT_LOT:
            lot += 1
        else:
            lay_tablet(state, seat, lot, second_argument(move))
        if lot < state.cells[LOT_COUNT]:
            state.call(state.programs.address(self), seat, lot)
        return NOTHING


def lay_tablet(state: TalState, seat: i64, lot: i64, tablet: i64) -> None:
    """Lay a tablet face down. Everybody sees where it is laid, and only its owner sees its value."""
    cell = BIDS + MAX_LOTS * seat + lot
    state.cells[cell] += pack_bid(0, 1) if tablet == 0 else shift_left(1, tablet - 1)
    if state.events is not None:
        state.emit_event(Event("laid", int(seat), (int(lot), int(tablet)), only_seat(int(seat)), SECOND_ARGUMENT))


def laid_value_bits_and_blanks(state: TalState, seat: i64) -> tuple[i64, i64]:
    """The tablets that a seat has laid beside all lots: a bit for each of the values 1 to 4, and the number of blanks."""
    valued: i64 = 0
    blanks: i64 = 0
    for cell in range(BIDS + MAX_LOTS * seat, BIDS + MAX_LOTS * seat + MAX_LOTS):
        valued |= state.cells[cell] & VALUED_MASK
        blanks += bid_blank_count(state.cells[cell])
    return valued, blanks


def laid_tablet_count(state: TalState, seat: i64) -> i64:
    """The number of tablets that a seat has laid beside all lots."""
    total: i64 = 0
    for cell in range(BIDS + MAX_LOTS * seat, BIDS + MAX_LOTS * seat + MAX_LOTS):
        total += bid_tablet_count(state.cells[cell])
    return total


@final
class SellLots(Task[TalState]):
    """Turn up all tablets. The highest bid wins a lot; among equal bids, the one that is first in turn order. Unsold lots go back
    into the bag, or in the shorter game to the pharaoh. If no lot was sold, all go to the pharaoh (our rule: otherwise the game
    might never end)."""

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        cells = state.cells
        unsold = NO_BLOCKS
        sold_count: i64 = 0
        for lot in range(cells[LOT_COUNT]):
            emit_bid_events(state, lot)
            winner = winning_bidder(state, lot)
            cells[LOT_WINNERS + lot] = winner
            if winner >= 0:
                cells[HELD_BLOCKS + winner] += cells[LOTS + lot]
                sold_count += 1
                if state.events is not None:
                    emit_public_event(state, "won", winner, (int(lot), int(cells[LOTS + lot])))
            else:
                unsold += cells[LOTS + lot]
                if state.events is not None:
                    emit_public_event(state, "unsold", NOBODY, (int(lot), int(cells[LOTS + lot])))
        to_pharaoh = state.is_short_game or sold_count == 0
        if to_pharaoh:
            cells[PHARAOH_BLOCKS] += unsold
        else:
            cells[BAG] += unsold
        if unsold != 0 and state.events is not None:
            emit_public_event(state, "unsold_go", NOBODY, (int(to_pharaoh), int(unsold)))
        return NOTHING


def winning_bidder(state: TalState, lot: i64) -> i64:
    """The seat that wins a lot, or would win it now; NOTHING if nobody has bid more than blanks."""
    winner: i64 = NOTHING
    highest: i64 = 0
    for distance in range(state.seat_count):
        seat = (state.cells[DISC] + distance) % state.seat_count
        value = bid_value(state.cells[BIDS + MAX_LOTS * seat + lot])
        if value > highest:
            winner = seat
            highest = value
    return winner


def emit_bid_events(state: TalState, lot: i64) -> None:
    """Emit an event for each bid on a lot, in turn order."""
    if state.events is None:
        return
    for distance in range(state.seat_count):
        seat = (state.cells[DISC] + distance) % state.seat_count
        bid = state.cells[BIDS + MAX_LOTS * seat + lot]
        if bid != 0:
            emit_public_event(state, "bid", seat, (int(lot), int(bid)))
