"""What is painted on: a grid of cells, brushes for parts of it, and text that fits.

All panes paint into one grid, which is compared with the previous one. So a cursor movement sends two cards to the terminal
instead of a whole screen, panes may overlap, and tests can read the picture without a terminal.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from os.path import commonprefix
from typing import Final

from rich.cells import cell_len, get_character_cell_size, set_cell_size

from vok_tui.shared.graphemes import graphemes, is_simple

Ink = tuple[str, ...]
"""Names of colours and styles; later ones override earlier ones: `("stone", "gold", "bold")`."""

Cell = tuple[str, Ink]  # a grapheme; "" in the further cells of a wide one
StartColumn = int  # the first column of a text
NextColumn = int  # the column after a text
LineCount = int  # number of lines that were painted or are needed
BLANK: Final[Cell] = (" ", ())
HEADING_INK: Final[Ink] = ("lapis", "bold")  # of the headings of zones and panes, in every game


@dataclass(frozen=True)
class Target:
    """Something that cursor and mouse can point at, by area and index: `("slot", 3)`, `("hand", 0)`, `("answer", 2)`."""

    area: str
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

    def contains(self, x: int, y: int) -> bool:
        return self.x <= x < self.right and self.y <= y < self.bottom

    def overlaps(self, other: "Rect") -> bool:
        """Whether the two rectangles overlap."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom


class Grid:
    """Rows of cells, the rectangles of the visible targets, and those of the targets that an overlay covers."""

    def __init__(self, width: int, height: int) -> None:
        self.width: Final = width
        self.height: Final = height
        self.rows: Final = [[BLANK] * width for _ in range(height)]
        self.targets: Final[dict[Target, Rect]] = {}
        self.covered_targets: Final[dict[Target, Rect]] = {}

    def target_at(self, x: int, y: int) -> Target | None:
        """The target at a cell; the one painted last if several overlap."""
        topmost = None
        for target, rect in self.targets.items():
            if rect.contains(x, y):
                topmost = target
        return topmost

    def corner_of(self, target: Target | None) -> tuple[int, int]:
        """The upper left cell of a target; (0, 0) if it is not painted."""
        rect = self.targets.get(target) if target is not None else None
        return (rect.x, rect.y) if rect is not None else (0, 0)

    def cells_in(self, rect: Rect) -> list[list[Cell]]:
        """A copy of the cells in a rectangle, row by row."""
        return [row[rect.x : rect.right] for row in self.rows[rect.y : rect.bottom]]

    def put_cells(self, rect: Rect, cells: list[list[Cell]]) -> None:
        """Fill a rectangle with the cells that `cells_in` returned for it."""
        for row, kept in zip(self.rows[rect.y : rect.bottom], cells, strict=True):
            row[rect.x : rect.right] = kept

    def changed_rects(self, previous: "Grid") -> Iterator[Rect]:
        """What differs from the previous grid of the same size: a rectangle for each run of changed cells in a row."""
        for y, (row, previous_row) in enumerate(zip(self.rows, previous.rows, strict=True)):
            if row != previous_row:
                yield from _changed_rects_in_row(row, previous_row, y)


MAX_GAP_CELLS: Final = 6  # sending up to this many unchanged cells is cheaper than moving the terminal's cursor
MAX_SAME_INK_GAP_CELLS: Final = 40  # the same if the ink does not change: a new run would send the colours again


def _changed_rects_in_row(row: list[Cell], previous_row: list[Cell], y: int) -> Iterator[Rect]:
    changed = [x for x in range(len(row)) if row[x] != previous_row[x]]
    start = end = changed[0]
    for x in changed[1:]:
        if x - end > MAX_GAP_CELLS and not _is_short_gap_in_one_ink(row, end, x):
            yield _run_rect(row, start, end, y)
            start = x
        end = x
    yield _run_rect(row, start, end, y)


def _is_short_gap_in_one_ink(row: list[Cell], last_changed: int, next_changed: int) -> bool:
    """Whether a run may continue from one changed cell to the next one without a change of ink."""
    ink = row[last_changed][1]
    gap = range(last_changed + 1, next_changed + 1)
    return next_changed - last_changed <= MAX_SAME_INK_GAP_CELLS and all(row[x][1] == ink for x in gap)


