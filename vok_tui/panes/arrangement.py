"""Where the generic panes stand on the table. The board of a game arranges them around its own zones."""

from dataclasses import dataclass
from typing import Final

from vok_tui.panes.grid import Rect

WIDE_COLUMNS: Final = 110  # from this width on the right side has room for a reader
MIN_COLUMNS: Final = 80  # columns of the smallest table, and of its right side
MIN_SIDE_COLUMNS: Final = 23
READER_LINES: Final = 12
BOARD_SHARE: Final = 2  # the board has one part of so many of the lines on the left


@dataclass(frozen=True)
class Arrangement:
    """The rectangles of the panes. `left_overlay` is covered by an open story, `right_overlay` may be covered by an open page;
    `reader` is None if it has no place of its own."""

    status: Rect
    question: Rect
    story: Rect
    reader: Rect | None
    footer: Rect
    left_overlay: Rect
    right_overlay: Rect


def arrange_simply(width: int, height: int) -> tuple[Arrangement, Rect]:
    """The arrangement for a board without a layout of its own, and the rectangle that is left for the board: the upper half
    of the left side."""
    wide = width >= WIDE_COLUMNS
    side = width // 3 - 1 if wide else MIN_SIDE_COLUMNS + (width - MIN_COLUMNS) // 2
    left, lines = width - side - 1, height - 2
    board = Rect(0, 1, left, lines // BOARD_SHARE)
    right = Rect(width - side, 1, side, lines)
    reader = (
        Rect(right.x, right.bottom - READER_LINES, side, READER_LINES) if wide and lines > 2 * READER_LINES else None
    )
    arrangement = Arrangement(
        status=Rect(0, 0, width, 1),
        question=Rect(0, board.bottom, left, height - 1 - board.bottom),
        story=Rect(right.x, 1, side, lines - (READER_LINES + 1 if reader else 0)),
        reader=reader,
        footer=Rect(0, height - 1, width, 1),
        left_overlay=Rect(0, 1, left, lines),
        right_overlay=right,
    )
    return arrangement, board
