"""The layout of the table for any size of terminal.

At 80x24: on the left the pyramid with three lines per card, the hand in two columns, the cards in play and the question; on the
right the tomb, the opponents and the story as far as it fits. At 120x40 cards get a fourth line and space between them, the hand
has one line per card, and the right side always has room for the reader.
"""

from dataclasses import dataclass
from typing import Final

from vok_tui.panes.arrangement import MIN_COLUMNS, MIN_SIDE_COLUMNS, READER_LINES, WIDE_COLUMNS, Arrangement
from vok_tui.panes.grid import Rect

TALL_LINES: Final = 34
TOMB_LINES: Final = 2  # lines: a heading and the rest, and one for each set between them
SEAT_LINES: Final = 3  # lines of an opponent; fewer where many must find room
MIN_READER_LINES: Final = 9  # lines of the reader if there are many opponents
FULL_OPPONENTS: Final = 3  # up to this number, opponents always have all their lines
STORY_LINES: Final = 4  # lines that the story should keep


@dataclass(frozen=True)
class Layout:
    """The rectangles of the board's own zones, and those of the generic panes. `stones` are the six slots of the pyramid."""

    stones: tuple[Rect, ...]
    stock: Rect
    boneyard: Rect
    hand_head: Rect
    hand: tuple[Rect, ...]
    play: Rect
    tomb: Rect
    seats: tuple[Rect, ...]
    panes: Arrangement


def make_layout(width: int, height: int, hand: int, opponents: int, sets: int = 5) -> Layout:
    """The layout for a size of terminal and numbers of cards in hand, opponents and sets."""
    wide, air = width >= WIDE_COLUMNS, 1 if height >= TALL_LINES else 0
    side = min(44, width // 3 - 1) if wide else MIN_SIDE_COLUMNS + (width - MIN_COLUMNS) // 2
    margin = 1 if wide else 0
    left = width - side - margin - (3 if wide else 1)
    stones = pyramid_rects(left, 1 + air, 3 + air, air)
    head = Rect(0, stones[0].bottom + air, left, 1)
    cards = hand_rects(Rect(0, head.bottom, left, 0), hand, 1 if left >= 70 and air and hand <= 8 else 2)
    play = Rect(0, max([head.bottom + 3 + 2 * air, *(card.bottom for card in cards)]), left, 1)
    top = play.bottom + air
    tomb = Rect(width - margin - side, 1 + air, side, TOMB_LINES + sets)
    column = Rect(tomb.x, tomb.bottom + 1, side, height - 1 - tomb.bottom - 1)
    seats, reader, story = below_tomb_rects(column, opponents, wide and air == 1)
    return Layout(
        stones=stones,
        stock=Rect(0, stones[5].y, stones[5].x - 1, stones[5].height),
        boneyard=Rect(stones[5].right + 1, stones[5].y, stones[5].width, stones[5].height),
        hand_head=head,
        hand=cards,
        play=play,
        tomb=tomb,
        seats=seats,
        panes=Arrangement(
            status=Rect(0, 0, width, 1),
            question=Rect(0, top, left, height - 1 - top),
            story=story,
            reader=reader,
            footer=Rect(0, height - 1, width, 1),
            left_overlay=Rect(0, 1, left, play.bottom - 1),
            right_overlay=Rect(tomb.x - 1, 1, side + 1 + margin, height - 2),
        ),
    )


def pyramid_rects(left: int, top: int, lines: int, air: int) -> tuple[Rect, ...]:
    """The six rectangles by slot: base 0 1 2, middle 3 4, top 5."""
    width = (left - 2) // 3
    step = width + 1
    rows = [top + row * (lines + air) for row in (2, 1, 0)]
    base = [Rect(i * step, rows[0], width, lines) for i in range(3)]
    middle = [Rect(step // 2 + i * step, rows[1], width, lines) for i in range(2)]
    return (*base, *middle, Rect(step, rows[2], width, lines))


def hand_rects(area: Rect, cards: int, columns: int) -> tuple[Rect, ...]:
    """A line for each card, column by column."""
    lines = max(3 if columns == 2 else 1, -(-cards // columns))
    width = (area.width - columns + 1) // columns
    return tuple(Rect((i // lines) * (width + 1), area.y + i % lines, width, 1) for i in range(cards))


def below_tomb_rects(column: Rect, opponents: int, with_reader: bool) -> tuple[tuple[Rect, ...], Rect | None, Rect]:
    """The opponents, the reader if it has a place here, and the story with the rest. Many opponents get fewer lines each; but
    the reader shrinks before their tombs disappear."""
    tall = READER_LINES if with_reader else 0
    room = column.height - STORY_LINES - (tall + 1 if with_reader else 0)
    step = SEAT_LINES + 1 if opponents * (SEAT_LINES + 1) <= room else SEAT_LINES
    lines = SEAT_LINES
    while opponents > FULL_OPPONENTS and opponents * step > room and lines > 1:
        lines -= 1
        step = lines
        if lines == 1 and with_reader:
            step = lines = 2
            tall = max(MIN_READER_LINES, column.height - opponents * step - 2 - STORY_LINES)
            break
    seats = tuple(Rect(column.x, column.y + i * step, column.width, lines) for i in range(opponents))
    y = column.y + opponents * step + (1 if step == lines else 0)
    reader = None
    if with_reader:
        reader = Rect(column.x, y, column.width, tall)
        y = reader.bottom + 1
    return seats, reader, Rect(column.x, y, column.width, max(0, column.bottom - y))