def _run_rect(row: list[Cell], start: int, end: int, y: int) -> Rect:
    """The rectangle of a run of cells, extended to include all cells of wide characters at its ends."""
    while start > 0 and not row[start][0]:
        start -= 1
    while end + 1 < len(row) and not row[end + 1][0]:
        end += 1
    return Rect(start, y, end + 1 - start, 1)


class Brush:
    """Paints into a rectangle of a grid. Coordinates count from its upper left corner; what is outside is clipped."""

    def __init__(self, grid: Grid, rect: Rect, ink: Ink = ()) -> None:
        self.grid: Final = grid
        self.rect: Final = rect
        self.ink: Final = ink
        self.width: Final = rect.width
        self.height: Final = rect.height

    def sub_brush(self, x: int, y: int, width: int, height: int, ink: Ink = ()) -> "Brush":
        """A brush for a part of the rectangle. `ink` is added to the ink of this brush."""
        width = max(0, min(width, self.width - x))
        height = max(0, min(height, self.height - y))
        return Brush(self.grid, Rect(self.rect.x + x, self.rect.y + y, width, height), self.ink + ink)

    def fill(self, *ink: str) -> None:
        """Fill the rectangle with blanks in this ink."""
        for y in range(self.height):
            self.write(0, y, " " * self.width, *ink)

    def clear_for_overlay(self, *ink: str) -> None:
        """Clear the rectangle for an overlay, and move the targets below it to `covered_targets`."""
        for target, rect in list(self.grid.targets.items()):
            if self.rect.overlaps(rect):
                self.grid.covered_targets[target] = self.grid.targets.pop(target)
        self.fill(*ink)

    def write(self, x: int, y: int, text: str, *ink: str) -> NextColumn:
        """Write a text and return the column after it. A wide character that does not fit is left out."""
        cells = narrow_cells(text, self.ink + ink)
        if cells is None:
            return self._write_wide(x, y, text, self.ink + ink)
        end = x + len(cells)
        if 0 <= y < self.height and self.rect.y + y < self.grid.height:
            first, last = max(x, 0), min(end, self.width, self.grid.width - self.rect.x)
            if first < last:
                left = self.rect.x
                self.grid.rows[self.rect.y + y][left + first : left + last] = cells[first - x : last - x]
        return end

    def write_right(self, y: int, text: str, *ink: str, end: int | None = None) -> StartColumn:
        """Write a text that ends before column `end` (default: the right edge), and return the column where it starts."""
        start = (self.width if end is None else end) - cell_len(text)
        self.write(start, y, text, *ink)
        return start

    def add_target(self, target: Target) -> None:
        """Register the rectangle as a target."""
        if self.width > 0 and self.height > 0:
            self.grid.targets.pop(target, None)
            self.grid.covered_targets.pop(target, None)
            self.grid.targets[target] = self.rect

    def _write_wide(self, x: int, y: int, text: str, ink: Ink) -> NextColumn:
        """Write graphemes of any width, each into its first cell; those without a width are left out."""
        has_row = 0 <= y < self.height and self.rect.y + y < self.grid.height
        row = self.grid.rows[self.rect.y + y] if has_row else None
        for grapheme in graphemes(text):
            width = cell_len(grapheme)
            if width == 0:
                continue
            if row is not None and x >= 0 and x + width <= self.width:
                row[self.rect.x + x] = (grapheme, ink)
                for offset in range(1, width):
                    row[self.rect.x + x + offset] = ("", ink)
            x += width
        return x


@lru_cache(maxsize=4096)
def narrow_cells(text: str, ink: Ink) -> tuple[Cell, ...] | None:
    """The cells of a text; None if some grapheme is not one character in one cell. Cached, because each repaint writes mostly the
    same texts."""
    is_narrow = all(get_character_cell_size(char) == 1 for char in text) and is_simple(text)
    if (text.isascii() and text.isprintable()) or is_narrow:
        return tuple([(char, ink) for char in text])
    return None


InkedWord = tuple[str, Ink]


