"""The curve of points: a fixed pane on large tables once it has begun, and an overlay on the left side of every table."""

from typing import Final

from engine.core.match import seat_points_by_turn
from vok_tui.game.sitting import Sitting
from vok_tui.painting.curve import lines_of_seats, paint_curve
from vok_tui.painting.grid import Brush, wrap
from vok_tui.panes.overlay import FallbackSlot, FixedPane, Overlay
from vok_tui.panes.scene import Board, PointsSoFar, Scene, ScrollPosition

PANE_LINES: Final = 8  # of the fixed pane, with its heading
MIN_COLUMNS: Final = 110  # of a table with the fixed pane
MIN_QUESTION_LINES: Final = 9  # that the question pane keeps


def points_so_far(sitting: Sitting) -> PointsSoFar:
    """The points up to the position that is shown."""
    game = sitting.match.game
    points = seat_points_by_turn(sitting.match, sitting.shown_path()[-1])
    lines = lines_of_seats(sitting.names, points, sitting.your_seat)
    return PointsSoFar(lines, game.chapter(sitting.match.state).unit, game.score_word())


def paint_fixed_points(brush: Brush, scene: Scene, board: Board) -> None:
    """Paint the curve below a heading with a rule."""
    del board
    heading = points_heading(scene.points.score_word, scene.points.unit)
    before = scene.signs.rule * 2 + " "
    rest = scene.signs.rule * (brush.width - len(before) - len(heading) - 1)
    brush.write(0, 0, f"{before}{heading} {rest}", "deep")
    brush.write(len(before), 0, heading, "lapis", "bold")
    paint_curve_or_note(brush.sub_brush(0, 1, brush.width, brush.height - 1), scene)


def paint_points_overlay(brush: Brush, scene: Scene, board: Board) -> ScrollPosition:
    """Paint the curve over the table. Returns 0: it is never scrolled."""
    del board
    brush.write(0, 0, points_heading(scene.points.score_word, scene.points.unit), "lapis", "bold")
    paint_curve_or_note(brush.sub_brush(0, 2, brush.width, brush.height - 2), scene)
    return 0


def points_heading(score_word: str, unit: str) -> str:
    """The heading of a curve: "Points by turn"."""
    return f"{score_word.capitalize()} by {unit}"


def paint_curve_or_note(brush: Brush, scene: Scene) -> None:
    """Paint the curve, or a note why there is none yet."""
    lines, note = scene.points.lines, ""
    if not lines:
        note = "This game counts no points."
    elif not scene.points.has_begun:
        note = f"The curve begins when the first {scene.points.unit} has ended."
    for y, text in enumerate(wrap(note, brush.width - 1)):
        brush.write(1, y, text, "dune")
    if not note:
        paint_curve(brush, lines, ascii_only=scene.signs.ascii_only, colors=scene.colors)


FIXED_POINTS: Final = FixedPane(
    "curve",
    paint_fixed_points,
    FallbackSlot("question", PANE_LINES, MIN_COLUMNS, MIN_QUESTION_LINES),
    lambda scene: (scene.points, scene.signs, scene.colors),
)
POINTS: Final = Overlay(
    "points",
    "g",
    "Curve",
    "the curve of points, turn by turn",
    paint=paint_points_overlay,
    footer_labels=lambda _: {"let_go": "Close"},
)
