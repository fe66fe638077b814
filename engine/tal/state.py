"""The position: bag, lots, bids, orders, figures, owners and pyramids, in one array of small numbers; and the events that reveal
something to all seats.

Heaps of blocks are packed as `engine.tal.blocks` says. Each bid is packed into one cell. The order of the blocks within a layer
of a pyramid does not matter (our rule), so each layer is a heap as well.
"""

from typing import Final

from engine.core.action import MoveCodec
from engine.core.arrays import extend, i64, vec
from engine.core.events import ALL_SEATS, Event
from engine.core.game import EMPTY_ARRAY, NOTHING
from engine.core.luck import hash_cells, hash_combine, hash_sequence
from engine.core.moves import shift_left
from engine.core.tasks import DEPTH_CELL, FIRST_GAME_CELL, STACK_START, ProgramTable
from engine.core.zones import ZoneState
from engine.tal.blocks import block_count
from engine.tal.board import (
    LAYER_COUNT,
    PLACE_COUNT,
    SITE_COUNT,
    SMALL_SITES,
    SMALL_SPACES,
    SPACE_COUNT,
    GameBoard,
    first_space,
    layer_size,
    pyramid_size,
    space_count,
)

MOVE_CODEC: Final = MoveCodec(
    "lay", "next", "stop", "claim", "claim_none", "take", "go", "take_over", "steal", "build", "done"
)
LAY_TABLET: Final[i64] = 0  # lot, value of the tablet; 0 is a blank
NEXT_LOT: Final[i64] = 1  # lay no more tablets beside the current lot
STOP_AT: Final[i64] = 2  # overseer, the place where it stops
CLAIM_SITE: Final[i64] = 3  # overseer, the site that it claims
CLAIM_NO_SITE: Final[i64] = 4  # overseer
TAKE_WORKER: Final[i64] = 5  # the place of the worker that will move
SEND_WORKER: Final[i64] = 6  # the place where that worker goes
TAKE_OVER_SITE: Final[i64] = 7  # site
STEAL_BLOCK: Final[i64] = 8  # site, colour
PLACE_BLOCK: Final[i64] = 9  # site, colour
DONE: Final[i64] = 10

MAX_BUILDERS: Final[i64] = 4
MAX_LOTS: Final[i64] = 5
LOT_SIZE: Final[i64] = 5
TABLET_COUNT: Final[i64] = 8  # 1, 2, 3, 4 and four blanks
BLANK_COUNT: Final[i64] = 4
WORKERS_EACH: Final[i64] = 5
OVERSEERS_EACH: Final[i64] = 2
SCARABS_EACH: Final[i64] = 8
BLOCKS_PER_WORKER: Final[i64] = 2  # that a seat may steal or place at a site in a round
MAX_MOVEMENT_POINTS: Final[i64] = 6  # in a round, for both overseers together, and again for all workers together
PHARAOH_PYRAMID_SIZE: Final[i64] = 30
NO_CLAIMED_SITE: Final[i64] = 15  # written in an order instead of a site

# The phases of a round: values of the cell PHASE.
BIDDING: Final[i64] = 0
WRITING_ORDERS: Final[i64] = 1
MOVING_OVERSEERS: Final[i64] = 2
MOVING_WORKERS: Final[i64] = 3
STEALING: Final[i64] = 4
BUILDING: Final[i64] = 5
PHASES: Final = ("bids", "orders", "overseers", "workers", "theft", "building")

