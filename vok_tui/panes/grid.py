"""What the table is painted on: a grid of cells, brushes that paint into a rectangle of it, and spots that can be chosen.

All panes paint into one grid, which knows where it differs from the one before. So a step of the cursor sends two cards to
the terminal and not a screen, a pane may lie over another, and a test can read a picture without any terminal.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len, get_character_cell_size

Ink = tuple[str, ...]
"""Names of colours and weights, later ones over earlier ones: `("stone", "gold", "bold")`."""

Cell = tuple[str, Ink]
BLANK: Final[Cell] = (" ", ())


@dataclass(frozen=True)
class Thing:
    """Something on the table that can be pointed at: `("slot", 3)`, `("hand", 0)`, `("answer", 2)`."""

    where: str
    index: int


@dataclass(frozen=True)
class Rect:
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def bottom(self) -> int:
        return self.y + self.height

    def holds(self, x: int, y: int) -> bool:
        return self.x <= x < self.right and self.y <= y < self.bottom

    def meets(self, other: "Rect") -> bool:
        """Whether the two have a cell in common."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom


class Grid:
    """Cells in rows, the spots that were painted into them, and those that something was laid over. `cut` is the column at
    which the picture falls into two parts that seldom change together; a wide character cannot lie across it. `log_up` is how
    many lines an open chronicle really is scrolled back, whatever was asked for."""

    def __init__(self, width: int, height: int) -> None:
        self.cut = width
        self.log_up = 0
        self.width: Final = width
        self.height: Final = height
        self.rows: Final = [[BLANK] * width for _ in range(height)]
        self.spots: Final[dict[Thing, Rect]] = {}
        self.covered: Final[dict[Thing, Rect]] = {}

    def at(self, x: int, y: int) -> Thing | None:
        """The spot at a cell; of two that overlap the one painted last."""
        found = None
        for thing, rect in self.spots.items():
            if rect.holds(x, y):
                found = thing
        return found

    def changes(self, before: "Grid") -> Iterator[Rect]:
        """Where this grid differs from another of the same size: a stretch of a row for each run of changed cells."""
        for y, (row, old) in enumerate(zip(self.rows, before.rows, strict=True)):
            if row != old:
                yield from _stretches(row, old, y)


GAP: Final = 6  # so few unchanged cells between two changes cost less than moving the terminal's cursor


def _stretches(row: list[Cell], old: list[Cell], y: int) -> Iterator[Rect]:
    changed = [x for x in range(len(row)) if row[x] != old[x]]
    start = end = changed[0]
    for x in changed[1:]:
        if x - end > GAP:
            yield Rect(start, y, end + 1 - start, 1)
            start = x
        end = x
    yield Rect(start, y, end + 1 - start, 1)


class Brush:
    """Paints into a rectangle of a grid, in cells counted from its upper left corner; what goes beyond is cut off."""

    def __init__(self, grid: Grid, rect: Rect, ink: Ink = ()) -> None:
        self.grid: Final = grid
        self.rect: Final = rect
        self.ink: Final = ink
        self.width: Final = rect.width
        self.height: Final = rect.height

    def part(self, x: int, y: int, width: int, height: int, ink: Ink = ()) -> "Brush":
        """A brush for a part of the rectangle, `ink` lying over that of the whole."""
        width = max(0, min(width, self.width - x))
        height = max(0, min(height, self.height - y))
        return Brush(self.grid, Rect(self.rect.x + x, self.rect.y + y, width, height), self.ink + ink)

    def fill(self, *ink: str) -> None:
        """Paint the whole rectangle with blanks."""
        for y in range(self.height):
            self.write(0, y, " " * self.width, *ink)

    def cover(self, *ink: str) -> None:
        """Lay a blank sheet over the rectangle: what was painted there can no longer be pointed at."""
        for thing, rect in list(self.grid.spots.items()):
            if self.rect.meets(rect):
                self.grid.covered[thing] = self.grid.spots.pop(thing)
        self.fill(*ink)

    def write(self, x: int, y: int, text: str, *ink: str) -> int:
        """Write a text; returns the column behind it. A character of two cells that does not fit is left out."""
        row = self._row(y)
        whole = self.ink + ink
        for char in text:
            width = get_character_cell_size(char)
            if width == 0:
                continue
            if row is not None and x >= 0 and x + width <= self.width and not self._is_cut(x, width):
                row[self.rect.x + x] = (char, whole)
                for more in range(1, width):
                    row[self.rect.x + x + more] = ("", whole)
            x += width
        return x

    def right(self, y: int, text: str, *ink: str, end: int | None = None) -> int:
        """Write a text so that it ends before column `end` (the right edge); returns the column where it begins."""
        start = (self.width if end is None else end) - cell_len(text)
        self.write(start, y, text, *ink)
        return start

    def spot(self, thing: Thing) -> None:
        """The rectangle can be pointed at."""
        if self.width > 0 and self.height > 0:
            self.grid.spots.pop(thing, None)
            self.grid.covered.pop(thing, None)
            self.grid.spots[thing] = self.rect

    def _is_cut(self, x: int, width: int) -> bool:
        """Whether the cut goes through a character."""
        return self.rect.x + x < self.grid.cut < self.rect.x + x + width

    def _row(self, y: int) -> list[Cell] | None:
        inside = 0 <= y < self.height and self.rect.y + y < self.grid.height
        return self.grid.rows[self.rect.y + y] if inside else None
