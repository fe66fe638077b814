"""The layout of the table for any size of terminal and number of builders.

On the left are the sites and areas, as tiles or as a map, and below them the question. On the right are the builders, the lots,
and the story; on a large table also the reader.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from vok_tui.boards.tal.builders import BUILDER_LINES, BUILDER_LINES_WITH_PLACES
from vok_tui.boards.tal.sites import MAP_COLUMNS, MAP_LINES, tiles_height
from vok_tui.painting.grid import Rect
from vok_tui.panes.scene import MIN_COLUMNS, MIN_SIDE_COLUMNS, RIGHT_MARGIN, WIDE_COLUMNS, PaneArrangement

SIDE_COLUMNS: Final = MIN_SIDE_COLUMNS - 1  # on the smallest table, to leave enough columns for the tiles
READER_LINES: Final = 12
MIN_STORY_LINES: Final = 7  # must be left before builders get a line for the places of their figures
MIN_PLACES_COLUMNS: Final = 30  # of the right side, to fit the places of all figures
MIN_QUESTION_LINES: Final = 12  # below the map


@dataclass(frozen=True)
class TalLayout:
    """The rectangles of the board's zones and of the generic panes. `is_map`: sites and areas are a map, not tiles."""

    board: Rect
    is_map: bool
    builders: Rect
    lots: Rect
    panes: PaneArrangement


@lru_cache(maxsize=4)
def make_layout(width: int, height: int, seat_count: int) -> TalLayout:
    """The layout for a size of terminal. It does not depend on the position, so the zones stay in place during a game."""
    is_wide = width >= WIDE_COLUMNS
    side = width // 3 - 1 if is_wide else SIDE_COLUMNS + (width - MIN_COLUMNS) // 2
    left, lines = width - side - 1, height - 2
    is_map = left >= MAP_COLUMNS and lines - MAP_LINES >= MIN_QUESTION_LINES
    board = Rect(0, 1, left, MAP_LINES if is_map else tiles_height(lines))
    right = Rect(width - side, 1, side - RIGHT_MARGIN, lines)
    lot_lines = seat_count + 2  # a heading, and one lot more than builders
    reader_lines = READER_LINES if is_map else 0
    spare = lines - lot_lines - reader_lines - 1
    shows_places = side >= MIN_PLACES_COLUMNS and spare - BUILDER_LINES_WITH_PLACES * seat_count >= MIN_STORY_LINES
    builder_lines = BUILDER_LINES_WITH_PLACES if shows_places else BUILDER_LINES
    builders = Rect(right.x, right.y, right.width, 1 + seat_count * builder_lines)
    lots = Rect(right.x, builders.bottom, right.width, lot_lines)
    panes: dict[str, Rect | None] = {}
    top = lots.bottom
    if is_map:
        panes["reader"] = Rect(right.x + 1, top + 1, right.width - 1, READER_LINES - 1)
        top += READER_LINES
    panes["story"] = Rect(right.x, top, right.width, right.bottom - top)
    arrangement = PaneArrangement(
        status=Rect(0, 0, width, 1),
        question=Rect(0, board.bottom, left, height - 1 - board.bottom),
        footer=Rect(0, height - 1, width, 1),
        left_overlay=Rect(0, 1, left, lines),
        right_overlay=right,
        panes=panes,
    )
    return TalLayout(board, is_map, builders, lots, arrangement)
