"""Where each part of the table lies, for any size of terminal.

At 80x24 there is everything that a move needs: on the left the pyramid with three lines a card, the hand in two columns,
the cards in play and the question; on the right the tomb, the opponents and as much of the chronicle as there is room for.
At 120x40 the cards get a fourth line and air between them, the hand one line a card, and on the right a card always lies
open for reading.
"""

from dataclasses import dataclass
from typing import Final

from vok_tui.panes.grid import Rect

WIDE: Final = 110
TALL: Final = 34
SMALLEST: Final = 80  # columns of the smallest table, and of its right side
NARROWEST: Final = 23
TOMB: Final = 2  # lines: a heading and the rest, and one for each set between them
SEAT: Final = 3  # lines of an opponent; fewer where many must find room
READER: Final = 12
LOW: Final = 9  # lines of a reader that makes room for what lies before many opponents
FEW: Final = 3  # opponents who always have all their lines
CHRONICLE: Final = 4  # lines that the chronicle should keep


@dataclass(frozen=True)
class Layout:
    """The parts of the table. `stones` are the six places of the pyramid by slot, `over_left` is what an open chronicle
    covers, `over_right` what an open reader may cover; `reader` is None where it has no place of its own."""

    status: Rect
    stones: tuple[Rect, ...]
    stock: Rect
    boneyard: Rect
    hand_head: Rect
    hand: tuple[Rect, ...]
    play: Rect
    question: Rect
    tomb: Rect
    seats: tuple[Rect, ...]
    reader: Rect | None
    chronicle: Rect
    footer: Rect
    over_left: Rect
    over_right: Rect


def lay_out(width: int, height: int, hand: int, opponents: int, sets: int = 5) -> Layout:
    """The layout for a terminal, so many cards in hand, so many opponents and so many sets."""
    wide, air = width >= WIDE, 1 if height >= TALL else 0
    side = min(44, width // 3 - 1) if wide else NARROWEST + (width - SMALLEST) // 2
    margin = 1 if wide else 0
    left = width - side - margin - (3 if wide else 1)
    stones = pyramid(left, 1 + air, 3 + air, air)
    head = Rect(0, stones[0].bottom + air, left, 1)
    cards = hand_lines(Rect(0, head.bottom, left, 0), hand, 1 if left >= 70 and air and hand <= 8 else 2)
    play = Rect(0, max([head.bottom + 3 + 2 * air, *(card.bottom for card in cards)]), left, 1)
    top = play.bottom + air
    tomb = Rect(width - margin - side, 1 + air, side, TOMB + sets)
    column = Rect(tomb.x, tomb.bottom + 1, side, height - 1 - tomb.bottom - 1)
    seats, reader, chronicle = below_tomb(column, opponents, wide and air == 1)
    return Layout(
        status=Rect(0, 0, width, 1),
        stones=stones,
        stock=Rect(0, stones[5].y, stones[5].x - 1, stones[5].height),
        boneyard=Rect(stones[5].right + 1, stones[5].y, stones[5].width, stones[5].height),
        hand_head=head,
        hand=cards,
        play=play,
        question=Rect(0, top, left, height - 1 - top),
        tomb=tomb,
        seats=seats,
        reader=reader,
        chronicle=chronicle,
        footer=Rect(0, height - 1, width, 1),
        over_left=Rect(0, 1, left, play.bottom - 1),
        over_right=Rect(tomb.x - 1, 1, side + 1 + margin, height - 2),
    )


def pyramid(left: int, top: int, lines: int, air: int) -> tuple[Rect, ...]:
    """The six places by slot: base 0 1 2, middle 3 4, top 5."""
    width = (left - 2) // 3
    step = width + 1
    rows = [top + row * (lines + air) for row in (2, 1, 0)]
    base = [Rect(i * step, rows[0], width, lines) for i in range(3)]
    middle = [Rect(step // 2 + i * step, rows[1], width, lines) for i in range(2)]
    return (*base, *middle, Rect(step, rows[2], width, lines))


def hand_lines(area: Rect, cards: int, columns: int) -> tuple[Rect, ...]:
    """A line for each card, column by column."""
    lines = max(3 if columns == 2 else 1, -(-cards // columns))
    width = (area.width - columns + 1) // columns
    return tuple(Rect((i // lines) * (width + 1), area.y + i % lines, width, 1) for i in range(cards))


def below_tomb(column: Rect, opponents: int, with_reader: bool) -> tuple[tuple[Rect, ...], Rect | None, Rect]:
    """The opponents, the reader if it has a place here, and the chronicle with what is left. Many opponents get fewer lines
    each; but before their tombs are out of sight, the reader gets lower."""
    tall = READER if with_reader else 0
    room = column.height - CHRONICLE - (tall + 1 if with_reader else 0)
    step = SEAT + 1 if opponents * (SEAT + 1) <= room else SEAT
    lines = SEAT
    while opponents > FEW and opponents * step > room and lines > 1:
        lines -= 1
        step = lines
        if lines == 1 and with_reader:
            step = lines = 2
            tall = max(LOW, column.height - opponents * step - 2 - CHRONICLE)
            break
    seats = tuple(Rect(column.x, column.y + i * step, column.width, lines) for i in range(opponents))
    y = column.y + opponents * step + (1 if step == lines else 0)
    reader = None
    if with_reader:
        reader = Rect(column.x, y, column.width, tall)
        y = reader.bottom + 1
    return seats, reader, Rect(column.x, y, column.width, max(0, column.bottom - y))
