"""The layout of the right side of a large table: your tomb, the opponents, and the rest for the story."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from vok_tui.boards.valley.table_plan import TablePlan
from vok_tui.painting.grid import LineCount, Rect

SEAT_LINES: Final = 3  # of an opponent without card names: name, counts, tomb; fewer if there are many opponents
MIN_SEAT_LINES: Final = 2  # of an opponent whose tomb is shown
MIN_REST_LINES: Final = 6  # for the story; with fewer, the tombs of opponents are left out
NAME_LINES_AND_GAPS: Final = ((3, 1), (2, 1), (3, 0), (2, 0), (1, 1), (1, 0))
"""Lines for the card names in the tomb of an opponent, and blank lines between opponents; the most spacious first."""


@dataclass(frozen=True)
class SideLayout:
    """The rectangles of your tomb, of the opponents, and of what is left below them."""

    tomb: Rect
    seats: tuple[Rect, ...]  # of the opponents, from the next one in turn order on
    rest: Rect
    has_shelves: bool = False  # your tomb is painted as shelves
    shelved_opponent_count: int = 0  # so are the tombs of this many opponents, the first ones


def make_side_layout(
    column: Rect,
    plan: TablePlan,
    opponent_count: int,
    set_count: int,
    name_widths: Sequence[Sequence[int]],
    min_rest_lines: int,
) -> SideLayout:
    """The layout that shows most of the tombs and leaves `min_rest_lines`. If there is none, MIN_REST_LINES are enough before the
    tombs of opponents are left out."""
    shelf_lines = 2 + sum([shelf_height(widths, column.width) for widths in name_widths])
    tried: list[tuple[int, SideLayout]] = []
    for has_shelves, shelved_opponent_count, lines, gap in shelf_arrangements(plan, opponent_count):
        tomb_lines = shelf_lines if has_shelves else 2 + set_count
        heights = [shelf_lines + 1 if i < shelved_opponent_count else lines for i in range(opponent_count)]
        side = stacked_layout(column, tomb_lines, heights, gap, has_shelves, shelved_opponent_count)
        fits = side.rest.height >= min_rest_lines and side.rest.y <= column.bottom + 1
        if fits and lines >= MIN_SEAT_LINES:
            return side
        tried.append((lines, side))
    for lines, side in reversed(tried):
        if lines >= MIN_SEAT_LINES and side.rest.height >= MIN_REST_LINES:
            return side
    return tried[-1][1]


class ShelfArrangement(NamedTuple):
    """One way to show the tombs on the right side."""

    has_shelves: bool  # your tomb is painted as shelves
    shelved_opponent_count: int  # opponents whose tombs are shelves too
    other_lines: int  # of each other opponent
    gap: int  # blank lines between opponents


def shelf_arrangements(plan: TablePlan, opponent_count: int) -> list[ShelfArrangement]:
    """All ways to show the tombs with this plan, those that show most first."""
    lines_and_gaps = [(SEAT_LINES, 1)]
    if plan.has_names:
        lines_and_gaps = [(SEAT_LINES - 1 + lines, gap) for lines, gap in NAME_LINES_AND_GAPS]
    arrangements: list[ShelfArrangement] = []
    for has_shelves in [True, False] if plan.has_shelves else [False]:
        max_shelved_count = opponent_count if plan.story_columns and has_shelves else 0
        arrangements += [
            ShelfArrangement(has_shelves, shelved_count, lines, gap)
            for shelved_count in range(max_shelved_count, -1, -1)
            for lines, gap in lines_and_gaps
        ]
        arrangements += [
            ShelfArrangement(has_shelves, 0, lines, 0) for lines in range(SEAT_LINES, 1 if has_shelves else 0, -1)
        ]
    return arrangements


def stacked_layout(
    column: Rect, tomb_lines: int, heights: Sequence[int], gap: int, has_shelves: bool, shelved_opponent_count: int
) -> SideLayout:
    """The rectangles one below the other, with a blank line after the tomb and after the last opponent."""
    y = column.y + tomb_lines + 1
    seats = []
    for height in heights:
        seats.append(Rect(column.x, y, column.width, height))
        y += height + gap
    y += 1 - gap if heights else 0
    rest = Rect(column.x, y, column.width, max(0, column.bottom - y))
    return SideLayout(
        Rect(column.x, column.y, column.width, tomb_lines), tuple(seats), rest, has_shelves, shelved_opponent_count
    )


def shelf_height(name_widths: Sequence[int], width: int) -> LineCount:
    """The number of lines of a shelf: those of the names, each with a sign and a blank, and one for the edge below them."""
    lines, x = 1, 0
    for name_width in name_widths:
        if x and x + name_width + 1 > width:
            lines, x = lines + 1, 0
        x += name_width + 2
    return lines + 1
