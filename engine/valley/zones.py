"""Bags and piles of cards in a row of small numbers.

A zone is a length and that many kinds. A *bag* (hand, deck, tomb) lies in rising order, so that equal bags are equal rows
and draw alike; a *pile* (discard pile, boneyard) lies from the bottom up, its top card last. Zones are named by number.
"""

from typing import Final

from engine.core.row import i64, vec
from engine.core.rules import NOTHING
from engine.core.tasks import Tape, TaskState


def insert(row: vec[i64], start: i64, end: i64, kind: i64) -> None:
    """Put a kind at its place into the bag that begins at the cell `start` and now reaches to `end`."""
    at = end
    for i in range(end - 1, start, -1):
        above = row[i]
        if above <= kind:
            break
        row[at] = above
        at = i
    row[at] = kind


def take_out(row: vec[i64], end: i64, place: i64) -> i64:
    """Take the kind out of a cell of the zone that reaches to `end`, and close the gap; returns the kind."""
    kind = row[end]
    for i in range(end - 1, place - 1, -1):
        above = kind
        kind = row[i]
        row[i] = above
    return kind


class Zones(TaskState):
    """A position whose cards lie in zones of its row; `at` tells where each begins."""

    def __init__(self, at: vec[i64], row: vec[i64], tape: Tape) -> None:
        super().__init__(row, tape)
        self.at: Final = at

    def size(self, zone: i64) -> i64:
        """How many cards lie there."""
        return self.row[self.at[zone]]

    def card(self, zone: i64, i: i64) -> i64:
        """The i-th card, from 0."""
        return self.row[self.at[zone] + 1 + i]

    def kinds(self, zone: i64) -> list[int]:
        """All cards there as a list of its own, for callers at the door."""
        start = self.at[zone] + 1
        return [self.row[i] for i in range(start, start + self.row[start - 1])]

    def put(self, zone: i64, kind: i64) -> None:
        """Into a bag, at its place."""
        row = self.row
        start = self.at[zone]
        size = row[start] + 1
        row[start] = size
        insert(row, start, start + size, kind)

    def lay(self, zone: i64, kind: i64) -> None:
        """On top of a pile."""
        row = self.row
        start = self.at[zone]
        row[start] += 1
        row[start + row[start]] = kind

    def lift(self, zone: i64) -> i64:
        """Off the top of a pile that is not empty."""
        row = self.row
        start = self.at[zone]
        kind = row[start + row[start]]
        row[start] -= 1
        return kind

    def top(self, zone: i64) -> i64:
        """The top card of a pile, NOTHING if it is empty."""
        start = self.at[zone]
        size = self.row[start]
        if size == 0:
            return NOTHING
        return self.row[start + size]

    def count(self, zone: i64, kind: i64) -> i64:
        """How many cards of a kind lie there."""
        start = self.at[zone] + 1
        found: i64 = 0
        for i in range(start, start + self.row[start - 1]):
            if self.row[i] == kind:
                found += 1
        return found

    def has(self, zone: i64, kind: i64) -> bool:
        """Whether a card of the kind lies there."""
        row = self.row
        start = self.at[zone] + 1
        for i in range(start, start + row[start - 1]):
            if row[i] == kind:
                return True
        return False

    def pull(self, zone: i64, i: i64) -> i64:
        """Remove the i-th card and close the gap."""
        row = self.row
        start = self.at[zone]
        size = row[start]
        row[start] = size - 1
        return take_out(row, start + size, start + 1 + i)

    def take(self, zone: i64, kind: i64) -> bool:
        """Remove a card of the kind, of a pile the topmost; says whether there was one."""
        row = self.row
        start = self.at[zone]
        end = start + row[start]
        for at in range(end, start, -1):
            if row[at] == kind:
                row[start] = end - start - 1
                take_out(row, end, at)
                return True
        return False

    def drop(self, zone: i64, kind: i64) -> None:
        """Remove a card of the kind, which lies there, of a pile the topmost: `take` in one walk."""
        row = self.row
        start = self.at[zone]
        end = start + row[start]
        row[start] = end - start - 1
        above = row[end]
        for at in range(end - 1, start, -1):
            if above == kind:
                break
            cell = row[at]
            row[at] = above
            above = cell

    def pour(self, source: i64, bag: i64) -> None:
        """Put all cards of a zone into a bag: the last first, as hands lie in a discard pile with their highest cards below."""
        row = self.row
        start = self.at[source]
        to = self.at[bag]
        end = to + row[to]
        for i in range(start + row[start], start, -1):
            end += 1
            insert(row, to, end, row[i])
        row[to] = end - to
        row[start] = 0

    def merge(self, bag: i64, other: i64) -> None:
        """Put all cards of a bag into another."""
        row = self.row
        start = self.at[bag]
        to = self.at[other]
        end = to + row[to]
        for i in range(start + 1, start + 1 + row[start]):
            end += 1
            insert(row, to, end, row[i])
        row[to] = end - to
        row[start] = 0

    def stack_up(self, bag: i64, pile: i64) -> None:
        """Lay all cards of a bag on a pile, the highest kind first."""
        row = self.row
        start = self.at[bag]
        to = self.at[pile]
        end = to + row[to]
        for i in range(start + row[start], start, -1):
            end += 1
            row[end] = row[i]
        row[to] = end - to
        row[start] = 0

    def lay_like(self, bag: i64, other: i64) -> None:
        """Make another bag hold what this one holds."""
        row = self.row
        start = self.at[bag]
        to = self.at[other] - start
        for i in range(start, start + 1 + row[start]):
            row[to + i] = row[i]

    def clear(self, zone: i64) -> None:
        """Forget what lies there."""
        self.row[self.at[zone]] = 0
