"""Paints the table: the zones of the board, and around them the panes that every game has."""

from dataclasses import replace
from typing import Final

from vok_tui.panes import question, reader, status, story
from vok_tui.panes.arrangement import Arrangement
from vok_tui.panes.grid import Brush, Grid, Rect
from vok_tui.panes.scene import Board, Scene

NARROW_STORY_COLUMNS: Final = 30  # below this width the story uses the short words of the board


def paint_table(grid: Grid, scene: Scene, board: Board) -> int:
    """Paint everything. Returns by how many lines an open story is scrolled back: not beyond its beginning."""
    places = board.arrange(grid.width, grid.height, scene.view)
    grid.split_column = places.right_overlay.x
    status.paint_status(Brush(grid, places.status), scene, board.title, board.where_text(scene))
    board.paint_zones(grid, scene)
    paint_question(Brush(grid, places.question), scene, board, has_reader=places.reader is not None)
    paint_story_and_reader(grid, scene, board, places)
    status.paint_footer(Brush(grid, places.footer), scene)
    return paint_overlays(grid, scene, places)


def paint_question(brush: Brush, scene: Scene, board: Board, has_reader: bool) -> None:
    """Paint the question, with the cards that it shows in a row below it, or else the news."""
    if has_reader or scene.reader_open:  # what the card does is read there
        scene = replace(scene, hint=("", scene.hint[1]))
    below = len(question.heading_lines(brush, scene))
    if board.paint_shown_cards(brush.sub_brush(1, below, brush.width - 1, 1), scene):
        question.paint_question(brush, scene, skip=1)
    else:
        question.paint_question(brush, scene, board.news(scene))


def paint_story_and_reader(grid: Grid, scene: Scene, board: Board, places: Arrangement) -> None:
    """Paint the latest of the story, and the reader if it has a place of its own."""
    words = board.short_text if places.story.width < NARROW_STORY_COLUMNS else story.full_text
    story.paint_story(Brush(grid, places.story), scene, words=words)
    if places.reader is not None:
        reader.paint_reader(Brush(grid, places.reader), scene, board.legend(scene))


def paint_overlays(grid: Grid, scene: Scene, places: Arrangement) -> int:
    """Paint an open story and an open page. Returns by how many lines the story is scrolled back."""
    scroll = 0
    if scene.story_open:
        over = Brush(grid, places.left_overlay)
        over.cover("on-stone")
        inner = over.sub_brush(1, 0, over.width - 2, over.height, ("on-stone",))
        scroll = story.paint_story(inner, scene, scene.story_scroll)
    if scene.reader_open and scene.open_page is not None:
        over = Brush(grid, page_rect(grid, scene, places))
        over.cover("on-stone")
        reader.paint_reader(over.sub_brush(1, 0, over.width - 2, over.height, ("on-stone",)), scene)
    return scroll


def page_rect(grid: Grid, scene: Scene, places: Arrangement) -> Rect:
    """The rectangle of an open page: the reader's own place, which may grow over the story; else the bottom of the right side;
    or the left side if the page would cover its own subject or is too long."""
    if places.reader is not None:
        own = places.reader
        rect = Rect(own.x - 1, own.y, own.width + 2, own.height)
        lines = reader.page_height(scene, rect.width - 2)
        return Rect(rect.x, rect.y, rect.width, min(max(own.height, lines), places.right_overlay.bottom - own.y))
    side = places.right_overlay
    lines = reader.page_height(scene, side.width - 2)
    place = Rect(side.x, max(side.y, side.bottom - lines), side.width, min(lines, side.height))
    subject = grid.targets.get(scene.cursor) if scene.cursor is not None else None
    if lines <= side.height and (subject is None or not place.overlaps(subject)):
        return place
    left = places.left_overlay
    lines = reader.page_height(scene, left.width - 2)
    return Rect(left.x, left.y, left.width, min(max(left.height, lines), places.footer.y - left.y))
