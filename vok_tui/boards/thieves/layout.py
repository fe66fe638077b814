"""Where the zones of the board stand, for any size of terminal and number of thieves.

From the top: the tomb, its guardians and the community card; a line for each thief; the hand in columns; the question. On the
right is the story, on a wide table with the reader above it.
"""

from dataclasses import dataclass
from typing import Final

from vok_tui.painting.grid import Rect
from vok_tui.panes.arrangement import MIN_COLUMNS, MIN_SIDE_COLUMNS, WIDE_COLUMNS, Arrangement

CARD_COLUMNS: Final = 18  # a key, a mark and the name of a card
SHORT_CARD_COLUMNS: Final = 10  # the same with a short name, for a long hand
MIN_QUESTION_LINES: Final = 6
ROOMY_QUESTION_LINES: Final = 12
READER_LINES: Final = 14
TALL_LINES: Final = 34
DUEL_LINES: Final = 4  # a heading, the tomb, and two guardians
MORE_DUEL_LINES: Final = 6
HAND_LINES: Final = 3  # at least; with few thieves there are more
MAX_HAND_LINES: Final = 5


@dataclass(frozen=True)
class Layout:
    """The rectangles of the board's zones, and those of the generic panes. `seat_lines` are the lines of each thief."""

    duels: Rect
    seats: Rect
    seat_lines: int
    hand: Rect
    panes: Arrangement


def make_layout(width: int, height: int, seats: int) -> Layout:
    """The layout for a size of terminal. It does not depend on the position, so nothing moves during a game."""
    wide, tall = width >= WIDE_COLUMNS, height >= TALL_LINES
    side = width // 3 - 1 if wide else MIN_SIDE_COLUMNS + (width - MIN_COLUMNS) // 2
    left, lines = width - side - 1, height - 2
    question = ROOMY_QUESTION_LINES if tall else MIN_QUESTION_LINES
    duel_lines = MORE_DUEL_LINES if tall else DUEL_LINES
    air = 1 if tall else 0
    spare = lines - question - duel_lines - (1 + seats) - (1 + HAND_LINES) - 3 * air
    hand_lines = HAND_LINES + max(0, min(spare, MAX_HAND_LINES - HAND_LINES))
    seat_lines = 2 if spare - (hand_lines - HAND_LINES) >= seats else 1
    duels = Rect(0, 1, left, duel_lines + air)
    thieves = Rect(0, duels.bottom, left, seats * seat_lines + 1 + air)
    hand = Rect(0, thieves.bottom, left, 1 + hand_lines + air)
    right = Rect(width - side, 1, side, lines)
    panes: dict[str, Rect | None] = {"story": right}
    if wide and tall:
        panes = {
            "reader": Rect(right.x, right.y, side, READER_LINES),
            "story": Rect(right.x, right.y + READER_LINES, side, lines - READER_LINES),
        }
    arrangement = Arrangement(
        status=Rect(0, 0, width, 1),
        question=Rect(0, hand.bottom, left, height - 1 - hand.bottom),
        footer=Rect(0, height - 1, width, 1),
        left_overlay=Rect(0, 1, left, lines),
        right_overlay=right,
        panes=panes,
    )
    return Layout(duels, thieves, seat_lines, hand, arrangement)
