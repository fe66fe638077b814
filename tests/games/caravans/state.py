"""A position of Caravans: an array of small numbers."""

from typing import Final

from engine.core.action import MoveCodec
from engine.core.arrays import i64, vec
from engine.core.game import MAX_SEATS, NOTHING
from engine.core.luck import hash_combine
from engine.core.tasks import ProgramTable
from engine.core.zones import LUCK_START, ZoneState, copy_cells, new_cells
from tests.games.caravans.goods import Goods

MOVE_CODEC: Final = MoveCodec("load", "spy", "wait", "take")
LOAD: Final = 0  # kind, face down
SPY: Final = 1  # seat whose load is looked at
WAIT: Final = 2  # do not spy
TAKE: Final = 3  # road

# Phases of a round.
LOADING: Final = 0
SPYING: Final = 1
TRAVELLING: Final = 2
PHASES: Final = ("loading", "spying", "travelling")

# Cells.
LEADER: Final = LUCK_START + 1  # the seat that is asked first; one stream of luck is in the cell before
ROUND: Final = LEADER + 1  # from 0
PHASE: Final = ROUND + 1
LOADED: Final = PHASE + 1  # a cell for each seat: the kind of its face-down load; NOTHING before it loads
SPIES: Final = LOADED + MAX_SEATS  # a cell for each seat: the set of seats that have looked at its load
ROAD: Final = SPIES + MAX_SEATS  # a cell for each seat: the road that it chose in secret; NOTHING before that
POINTS: Final = ROAD + MAX_SEATS  # a cell for each seat
FIRST_ZONE_CELL: Final = POINTS + MAX_SEATS
# Zones.
HAND: Final = 0  # bag; add the seat
DECK: Final = MAX_SEATS  # bag
SOLD: Final = MAX_SEATS + 1  # pile: the loads of earlier rounds
ZONE_COUNT: Final = MAX_SEATS + 2


class CaravansState(ZoneState):
    """`rounds` is the number of rounds; `has_spies` says whether a load may be looked at."""

    def __init__(
        self,
        goods: Goods,
        seat_count: int,
        rounds: int,
        has_spies: bool,
        cells: vec[i64] | None,
        programs: ProgramTable,
    ) -> None:
        zone_size = goods.card_count + 1
        starts = new_cells([FIRST_ZONE_CELL + zone * zone_size for zone in range(ZONE_COUNT)])
        if cells is None:
            cells = new_cells([0] * (FIRST_ZONE_CELL + ZONE_COUNT * zone_size))
            for cell in [*range(LOADED, SPIES), *range(ROAD, POINTS)]:
                cells[cell] = NOTHING
        super().__init__(seat_count, starts, cells, programs)
        self.goods: Final = goods
        self.rounds: Final = rounds
        self.has_spies: Final = has_spies

    def copy(self) -> "CaravansState":
        cells = copy_cells(self.cells)
        copied = CaravansState(self.goods, self.seat_count, self.rounds, self.has_spies, cells, self.programs)
        copied.copy_menu_and_mover_from(self)
        return copied

    def load_of(self, seat: int) -> int:
        return self.cells[LOADED + seat]

    def knows_load(self, viewer: int, seat: int) -> bool:
        """Whether a viewer laid or saw the face-down load of a seat."""
        return viewer == seat or (viewer >= 0 and self.cells[SPIES + seat] >> viewer & 1 == 1)

    def points(self) -> list[int]:
        return [int(self.cells[POINTS + seat]) for seat in range(self.seat_count)]

    def digest(self) -> int:
        k = hash_combine(self.stack_digest(), self.seat_count << 8 | self.rounds << 1 | self.has_spies)
        for cell in range(LUCK_START, FIRST_ZONE_CELL):
            k = hash_combine(k, self.cells[cell] + 1)
        for zone in range(ZONE_COUNT):
            k = hash_combine(k, zone << 32)
            for kind in self.kinds(zone):
                k = hash_combine(k, kind + 1)
        return k
