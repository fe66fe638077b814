"""The right side of a large table: your tomb, the opponents, and the rest for the story."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from vok_tui.boards.valley.table_plan import TablePlan
from vok_tui.painting.grid import LineCount, Rect

SEAT_LINES: Final = 3  # lines of an opponent without names: name, counts, tomb; fewer where many must find room
MIN_SEAT_LINES: Final = 2  # with which the tomb of an opponent is seen
MIN_REST_LINES: Final = 6  # for the story, before the tombs of opponents disappear
NAMED_WAYS: Final = ((3, 1), (2, 1), (3, 0), (2, 0), (1, 1), (1, 0))
"""Lines for the names in the tombs of opponents, and blank lines between them; the fullest way first."""


@dataclass(frozen=True)
class SideLayout:
    """The tomb, the opponents from the next one on, and what is left below them. `has_shelves` is about your tomb; the first
    `shelved_opponents` opponents have shelves too."""

    tomb: Rect
    seats: tuple[Rect, ...]
    rest: Rect
    has_shelves: bool = False
    shelved_opponents: int = 0


def make_side_layout(
    column: Rect,
    plan: TablePlan,
    opponent_count: int,
    set_count: int,
    name_widths: Sequence[Sequence[int]],
    min_rest_lines: int,
) -> SideLayout:
    """The fullest way to show tombs that leaves `min_rest_lines`. Where there is none, fewer are left before the tombs of
    opponents disappear."""
    shelf_lines = 2 + sum([shelf_height(cells, column.width) for cells in name_widths])
    found: list[tuple[int, SideLayout]] = []
    for has_shelves, shelved_opponents, lines, gap in shelf_arrangements(plan, opponent_count):
        tomb_lines = shelf_lines if has_shelves else 2 + set_count
        heights = [shelf_lines + 1 if i < shelved_opponents else lines for i in range(opponent_count)]
        side = stacked_layout(column, tomb_lines, heights, gap, has_shelves, shelved_opponents)
        fits = side.rest.height >= min_rest_lines and side.rest.y <= column.bottom + 1
        if fits and lines >= MIN_SEAT_LINES:
            return side
        found.append((lines, side))
    for lines, side in reversed(found):
        if lines >= MIN_SEAT_LINES and side.rest.height >= MIN_REST_LINES:
            return side
    return found[-1][1]


class ShelfArrangement(NamedTuple):
    """Whether your tomb is shelves, how many opponents have shelves, the lines of each other one, and blank lines between
    them."""

    has_shelves: bool
    shelved_opponents: int
    other_lines: int
    gap: int


def shelf_arrangements(plan: TablePlan, opponent_count: int) -> list[ShelfArrangement]:
    """All ways to show tombs on this plan, the fullest first."""
    named = [(SEAT_LINES - 1 + lines, gap) for lines, gap in NAMED_WAYS] if plan.has_names else [(SEAT_LINES, 1)]
    found: list[ShelfArrangement] = []
    for has_shelves in [True, False] if plan.has_shelves else [False]:
        shelved_opponents = opponent_count if plan.story_columns and has_shelves else 0
        found += [
            ShelfArrangement(has_shelves, n, lines, gap)
            for n in range(shelved_opponents, -1, -1)
            for lines, gap in named
        ]
        found += [
            ShelfArrangement(has_shelves, 0, lines, 0) for lines in range(SEAT_LINES, 1 if has_shelves else 0, -1)
        ]
    return found


def stacked_layout(
    column: Rect, tomb_lines: int, heights: Sequence[int], gap: int, has_shelves: bool, shelved_opponents: int
) -> SideLayout:
    """The rectangles one below the other, with a blank line below the tomb and behind the last opponent."""
    y = column.y + tomb_lines + 1
    seats = []
    for height in heights:
        seats.append(Rect(column.x, y, column.width, height))
        y += height + gap
    y += 1 - gap if heights else 0
    rest = Rect(column.x, y, column.width, max(0, column.bottom - y))
    return SideLayout(
        Rect(column.x, column.y, column.width, tomb_lines), tuple(seats), rest, has_shelves, shelved_opponents
    )


def shelf_height(name_widths: Sequence[int], width: int) -> LineCount:
    """The lines of a shelf: the names, each with a sign and a blank, and the board below them."""
    lines, x = 1, 0
    for name in name_widths:
        if x and x + name + 1 > width:
            lines, x = lines + 1, 0
        x += name + 2
    return lines + 1
