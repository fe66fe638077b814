"""Where the zones of the board stand, for any size of terminal and number of thieves.

From the top: the tomb, its guardians and the community card; the thieves; the hand; the question. On the right is the story, on a
large table with the reader and the cards left above it. A large table shows cards as boxes, as far as there is room.
"""

from dataclasses import dataclass
from typing import Final

from vok_tui.boards.thieves.drawing.cards import BOX_LINES
from vok_tui.boards.thieves.drawing.duels import DUEL_BOX_LINES
from vok_tui.painting.grid import Rect
from vok_tui.panes.arrangement import MIN_COLUMNS, MIN_SIDE_COLUMNS, WIDE_COLUMNS, PaneArrangement

SIDE_COLUMNS: Final = MIN_SIDE_COLUMNS - 1  # on the smallest table; so the hand has three columns
MIN_QUESTION_LINES: Final = 6
ROOMY_QUESTION_LINES: Final = 12
MIN_BOXED_QUESTION_LINES: Final = 8
READER_LINES: Final = 11
SEEN_LINES: Final = 14  # of the cards seen and left
TALL_LINES: Final = 34
BOXED_LINES: Final = 40
DUEL_LINES: Final = 4  # a heading, the tomb, and two guardians
MORE_DUEL_LINES: Final = 6
HAND_LINES: Final = 3  # at least; with few thieves there are more
MAX_HAND_LINES: Final = 5
THIEVES_IN_A_COLUMN: Final = 3  # as boxes; more stand in two columns


@dataclass(frozen=True)
class Layout:
    """The rectangles of the board's zones, and those of the generic panes. `duel_boxes` is that of the duels drawn as boxes and
    `seen` that of the cards seen and left, None where there is no room. Thieves stand in `seat_columns`, each in `seat_lines`
    lines: as boxes if these are enough."""

    duel_boxes: Rect | None
    duels: Rect
    seats: Rect
    seat_lines: int
    seat_columns: int
    hand: Rect
    seen: Rect | None
    panes: PaneArrangement


@dataclass
class ZoneLines:
    """How the lines of the left side are shared out."""

    duel_boxes: int
    duels: int
    one_seat: int
    seat_columns: int
    all_seats: int
    hand: int


def make_layout(width: int, height: int, seats: int) -> Layout:
    """The layout for a size of terminal. It does not depend on the position, so nothing moves during a game."""
    wide, tall = width >= WIDE_COLUMNS, height >= TALL_LINES
    side = width // 3 - 1 if wide else SIDE_COLUMNS + (width - MIN_COLUMNS) // 2
    left, lines = width - side - 1, height - 2
    share = (
        boxed_zone_lines(lines, seats) if wide and height >= BOXED_LINES else plain_zone_lines(lines, seats, tall=tall)
    )
    boxes = Rect(0, 1, left, share.duel_boxes)
    duels = Rect(0, boxes.bottom, left, share.duels)
    thieves = Rect(0, duels.bottom, left, share.all_seats)
    hand = Rect(0, thieves.bottom, left, share.hand)
    right = Rect(width - side, 1, side, lines)
    panes: dict[str, Rect | None] = {"story": right}
    seen = None
    if wide and tall:
        reader = Rect(right.x, right.y, side, READER_LINES)
        seen = Rect(right.x, reader.bottom, side, SEEN_LINES) if share.duel_boxes else None
        top = (seen or reader).bottom
        panes = {"reader": reader, "story": Rect(right.x, top, side, right.bottom - top)}
    arrangement = PaneArrangement(
        status=Rect(0, 0, width, 1),
        question=Rect(0, hand.bottom, left, height - 1 - hand.bottom),
        footer=Rect(0, height - 1, width, 1),
        left_overlay=Rect(0, 1, left, lines),
        right_overlay=right,
        panes=panes,
    )
    return Layout(
        boxes if share.duel_boxes else None, duels, thieves, share.one_seat, share.seat_columns, hand, seen, arrangement
    )


def plain_zone_lines(lines: int, seats: int, *, tall: bool) -> ZoneLines:
    """All in lines: one or two for each thief, and those of the hand."""
    question = ROOMY_QUESTION_LINES if tall else MIN_QUESTION_LINES
    duels = MORE_DUEL_LINES if tall else DUEL_LINES
    air = 1 if tall else 0
    spare = lines - question - duels - (1 + seats) - (1 + HAND_LINES) - 3 * air
    hand = HAND_LINES + max(0, min(spare, MAX_HAND_LINES - HAND_LINES))
    seat = 2 if spare - (hand - HAND_LINES) >= seats else 1
    return ZoneLines(0, duels + air, seat, 1, seats * seat + 1 + air, 1 + hand + air)


def boxed_zone_lines(lines: int, seats: int) -> ZoneLines:
    """Cards as boxes. With many thieves the hand stays in lines on a table that is not high enough."""
    columns = 1 if seats <= THIEVES_IN_A_COLUMN else 2
    thieves = 1 + BOX_LINES * -(-seats // columns)
    spare = lines - DUEL_BOX_LINES - DUEL_LINES - thieves - (1 + HAND_LINES) - MIN_BOXED_QUESTION_LINES
    hand = BOX_LINES if spare > 0 else HAND_LINES
    spare -= hand - HAND_LINES
    duels = DUEL_LINES + max(0, min(spare, MORE_DUEL_LINES - DUEL_LINES))
    return ZoneLines(DUEL_BOX_LINES, duels, BOX_LINES, columns, thieves, 1 + hand)
