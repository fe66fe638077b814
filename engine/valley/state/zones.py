"""Bags and piles of cards in a array of small numbers.

A zone is a length and that many kinds. A *bag* (hand, deck, tomb) lies in rising order, so that equal bags are equal arrays
and draw alike; a *pile* (discard pile, boneyard) lies from the bottom up, its top card last. Zones are named by number.
"""

from typing import Final

from engine.core.arrays import i64, vec
from engine.core.game import NOTHING
from engine.core.tasks import Tape, TaskState


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


class ZoneState(TaskState):
    """A position whose cards lie in zones of its cells; `zone_starts` tells where each begins."""

    def __init__(self, zone_starts: vec[i64], cells: vec[i64], tape: Tape) -> None:
        super().__init__(cells, tape)
        self.zone_starts: Final = zone_starts

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