def fit(text: str, width: int, cut_sign: str = "…") -> str:
    """`text`, cut to `width` cells with `cut_sign` at the end if it is too long."""
    if cell_len(text) <= width:
        return text
    if width <= cell_len(cut_sign):
        return set_cell_size(text, max(0, width))
    return set_cell_size(text, width - cell_len(cut_sign)).rstrip(" ,;:") + cut_sign


def fit_apart(texts: Sequence[str], width: int, cut_sign: str = "…", *, numbers: bool = True) -> list[str]:
    """Each text cut to `width` cells as by `fit`. Of those that would then be equal, the beginning that they share is cut, so
    that their ends tell them apart; if that is not enough, all but their last words, and at last all but a number, or
    without `numbers` nothing: then they are equal."""
    fitted = {text: fit(text, width, cut_sign) for text in texts}
    for cut in (cut_shared_beginning, cut_to_last_words):
        for alike in alike_texts(fitted):
            fitted.update(zip(alike, cut(alike, width, cut_sign), strict=True))
    taken = set(fitted.values())
    for alike in alike_texts(fitted):
        for text in alike:
            if not numbers:
                fitted[text] = fit(text, width, cut_sign)
                continue
            numbered = (f"{fit(text, width - len(f' ({n})'), cut_sign)} ({n})" for n in count(1))
            fitted[text] = next(short for short in numbered if short not in taken)
            taken.add(fitted[text])
    return [fitted[text] for text in texts]


def alike_texts(fitted: Mapping[str, str]) -> list[list[str]]:
    """The groups of texts that are cut to the same."""
    by_fitted: dict[str, list[str]] = {}
    for text, short in fitted.items():
        by_fitted.setdefault(short, []).append(text)
    return [alike for alike in by_fitted.values() if len(alike) > 1]


def cut_shared_beginning(alike: Sequence[str], width: int, cut_sign: str) -> list[str]:
    """The texts without the end of the beginning that they share: "buy Boat with… Urn"."""
    start = commonprefix(alike).rfind(" ") + 1  # noqa: RUF071  of texts, not of paths
    cut = []
    for text in alike:
        room = width - cell_len(text[start:]) - 1
        short = f"{fit(text, room, cut_sign)} {text[start:]}"
        cut.append(short if room > width // 3 else fit(text, width, cut_sign))
    return cut


def cut_to_last_words(alike: Sequence[str], width: int, cut_sign: str) -> list[str]:
    """The beginning of the texts, and as many of their last words as fit: "buy Boa… Urn, Urn"."""
    beginning = fit(alike[0], max(2, width // 3), cut_sign)
    cut = []
    for text in alike:
        words = text.split(" ")
        ends = [" ".join(words[first:]) for first in range(1, len(words))]
        end = next((end for end in ends if cell_len(end) + 1 + cell_len(beginning) <= width), "")
        cut.append(f"{beginning} {end}" if end else fit(text, width, cut_sign))
    return cut


def pad(text: str, width: int, cut_sign: str = "…") -> str:
    """`text`, cut or filled with blanks to exactly `width` cells."""
    fitted = fit(text, width, cut_sign)
    return fitted + " " * (width - cell_len(fitted))


def wrap(text: str, width: int, indent: int = 0) -> list[str]:
    """`text` wrapped to `width` cells. Lines after the first are indented; words that are too long are cut."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        line_width = width - (indent if lines else 0)
        if line and cell_len(line) + 1 + cell_len(word) > line_width:
            lines.append(line)
            line = ""
            line_width = width - indent
        line = f"{line} {word}" if line else fit(word, line_width)
    if line or not lines:
        lines.append(line)
    return [lines[0], *(" " * indent + line for line in lines[1:])]


def wrap_inked(words: Iterable[InkedWord], width: int, indent: int = 0) -> list[list[InkedWord]]:
    """Words wrapped to `width` cells, where lines after the first will be indented by `indent`. Words that are too long are
    cut."""
    lines: list[list[InkedWord]] = [[]]
    cells_left = width
    for word, ink in words:
        line = lines[-1]
        if line and cell_len(word) + 1 > cells_left:
            line = []
            lines.append(line)
        if not line:
            cells_left = width - (indent if len(lines) > 1 else 0) + 1
            word = fit(word, cells_left - 1)
        line.append((word, ink))
        cells_left -= cell_len(word) + 1
    return lines
