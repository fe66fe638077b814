"""Bags and piles of cards in an array of small numbers, and the luck that draws from them.

A *zone* is a size, followed by that number of kinds. A *bag* (hand, deck) is sorted, so that bags with the same cards are equal
arrays and the same luck draws the same cards. A *pile* (discard pile) is ordered from bottom to top. Zones are numbered.

The order of a face-down deck is not stored: a deck is a bag, and luck picks the card that is drawn. Each seat has its own stream
of luck, so that what one seat does never changes the luck of another.
"""

from collections.abc import Sequence
from typing import Final

from engine.core.arrays import extend, i64, mypyc_attr, vec
from engine.core.game import EMPTY_ARRAY, NOTHING
from engine.core.luck import STRIDE, U32_MASK, hash32, hash_cells
from engine.core.tasks import DEPTH_CELL, FIRST_GAME_CELL, STACK_START, ProgramTable, Subject, TaskState

LUCK_START: Final[i64] = 121  # the first of the cells that hold one stream of luck each; equal to FIRST_GAME_CELL
assert LUCK_START == FIRST_GAME_CELL


def new_cells(numbers: Sequence[int]) -> vec[i64]:
    """An array of these numbers. An interpreted game makes its arrays with it, so that a compiled core accepts them."""
    return vec[i64]([int(number) for number in numbers])


def copy_cells(cells: vec[i64]) -> vec[i64]:
    """A copy of an array, for an interpreted game."""
    return extend(EMPTY_ARRAY, cells)


def insert_into_bag(cells: vec[i64], size_cell: i64, new_last_cell: i64, kind: i64) -> None:
    """Insert a kind into the bag whose cards follow the cell `size_cell`. `new_last_cell` is the last cell of the bag after
    the insertion. The caller writes the new size."""
    gap = new_last_cell
    for i in range(new_last_cell - 1, size_cell, -1):
        higher = cells[i]
        if higher <= kind:
            break
        cells[gap] = higher
        gap = i
    cells[gap] = kind


def remove_cell(cells: vec[i64], cell: i64, last_cell: i64) -> i64:
    """Remove `cell` from the zone whose last cell is `last_cell`, and close the gap. Returns its kind. The caller writes the new
    size."""
    kind = cells[last_cell]
    for i in range(last_cell - 1, cell - 1, -1):
        above = kind
        kind = cells[i]
        cells[i] = above
    return kind


