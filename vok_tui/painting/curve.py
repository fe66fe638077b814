"""The curve pane: points by turn, a line for each seat. Drawn in braille, in ASCII by initials; readable without colours.

The lines are steps: points change at the end of a turn. Where several lines coincide, their colours alternate cell by cell.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from engine.core.game import NOBODY
from vok_tui.painting.grid import Brush, fit

DOT_COLUMNS: Final = 2  # columns of braille dots in a cell
DOT_ROWS: Final = 4  # rows of braille dots in a cell
BRAILLE: Final = 0x2800  # the empty braille cell; the dots are its low bits
DOT_BITS: Final = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))  # by column, then from top to bottom
CORNER, AXIS, RULE = "└", "│", "─"
SHARED_SIGN: Final = "*"  # ASCII: several lines in one cell
SHARED_INK: Final = "sand"
INITIAL_EVERY_COLUMNS: Final = 12  # distance between two initials
MIN_TICK_COLUMNS: Final = 10  # minimum distance between two numbers on the axis
TICK_STEPS: Final = (1, 2, 5)  # turns between two numbers: one of these, times a power of ten
LABEL_WIDTH_DIVISOR: Final = 3  # labels take at most a third of the width
SEAT_INKS: Final = ("lapis", "faience", "rose", "olive", "amber", "sky", "clay", "teal")  # for all seats but yours
YOUR_INK: Final = "gold"
MIN_LINES: Final = 3  # lines of the smallest pane
MIN_COLUMNS: Final = 24
END_DOTS: Final = 4  # columns of dots after the last turn, so that the final points stay visible


@dataclass(frozen=True)
class CurveLine:
    """The line of one player. `points[0]` is the score at the start of the game, `points[n]` the score after turn n."""

    name: str
    ink: str
    points: tuple[int, ...]


def lines_of_seats(names: Sequence[str], points: Sequence[tuple[int, ...]], your_seat: int = NOBODY) -> list[CurveLine]:
    """A line for each seat, yours first and called "You"."""
    inks = iter(SEAT_INKS * len(points))
    lines = [
        CurveLine("You", YOUR_INK, by_turn) if seat == your_seat else CurveLine(name, next(inks), by_turn)
        for seat, (name, by_turn) in enumerate(zip(names, points, strict=False))
    ]
    return sorted(lines, key=lambda line: line.ink != YOUR_INK)


@dataclass(frozen=True)
class _Scale:
    """Converts turns and points to dots."""

    columns: int  # of dots
    rows: int  # of dots
    turns: int
    low: int
    high: int

    def dot_column(self, turn: int) -> int:
        return turn * (self.columns - 1 - END_DOTS) // max(1, self.turns)

    def dot_row(self, points: int) -> int:
        """The row of dots, counted from the top."""
        return (self.high - points) * (self.rows - 1) // max(1, self.high - self.low)


@dataclass(frozen=True)
class CurvePlot:
    """Where a curve was painted: the column of each turn, from the left edge of its brush."""

    first_column: int
    columns: int
    turns: int

    def column_of(self, turn: int) -> int:
        return self.first_column + self._dot_column(min(turn, self.turns)) // DOT_COLUMNS

    def turn_at(self, column: int) -> int:
        """The turn whose column is nearest."""
        return min(range(self.turns + 1), key=lambda turn: abs(self.column_of(turn) - column))

    def _dot_column(self, turn: int) -> int:
        return _Scale(self.columns * DOT_COLUMNS, 1, self.turns, 0, 1).dot_column(turn)


def paint_curve(
    brush: Brush, lines: Sequence[CurveLine], *, ascii_only: bool, colors: bool, from_zero: bool = True
) -> CurvePlot | None:
    """Paint the lines, an axis for the points at the left and one for the turns below, and names and points at the right ends.
    All lines have the same number of turns. Without `colors` the lines carry initials. Without `from_zero` the points axis
    begins at the lowest value. Returns the position of the turns; None if nothing was painted, because no turn has ended or the
    brush is too small."""
    turns = max((len(line.points) for line in lines), default=1) - 1
    if turns < 1 or brush.height < MIN_LINES or brush.width < MIN_COLUMNS:
        return None
    low = min([min(line.points) for line in lines] + [0] * from_zero)
    high = max([max(line.points) for line in lines] + [low + 1])
    margin = max(len(str(high)), len(str(low))) + 1
    labels = [f"{line.name} {line.points[-1]}" for line in lines]
    if ascii_only or not colors:
        initials = unique_initials([line.name for line in lines])
        labels = [
            label if label[:1].upper() == initial else f"{initial} {label}"
            for initial, label in zip(initials, labels, strict=True)
        ]
    label_columns = min(max(map(cell_len, labels)), brush.width // LABEL_WIDTH_DIVISOR)
    height = brush.height - 1
    plot = brush.sub_brush(margin, 0, brush.width - margin - label_columns - 1, height)
    scale = _Scale(plot.width * DOT_COLUMNS, plot.height * DOT_ROWS, turns, low, high)
    _paint_axes(brush, plot, scale, margin)
    _paint_lines(plot, lines, scale, ascii_only)
    if not (ascii_only or colors):
        _paint_initials(plot, lines, scale)
    label_lines = height if len(labels) <= height else brush.height  # the line beside the axis only if it is needed
    _paint_labels(
        brush.sub_brush(margin + plot.width + 1, 0, label_columns, label_lines),
        list(zip(labels, lines, strict=True)),
        scale,
    )
    return CurvePlot(margin, plot.width, turns)


def _paint_axes(brush: Brush, plot: Brush, scale: _Scale, margin: int) -> None:
    """Paint the axes: the points at the top, in the middle and at the bottom of one, round numbers of turns on the other."""
    numbers = {
        scale.dot_row(points) // DOT_ROWS: points for points in (scale.low, (scale.low + scale.high) // 2, scale.high)
    }
    for y in range(plot.height):
        if y in numbers:
            brush.write_right(y, str(numbers[y]), "dune", end=margin - 1)
        brush.write(margin - 1, y, AXIS, "deep")
    brush.write(margin - 1, plot.height, CORNER + RULE * plot.width, "deep")
    step = tick_step(scale.turns, plot.width)
    for turn in range(0, scale.turns + 1, step):
        brush.write(margin + scale.dot_column(turn) // DOT_COLUMNS, plot.height, str(turn), "dune")


def tick_step(turns: int, columns: int) -> int:
    """The number of turns between two numbers on the axis: the smallest of 1, 2, 5, 10, 20, ... that keeps them apart."""
    power = 1
    while True:
        for step in TICK_STEPS:
            if step * power * columns >= MIN_TICK_COLUMNS * turns:
                return step * power
        power *= 10


def _paint_lines(plot: Brush, lines: Sequence[CurveLine], scale: _Scale, ascii_only: bool) -> None:
    """Paint all lines. Several lines in one cell are drawn together."""
    cells: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for number, line in enumerate(lines):
        for cell, bits in _dots_by_cell(line, scale).items():
            cells.setdefault(cell, []).append((number, bits))
    letters = unique_initials([line.name for line in lines])
    for (x, y), drawn in cells.items():
        dots = 0
        for _, bits in drawn:
            dots |= bits
        coincide = all(bits == dots for _, bits in drawn)
        number = drawn[x % len(drawn)][0]
        ink = lines[number].ink if coincide else SHARED_INK
        if ascii_only:
            plot.write(x, y, letters[number] if len(drawn) == 1 else SHARED_SIGN, ink)
        else:
            plot.write(x, y, chr(BRAILLE + dots), ink)


def unique_initials(names: Sequence[str]) -> list[str]:
    """A letter for each name: the first letter of the name that is not yet taken, else the number of the line, from 1."""
    letters: list[str] = []
    for number, name in enumerate(names):
        free = [letter for letter in name.upper() if letter.isascii() and letter.isalpha() and letter not in letters]
        letters.append(free[0] if free else str(number + 1))
    return letters


def _dots_by_cell(line: CurveLine, scale: _Scale) -> dict[tuple[int, int], int]:
    """The cells that a line passes through, each with the bits of its dots."""
    cells: dict[tuple[int, int], int] = {}

    def dot(x: int, y: int) -> None:
        cell = (x // DOT_COLUMNS, y // DOT_ROWS)
        cells[cell] = cells.get(cell, 0) | DOT_BITS[x % DOT_COLUMNS][y % DOT_ROWS]

    previous_y = scale.dot_row(line.points[0])
    for turn in range(1, len(line.points)):
        end, y = scale.dot_column(turn), scale.dot_row(line.points[turn])
        for x in range(scale.dot_column(turn - 1), end + 1):
            dot(x, previous_y)
        for step_y in range(min(previous_y, y), max(previous_y, y) + 1):
            dot(end, step_y)
        previous_y = y
    for x in range(scale.dot_column(scale.turns), scale.columns):
        dot(x, previous_y)
    return cells


def _paint_initials(plot: Brush, lines: Sequence[CurveLine], scale: _Scale) -> None:
    """Write the initial of each line on it at regular intervals; no two lines use the same column."""
    letters = unique_initials([line.name for line in lines])
    for number, line in enumerate(lines):
        offset = INITIAL_EVERY_COLUMNS * (number + 1) // len(lines)
        for x in range(offset, plot.width - 1, INITIAL_EVERY_COLUMNS):
            turn = next(t for t in range(scale.turns, -1, -1) if scale.dot_column(t) <= x * DOT_COLUMNS)
            plot.write(x, scale.dot_row(line.points[turn]) // DOT_ROWS, letters[number], line.ink)


def _paint_labels(brush: Brush, labels: Sequence[tuple[str, CurveLine]], scale: _Scale) -> None:
    """Write names and points beside the ends of the lines. Labels that would overlap move apart; those with the fewest points
    are left out if there are too few rows."""
    labels = sorted(labels, key=lambda label: -label[1].points[-1])
    rows = spread_label_rows([scale.dot_row(line.points[-1]) // DOT_ROWS for _, line in labels], brush.height)
    for (text, line), row in zip(labels, rows, strict=True):
        if row is not None:
            name, points = text.rsplit(" ", 1)
            brush.write(0, row, f"{fit(name, brush.width - len(points) - 1)} {points}", line.ink)


def spread_label_rows(wanted_rows: Sequence[int], height: int) -> list[int | None]:
    """A separate row for each label, as near as possible to the wanted one, in the same order from top to bottom; None for
    labels that no longer fit into `height` rows."""
    order = sorted(range(len(wanted_rows)), key=lambda label: (wanted_rows[label], label))[:height]
    rows: list[int | None] = [None] * len(wanted_rows)
    free = 0
    for position, label in enumerate(order):
        labels_below = len(order) - 1 - position
        row = min(max(free, wanted_rows[label]), height - 1 - labels_below)
        rows[label] = row
        free = row + 1
    return rows
