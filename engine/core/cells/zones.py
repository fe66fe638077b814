"""Bags and piles of cards in an array of small numbers, and the luck that draws from them.

A zone is a length and that many kinds. A *bag* (hand, deck) lies in rising order, so that equal bags are equal arrays and draw
alike. A *pile* (discard pile) lies from the bottom up, its top card last. Zones are named by number.

The order of a face-down deck exists nowhere: a deck is a bag, and luck picks the k-th card that is drawn. Each seat has a stream
of luck of its own, so that what one seat does changes nobody else's luck.
"""

from collections.abc import Sequence
from typing import Final

from engine.core.arrays import extend, i64, mypyc_attr, vec
from engine.core.game import EMPTY_ARRAY, NOTHING
from engine.core.luck import STRIDE, U32_MASK, hash32
from engine.core.tasks import FIRST_GAME_CELL, Tape, TaskState

LUCK_START: Final[i64] = 121  # a cell for each stream of luck, from FIRST_GAME_CELL on
assert LUCK_START == FIRST_GAME_CELL


def new_cells(numbers: Sequence[int]) -> vec[i64]:
    """An array of these numbers. A game that is not compiled makes its arrays here, so that it can be played by a compiled
    core."""
    return vec[i64]([int(number) for number in numbers])


def copy_cells(cells: vec[i64]) -> vec[i64]:
    """A copy of an array, for a game that is not compiled."""
    return extend(EMPTY_ARRAY, cells)


def insert(cells: vec[i64], start: i64, end: i64, kind: i64) -> None:
    """Put a kind at its place into the bag that begins at the cell `start` and now reaches to `end`."""
    at = end
    for i in range(end - 1, start, -1):
        above = cells[i]
        if above <= kind:
            break
        cells[at] = above
        at = i
    cells[at] = kind


def remove_cell(cells: vec[i64], end: i64, index: i64) -> i64:
    """Take the kind out of a cell of the zone that reaches to `end`, and close the gap; returns the kind."""
    kind = cells[end]
    for i in range(end - 1, index - 1, -1):
        above = kind
        kind = cells[i]
        cells[i] = above
    return kind