# Cells, from FIRST_GAME_CELL on. They are literals: mypyc would compute a sum with a constant of another module at each use.
LUCK_START: Final[i64] = 121  # the random stream of the bag
LUCK_STREAMS: Final[i64] = 1
DISC: Final[i64] = 122  # the seat with the pharaoh's disc, which acts first
ROUND: Final[i64] = 123  # from 0
PHASE: Final[i64] = 124
MOVEMENT_POINTS: Final[i64] = 125  # left for the seat whose figures move openly
LOT_COUNT: Final[i64] = 126
BAG: Final[i64] = 127  # heap
PHARAOH_BLOCKS: Final[i64] = 128  # heap
TAKEN_SPACES: Final[i64] = 129  # two sets of spaces with a figure: those of small sites, those of large sites
LOTS: Final[i64] = 131  # heaps, MAX_LOTS cells; kept after the sale, to be shown
LOT_WINNERS: Final[i64] = 136  # MAX_LOTS cells: the seat that has won the lot; NOTHING for nobody, or not yet
BIDS: Final[i64] = 141  # MAX_LOTS cells for each seat, packed by `pack_bid`; kept after the sale, to be shown
# ORDER_CELLS for each seat: stop and claim of the first overseer, then of the second; NOTHING before they are written.
WRITTEN_ORDERS: Final[i64] = 161
ORDER_CELLS: Final[i64] = 4
HELD_BLOCKS: Final[i64] = 177  # heaps, a cell for each seat
WORKERS: Final[i64] = 181  # WORKERS_EACH places for each seat, in rising order
OVERSEERS: Final[i64] = 201  # OVERSEERS_EACH places for each seat, the first overseer first
SITE_OWNERS: Final[i64] = 209  # a cell for each site; NOTHING for none
LAYERS: Final[i64] = 224  # heaps, LAYER_COUNT cells for each site, the lowest first
BLOCK_QUOTAS: Final[i64] = 269  # a cell for each site: the blocks that the seat may still steal or place there
CELL_COUNT: Final = 284
assert LUCK_START == FIRST_GAME_CELL

VALUED_MASK: Final[i64] = 15  # the bits of a bid for the tablets 1 to 4
BLANK_SHIFT: Final[i64] = 4
PackedBid = i64  # the tablets of a seat beside a lot: VALUED_MASK, then the number of blanks
FIRST_LARGE_SPACE: Final[i64] = 36  # the first space of a large site
assert FIRST_LARGE_SPACE == SMALL_SITES * SMALL_SPACES


