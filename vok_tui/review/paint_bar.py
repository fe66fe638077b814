"""Paints the bar of a review: the curve of all points along the current line, the marks below it, and the current step."""

from typing import Final

from rich.cells import cell_len

from engine.core.game import NOBODY
from vok_tui.painting.curve import CurvePlot, lines_of_seats, paint_curve
from vok_tui.painting.grid import BLANK, Brush, Rect, Target
from vok_tui.painting.signs import Signs
from vok_tui.panes.points import points_heading
from vok_tui.replay.review import Review
from vok_tui.review.turn_lines import annotation_sign_and_ink

BAR: Final = Target("bar", 0)
CURSOR: Final = "│"
ASCII_CURSOR: Final = "|"


class PointsBar:
    """The bar. A click or drag on it jumps to the turn at that column."""

    def __init__(self, review: Review) -> None:
        self._review: Final = review
        self._plot: CurvePlot | None = None
        self._rect = Rect(0, 0, 0, 0)

    def turn_at(self, x: int) -> int | None:
        """The turn at a column of the screen; None before the bar is painted."""
        return None if self._plot is None else self._plot.turn_at(x - self._rect.x)

    def paint(self, brush: Brush, signs: Signs, *, colors: bool, has_heading: bool, mouse_hint: str = "") -> None:
        """Paint the curve with a cursor at the current turn, and the marks. `mouse_hint` says what the mouse can do here."""
        review = self._review
        self._rect = brush.rect
        top = 0
        if has_heading:
            heading = points_heading(review.match.game.score_word(), review.chapter.unit)
            brush.write(0, 0, signs.rule * brush.width, "deep")
            x = brush.write(2, 0, f" {heading} ", "lapis", "bold")
            if mouse_hint:
                brush.write(x, 0, f" {mouse_hint} ", "dune")
            top = 1
        curve = brush.sub_brush(0, top, brush.width, brush.height - top - 1)
        points = review.seat_points_by_turn()
        lines = lines_of_seats(review.names, points, review.your_seat)
        self._plot = paint_curve(curve, lines, ascii_only=signs.ascii_only, colors=colors) if points else None
        if self._plot is None:
            self._plot = CurvePlot(5, max(1, brush.width - 20), max(1, review.last_turn))
        cursor_column = self._plot.column_of(review.chapter.number if review.node else 0)
        for y in range(curve.height - 1):
            if brush.grid.rows[curve.rect.y + y][brush.rect.x + cursor_column][0] == BLANK[0]:
                curve.write(cursor_column, y, ASCII_CURSOR if signs.ascii_only else CURSOR, "gold")
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
