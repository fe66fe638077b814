"""Where everything lies on the table, for a terminal of any size.

At 80x24, the pyramid with three lines per card, the hand in two columns, the cards in play and the question are on the left; the
tomb, the opponents and, if it fits, the story are on the right. From 110x34 on, cards have frames and texts; from 159x45 on also
emblems, and tombs are shelves; from 200x58 on, the story has its own column. Between two sizes the right side grows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from vok_tui.painting.grid import LineCount, Rect
from vok_tui.panes.card_frame import CardPlan
from vok_tui.panes.scene import MIN_COLUMNS, MIN_SIDE_COLUMNS, READER_LINES, RIGHT_MARGIN, WIDE_COLUMNS, PaneArrangement


@dataclass(frozen=True)
class TablePlan:
    """The plan for tables from a minimum size on. The story and the question keep their minimum lines before other parts get more
    than they need."""

    min_columns: int
    min_lines: int
    card: CardPlan  # of a card in the pyramid
    hand: CardPlan  # of a card in hand
    min_side_columns: int
    story_columns: int = 0  # of the story on the left; 0 if it is on the right side
    min_story_lines: int = 4
    min_question_lines: int = 3
    curve_lines: int = 0  # with the heading of the curve; 0 if the table shows none
    has_shelves: bool = False  # tombs may be shelves
    has_names: bool = False  # the tombs of opponents may list the names of their cards; otherwise they only count them


def plan_for(plans: Sequence[TablePlan], width: int, height: int) -> TablePlan:
    """The last plan for tables of at most this size; the first plan if there is none. `plans` go from small to large tables."""
    fitting = [plan for plan in plans if plan.min_columns <= width and plan.min_lines <= height]
    return fitting[-1] if fitting else plans[0]


SEAT_LINES: Final = 3  # of an opponent without card names: name, counts, tomb; fewer if there are many opponents
MIN_SEAT_LINES: Final = 2  # of an opponent whose tomb is shown
MIN_REST_LINES: Final = 6  # for the story; with fewer, the tombs of opponents are left out
NAME_LINES_AND_GAPS: Final = ((3, 1), (2, 1), (3, 0), (2, 0), (1, 1), (1, 0))
"""Lines for the card names in the tomb of an opponent, and blank lines between opponents; the most spacious first."""


@dataclass(frozen=True)
class SideLayout:
    """The rectangles of your tomb, of the opponents, and of what is left below them."""

    tomb: Rect
    seats: tuple[Rect, ...]  # of the opponents, from the next one in turn order on
    rest: Rect
    has_shelves: bool = False  # your tomb is painted as shelves
    shelved_opponent_count: int = 0  # so are the tombs of this many opponents, the first ones


def make_side_layout(
    column: Rect,
    plan: TablePlan,
    opponent_count: int,
    set_count: int,
    name_widths: Sequence[Sequence[int]],
    min_rest_lines: int,
) -> SideLayout:
    """The layout that shows most of the tombs and leaves `min_rest_lines`. If there is none, MIN_REST_LINES are enough before the
    tombs of opponents are left out."""
    shelf_lines = 2 + sum([shelf_height(widths, column.width) for widths in name_widths])
    tried: list[tuple[int, SideLayout]] = []
    for has_shelves, shelved_opponent_count, lines, gap in shelf_arrangements(plan, opponent_count):
        tomb_lines = shelf_lines if has_shelves else 2 + set_count
        heights = [shelf_lines + 1 if i < shelved_opponent_count else lines for i in range(opponent_count)]
        side = stacked_layout(column, tomb_lines, heights, gap, has_shelves, shelved_opponent_count)
        fits = side.rest.height >= min_rest_lines and side.rest.y <= column.bottom + 1
        if fits and lines >= MIN_SEAT_LINES:
            return side
        tried.append((lines, side))
    for lines, side in reversed(tried):
        if lines >= MIN_SEAT_LINES and side.rest.height >= MIN_REST_LINES:
            return side
    return tried[-1][1]


class ShelfArrangement(NamedTuple):
    """One way to show the tombs on the right side."""

    has_shelves: bool  # your tomb is painted as shelves
    shelved_opponent_count: int  # opponents whose tombs are shelves too
    other_lines: int  # of each other opponent
    gap: int  # blank lines between opponents


def shelf_arrangements(plan: TablePlan, opponent_count: int) -> list[ShelfArrangement]:
    """All ways to show the tombs with this plan, those that show most first."""
    lines_and_gaps = [(SEAT_LINES, 1)]
    if plan.has_names:
        lines_and_gaps = [(SEAT_LINES - 1 + lines, gap) for lines, gap in NAME_LINES_AND_GAPS]
    arrangements: list[ShelfArrangement] = []
    for has_shelves in [True, False] if plan.has_shelves else [False]:
        max_shelved_count = opponent_count if plan.story_columns and has_shelves else 0
        arrangements += [
            ShelfArrangement(has_shelves, shelved_count, lines, gap)
            for shelved_count in range(max_shelved_count, -1, -1)
            for lines, gap in lines_and_gaps
        ]
        arrangements += [
            ShelfArrangement(has_shelves, 0, lines, 0) for lines in range(SEAT_LINES, 1 if has_shelves else 0, -1)
        ]
    return arrangements


def stacked_layout(
    column: Rect, tomb_lines: int, heights: Sequence[int], gap: int, has_shelves: bool, shelved_opponent_count: int
) -> SideLayout:
    """The rectangles one below the other, with a blank line after the tomb and after the last opponent."""
    y = column.y + tomb_lines + 1
    seats = []
    for height in heights:
        seats.append(Rect(column.x, y, column.width, height))
        y += height + gap
    y += 1 - gap if heights else 0
    rest = Rect(column.x, y, column.width, max(0, column.bottom - y))
    return SideLayout(
        Rect(column.x, column.y, column.width, tomb_lines), tuple(seats), rest, has_shelves, shelved_opponent_count
    )


def shelf_height(name_widths: Sequence[int], width: int) -> LineCount:
    """The number of lines of a shelf: those of the names, each with a sign and a blank, and one for the edge below them."""
    lines, x = 1, 0
    for name_width in name_widths:
        if x and x + name_width + 1 > width:
            lines, x = lines + 1, 0
        x += name_width + 2
    return lines + 1


TALL_LINES: Final = 34
TOMB_EXTRA_LINES: Final = 2  # besides a line for each set: the heading, and the starters and unique artifacts
MIN_READER_LINES: Final = 5  # of a narrow reader: a title and the text of a card
MIN_NARROW_STORY_LINES: Final = 8  # of a story below a narrow reader
MAX_FULL_OPPONENTS: Final = 3  # up to this number, opponents never lose lines
MIN_STORY_LINES: Final = 4
SMALL_SIDE_COLUMNS: Final = MIN_SIDE_COLUMNS - RIGHT_MARGIN  # on the smallest table
PYRAMID_ROWS: Final = 3
HAND_PLACES: Final = 5  # cards in hand for which there is always a box or a line
MAX_HAND_IN_COLUMN: Final = 8  # more cards in hand take two columns
EXTRA_LINES_FOR_GAP: Final = 8  # lines beyond the minimum of the plan that allow a gap between pyramid and hand
READER_PANE_LINES: Final = 9  # lines of the reader below the question
SIDE_GROWTH_DIVISOR: Final = 3  # the right side and a story column each get a third of the columns beyond the plan

AREAS_WITH_TEXTS: Final = ("slot", "hand")

ONE_LINE: Final = CardPlan(0, 1)
PLANS: Final = (
    TablePlan(MIN_COLUMNS, 24, CardPlan(18, 3), ONE_LINE, MIN_SIDE_COLUMNS),
    TablePlan(
        WIDE_COLUMNS, TALL_LINES, CardPlan(25, 6, has_frame=True), ONE_LINE, 34,
        min_story_lines=8, min_question_lines=5, curve_lines=7,
    ),
    TablePlan(
        159, 45, CardPlan(33, 7, has_frame=True, has_emblem=True), CardPlan(19, 11, has_frame=True, has_emblem=True), 55,
        min_story_lines=20, min_question_lines=4, curve_lines=6, has_shelves=True, has_names=True,
    ),
    TablePlan(
        200, 58, CardPlan(33, 9, has_frame=True, has_emblem=True), CardPlan(19, 14, has_frame=True, has_emblem=True), 56,
        story_columns=39, min_story_lines=20, min_question_lines=6, curve_lines=11, has_shelves=True, has_names=True,
    ),
)  # fmt: skip


@dataclass(frozen=True)
class ValleyLayout:
    """The rectangles of the board's own zones and of the generic panes. `pyramid` holds one for each of the six slots. If `play`
    is None, the cards in play are in the heading of the hand."""

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
    """What the table must show."""

    hand_count: int
    opponent_count: int
    set_count: int = 5
    name_widths: Sequence[Sequence[int]] = ()  # for each set, the widths of the names of its cards


def make_layout(width: int, height: int, contents: TableContents) -> ValleyLayout:
    """The layout for a size of terminal and the contents of the table."""
    plan = plan_for(PLANS, width, height)
    if plan.card.has_frame:
        return framed_layout(width, height, plan, contents)
    return small_layout(width, height, contents)


def framed_layout(width: int, height: int, plan: TablePlan, contents: TableContents) -> ValleyLayout:
    """The layout with cards as boxes."""
    spare = width - plan.min_columns
    story_columns = plan.story_columns + (spare // SIDE_GROWTH_DIVISOR if plan.story_columns else 0)
    x = story_columns + 2 if story_columns else 0
    side = plan.min_side_columns + spare // (SIDE_GROWTH_DIVISOR if story_columns else 1)
    min_left = PYRAMID_ROWS * plan.card.width + PYRAMID_ROWS - 1
    side = max(plan.min_side_columns, min(side, width - x - min_left - 2))
    left = width - x - side - 2
    has_gap = height >= plan.min_lines + EXTRA_LINES_FOR_GAP and not plan.hand.has_frame
    slots = pyramid_rects(left, 1, plan.card.height, 0, x)
    head = Rect(x, slots[0].bottom + (1 if has_gap else 0), left, 1)
    last = height - 1
    hand, bottom = hand_rects_and_bottom(plan, head, contents.hand_count, last)
    play = None if plan.hand.has_frame else Rect(x, bottom, left, 1)
    top = bottom if play is None else play.bottom
    curve_lines = plan.curve_lines if story_columns or last - top - plan.curve_lines >= plan.min_question_lines else 0
    curve, question = None, Rect(x, top, left, last - top)
    if curve_lines and not story_columns:
        curve = Rect(x, last - curve_lines, left, curve_lines)
        question = Rect(x, top, left, curve.y - top)
    column = Rect(width - RIGHT_MARGIN - side, 1, side, height - 2)
    min_rest_lines = 0 if story_columns else plan.min_story_lines
    side_layout = make_side_layout(
        column, plan, contents.opponent_count, contents.set_count, contents.name_widths, min_rest_lines
    )
    story: Rect | None = side_layout.rest
    reader = None
    if story_columns:
        if question.height >= plan.min_question_lines + READER_PANE_LINES:
            reader = Rect(x, last - READER_PANE_LINES, left, READER_PANE_LINES)
            question = Rect(x, top, left, reader.y - 1 - top)
        story = Rect(0, 1, story_columns, height - 2 - curve_lines)
        curve = Rect(0, last - curve_lines, story_columns, curve_lines)
    return ValleyLayout(
        plan=plan,
        pyramid=slots,
        stock=Rect(x, 1, slots[5].x - x - 1, plan.card.height),
        boneyard=Rect(slots[5].right + 1, 1, x + left - slots[5].right - 1, plan.card.height),
        hand_head=head,
        hand=hand,
        play=play,
        side=side_layout,
        panes=PaneArrangement(
            status=Rect(0, 0, width, 1),
            question=question,
            footer=Rect(0, last, width, 1),
            left_overlay=Rect(x, 1, left, question.y - 1),
            right_overlay=Rect(column.x - 1, 1, side + 2, height - 2),
            panes={"story": story, "reader": reader, "curve": curve},
            areas_with_texts=frozenset(AREAS_WITH_TEXTS),
        ),
    )


def hand_rects_and_bottom(plan: TablePlan, head: Rect, card_count: int, last_line: int) -> tuple[tuple[Rect, ...], int]:
    """The rectangles of the cards in hand below their heading, and the line below them. Cards that do not fit as boxes get a line
    each."""
    if not plan.hand.has_frame:
        lines = max(HAND_PLACES, card_count)
        columns = 1 if last_line - head.bottom - lines - 1 >= plan.min_question_lines else 2
        rects = hand_line_rects(Rect(head.x, head.bottom, head.width, 0), card_count, columns)
        return rects, head.bottom + (lines if columns == 1 else max(HAND_PLACES, -(-card_count // columns)))
    width = (head.width - HAND_PLACES + 1) // HAND_PLACES
    indent = (head.width - HAND_PLACES * (width + 1) + 1) // 2
    boxes = [
        Rect(head.x + indent + i * (width + 1), head.bottom, width, plan.hand.height)
        for i in range(min(card_count, HAND_PLACES))
    ]
    bottom = head.bottom + plan.hand.height
    other_lines = [Rect(head.x, bottom + i, head.width, 1) for i in range(max(0, card_count - HAND_PLACES))]
    return (*boxes, *other_lines), bottom + len(other_lines)


def small_layout(width: int, height: int, contents: TableContents) -> ValleyLayout:
    """The layout with cards of three or four lines."""
    is_wide, gap = width >= WIDE_COLUMNS, 1 if height >= TALL_LINES else 0
    side = min(44, width // 3 - 1) if is_wide else SMALL_SIDE_COLUMNS + (width - MIN_COLUMNS) // 2
    left = width - side - RIGHT_MARGIN - (3 if is_wide else 1)
    slots = pyramid_rects(left, 1 + gap, 3 + gap, gap)
    head = Rect(0, slots[0].bottom + gap, left, 1)
    columns = 1 if left >= 70 and gap and contents.hand_count <= MAX_HAND_IN_COLUMN else 2
    cards = hand_line_rects(Rect(0, head.bottom, left, 0), contents.hand_count, columns)
    play = Rect(0, max([head.bottom + 3 + 2 * gap, *(card.bottom for card in cards)]), left, 1)
    top = play.bottom + gap
    tomb = Rect(width - RIGHT_MARGIN - side, 1 + gap, side, TOMB_EXTRA_LINES + contents.set_count)
    column = Rect(tomb.x, tomb.bottom + 1, side, height - 1 - tomb.bottom - 1)
    seats, rest = opponent_and_rest_rects(column, contents.opponent_count)
    reader, story = reader_and_story_rects(rest)
    return ValleyLayout(
        plan=PLANS[0],
        pyramid=slots,
        stock=Rect(0, slots[5].y, slots[5].x - 1, slots[5].height),
        boneyard=Rect(slots[5].right + 1, slots[5].y, slots[5].width, slots[5].height),
        hand_head=head,
        hand=cards,
        play=play,
        side=SideLayout(tomb, seats, rest),
        panes=PaneArrangement(
            status=Rect(0, 0, width, 1),
            question=Rect(0, top, left, height - 1 - top),
            footer=Rect(0, height - 1, width, 1),
            left_overlay=Rect(0, 1, left, play.bottom - 1),
            right_overlay=Rect(tomb.x - 1, 1, side + 1 + RIGHT_MARGIN, height - 2),
            panes={"story": story, "reader": reader, "curve": None},
        ),
    )


def pyramid_rects(columns: int, top: int, card_lines: int, gap: int, x: int = 0) -> tuple[Rect, ...]:
    """The rectangles of the six slots, in `columns` columns from `x` on: 0 to 2 the base, 3 and 4 the middle, 5 the top."""
    width = (columns - PYRAMID_ROWS + 1) // PYRAMID_ROWS
    step = width + 1
    base_y, middle_y, top_y = [top + row * (card_lines + gap) for row in (2, 1, 0)]
    base = [Rect(x + i * step, base_y, width, card_lines) for i in range(3)]
    middle = [Rect(x + step // 2 + i * step, middle_y, width, card_lines) for i in range(2)]
    return (*base, *middle, Rect(x + step, top_y, width, card_lines))


def hand_line_rects(zone: Rect, card_count: int, columns: int) -> tuple[Rect, ...]:
    """A line for each card in hand from the top of `zone` on, column by column. The height of `zone` is ignored."""
    lines = max(3 if columns == 2 else 1, -(-card_count // columns))
    width = (zone.width - columns + 1) // columns
    return tuple(Rect(zone.x + (i // lines) * (width + 1), zone.y + i % lines, width, 1) for i in range(card_count))


def opponent_and_rest_rects(column: Rect, opponent_count: int) -> tuple[tuple[Rect, ...], Rect]:
    """The rectangles of the opponents, and what is left below them. Many opponents get fewer lines each."""
    available = column.height - MIN_STORY_LINES
    step = SEAT_LINES + 1 if opponent_count * (SEAT_LINES + 1) <= available else SEAT_LINES
    lines = SEAT_LINES
    while opponent_count > MAX_FULL_OPPONENTS and opponent_count * step > available and lines > 1:
        lines -= 1
        step = lines
    seats = tuple(Rect(column.x, column.y + i * step, column.width, lines) for i in range(opponent_count))
    y = column.y + opponent_count * step + (1 if step == lines else 0)
    return seats, Rect(column.x, y, column.width, max(0, column.bottom - y))


def reader_and_story_rects(rest: Rect) -> tuple[Rect | None, Rect | None]:
    """The rectangles of a narrow reader and a narrow story in `rest`, None for what does not fit. The reader comes first, because
    the question pane tells the story too."""
    if rest.height < MIN_READER_LINES:
        return None, None
    story_lines = rest.height - READER_LINES - 1
    if story_lines < MIN_NARROW_STORY_LINES:
        return rest, None
    reader = Rect(rest.x, rest.y, rest.width, READER_LINES)
    return reader, Rect(rest.x, reader.bottom + 1, rest.width, story_lines)