class TalState(ZoneState):
    """A position of Tal der Koenige. It uses the random streams and the turn order of its base class, but no zones."""

    def __init__(
        self,
        board: GameBoard,
        is_short_game: bool,
        seat_count: i64,
        cells: vec[i64],
        programs: ProgramTable,
    ) -> None:
        super().__init__(seat_count, EMPTY_ARRAY, cells, programs)
        self.board: Final = board
        self.is_short_game: Final = is_short_game

    def copy(self) -> "TalState":
        copied = TalState(
            self.board, self.is_short_game, self.seat_count, extend(EMPTY_ARRAY, self.cells), self.programs
        )
        copied.copy_menu_and_mover_from(self)
        return copied

    # -- figures

    def is_space_taken(self, place: i64) -> bool:
        """Whether a figure occupies a space. False for areas."""
        if place >= FIRST_LARGE_SPACE:
            return place < SPACE_COUNT and self.cells[TAKEN_SPACES + 1] >> (place - FIRST_LARGE_SPACE) & 1 == 1
        return self.cells[TAKEN_SPACES] >> place & 1 == 1

    def has_free_space(self, site: i64) -> bool:
        first = first_space(site)
        for space in range(first, first + space_count(site)):
            if not self.is_space_taken(space):
                return True
        return False

    def mark_space_free(self, place: i64) -> None:
        """Record that a figure has left this space. Does nothing for areas."""
        if place < FIRST_LARGE_SPACE:
            self.cells[TAKEN_SPACES] &= ~shift_left(1, place)
        elif place < SPACE_COUNT:
            self.cells[TAKEN_SPACES + 1] &= ~shift_left(1, place - FIRST_LARGE_SPACE)

    def mark_space_taken(self, place: i64) -> None:
        """Record that a figure occupies this space. Does nothing for areas."""
        if place < FIRST_LARGE_SPACE:
            self.cells[TAKEN_SPACES] |= shift_left(1, place)
        elif place < SPACE_COUNT:
            self.cells[TAKEN_SPACES + 1] |= shift_left(1, place - FIRST_LARGE_SPACE)

    def move_worker(self, seat: i64, start: i64, to: i64) -> None:
        """Move a worker of a seat from `start` to `to`, keeping its places in rising order. A worker must be at `start`."""
        cells = self.cells
        self.mark_space_free(start)
        self.mark_space_taken(to)
        cell = WORKERS + WORKERS_EACH * seat
        last_cell = cell + WORKERS_EACH - 1
        while cells[cell] != start:
            cell += 1
        while cell < last_cell and cells[cell + 1] < to:
            cells[cell] = cells[cell + 1]
            cell += 1
        while cell > WORKERS + WORKERS_EACH * seat and cells[cell - 1] > to:
            cells[cell] = cells[cell - 1]
            cell -= 1
        cells[cell] = to

    def workers_at(self, seat: i64, site: i64) -> i64:
        """The number of workers of a seat at a site."""
        return self.figures_at(WORKERS + WORKERS_EACH * seat, WORKERS_EACH, site)

    def overseers_at(self, seat: i64, site: i64) -> i64:
        """The number of overseers of a seat at a site."""
        return self.figures_at(OVERSEERS + OVERSEERS_EACH * seat, OVERSEERS_EACH, site)

    def figures_at(self, first_cell: i64, cell_count: i64, site: i64) -> i64:
        """The number of figures at a site, of those whose places are in these cells."""
        count: i64 = 0
        for cell in range(first_cell, first_cell + cell_count):
            if self.board.site_of[self.cells[cell]] == site:
                count += 1
        return count

    # -- sites

    def scarabs_left(self, seat: i64) -> i64:
        """The number of scarabs that a seat has not placed. Those on complete pyramids stay there."""
        placed: i64 = 0
        for cell in range(SITE_OWNERS, SITE_OWNERS + SITE_COUNT):
            if self.cells[cell] == seat:
                placed += 1
        return SCARABS_EACH - placed

    def blocks_on(self, site: i64) -> i64:
        start = LAYERS + LAYER_COUNT * site
        cells = self.cells
        return block_count(cells[start]) + block_count(cells[start + 1]) + block_count(cells[start + 2])

    def is_complete(self, site: i64) -> bool:
        """Whether the pyramid of a site is complete. Then nobody can take it over or change it."""
        return self.blocks_on(site) == pyramid_size(site)

    def layer_to_fill(self, site: i64) -> i64:
        """The layer where the next block is placed; NOTHING for a complete pyramid."""
        for layer in range(LAYER_COUNT):
            if block_count(self.cells[LAYERS + LAYER_COUNT * site + layer]) < layer_size(site, layer):
                return layer
        return NOTHING

    def highest_layer_with_blocks(self, site: i64) -> i64:
        """The highest layer with a block; NOTHING for an empty site."""
        layer = LAYER_COUNT - 1
        while layer >= 0 and self.cells[LAYERS + LAYER_COUNT * site + layer] == 0:
            layer -= 1
        return layer

    def digest(self) -> int:
        k = hash_combine(self.stack_digest(), self.seat_count)
        k = hash_combine(k, 2 if self.is_short_game else 1)
        return hash_sequence(k, [self.cells[cell] + 1 for cell in range(LUCK_START, CELL_COUNT)])

    def search_digest(self) -> i64:
        cells = self.cells
        digest = hash_cells(0, cells, 0, STACK_START + 3 * cells[DEPTH_CELL])
        return hash_cells(digest, cells, LUCK_START, CELL_COUNT)


def pack_bid(value_bits: i64, blanks: i64) -> PackedBid:
    """Pack the tablets of a seat beside a lot: a bit for each of the values 1 to 4, and the number of blanks."""
    return value_bits | blanks << BLANK_SHIFT


def bid_value(bid: PackedBid) -> i64:
    """The sum of the tablets of a bid."""
    return (bid & 1) + (bid & 2) + 3 * (bid >> 2 & 1) + 4 * (bid >> 3 & 1)


def bid_blank_count(bid: PackedBid) -> i64:
    return bid >> BLANK_SHIFT


def bid_tablet_count(bid: PackedBid) -> i64:
    """The number of tablets of a bid, which is public."""
    return (bid & 1) + (bid >> 1 & 1) + (bid >> 2 & 1) + (bid >> 3 & 1) + (bid >> BLANK_SHIFT)


assert PLACE_COUNT < 127  # an argument of a move


def emit_public_event(state: TalState, verb: str, seat: i64, arguments: tuple[int, ...]) -> None:
    """Emit an event that reveals something to all seats."""
    if state.events is not None:
        state.emit_event(Event(verb, int(seat), arguments, reveals_to=ALL_SEATS))
