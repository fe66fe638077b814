"""Lots and sealed bids (rulebook, "Building Blocks").

A seat is asked lot by lot, and beside a lot from its highest tablet down (ours). So each bid can be laid in only one way, and the
order of the answers tells others no more than the number of tablets beside each lot. A seat that still has a tablet is asked even
if only one answer is left: how many tablets it has left is public, but not which.
"""

from typing import Final, final

from engine.core.arrays import i64
from engine.core.cells.moves import pack_move2, second_argument, shift_left
from engine.core.game import NOBODY, NOTHING
from engine.core.seats import ALL_SEATS, only_seat
from engine.core.story import Event
from engine.core.tasks import Subject, Task
from engine.tal.blocks import NO_BLOCKS, Heap, block_count, colour_count, one_block
from engine.tal.rules.public_events import reveal_to_all
from engine.tal.state import (
    BAG,
    BIDDING,
    BIDS,
    BLANK_COUNT,
    DISC,
    HELD,
    LAY,
    LOT,
    LOT_COUNT,
    LOT_SIZE,
    LOT_WINNER,
    MAX_LOTS,
    NEXT,
    PHARAOH,
    PHASE,
    TABLET_COUNT,
    VALUED_MASK,
    TalState,
    bid_blank_count,
    bid_tablet_count,
    bid_value,
    pack_bid,
)

SECOND_ARGUMENT: Final = 1 << 1  # as a set of hidden arguments
BAG_LUCK: Final[i64] = 0


