"""Where the generic panes are on the table. The board of a game arranges them around its own zones."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from vok_tui.painting.grid import Rect

WIDE_COLUMNS: Final = 110  # tables of this width or more have a reader on the right side
MIN_COLUMNS: Final = 80  # width of the smallest table
MIN_SIDE_COLUMNS: Final = 23  # width of its right side
RIGHT_MARGIN: Final = 1  # blank columns at the right edge of the table, where many terminals show a border
READER_LINES: Final = 12
BOARD_PORTION: Final = 0.5  # of the height of the left side


@dataclass(frozen=True)
class PaneArrangement:
    """The rectangles of the panes. `panes` holds those of the fixed panes, by their ids: None for a pane that this table does not
    show. A pane that is missing there may take a part of another pane (`FallbackSlot`). Overlays may cover `left_overlay` and
    `right_overlay`. Cards in the `areas_with_texts` show their text."""

    status: Rect
    question: Rect
    footer: Rect
    left_overlay: Rect
    right_overlay: Rect
    panes: Mapping[str, Rect | None]
    areas_with_texts: frozenset[str] = frozenset()


def default_panes_and_board_rect(width: int, height: int) -> tuple[PaneArrangement, Rect]:
    """The arrangement for a board without a layout of its own, and the rectangle that is left for the board: the upper half
    of the left side."""
    wide = width >= WIDE_COLUMNS
    side = width // 3 - 1 if wide else MIN_SIDE_COLUMNS + (width - MIN_COLUMNS) // 2
    left, lines = width - side - 1, height - 2
    board = Rect(0, 1, left, int(lines * BOARD_PORTION))
    right = Rect(width - side, 1, side - RIGHT_MARGIN, lines)
    arrangement = PaneArrangement(
        status=Rect(0, 0, width, 1),
        question=Rect(0, board.bottom, left, height - 1 - board.bottom),
        footer=Rect(0, height - 1, width, 1),
        left_overlay=Rect(0, 1, left, lines),
        right_overlay=right,
        panes={"story": right},
    )
    return arrangement, board
