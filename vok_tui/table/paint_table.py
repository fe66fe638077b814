"""Paints the table: the zones of the board, and around them the panes that every game has."""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from vok_tui.painting.grid import Brush, Grid
from vok_tui.panes import question, status
from vok_tui.panes.overlay import Overlay
from vok_tui.panes.points import gathered_points
from vok_tui.panes.reader import FIXED_READER, READER
from vok_tui.panes.registry import FIXED_PANES, fixed_pane_rects, without_useless_curve
from vok_tui.panes.scene import Board, Scene, ScrollPosition, TargetHint
from vok_tui.panes.story.story import FIXED_STORY

MIN_STORY_LINES: Final = 8  # of a story pane that replaces what the others did in the question pane


def paint_table(grid: Grid, scene: Scene, board: Board, overlay: Overlay | None = None) -> ScrollPosition:
    """Paint everything, the open overlay last. Returns its scroll position, limited to its end."""
    arrangement = board.arrange_panes(grid.width, grid.height, scene.view)
    rects = fixed_pane_rects(arrangement, grid.width)
    question_scene = scene_for_question(scene, arrangement.areas_with_texts, has_reader=FIXED_READER.id in rects)
    needed_lines = question.needed_line_count(
        Brush(grid, rects["question"]), question_scene, board.lines_above_answers(scene)
    )
    rects = without_useless_curve(rects, needed_lines, has_begun=gathered_points(scene).has_begun)
    arrangement = replace(arrangement, question=rects["question"], panes=rects)
    grid.split_column = arrangement.right_overlay.x
    status.paint_status(Brush(grid, arrangement.status), scene, board.title, board.status_text(scene))
    board.paint_zones(grid, scene)
    story = arrangement.panes.get(FIXED_STORY.id)
    shows_turns_since = not arrangement.areas_with_texts or story is None or story.height < MIN_STORY_LINES
    paint_question_and_cards(
        Brush(grid, arrangement.question), question_scene, board, shows_turns_since=shows_turns_since
    )
    for pane in FIXED_PANES:
        rect = arrangement.panes.get(pane.id)
        if rect is not None:
            pane.paint(Brush(grid, rect), scene, board)
    status.paint_footer(Brush(grid, arrangement.footer), scene)
    if overlay is None or overlay.obstacle(scene):
        return 0
    brush = Brush(grid, overlay.covered_rect(grid, scene, arrangement))
    brush.clear_for_overlay("on-stone")
    return overlay.paint(brush.sub_brush(1, 0, brush.width - 2, brush.height, ("on-stone",)), scene, board)


def paint_question_and_cards(brush: Brush, scene: Scene, board: Board, *, shows_turns_since: bool) -> None:
    """Paint the question, with a row of the cards that only it shows, or else with the lines above the answers."""
    y = len(question.heading_lines(brush, scene))
    if board.paint_question_cards(brush.sub_brush(1, y, brush.width - 1, 1), scene):
        question.paint_question(brush, scene, blank_lines=1, shows_turns_since=shows_turns_since)
    else:
        question.paint_question(brush, scene, board.lines_above_answers(scene), shows_turns_since=shows_turns_since)


def scene_for_question(scene: Scene, areas_with_texts: Collection[str], *, has_reader: bool) -> Scene:
    """The scene for the question pane, with `has_reader` set. Its hint is without the text of the card if that is visible
    elsewhere: in a reader, or on the card itself in one of the `areas_with_texts`."""
    targets = [target for target in (scene.cursor, scene.selected) if target is not None]
    scene = replace(scene, has_reader=has_reader)
    if has_reader or scene.overlay == READER.id or any(target.area in areas_with_texts for target in targets):
        return replace(scene, hint=TargetHint(obstacle=scene.hint.obstacle))
    return scene
