"""The layout of the table for any size of terminal and number of builders.

On the left is the map, and below it the question. On the right are the pharaoh's pyramid and the bag, the builders, the lots, the
reader, and on a large table the story. Where only the small map fits, half of the large one can be shown over all columns.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from vok_tui.boards.tal.builders import BUILDER_LINES, BUILDER_LINES_WITH_SITES
from vok_tui.boards.tal.map import LARGE_MAP, SMALL_MAP
from vok_tui.painting.grid import Rect
from vok_tui.panes.scene import MIN_COLUMNS, MIN_SIDE_COLUMNS, RIGHT_MARGIN, WIDE_COLUMNS, PaneArrangement

SIDE_COLUMNS: Final = MIN_SIDE_COLUMNS - 1  # on the smallest table, to leave enough columns for the map
MIN_READER_LINES: Final = 11
MAX_READER_LINES: Final = 15
MIN_STORY_LINES: Final = 5
WANTED_STORY_LINES: Final = 8  # before builders have a line for their sites, which the map shows too
MIN_SITES_COLUMNS: Final = 30  # of the right side, to give builders a line for their sites
MIN_QUESTION_LINES: Final = 12  # below the large map
HALF_LINES: Final = 13  # of the large map: the areas in the middle, and all above or below them


@dataclass(frozen=True)
class TalLayout:
    """The rectangles of the board's zones and of the generic panes."""

    board: Rect
    builders: Rect
    lots: Rect
    panes: PaneArrangement
    has_large_map: bool = True


@lru_cache(maxsize=4)
def make_layout(width: int, height: int, seat_count: int) -> TalLayout:
    """The layout for a size of terminal. It does not depend on the position, so the zones stay in place during a game."""
    is_wide = width >= WIDE_COLUMNS
    side = width // 3 - 1 if is_wide else SIDE_COLUMNS + (width - MIN_COLUMNS) // 2
    left, lines = width - side - 1, height - 2
    is_large = left >= LARGE_MAP.columns and lines - LARGE_MAP.lines >= MIN_QUESTION_LINES
    board = Rect(0, 1, left, (LARGE_MAP if is_large else SMALL_MAP).lines)
    right = Rect(width - side, 1, side - RIGHT_MARGIN, lines)
    lot_lines = seat_count + 2  # a heading, and one lot more than builders
    spare = lines - 1 - lot_lines - 1 - MIN_READER_LINES - 1
    has_sites = side >= MIN_SITES_COLUMNS and spare - BUILDER_LINES_WITH_SITES * seat_count >= WANTED_STORY_LINES
    builder_lines = BUILDER_LINES_WITH_SITES if has_sites else BUILDER_LINES
    builders = Rect(right.x, right.y, right.width, 1 + seat_count * builder_lines)
    lots = Rect(right.x, builders.bottom, right.width, lot_lines)
    top = lots.bottom + 1
    panes: dict[str, Rect | None] = {"story": None}
    reader_lines = right.bottom - top
    if reader_lines - 1 - MIN_STORY_LINES >= MIN_READER_LINES:
        wanted = max(MIN_STORY_LINES, min(WANTED_STORY_LINES, reader_lines - 1 - MIN_READER_LINES))
        reader_lines = min(MAX_READER_LINES, reader_lines - 1 - wanted)
        story_top = top + reader_lines + 1
        panes["story"] = Rect(right.x, story_top, right.width, right.bottom - story_top)
    panes["reader"] = Rect(right.x + 1, top, right.width - 1, reader_lines)
    arrangement = PaneArrangement(
        status=Rect(0, 0, width, 1),
        question=Rect(0, board.bottom, left, height - 1 - board.bottom),
        footer=Rect(0, height - 1, width, 1),
        left_overlay=Rect(0, 1, left, lines),
        right_overlay=right,
        panes=panes,
    )
    return TalLayout(board, builders, lots, arrangement, is_large)


@lru_cache(maxsize=4)
def half_map_layout(width: int, height: int, seat_count: int, *, is_bidding: bool) -> TalLayout:
    """The layout with half of the large map, or with all of it on a table that is only too narrow. Below it, at the right, are
    the builders; the lots instead while bids are made, if not both fit."""
    whole = make_layout(width, height, seat_count)
    has_lines = height - 2 - LARGE_MAP.lines >= MIN_QUESTION_LINES
    board = Rect(0, 1, width, LARGE_MAP.lines if has_lines else HALF_LINES)
    question = whole.panes.question
    x, side = whole.builders.x, whole.builders.width
    top, lines = board.bottom, height - 1 - board.bottom
    builders = Rect(x, top, side, 1 + seat_count * BUILDER_LINES)
    lots = Rect(x, builders.bottom, side, whole.lots.height)
    if lots.bottom > top + lines:
        shown, none = Rect(x, top, side, lines), Rect(x, top, side, 0)
        builders, lots = (none, shown) if is_bidding else (builders, none)
    panes = replace(
        whole.panes,
        question=Rect(0, top, question.width, lines),
        panes={"story": None, "reader": None},
    )
    return TalLayout(board, builders, lots, panes, has_large_map=False)