@final
class DrawLots(Task[TalState]):
    """Draw one lot more than there are players; if the bag does not hold enough, as many full lots as it does (ours)."""

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        cells = state.cells
        cells[PHASE] = BIDDING
        lots: i64 = min(state.seat_count + 1, block_count(cells[BAG]) // LOT_SIZE)
        cells[LOT_COUNT] = lots
        for lot in range(MAX_LOTS):
            cells[LOT + lot] = draw_blocks(state, LOT_SIZE) if lot < lots else NO_BLOCKS
            cells[LOT_WINNER + lot] = NOTHING
        for cell in range(BIDS, BIDS + MAX_LOTS * state.seat_count):
            cells[cell] = 0
        if state.events is not None:
            drawn = tuple([int(cells[LOT + lot]) for lot in range(lots)])
            state.emit_event(Event("drew_lots", NOBODY, drawn, reveals_to=ALL_SEATS, begins_chapter=True))
        return NOTHING


def draw_blocks(state: TalState, count: i64) -> Heap:
    """Draw blocks from the bag, which must hold as many. Returns them as a heap."""
    drawn = NO_BLOCKS
    bag = state.cells[BAG]
    left = block_count(bag)
    for _nth in range(count):
        place = state.random_below(BAG_LUCK, left)
        colour: i64 = 0
        while place >= colour_count(bag, colour):
            place -= colour_count(bag, colour)
            colour += 1
        bag -= one_block(colour)
        drawn += one_block(colour)
        left -= 1
    state.cells[BAG] = bag
    return drawn


@final
class LayTablets(Task[TalState]):
    """Lay a tablet beside a lot, or go on to the next lot. The subject is the lot."""

    def offer_options(self, state: TalState, seat: i64, subject: Subject) -> None:
        laid, blanks_laid = laid_value_bits_and_blanks(state, seat)
        if laid_tablet_count(state, seat) == TABLET_COUNT:
            return
        here = state.cells[BIDS + MAX_LOTS * seat + subject]
        valued = here & VALUED_MASK
        for tablet in range(4, 0, -1):
            bit = shift_left(1, tablet - 1)
            if laid & bit == 0 and bid_blank_count(here) == 0 and valued & (bit - 1) == 0:
                state.offer(pack_move2(LAY, subject, tablet))
        if blanks_laid < BLANK_COUNT:
            state.offer(pack_move2(LAY, subject, 0))
        state.offer(NEXT)

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move < 0:  # all tablets are laid
            return NOTHING
        lot = subject
        if move == NEXT:
            lot += 1
        else:
            lay_tablet(state, seat, lot, second_argument(move))
        if lot < state.cells[LOT_COUNT]:
            state.call(state.programs.address(self), seat, lot)
        return NOTHING


def lay_tablet(state: TalState, seat: i64, lot: i64, tablet: i64) -> None:
    """Lay a tablet face down. Everybody sees where it lies, and only its owner what it is."""
    at = BIDS + MAX_LOTS * seat + lot
    state.cells[at] += pack_bid(0, 1) if tablet == 0 else shift_left(1, tablet - 1)
    if state.events is not None:
        state.emit_event(Event("laid", int(seat), (int(lot), int(tablet)), only_seat(int(seat)), SECOND_ARGUMENT))


def laid_value_bits_and_blanks(state: TalState, seat: i64) -> tuple[i64, i64]:
    """The tablets of a seat that lie beside any lot: the valued ones as a set, and the number of blanks."""
    valued: i64 = 0
    blanks: i64 = 0
    for at in range(BIDS + MAX_LOTS * seat, BIDS + MAX_LOTS * seat + MAX_LOTS):
        valued |= state.cells[at] & VALUED_MASK
        blanks += bid_blank_count(state.cells[at])
    return valued, blanks


def laid_tablet_count(state: TalState, seat: i64) -> i64:
    """The number of tablets of a seat that lie beside any lot."""
    total: i64 = 0
    for at in range(BIDS + MAX_LOTS * seat, BIDS + MAX_LOTS * seat + MAX_LOTS):
        total += bid_tablet_count(state.cells[at])
    return total


@final
class SellLots(Task[TalState]):
    """Turn up all tablets. The highest bid wins a lot; of equal bids, that of the seat that bid earlier. Unsold lots go back into
    the bag, in the shorter game to the pharaoh. If no lot was sold, they go to the pharaoh in any game (ours: otherwise it might
    never end)."""

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        cells = state.cells
        unsold = NO_BLOCKS
        sold: i64 = 0
        for lot in range(cells[LOT_COUNT]):
            report_bids(state, lot)
            winner = highest_bidder(state, lot)
            cells[LOT_WINNER + lot] = winner
            if winner >= 0:
                cells[HELD + winner] += cells[LOT + lot]
                sold += 1
                if state.events is not None:
                    reveal_to_all(state, "won", winner, (int(lot), int(cells[LOT + lot])))
            else:
                unsold += cells[LOT + lot]
                if state.events is not None:
                    reveal_to_all(state, "unsold", NOBODY, (int(lot), int(cells[LOT + lot])))
        to_pharaoh = state.is_short or sold == 0
        if to_pharaoh:
            cells[PHARAOH] += unsold
        else:
            cells[BAG] += unsold
        if unsold != 0 and state.events is not None:
            reveal_to_all(state, "unsold_go", NOBODY, (int(to_pharaoh), int(unsold)))
        return NOTHING


def highest_bidder(state: TalState, lot: i64) -> i64:
    """The seat that wins a lot; NOTHING if nobody has bid more than blanks."""
    winner: i64 = NOTHING
    most: i64 = 0
    for distance in range(state.seat_count):
        seat = (state.cells[DISC] + distance) % state.seat_count
        value = bid_value(state.cells[BIDS + MAX_LOTS * seat + lot])
        if value > most:
            winner = seat
            most = value
    return winner


def report_bids(state: TalState, lot: i64) -> None:
    if state.events is None:
        return
    for distance in range(state.seat_count):
        seat = (state.cells[DISC] + distance) % state.seat_count
        bid = state.cells[BIDS + MAX_LOTS * seat + lot]
        if bid != 0:
            reveal_to_all(state, "bid", seat, (int(lot), int(bid)))