@mypyc_attr(allow_interpreted_subclasses=True)
class ZoneState(TaskState):
    """A position of `seat_count` seats whose cards lie in zones of its cells; `zone_starts` says where each begins."""

    def __init__(self, seat_count: i64, zone_starts: vec[i64], cells: vec[i64], tape: Tape) -> None:
        super().__init__(cells, tape)
        self.seat_count: Final[i64] = seat_count
        self.zone_starts: Final = zone_starts

    # -- seats in turn order

    def call_each(self, address: i64, first: i64, subject: i64) -> None:
        """Put a program on the stack for every seat; `first` carries it out first, then the seat to its left."""
        distance = self.seat_count - 1
        while distance >= 0:  # last in, first out
            self.call(address, (first + distance) % self.seat_count, subject)
            distance -= 1

    # -- luck

    def pick_by_luck(self, stream: i64, count: i64) -> i64:
        """The next luck of a stream, from 0 to count - 1: a function of its seed and of how many picks came before."""
        x = self.cells[LUCK_START + stream] + STRIDE & U32_MASK
        self.cells[LUCK_START + stream] = x
        return hash32(x) * count >> 32

    def reseed_streams(self, seed: i64, streams: i64) -> None:
        """New luck for the first streams, from the 63 bits of `seed`."""
        low = seed & U32_MASK
        high = seed >> 32 & U32_MASK
        for stream in range(streams):
            self.cells[LUCK_START + stream] = hash32(low ^ hash32(high + stream + 1 & U32_MASK))

    def draw_from(self, bag: i64, stream: i64) -> i64:
        """Remove a card from a bag by luck; NOTHING if it is empty: like `pick_by_luck` and `remove_at`, but in one go."""
        cells = self.cells
        start = self.zone_starts[bag]
        size = cells[start]
        if size == 0:
            return NOTHING
        luck = cells[LUCK_START + stream] + STRIDE & U32_MASK
        cells[LUCK_START + stream] = luck
        cells[start] = size - 1
        return remove_cell(cells, start + size, start + 1 + (hash32(luck) * size >> 32))

    def deal_cards(self, stream: i64, deck: i64, bag: i64, count: i64, dealt_kinds: list[int] | None = None) -> None:
        """Move `count` cards from a deck that holds them into another bag, as luck picks them: like `pick_by_luck`, `remove_at`
        and `add`, but in one go. `dealt_kinds` gets their kinds in the order of dealing."""
        cells = self.cells
        start = self.zone_starts[deck]
        size = cells[start]
        if count == size and dealt_kinds is None:  # the order does not matter
            cells[LUCK_START + stream] = cells[LUCK_START + stream] + STRIDE * count & U32_MASK
            self.merge_into(deck, bag)
            return
        to = self.zone_starts[bag]
        end = to + cells[to]
        luck = cells[LUCK_START + stream]
        for _nth in range(count):  # compiled, a plain _ is an object
            luck = luck + STRIDE & U32_MASK
            kind = remove_cell(cells, start + size, start + 1 + (hash32(luck) * size >> 32))
            size -= 1
            end += 1
            insert(cells, to, end, kind)
            if dealt_kinds is not None:
                dealt_kinds.append(kind)
        cells[LUCK_START + stream] = luck
        cells[start] = size
        cells[to] = end - to

    # -- bags and piles

    def count(self, zone: i64) -> i64:
        """How many cards lie there."""
        return self.cells[self.zone_starts[zone]]

    def card_at(self, zone: i64, i: i64) -> i64:
        """The i-th card, from 0."""
        return self.cells[self.zone_starts[zone] + 1 + i]

    def kinds(self, zone: i64) -> list[int]:
        """All cards there as a list of its own, for callers at the door."""
        start = self.zone_starts[zone] + 1
        return [self.cells[i] for i in range(start, start + self.cells[start - 1])]

    def add(self, zone: i64, kind: i64) -> None:
        """Into a bag, at its place."""
        cells = self.cells
        start = self.zone_starts[zone]
        size = cells[start] + 1
        cells[start] = size
        insert(cells, start, start + size, kind)

    def push(self, zone: i64, kind: i64) -> None:
        """On top of a pile."""
        cells = self.cells
        start = self.zone_starts[zone]
        cells[start] += 1
        cells[start + cells[start]] = kind

    def pop(self, zone: i64) -> i64:
        """Off the top of a pile that is not empty."""
        cells = self.cells
        start = self.zone_starts[zone]
        kind = cells[start + cells[start]]
        cells[start] -= 1
        return kind

    def top(self, zone: i64) -> i64:
        """The top card of a pile, NOTHING if it is empty."""
        start = self.zone_starts[zone]
        size = self.cells[start]
        if size == 0:
            return NOTHING
        return self.cells[start + size]

    def count_of(self, zone: i64, kind: i64) -> i64:
        """How many cards of a kind lie there."""
        start = self.zone_starts[zone] + 1
        found: i64 = 0
        for i in range(start, start + self.cells[start - 1]):
            if self.cells[i] == kind:
                found += 1
        return found

    def has(self, zone: i64, kind: i64) -> bool:
        """Whether a card of the kind lies there."""
        cells = self.cells
        start = self.zone_starts[zone] + 1
        for i in range(start, start + cells[start - 1]):
            if cells[i] == kind:
                return True
        return False

    def tuck(self, pile: i64, kind: i64, below: i64) -> None:
        """Bring the topmost card of a kind that lies deeper than that below so many cards of its pile."""
        cells = self.cells
        to = self.zone_starts[pile] + cells[self.zone_starts[pile]] - below
        at = to
        while cells[at] != kind:
            at -= 1
        for i in range(at, to):
            cells[i] = cells[i + 1]
        cells[to] = kind

    def remove_at(self, zone: i64, i: i64) -> i64:
        """Remove the i-th card and close the gap."""
        cells = self.cells
        start = self.zone_starts[zone]
        size = cells[start]
        cells[start] = size - 1
        return remove_cell(cells, start + size, start + 1 + i)

    def remove(self, zone: i64, kind: i64) -> bool:
        """Remove a card of the kind, of a pile the topmost; says whether there was one."""
        cells = self.cells
        start = self.zone_starts[zone]
        end = start + cells[start]
        for at in range(end, start, -1):
            if cells[at] == kind:
                cells[start] = end - start - 1
                remove_cell(cells, end, at)
                return True
        return False

    def remove_known(self, zone: i64, kind: i64) -> None:
        """Remove a card of the kind, which lies there, of a pile the topmost: `remove` in one walk."""
        cells = self.cells
        start = self.zone_starts[zone]
        end = start + cells[start]
        cells[start] = end - start - 1
        above = cells[end]
        for at in range(end - 1, start, -1):
            if above == kind:
                break
            cell = cells[at]
            cells[at] = above
            above = cell

    def pour_into(self, source: i64, bag: i64) -> None:
        """Put all cards of a zone into a bag: the last first, as hands lie in a discard pile with their highest cards below."""
        cells = self.cells
        start = self.zone_starts[source]
        to = self.zone_starts[bag]
        end = to + cells[to]
        for i in range(start + cells[start], start, -1):
            end += 1
            insert(cells, to, end, cells[i])
        cells[to] = end - to
        cells[start] = 0

    def merge_into(self, bag: i64, other: i64) -> None:
        """Put all cards of a bag into another."""
        cells = self.cells
        start = self.zone_starts[bag]
        to = self.zone_starts[other]
        end = to + cells[to]
        for i in range(start + 1, start + 1 + cells[start]):
            end += 1
            insert(cells, to, end, cells[i])
        cells[to] = end - to
        cells[start] = 0

    def stack_onto(self, bag: i64, pile: i64) -> None:
        """Lay all cards of a bag on a pile, the highest kind first."""
        cells = self.cells
        start = self.zone_starts[bag]
        to = self.zone_starts[pile]
        end = to + cells[to]
        for i in range(start + cells[start], start, -1):
            end += 1
            cells[end] = cells[i]
        cells[to] = end - to
        cells[start] = 0

    def copy_to(self, bag: i64, other: i64) -> None:
        """Make another bag hold what this one holds."""
        cells = self.cells
        start = self.zone_starts[bag]
        to = self.zone_starts[other] - start
        for i in range(start, start + 1 + cells[start]):
            cells[to + i] = cells[i]

    def clear(self, zone: i64) -> None:
        """Forget what lies there."""
        self.cells[self.zone_starts[zone]] = 0
