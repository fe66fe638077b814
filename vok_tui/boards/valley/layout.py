"""The layout of the table for any size of terminal.

At 80x24: on the left the pyramid with three lines per card, the hand in two columns, the cards in play and the question; on the
right the tomb, the opponents and the story as far as it fits. From 110x34 on, cards have frames and tell what they do; from
159x45 on also their emblems, and tombs are shelves; from 200x58 on the story has a column of its own. Between two sizes the
right side grows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from vok_tui.boards.valley.drawing.side_layout import SEAT_LINES, SideLayout, make_side_layout
from vok_tui.boards.valley.table_plan import TablePlan, plan_for
from vok_tui.painting.grid import Rect
from vok_tui.panes.arrangement import MIN_COLUMNS, MIN_SIDE_COLUMNS, READER_LINES, WIDE_COLUMNS, PaneArrangement
from vok_tui.panes.card_frame import CardPlan

TALL_LINES: Final = 34
TOMB_LINES: Final = 2  # lines: a heading and the rest, and one for each set between them
MIN_READER_LINES: Final = 5  # of a narrow reader: a title and what a card does
MIN_LOG_LINES: Final = 8  # of a story in a narrow place
FULL_OPPONENTS: Final = 3  # up to this number, opponents always have all their lines
STORY_LINES: Final = 4  # lines that the story should keep
ROWS: Final = 3  # of the pyramid
HAND_PLACES: Final = 5  # cards in hand that have a frame, or a line that is kept for them
LONG_HAND: Final = 8  # more cards stand in two columns
AIRY_LINES: Final = 8  # lines above those of the plan, from which on there is air between pyramid and hand
READER_PANE_LINES: Final = 9  # lines of the reader below the question
MAX_SIDE_SHARE: Final = 3  # of what a table is wider than its plan, the side gets one part of this many

TELLING_AREAS: Final = ("slot", "hand")

LINE: Final = CardPlan(0, 1)
PLANS: Final = (
    TablePlan(MIN_COLUMNS, 24, CardPlan(18, 3), LINE, MIN_SIDE_COLUMNS),
    TablePlan(
        WIDE_COLUMNS, TALL_LINES, CardPlan(25, 6, has_frame=True), LINE, 34,
        story_lines=8, question_lines=5, curve_lines=8,
    ),
    TablePlan(
        159, 45, CardPlan(33, 7, has_frame=True, has_emblem=True), CardPlan(19, 11, has_frame=True, has_emblem=True), 55,
        story_lines=20, question_lines=4, curve_lines=6, has_shelves=True, has_names=True,
    ),
    TablePlan(
        200, 58, CardPlan(33, 9, has_frame=True, has_emblem=True), CardPlan(19, 14, has_frame=True, has_emblem=True), 56,
        story_columns=39, story_lines=20, question_lines=6, curve_lines=11, has_shelves=True, has_names=True,
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Layout:
    """The rectangles of the board's own zones, and those of the generic panes. `pyramid` are its six slots.
    Cards in play stand in the heading of the hand where there is no line for them."""

    plan: TablePlan
    pyramid: tuple[Rect, ...]
    stock: Rect
    boneyard: Rect
    hand_head: Rect
    hand: tuple[Rect, ...]
    play: Rect | None
    side: SideLayout
    panes: PaneArrangement


@dataclass(frozen=True)
class TableContents:
    """What must find room on the table."""

    hand_count: int
    opponent_count: int
    set_count: int = 5
    name_widths: Sequence[Sequence[int]] = ()  # the cells of each name of each set


def make_layout(width: int, height: int, contents: TableContents) -> Layout:
    """The layout for a size of terminal and its contents."""
    plan = plan_for(PLANS, width, height)
    return (
        framed_layout(width, height, plan, contents) if plan.card.has_frame else small_layout(width, height, contents)
    )


def framed_layout(width: int, height: int, plan: TablePlan, contents: TableContents) -> Layout:
    """The layout with cards as boxes."""
    spare = width - plan.min_columns
    story_columns = plan.story_columns + (spare // MAX_SIDE_SHARE if plan.story_columns else 0)
    x = story_columns + 2 if story_columns else 0
    side = plan.side_columns + spare // (MAX_SIDE_SHARE if story_columns else 1)
    least = ROWS * plan.card.width + ROWS - 1
    side = max(plan.side_columns, min(side, width - x - least - 2))
    left = width - x - side - 2
    low = height < plan.min_lines + AIRY_LINES
    stones = pyramid_rects(left, 1, plan.card.height, 0, x)
    head = Rect(x, stones[0].bottom + (0 if low or plan.hand.has_frame else 1), left, 1)
    last = height - 1
    hand, bottom = framed_hand_and_bottom(plan, head, contents.hand_count, last)
    play = None if plan.hand.has_frame else Rect(x, bottom, left, 1)
    top = bottom if play is None else play.bottom
    curve_lines = plan.curve_lines if story_columns or last - top - plan.curve_lines >= plan.question_lines else 0
    curve, question = None, Rect(x, top, left, last - top)
    if curve_lines and not story_columns:
        curve = Rect(x, last - curve_lines, left, curve_lines)
        question = Rect(x, top, left, curve.y - top)
    column = Rect(width - 1 - side, 1, side, height - 2)
    keep = 0 if story_columns else plan.story_lines
    found = make_side_layout(column, plan, contents.opponent_count, contents.set_count, contents.name_widths, keep)
    story: Rect | None = found.rest
    reader = None
    if story_columns:
        if question.height >= plan.question_lines + READER_PANE_LINES:
            reader = Rect(x, last - READER_PANE_LINES, left, READER_PANE_LINES)
            question = Rect(x, top, left, reader.y - 1 - top)
        story = Rect(0, 1, story_columns, height - 2 - curve_lines)
        curve = Rect(0, last - curve_lines, story_columns, curve_lines)
    return Layout(
        plan=plan,
        pyramid=stones,
        stock=Rect(x, 1, stones[5].x - x - 1, plan.card.height),
        boneyard=Rect(stones[5].right + 1, 1, x + left - stones[5].right - 1, plan.card.height),
        hand_head=head,
        hand=hand,
        play=play,
        side=found,
        panes=PaneArrangement(
            status=Rect(0, 0, width, 1),
            question=question,
            footer=Rect(0, last, width, 1),
            left_overlay=Rect(x, 1, left, question.y - 1),
            right_overlay=Rect(column.x - 1, 1, side + 2, height - 2),
            panes={"story": story, "reader": reader, "curve": curve},
            areas_with_texts=frozenset(TELLING_AREAS),
        ),
    )


def framed_hand_and_bottom(
    plan: TablePlan, head: Rect, card_count: int, last_line: int
) -> tuple[tuple[Rect, ...], int]:
    """The rectangles of the cards in hand below their heading, and the line below them. Those that have no room as boxes get a
    line each."""
    if not plan.hand.has_frame:
        lines = max(HAND_PLACES, card_count)
        columns = 1 if last_line - head.bottom - lines - 1 >= plan.question_lines else 2
        rects = hand_rects(Rect(head.x, head.bottom, head.width, 0), card_count, columns)
        return rects, head.bottom + (lines if columns == 1 else max(HAND_PLACES, -(-card_count // columns)))
    width = (head.width - HAND_PLACES + 1) // HAND_PLACES
    indent = (head.width - HAND_PLACES * (width + 1) + 1) // 2
    boxes = [
        Rect(head.x + indent + i * (width + 1), head.bottom, width, plan.hand.height)
        for i in range(min(card_count, HAND_PLACES))
    ]
    bottom = head.bottom + plan.hand.height
    rest = [Rect(head.x, bottom + i, head.width, 1) for i in range(max(0, card_count - HAND_PLACES))]
    return (*boxes, *rest), bottom + len(rest)


def small_layout(width: int, height: int, contents: TableContents) -> Layout:
    """The layout with cards of three or four lines."""
    wide, air = width >= WIDE_COLUMNS, 1 if height >= TALL_LINES else 0
    side = min(44, width // 3 - 1) if wide else MIN_SIDE_COLUMNS + (width - MIN_COLUMNS) // 2
    margin = 1 if wide else 0
    left = width - side - margin - (3 if wide else 1)
    stones = pyramid_rects(left, 1 + air, 3 + air, air)
    head = Rect(0, stones[0].bottom + air, left, 1)
    columns = 1 if left >= 70 and air and contents.hand_count <= LONG_HAND else 2
    cards = hand_rects(Rect(0, head.bottom, left, 0), contents.hand_count, columns)
    play = Rect(0, max([head.bottom + 3 + 2 * air, *(card.bottom for card in cards)]), left, 1)
    top = play.bottom + air
    tomb = Rect(width - margin - side, 1 + air, side, TOMB_LINES + contents.set_count)
    column = Rect(tomb.x, tomb.bottom + 1, side, height - 1 - tomb.bottom - 1)
    seats, rest = opponent_rects_and_rest(column, contents.opponent_count)
    reader, story = reader_and_story(rest)
    return Layout(
        plan=PLANS[0],
        pyramid=stones,
        stock=Rect(0, stones[5].y, stones[5].x - 1, stones[5].height),
        boneyard=Rect(stones[5].right + 1, stones[5].y, stones[5].width, stones[5].height),
        hand_head=head,
        hand=cards,
        play=play,
        side=SideLayout(tomb, seats, rest),
        panes=PaneArrangement(
            status=Rect(0, 0, width, 1),
            question=Rect(0, top, left, height - 1 - top),
            footer=Rect(0, height - 1, width, 1),
            left_overlay=Rect(0, 1, left, play.bottom - 1),
            right_overlay=Rect(tomb.x - 1, 1, side + 1 + margin, height - 2),
            panes={"story": story, "reader": reader, "curve": None},
        ),
    )


def pyramid_rects(columns: int, top: int, card_lines: int, gap: int, x: int = 0) -> tuple[Rect, ...]:
    """The six rectangles by slot, in `columns` columns from `x` on: base 0 1 2, middle 3 4, top 5."""
    width = (columns - ROWS + 1) // ROWS
    step = width + 1
    rows = [top + row * (card_lines + gap) for row in (2, 1, 0)]
    base = [Rect(x + i * step, rows[0], width, card_lines) for i in range(3)]
    middle = [Rect(x + step // 2 + i * step, rows[1], width, card_lines) for i in range(2)]
    return (*base, *middle, Rect(x + step, rows[2], width, card_lines))


def hand_rects(area: Rect, card_count: int, columns: int) -> tuple[Rect, ...]:
    """A line for each card, column by column."""
    lines = max(3 if columns == 2 else 1, -(-card_count // columns))
    width = (area.width - columns + 1) // columns
    return tuple(Rect(area.x + (i // lines) * (width + 1), area.y + i % lines, width, 1) for i in range(card_count))


def opponent_rects_and_rest(column: Rect, opponents: int) -> tuple[tuple[Rect, ...], Rect]:
    """The opponents, and what is left below them. Many opponents get fewer lines each."""
    room = column.height - STORY_LINES
    step = SEAT_LINES + 1 if opponents * (SEAT_LINES + 1) <= room else SEAT_LINES
    lines = SEAT_LINES
    while opponents > FULL_OPPONENTS and opponents * step > room and lines > 1:
        lines -= 1
        step = lines
    seats = tuple(Rect(column.x, column.y + i * step, column.width, lines) for i in range(opponents))
    y = column.y + opponents * step + (1 if step == lines else 0)
    return seats, Rect(column.x, y, column.width, max(0, column.bottom - y))


def reader_and_story(rest: Rect) -> tuple[Rect | None, Rect | None]:
    """A narrow place for the card under the cursor; none in one that is too low. The story, which the question tells in longer
    lines, gets what is left of a high one."""
    if rest.height < MIN_READER_LINES:
        return None, None
    left = rest.height - READER_LINES - 1
    if left < MIN_LOG_LINES:
        return rest, None
    reader = Rect(rest.x, rest.y, rest.width, READER_LINES)
    return reader, Rect(rest.x, reader.bottom + 1, rest.width, left)