@mypyc_attr(allow_interpreted_subclasses=True)
class ZoneState(TaskState):
    """A position for `seat_count` seats with its cards in zones. `zone_starts` holds the cell at which each zone begins, and the
    number of all cells at its end. Before the first zone are the frames and what a game writes into cells of its own."""

    def __init__(self, seat_count: i64, zone_starts: vec[i64], cells: vec[i64], programs: ProgramTable) -> None:
        super().__init__(cells, programs)
        self.seat_count: Final[i64] = seat_count
        self.zone_starts: Final = zone_starts

    def search_digest(self) -> i64:
        """Of the frames, the cells before the zones, and the cards in the zones."""
        cells = self.cells
        starts = self.zone_starts
        digest = hash_cells(0, cells, 0, STACK_START + 3 * cells[DEPTH_CELL])
        digest = hash_cells(digest, cells, LUCK_START, starts[0])
        for zone in range(len(starts) - 1):
            start = starts[zone]
            if start >= 0:
                digest = hash_cells(digest, cells, start, start + 1 + cells[start])
        return digest

    # -- seats in turn order

    def call_for_each_seat(self, program_address: i64, first_seat: i64, subject: Subject) -> None:
        """Put a program on the stack for each seat. `first_seat` carries it out first, then the seat to its left, and so on."""
        distance = self.seat_count - 1
        while distance >= 0:  # last in, first out
            self.call(program_address, (first_seat + distance) % self.seat_count, subject)
            distance -= 1

    # -- luck

    def random_below(self, stream: i64, limit: i64) -> i64:
        """The next random number of a stream, from 0 to limit - 1. It depends on the seed of the stream and on how many numbers
        were drawn from it before."""
        x = self.cells[LUCK_START + stream] + STRIDE & U32_MASK
        self.cells[LUCK_START + stream] = x
        return hash32(x) * limit >> 32

    def reseed_streams(self, seed: i64, stream_count: i64) -> None:
        """Give the first `stream_count` streams new seeds, derived from `seed` (63 bits)."""
        low = seed & U32_MASK
        high = seed >> 32 & U32_MASK
        for stream in range(stream_count):
            self.cells[LUCK_START + stream] = hash32(low ^ hash32(high + stream + 1 & U32_MASK))

    def draw_from(self, bag: i64, stream: i64) -> i64:
        """Remove a random card from a bag; NOTHING if it is empty. The same as `random_below` and `remove_at`, but faster."""
        cells = self.cells
        start = self.zone_starts[bag]
        size = cells[start]
        if size == 0:
            return NOTHING
        luck = cells[LUCK_START + stream] + STRIDE & U32_MASK
        cells[LUCK_START + stream] = luck
        cells[start] = size - 1
        return remove_cell(cells, start + 1 + (hash32(luck) * size >> 32), start + size)

    def deal_cards(self, stream: i64, deck: i64, bag: i64, count: i64, dealt_kinds: list[int] | None = None) -> None:
        """Move `count` random cards from a deck into another bag. The deck must hold that many.

        The same as `random_below`, `remove_at` and `add`, but faster. If `dealt_kinds` is given, their kinds are appended to it
        in the order of dealing.
        """
        cells = self.cells
        start = self.zone_starts[deck]
        size = cells[start]
        if count == size and dealt_kinds is None:  # the order does not matter
            cells[LUCK_START + stream] = cells[LUCK_START + stream] + STRIDE * count & U32_MASK
            self.pour_bag_into(deck, bag)
            return
        target = self.zone_starts[bag]
        end = target + cells[target]
        luck = cells[LUCK_START + stream]
        for _nth in range(count):  # compiled, a plain _ would be an object, which is slower
            luck = luck + STRIDE & U32_MASK
            kind = remove_cell(cells, start + 1 + (hash32(luck) * size >> 32), start + size)
            size -= 1
            end += 1
            insert_into_bag(cells, target, end, kind)
            if dealt_kinds is not None:
                dealt_kinds.append(kind)
        cells[LUCK_START + stream] = luck
        cells[start] = size
        cells[target] = end - target

    # -- bags and piles

    def count(self, zone: i64) -> i64:
        """The number of cards in a zone."""
        return self.cells[self.zone_starts[zone]]

    def capacity(self, zone: i64) -> int:
        """The number of cards that a zone has cells for."""
        following = [start for start in self.zone_starts if start > self.zone_starts[zone]]
        return int(min(following) - self.zone_starts[zone] - 1)

    def card_at(self, zone: i64, index: i64) -> i64:
        """The kind of the card with this index, from 0."""
        return self.cells[self.zone_starts[zone] + 1 + index]

    def kinds(self, zone: i64) -> list[int]:
        """The kinds of all cards in a zone as a new list, for callers outside the rules."""
        start = self.zone_starts[zone] + 1
        return [self.cells[i] for i in range(start, start + self.cells[start - 1])]

    def add(self, bag: i64, kind: i64) -> None:
        """Add a card to a bag, which stays sorted."""
        cells = self.cells
        start = self.zone_starts[bag]
        size = cells[start] + 1
        cells[start] = size
        insert_into_bag(cells, start, start + size, kind)

    def push(self, pile: i64, kind: i64) -> None:
        """Put a card on top of a pile."""
        cells = self.cells
        start = self.zone_starts[pile]
        cells[start] += 1
        cells[start + cells[start]] = kind

    def pop(self, pile: i64) -> i64:
        """Remove and return the top card of a pile, which must not be empty."""
        cells = self.cells
        start = self.zone_starts[pile]
        kind = cells[start + cells[start]]
        cells[start] -= 1
        return kind

    def top(self, pile: i64) -> i64:
        """The top card of a pile; NOTHING if it is empty."""
        start = self.zone_starts[pile]
        size = self.cells[start]
        if size == 0:
            return NOTHING
        return self.cells[start + size]

    def count_of(self, zone: i64, kind: i64) -> i64:
        """The number of cards of a kind in a zone."""
        start = self.zone_starts[zone] + 1
        number: i64 = 0
        for i in range(start, start + self.cells[start - 1]):
            if self.cells[i] == kind:
                number += 1
        return number

    def has(self, zone: i64, kind: i64) -> bool:
        """Whether a zone contains a card of the kind."""
        cells = self.cells
        start = self.zone_starts[zone] + 1
        for i in range(start, start + cells[start - 1]):
            if cells[i] == kind:
                return True
        return False

    def move_card_up(self, pile: i64, kind: i64, cards_above: i64) -> None:
        """Move a card up in its pile until only `cards_above` cards are above it. Of several cards of the kind, the topmost one
        below those cards is moved."""
        cells = self.cells
        target = self.zone_starts[pile] + cells[self.zone_starts[pile]] - cards_above
        cell = target
        while cells[cell] != kind:
            cell -= 1
        for i in range(cell, target):
            cells[i] = cells[i + 1]
        cells[target] = kind

    def remove_at(self, zone: i64, index: i64) -> i64:
        """Remove the card with this index, close the gap, and return its kind."""
        cells = self.cells
        start = self.zone_starts[zone]
        size = cells[start]
        cells[start] = size - 1
        return remove_cell(cells, start + 1 + index, start + size)

    def remove(self, zone: i64, kind: i64) -> bool:
        """Remove a card of the kind; from a pile, the topmost. Returns whether there was one."""
        cells = self.cells
        start = self.zone_starts[zone]
        end = start + cells[start]
        for cell in range(end, start, -1):
            if cells[cell] == kind:
                cells[start] = end - start - 1
                remove_cell(cells, cell, end)
                return True
        return False

    def remove_present(self, zone: i64, kind: i64) -> None:
        """Remove a card of the kind, which must be there; from a pile, the topmost. Faster than `remove`."""
        cells = self.cells
        start = self.zone_starts[zone]
        end = start + cells[start]
        cells[start] = end - start - 1
        above = cells[end]
        for cell in range(end - 1, start, -1):
            if above == kind:
                break
            below = cells[cell]
            cells[cell] = above
            above = below

    def pour_zone_into(self, zone: i64, bag: i64) -> None:
        """Move all cards of any zone into a bag. The same as `pour_bag_into`, but faster for a pile that `stack_onto` made: it
        begins with the last card, because such a pile has its lowest kinds on top."""
        cells = self.cells
        start = self.zone_starts[zone]
        target = self.zone_starts[bag]
        end = target + cells[target]
        for i in range(start + cells[start], start, -1):
            end += 1
            insert_into_bag(cells, target, end, cells[i])
        cells[target] = end - target
        cells[start] = 0

    def pour_bag_into(self, bag: i64, target_bag: i64) -> None:
        """Move all cards of a bag into another bag."""
        cells = self.cells
        start = self.zone_starts[bag]
        target = self.zone_starts[target_bag]
        end = target + cells[target]
        for i in range(start + 1, start + 1 + cells[start]):
            end += 1
            insert_into_bag(cells, target, end, cells[i])
        cells[target] = end - target
        cells[start] = 0

    def stack_onto(self, bag: i64, pile: i64) -> None:
        """Move all cards of a bag onto a pile, the highest kind first."""
        cells = self.cells
        start = self.zone_starts[bag]
        target = self.zone_starts[pile]
        end = target + cells[target]
        for i in range(start + cells[start], start, -1):
            end += 1
            cells[end] = cells[i]
        cells[target] = end - target
        cells[start] = 0

    def copy_over(self, bag: i64, target_bag: i64) -> None:
        """Make the target bag a copy of this bag, whatever it held before."""
        cells = self.cells
        start = self.zone_starts[bag]
        distance = self.zone_starts[target_bag] - start
        for i in range(start, start + 1 + cells[start]):
            cells[distance + i] = cells[i]

    def clear(self, zone: i64) -> None:
        self.cells[self.zone_starts[zone]] = 0
