"""The layout of the table for any size of terminal and number of thieves.

On the left, from the top: the tomb, its guardians and the community card; the thieves; the hand; the question. On the right
is the story; on a large table, the reader and the cards left are above it. A large table shows cards as boxes where they fit.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from vok_tui.boards.thieves.cards import BOX_LINES
from vok_tui.boards.thieves.duels import DUEL_BOX_LINES
from vok_tui.painting.grid import Rect
from vok_tui.panes.scene import MIN_COLUMNS, MIN_SIDE_COLUMNS, RIGHT_MARGIN, WIDE_COLUMNS, PaneArrangement

SIDE_COLUMNS: Final = MIN_SIDE_COLUMNS - 1  # on the smallest table, to leave three columns for the hand
MIN_QUESTION_LINES: Final = 6
ROOMY_QUESTION_LINES: Final = 12
MIN_BOXED_QUESTION_LINES: Final = 8
READER_LINES: Final = 11
SEEN_LINES: Final = 14  # of the table of cards seen and left
TALL_LINES: Final = 34
BOXED_LINES: Final = 40
MIN_DUEL_LINES: Final = 4  # a heading, the tomb, and two guardians
MAX_DUEL_LINES: Final = 6
MIN_HAND_LINES: Final = 3
MAX_HAND_LINES: Final = 5  # with few thieves; one line fewer on a low table
MAX_THIEVES_IN_COLUMN: Final = 3  # with cards as boxes; more thieves take two columns


@dataclass(frozen=True)
class ThievesLayout:
    """The rectangles of the board's zones and of the generic panes. `duel_boxes` (the duels as boxes) and `seen_and_left` (the
    table of the cards seen and left) are None if they do not fit. Each thief takes `seat_lines` lines: with cards as boxes if
    these are enough."""

    duel_boxes: Rect | None
    duels: Rect
    seats: Rect
    seat_lines: int
    seats_per_row: int
    hand: Rect
    seen_and_left: Rect | None
    panes: PaneArrangement


@dataclass
class ZoneLines:
    """The number of lines of each zone on the left side."""

    duel_boxes: int
    duels: int
    one_seat: int
    seats_per_row: int  # thieves side by side, not lines
    all_seats: int
    hand: int


@lru_cache(maxsize=4)
def make_layout(width: int, height: int, seat_count: int) -> ThievesLayout:
    """The layout for a size of terminal. It does not depend on the position, so the zones stay in place during a game."""
    is_wide, is_tall = width >= WIDE_COLUMNS, height >= TALL_LINES
    side = width // 3 - 1 if is_wide else SIDE_COLUMNS + (width - MIN_COLUMNS) // 2
    left, lines = width - side - 1, height - 2
    if is_wide and height >= BOXED_LINES:
        zones = boxed_zone_lines(lines, seat_count)
    else:
        zones = plain_zone_lines(lines, seat_count, is_tall=is_tall)
    boxes = Rect(0, 1, left, zones.duel_boxes)
    duels = Rect(0, boxes.bottom, left, zones.duels)
    thieves = Rect(0, duels.bottom, left, zones.all_seats)
    hand = Rect(0, thieves.bottom, left, zones.hand)
    right = Rect(width - side, 1, side - RIGHT_MARGIN, lines)
    panes: dict[str, Rect | None] = {"story": right}
    seen_and_left = None
    if is_wide and is_tall:
        reader = Rect(right.x, right.y, right.width, READER_LINES)
        seen_and_left = Rect(right.x, reader.bottom, right.width, SEEN_LINES) if zones.duel_boxes else None
        top = (seen_and_left or reader).bottom
        panes = {"reader": reader, "story": Rect(right.x, top, right.width, right.bottom - top)}
    arrangement = PaneArrangement(
        status=Rect(0, 0, width, 1),
        question=Rect(0, hand.bottom, left, height - 1 - hand.bottom),
        footer=Rect(0, height - 1, width, 1),
        left_overlay=Rect(0, 1, left, lines),
        right_overlay=right,
        panes=panes,
    )
    return ThievesLayout(
        boxes if zones.duel_boxes else None,
        duels,
        thieves,
        zones.one_seat,
        zones.seats_per_row,
        hand,
        seen_and_left,
        arrangement,
    )


def plain_zone_lines(lines: int, seat_count: int, *, is_tall: bool) -> ZoneLines:
    """The lines of the zones if no card is a box: one or two for each thief, and three to five for the hand."""
    question = ROOMY_QUESTION_LINES if is_tall else MIN_QUESTION_LINES
    duels = MAX_DUEL_LINES if is_tall else MIN_DUEL_LINES
    gap = 1 if is_tall else 0
    spare = lines - question - duels - (1 + seat_count) - (1 + MIN_HAND_LINES) - 3 * gap
    most = MAX_HAND_LINES if is_tall else MAX_HAND_LINES - 1
    hand = MIN_HAND_LINES + max(0, min(spare, most - MIN_HAND_LINES))
    spare -= hand - MIN_HAND_LINES
    if not is_tall and spare > 0:  # a third guardian, whose tokens can be won too
        duels, spare = duels + 1, spare - 1
    one_seat = 2 if spare >= seat_count else 1
    return ZoneLines(0, duels + gap, one_seat, 1, seat_count * one_seat + 1 + gap, 1 + hand + gap)


def boxed_zone_lines(lines: int, seat_count: int) -> ZoneLines:
    """The lines of the zones with cards as boxes. If many thieves leave too few lines, the hand is a list of names instead."""
    columns = 1 if seat_count <= MAX_THIEVES_IN_COLUMN else 2
    thieves = 1 + BOX_LINES * -(-seat_count // columns)
    spare = lines - DUEL_BOX_LINES - MIN_DUEL_LINES - thieves - (1 + MIN_HAND_LINES) - MIN_BOXED_QUESTION_LINES
    hand = BOX_LINES if spare > 0 else MIN_HAND_LINES
    spare -= hand - MIN_HAND_LINES
    duels = MIN_DUEL_LINES + max(0, min(spare, MAX_DUEL_LINES - MIN_DUEL_LINES))
    return ZoneLines(DUEL_BOX_LINES, duels, BOX_LINES, columns, thieves, 1 + hand)
