"""Where the zones of the board stand, for any size of terminal and number of builders.

On the left are the sites and areas, as tiles or as a map, and below them the question. On the right are the builders, the lots,
and the story; on a large table also the reader.
"""

from dataclasses import dataclass
from typing import Final

from vok_tui.boards.tal.drawing.side import LINES_A_BUILDER, PLACES_LINES
from vok_tui.boards.tal.drawing.table import MAP_COLUMNS, MAP_LINES, tiles_height
from vok_tui.painting.grid import Rect
from vok_tui.panes.arrangement import MIN_COLUMNS, MIN_SIDE_COLUMNS, WIDE_COLUMNS, PaneArrangement

SIDE_COLUMNS: Final = MIN_SIDE_COLUMNS - 1  # on the smallest table; so the tiles have their columns
READER_LINES: Final = 12
MIN_STORY_LINES: Final = 7  # that are kept before builders show where their figures stand
PLACES_COLUMNS: Final = 30  # of the right side that have room for the places of all figures
MIN_QUESTION_LINES: Final = 12  # below the map


@dataclass(frozen=True)
class Layout:
    """The rectangles of the board's zones, and those of the generic panes."""

    board: Rect
    is_map: bool
    builders: Rect
    lots: Rect
    panes: PaneArrangement


def make_layout(width: int, height: int, seats: int) -> Layout:
    """The layout for a size of terminal. It does not depend on the position, so nothing moves during a game."""
    wide = width >= WIDE_COLUMNS
    side = width // 3 - 1 if wide else SIDE_COLUMNS + (width - MIN_COLUMNS) // 2
    left, lines = width - side - 1, height - 2
    is_map = left >= MAP_COLUMNS and lines - MAP_LINES >= MIN_QUESTION_LINES
    board = Rect(0, 1, left, MAP_LINES if is_map else tiles_height(lines))
    right = Rect(width - side, 1, side, lines)
    lots_lines = seats + 2  # a heading, and one lot more than builders
    reader_lines = READER_LINES if is_map else 0
    rest = lines - lots_lines - reader_lines - 1
    places = side >= PLACES_COLUMNS and rest - PLACES_LINES * seats >= MIN_STORY_LINES
    builders = Rect(right.x, right.y, side, 1 + seats * (PLACES_LINES if places else LINES_A_BUILDER))
    lots = Rect(right.x, builders.bottom, side, lots_lines)
    panes: dict[str, Rect | None] = {}
    top = lots.bottom
    if is_map:
        panes["reader"] = Rect(right.x + 1, top + 1, side - 1, READER_LINES - 1)
        top += READER_LINES
    panes["story"] = Rect(right.x, top, side, right.bottom - top)
    arrangement = PaneArrangement(
        status=Rect(0, 0, width, 1),
        question=Rect(0, board.bottom, left, height - 1 - board.bottom),
        footer=Rect(0, height - 1, width, 1),
        left_overlay=Rect(0, 1, left, lines),
        right_overlay=right,
        panes=panes,
    )
    return Layout(board, is_map, builders, lots, arrangement)
