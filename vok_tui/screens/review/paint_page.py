"""Paints the page of a review: the status line, the turns and lines, the table at the step, and the bar with the curve of all
points along the current line.

The board of the game paints the table into a separate grid, which is copied beside the list. On a small screen a low list is in
the place of the question; if the list covers the table, the bar is there instead.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rich.cells import cell_len

from engine.core.game import NOBODY
from engine.core.journal import COMMENT, MARK
from vok_tui.boards.table_kit import TableKit
from vok_tui.game.analysis_job import AnalysisJob, JobState
from vok_tui.game.navigation import words_apart
from vok_tui.learning.review import Review
from vok_tui.painting.curve import CurvePlot, lines_of_seats, paint_curve
from vok_tui.painting.grid import BLANK, Brush, Grid, Rect, Target, fit, pad, wrap
from vok_tui.painting.signs import Signs
from vok_tui.panes import status
from vok_tui.panes.points import points_heading
from vok_tui.panes.scene import MIN_COLUMNS, Board, KeyHint, PaneArrangement, Scene, StepMarks
from vok_tui.records.loss_report import CHANCE_HEADING
from vok_tui.screens.review.analysis_pane import AnalysisPane
from vok_tui.screens.review.paint_tree import TreePane, TurnLineCache, annotation_sign_and_ink, current_step_index

BAR: Final = Target("bar", 0)
CURSOR: Final = "│"
ASCII_CURSOR: Final = "|"


class PointsBar:
    """The bar. A click or drag on it jumps to the turn at that column."""

    def __init__(self, review: Review, analysis: AnalysisPane) -> None:
        self._review: Final = review
        self._analysis: Final = analysis
        self._plot: CurvePlot | None = None
        self._rect = Rect(0, 0, 0, 0)

    def turn_at(self, x: int) -> int | None:
        """The turn at a column of the screen; None before the bar is painted."""
        return None if self._plot is None else self._plot.turn_at(x - self._rect.x)

    def paint(self, brush: Brush, signs: Signs, *, colors: bool, has_heading: bool, mouse_hint: str = "") -> None:
        """Paint the curve with a cursor at the current turn, and the marks. `mouse_hint` says what the mouse can do here."""
        review = self._review
        self._rect = brush.rect
        top, chances = 0, self._analysis.curve_lines()
        if has_heading:
            heading = CHANCE_HEADING if chances else points_heading(review.match.game.score_word(), review.chapter.unit)
            brush.write(0, 0, signs.rule * brush.width, "deep")
            x = brush.write(2, 0, f" {heading} ", "lapis", "bold")
            if mouse_hint:
                brush.write(x, 0, f" {mouse_hint} ", "dune")
            top = 1
        marks_lines = 1 if chances else 0
        curve = brush.sub_brush(0, top, brush.width, brush.height - top - 1 - marks_lines)
        points = review.seat_points_by_turn()
        lines = chances or lines_of_seats(review.names, points, review.your_seat)
        self._plot = paint_curve(curve, lines, ascii_only=signs.ascii_only, colors=colors) if lines else None
        if self._plot is None:
            self._plot = CurvePlot(5, max(1, brush.width - 20), max(1, review.last_turn))
        cursor_column = self._plot.column_of(review.chapter.number if review.node else 0)
        for y in range(curve.height - 1):
            if brush.grid.rows[curve.rect.y + y][brush.rect.x + cursor_column][0] == BLANK[0]:
                curve.write(cursor_column, y, ASCII_CURSOR if signs.ascii_only else CURSOR, "gold")
        if marks_lines:
            self._analysis.paint_marks(brush.sub_brush(0, brush.height - 2, brush.width, 1), self._plot.column_of)
        self._paint_marks(brush.sub_brush(0, brush.height - 1, brush.width, 1), signs, cursor_column)
        brush.add_target(BAR)

    def _paint_marks(self, brush: Brush, signs: Signs, cursor_column: int) -> None:
        review, plot = self._review, self._plot
        assert plot is not None
        text = f"{signs.before} {current_turn_text(review)}"
        columns = cell_len(text)
        fits_right = cursor_column + 1 + columns < brush.width
        brush.write(cursor_column + 1 if fits_right else max(0, cursor_column - columns), 0, text, "gold")
        for node in review.current_line:
            sign, ink = annotation_sign_and_ink(review, (node,), signs)
            if sign != " ":
                number = review.step_tree.chapter_of_step(node).number if node else 0
                brush.write(plot.column_of(number), 0, sign, ink, "bold")


def current_turn_text(review: Review) -> str:
    """The position of a review: "turn 25 of 42"."""
    if not review.node:
        return "the start"
    chapter = review.chapter
    return f"{chapter.title} of {review.last_turn}" if chapter.number and not chapter.phase else chapter.title


def viewer_text(review: Review) -> str:
    """The name of the viewer of a review."""
    if review.viewer == NOBODY:
        return "nobody"
    return "you" if review.viewer == review.your_seat else review.names[review.viewer]


TREE_COLUMNS: Final = 39  # width of the list beside a table
WIDE_TREE_COLUMNS: Final = 48
WIDE_BOARD_COLUMNS: Final = 110  # width of a table whose cards have frames
TALL_LINES: Final = 34  # screens of this height or more have the bar below the table
MIN_HAND_COLUMNS: Final = 40  # of a brush where hands are written beside the names
MAX_STEP_LINES: Final = 2  # on a small screen, for what happened on the step
MIN_BAR_LINES: Final = 6  # of the bar on a small screen
WIDE_STATUS_COLUMNS: Final = 110  # of a status line with the progress of an analysis and the viewer
BAR_LINES: Final = 8  # including heading and marks
TALL_BAR_LINES: Final = 10
NO_TREE, TREE, LIST = "table", "tree", "list"
KEYS_OF_DECISIONS: Final = (  # that have nothing to do without analysed decisions
    "review_mistake_on", "review_mistake_back", "review_why", "review_chance", "review_retry", "review_line_1", "review_answers",
)  # fmt: skip


@dataclass
class ReviewPage:
    """What is on the page in addition to the table. `left_side` says what is at the left, or covers a small table: the tree of
    lines, a list without variations, or nothing."""

    review: Review
    board: Board
    kit: TableKit
    analysis_job: AnalysisJob | None = None  # None if the game cannot be analysed
    left_side: str = TREE
    title: str = "Review"
    mouse_hint: str = ""  # what the mouse can do on the bar
    autoplay_speed: str = "by hand"  # of `SPEEDS`, in words
    message: str = ""  # why a key did nothing
    footer: tuple[KeyHint, ...] = ()
    hands_key: str = ""  # the key that shows all hands
    why_key: str = ""  # the key that shows reasons where they do not fit beside the answers
    analysis: AnalysisPane = field(init=False)
    turn_lines: TurnLineCache = field(init=False)
    tree_pane: TreePane = field(init=False)
    bar: PointsBar = field(init=False)

    def __post_init__(self) -> None:
        self.analysis = AnalysisPane(self.review, self.analysis_job)
        self.turn_lines = TurnLineCache(self.review, self.board)
        self.tree_pane = TreePane(self.review, self.turn_lines, self.analysis)
        self.bar = PointsBar(self.review, self.analysis)


def list_fits_beside_table(width: int) -> bool:
    """Whether a screen of this width has the list beside the table."""
    return width >= MIN_COLUMNS + TREE_COLUMNS + 1


class PageLayout(NamedTuple):
    """The room of a page besides the table: for the list at its left, over the table, where a table asks its question, and on a
    tall screen below the table; and the pane of the board for the story, or else for the reader."""

    left: Rect | None
    over_table: Rect
    question: Rect
    below: Rect | None
    side: Rect | None


class PaneStyle(NamedTuple):
    """What a pane is painted with."""

    signs: Signs
    colors: bool


class ReviewPane(NamedTuple):
    """A part of the page. `place` is its rectangle in the layout, None if it is not shown now. `idle_keys` are the ids of the
    shortcuts that have nothing to do now, so that the footer leaves them out."""

    place: Callable[[ReviewPage, PageLayout], Rect | None]
    paint: Callable[[Brush, ReviewPage, PaneStyle], object]
    idle_keys: Callable[[ReviewPage], Collection[str]] = lambda _: ()


def paint_page(grid: Grid, page: ReviewPage, signs: Signs, *, colors: bool) -> None:
    """Paint everything: the table, the panes, the status line and the footer."""
    scene = review_scene(page, signs, colors=colors)
    tall = grid.height >= TALL_LINES
    bar_lines = (TALL_BAR_LINES if grid.height >= TALL_LINES + 10 else BAR_LINES) if tall else 0
    end_line = grid.height - 1 - bar_lines
    left_columns = tree_columns_beside_table(grid.width)
    table_column = left_columns + 1 if left_columns else 0
    arrangement = paint_board(grid, page, scene, table_column, end_line)
    side = arrangement.panes.get("story") or arrangement.panes.get("reader")
    layout = PageLayout(
        Rect(0, 1, left_columns, end_line - 1) if left_columns else None,
        moved_right(area_above_question(arrangement), table_column),
        moved_right(arrangement.question, table_column),
        Rect(0, end_line, grid.width, bar_lines) if tall else None,
        moved_right(side, table_column) if side is not None else None,
    )
    for pane in REVIEW_PANES:
        rect = pane.place(page, layout)
        if rect is not None:
            brush = cleared_brush_over_table(grid, rect) if rect == layout.over_table else Brush(grid, rect)
            pane.paint(brush, page, PaneStyle(signs, colors))
    paint_status(Brush(grid, Rect(0, 0, grid.width, 1)), page, signs)
    status.paint_footer(Brush(grid, Rect(0, grid.height - 1, grid.width, 1)), scene)
    if page.message and tall:
        line = Brush(grid, Rect(table_column, end_line - 1, grid.width - table_column, 1))
        line.fill()
        line.write(1, 0, fit(page.message, line.width - 2, signs.more), "gold")


def tree_columns_beside_table(width: int) -> int:
    """The width of the list beside the table; 0 if it does not fit there."""
    if not list_fits_beside_table(width):
        return 0
    return WIDE_TREE_COLUMNS if width >= WIDE_BOARD_COLUMNS + WIDE_TREE_COLUMNS + 1 else TREE_COLUMNS


def cleared_brush_over_table(grid: Grid, rect: Rect) -> Brush:
    """A brush for a part of the table, which it has cleared."""
    cover = Brush(grid, rect)
    cover.clear_for_overlay("on-stone")
    return cover.sub_brush(0, 0, cover.width, cover.height, ("on-stone",))


def paint_list(brush: Brush, page: ReviewPage, style: PaneStyle) -> None:
    """Paint the tree of lines, or the list of turns."""
    page.tree_pane.shows_variations = page.left_side != LIST
    page.tree_pane.paint(brush, style.signs)


def paint_step(brush: Brush, page: ReviewPage, style: PaneStyle) -> None:
    """Paint on a tall screen what the analysis says about the decision at the step, or else the step in words."""
    if page.review.shows_all_hands or not page.analysis.paint_decision(brush, style.signs, keys=page.why_key):
        paint_step_and_hands(brush, page)


def paint_step_and_bar(brush: Brush, page: ReviewPage, style: PaneStyle) -> None:
    """Paint, on a small screen, the step in words, and below it the list if it does not cover the table; else the bar, or the
    hands if they are open."""
    shows_decision = page.left_side != LIST and not page.message and not page.review.shows_all_hands
    signs = style.signs
    if shows_decision and page.analysis.paint_decision(brush, signs, keys=page.why_key):
        return
    step_lines = MAX_STEP_LINES if brush.height >= MAX_STEP_LINES + MIN_BAR_LINES else 1
    paint_message_and_step(brush.sub_brush(0, 0, brush.width, step_lines), page, signs)
    rest = brush.sub_brush(0, step_lines, brush.width, brush.height - step_lines)
    if page.left_side == NO_TREE:
        paint_list(rest, page, style)
    elif page.review.shows_all_hands:
        paint_hands(rest, page)
    else:
        page.bar.paint(rest, signs, colors=style.colors, has_heading=False)


def paint_bar(brush: Brush, page: ReviewPage, style: PaneStyle) -> None:
    """Paint the bar below the table."""
    page.bar.paint(brush, style.signs, colors=style.colors, has_heading=True, mouse_hint=page.mouse_hint)


def review_scene(page: ReviewPage, signs: Signs, *, colors: bool) -> Scene:
    """The table at the step, as the viewer sees it."""
    review = page.review
    view = review.view()
    changed = (
        page.board.changed_targets(review.views_around((review.node,))[0], view) if review.node else frozenset[Target]()
    )
    return Scene(
        view=view,
        names=review.names,
        signs=signs,
        heading="",
        viewer=review.viewer,
        chapter_title=review.chapter.title,
        levels=tuple([seat.level for seat in review.match.seats]),
        colors=colors,
        covered_reason="covered: you watch from no seat" if review.viewer == NOBODY else "",
        marks=words_apart(review.match),
        step_marks=StepMarks(changed_by_highlighted_step=changed),
        footer=page.footer,
    )


def paint_board(grid: Grid, page: ReviewPage, scene: Scene, left_column: int, end_line: int) -> PaneArrangement:
    """Let the board paint the table into a separate grid, and copy its zones to the columns from `left_column` on, above
    `end_line`. Returns the arrangement in that grid, where the table begins at column 0."""
    width, height = grid.width - left_column, end_line + 1
    board_grid = Grid(width, height)
    arrangement = page.board.arrange_panes(width, height, scene.view)
    page.board.paint_zones(board_grid, scene)
    for y in range(1, min(height - 1, grid.height)):
        grid.rows[y][left_column:] = board_grid.rows[y]
    for target, rect in board_grid.targets.items():
        grid.targets[target] = moved_right(rect, left_column)
    return arrangement


def area_above_question(arrangement: PaneArrangement) -> Rect:
    """The part of the left side that may be covered: down to the question."""
    left = arrangement.left_overlay
    return Rect(left.x, left.y, left.width, min(left.height, arrangement.question.y - left.y))


def moved_right(rect: Rect, columns: int) -> Rect:
    """A rectangle moved to the right: from the grid of the board to its place on the page."""
    return Rect(rect.x + columns, rect.y, rect.width, rect.height)


def paint_status(brush: Brush, page: ReviewPage, signs: Signs) -> None:
    """Paint the status line: the current step, and who the viewer is."""
    review = page.review
    brush.fill("sand", "on-deep")
    if not review.may_see_all:
        viewer_note = "only what you may know"
    else:
        viewer_note = f"seen by {viewer_text(review)}  hands {'open' if review.shows_all_hands else 'closed'}"
    end = brush.write_right(0, f" {viewer_note} ", "sand", "on-deep", end=brush.width - 1) - 1
    doing = page.analysis.status_text()
    if doing and brush.width < WIDE_STATUS_COLUMNS:
        brush.write(0, 0, " " * brush.width, "sand", "on-deep")
        end = brush.width - 1
        doing = doing.partition(", ")[0] if not page.analysis.is_running else doing
    if doing:
        end = brush.write_right(0, f" {doing} ", "gold", "on-deep", end=end) - 1
    x = brush.write(1, 0, page.title, "gold", "on-deep", "bold") + 2
    result = result_text(review) or page.board.title
    position = current_turn_text(review)
    row = review.turns.index_of(review.node)
    if row >= 0:
        steps = page.turn_lines.line_of(review.turns.rows[row]).steps
        number = current_step_index(review, review.turns.rows[row], steps) + 1
        position += f", step {max(1, number)} of {max(1, len(steps))}"
        start = review.line_tree.variation_start(review.node)
        position += "" if not start else f", {review.line_tree.variation_name((start,)) or 'a variation'}"
    plays = "" if page.autoplay_speed == "by hand" else f"   plays {page.autoplay_speed}"
    text = f"{result}   {position}{plays}"
    brush.write(
        x, 0, fit(text if cell_len(text) <= end - x else position + plays, end - x, signs.more), "sand", "on-deep"
    )


def result_text(review: Review) -> str:
    """The winners and all points, highest first: "Nefertari won 31 : 27 : 22"; "" if the game is not over."""
    match = review.match
    if not match.is_over:
        return ""
    rewards = match.game.rewards(match.state)
    names = ["You" if seat == review.your_seat else name for seat, name in enumerate(review.names)]
    winners = [name for name, reward in zip(names, rewards, strict=True) if reward > 0]
    points = sorted(match.scores(match.log.head), reverse=True)
    return f"{' and '.join(winners) or 'Nobody'} won {' : '.join(map(str, points))}".rstrip()


def step_texts(review: Review) -> list[str]:
    """What happened on the current step, and its comment. Never empty."""
    nothing = "There is nothing to say about this step." if review.node else "The start of the game."
    return review.sentences_and_comment(review.node) or [nothing]


def paint_message_and_step(brush: Brush, page: ReviewPage, signs: Signs) -> None:
    """Paint in a few lines the message of the page, and then what happened on the step, with its comment."""
    brush.fill()
    message_lines = wrap(page.message, brush.width - 2, 2)[: brush.height] if page.message else []
    for y, line in enumerate(message_lines):
        brush.write(1, y, line, "gold")
    rest = brush.sub_brush(0, len(message_lines), brush.width, brush.height - len(message_lines))
    if not rest.height:
        return
    sign, ink = annotation_sign_and_ink(page.review, (page.review.node,), signs)
    x = rest.write(1, 0, sign, ink, "bold") + 1
    text = " ".join(step_texts(page.review))
    lines = wrap(text, rest.width - x)
    for y, line in enumerate(lines[: rest.height]):
        is_cut = y == rest.height - 1 and len(lines) > rest.height
        rest.write(x, y, fit(f"{line} {lines[y + 1]}", rest.width - x, signs.more) if is_cut else line, "sand")


def paint_step_and_hands(brush: Brush, page: ReviewPage) -> None:
    """Paint the step in words, and below it what each seat holds."""
    x, y = 1, 0
    for text in step_texts(page.review):
        for line in wrap(text, brush.width - 2, 2):
            if y < brush.height - 2:
                brush.write(x, y, line, "sand")
                y += 1
    paint_hands(brush.sub_brush(0, y + 1, brush.width, brush.height - y - 1), page)


def paint_annotated_steps(brush: Brush, page: ReviewPage, style: PaneStyle) -> None:
    """Paint all steps of the current line with a mark or a comment, those from the current one on first."""
    review, signs, y = page.review, style.signs, 0
    brush.write(0, 0, fit("Marks and comments", brush.width), "lapis", "bold")
    for node in annotated_nodes_from_current(review):
        sign, ink = annotation_sign_and_ink(review, (node,), signs)
        value = review.annotations.get(MARK, node).value
        mark_word = MARK.value_words[value] if 0 < value < len(MARK.value_words) else ""
        text = review.annotations.get(COMMENT, node).text or mark_word
        chapter = review.step_tree.chapter_of_step(node)
        number = f"{chapter.number if node else 0} "
        for i, line in enumerate(wrap(text, max(8, brush.width - 5), 0)):
            y += 1
            if y >= brush.height:
                return
            line_brush = brush.sub_brush(0, y, brush.width, 1)
            line_brush.add_target(Target("step", node))
            if not i:
                line_brush.write(0, 0, f"{number:>3}", "dune")
                line_brush.write(3, 0, sign, ink, "bold")
            line_brush.write(5, 0, line, "gold" if node == review.node else "sand")
    if not y and page.title == "Review":
        for line in wrap("+ marks a step, ; writes a comment.", brush.width):
            y += 1
            brush.write(0, y, line, "dune")


def annotated_nodes_from_current(review: Review) -> Sequence[int]:
    """The nodes of the current line with a mark or a comment: those from the current one on first, then those before."""
    annotated = [node for node in review.current_line if review.has_mark_or_comment(node)]
    indices = {node: index for index, node in enumerate(review.current_line)}
    current = indices[review.node]
    return sorted(annotated, key=lambda node: (indices[node] < current, indices[node]))


def paint_hands(brush: Brush, page: ReviewPage) -> None:
    """Paint what each seat holds at this step if all hands are shown; else the key that shows them, if they may be seen."""
    review = page.review
    brush.write(
        0,
        0,
        "Hands" if review.shows_all_hands else f"Hands  {page.hands_key} opens them" if review.may_see_all else "",
        "lapis",
        "bold",
    )
    if not review.shows_all_hands:
        return
    y = 1
    columns = max(map(cell_len, review.names)) + 1
    for seat, name in enumerate(review.names):
        cards = ", ".join(page.board.viewer_secrets(review.view(seat))) or "nothing"
        if brush.width < MIN_HAND_COLUMNS:
            lines = [name, *wrap(cards, brush.width - 1)]
        else:
            wrapped = wrap(cards, brush.width - columns - 1)
            lines = [pad("" if i else name, columns) + line for i, line in enumerate(wrapped)]
        for line in lines:
            brush.write(1, y, line, "gold" if line == name else "sand")
            y += 1


def _idle_keys_of_hands(page: ReviewPage) -> Collection[str]:
    return () if page.review.may_see_all else ("review_eyes", "review_hands")


def _idle_keys_of_analysis(page: ReviewPage) -> Collection[str]:
    job = page.analysis.job
    may_run = job is not None and (job.may_start or job.is_busy or job.state == JobState.READING)
    return [*(() if page.analysis.has_decisions else KEYS_OF_DECISIONS), *(() if may_run else ("review_analyse",))]


LIST_PANE: Final = ReviewPane(
    lambda page, layout: layout.left or (layout.over_table if page.left_side != NO_TREE else None), paint_list
)
STEP_PANE: Final = ReviewPane(
    lambda _, layout: layout.question if layout.below is not None else None, paint_step, _idle_keys_of_analysis
)
STEP_AND_BAR_PANE: Final = ReviewPane(
    lambda _, layout: layout.question if layout.below is None else None, paint_step_and_bar
)
BAR_PANE: Final = ReviewPane(lambda _, layout: layout.below, paint_bar)
HANDS_PANE: Final = ReviewPane(
    lambda page, layout: (
        layout.over_table
        if layout.below is None and page.review.shows_all_hands and page.left_side == NO_TREE
        else None
    ),
    lambda brush, page, _: paint_hands(brush, page),
    _idle_keys_of_hands,
)
MARKS_PANE: Final = ReviewPane(lambda _, layout: layout.side, paint_annotated_steps)
REVIEW_PANES: Final = (LIST_PANE, STEP_PANE, BAR_PANE, STEP_AND_BAR_PANE, HANDS_PANE, MARKS_PANE)
"""The panes of every review, in the order in which they are painted."""
