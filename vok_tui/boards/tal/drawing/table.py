"""The sites and areas: sixteen tiles with a line of areas, or a map around area 16 where it fits."""

from typing import Final

from engine.tal.data.board import CENTRE, GameBoard
from engine.tal.view import TalView
from vok_tui.boards.tal.drawing.tiles import (
    ADJOINING_LINES,
    LARGE_COLUMNS,
    SMALL_COLUMNS,
    TILE_LINES,
    MovementCosts,
    outer_area_places,
    paint_area,
    paint_pharaoh_tile,
    paint_site_tile,
)
from vok_tui.painting.grid import Brush, LineCount
from vok_tui.panes.card_frame import ASCII_THIN, THIN
from vok_tui.panes.scene import Scene

PHARAOH_TILE: Final = 0
# Sites by the numbers that players see. The large ones and the pharaoh's pyramid are in the wide columns.
TILES: Final = ((10, 11, 1, 2), (12, 13, 3, 4), (14, 15, 5, 6), (PHARAOH_TILE, 9, 7, 8))
TILE_WIDTHS: Final = (LARGE_COLUMNS, LARGE_COLUMNS, SMALL_COLUMNS, SMALL_COLUMNS)
TILES_COLUMNS: Final = sum(TILE_WIDTHS)

# The map: sites and areas (from 16 on) by the numbers that players see; 0 is an empty cell.
MAP: Final = (
    (1, 22, 0, 17, 2),
    (9, 14, 15, 10, 7),
    (6, 21, 16, 18, 3),
    (0, 13, 12, 11, 0),
    (5, 20, 8, 19, 4),
)
CENTRE_COLUMNS: Final = LARGE_COLUMNS + 2  # fits all figures in area 16
MAP_WIDTHS: Final = (SMALL_COLUMNS, LARGE_COLUMNS, CENTRE_COLUMNS, LARGE_COLUMNS, SMALL_COLUMNS)
MAP_COLUMNS: Final = sum(MAP_WIDTHS) + len(MAP_WIDTHS) - 1
MAP_LINES: Final = (ADJOINING_LINES + 1) * len(MAP)
FIRST_AREA: Final = 16


def tiles_height(available_lines: int) -> LineCount:
    """The number of lines that the board takes as tiles, with the line of areas below them. With enough `available_lines`, each
    tile also shows the areas that its spaces adjoin."""
    return len(TILES) * (ADJOINING_LINES if available_lines >= MIN_ROOMY_LINES else TILE_LINES) + 1


MIN_ROOMY_LINES: Final = 28


def paint_board_as_tiles(brush: Brush, scene: Scene, board: GameBoard, costs: MovementCosts) -> None:
    """Paint sixteen tiles in four rows, and a line with the areas from 17 on."""
    view: TalView = scene.view
    lines = (brush.height - 1) // len(TILES)
    spare = (brush.width - TILES_COLUMNS) // len(TILE_WIDTHS)
    for row, numbers in enumerate(TILES):
        x = 0
        for number, width in zip(numbers, TILE_WIDTHS, strict=True):
            tile = brush.sub_brush(x, row * lines, width + spare, lines)
            if number == PHARAOH_TILE:
                paint_pharaoh_tile(tile, scene, costs)
            else:
                paint_site_tile(tile, scene, board, view.sites[number - 1], costs)
            x += width + spare
    columns = brush.width // len(outer_area_places())
    for i, place in enumerate(outer_area_places()):
        paint_area(brush.sub_brush(i * columns, len(TILES) * lines, columns, 1), scene, place, costs)


def paint_board_as_map(brush: Brush, scene: Scene, board: GameBoard, costs: MovementCosts) -> None:
    """Paint the sites and areas at their places on the board, the areas in frames."""
    view: TalView = scene.view
    gap = 1 + (brush.width - MAP_COLUMNS) // (len(MAP_WIDTHS) + 1)
    left = (brush.width - sum(MAP_WIDTHS) - gap * (len(MAP_WIDTHS) - 1)) // 2
    lines = brush.height // len(MAP)
    for row, numbers in enumerate(MAP):
        x = left
        for number, width in zip(numbers, MAP_WIDTHS, strict=True):
            tile = brush.sub_brush(x, row * lines, width, ADJOINING_LINES)
            if number >= FIRST_AREA:
                paint_framed_area(tile, scene, int(CENTRE) + number - FIRST_AREA, costs)
            elif number:
                paint_site_tile(tile, scene, board, view.sites[number - 1], costs)
            x += width + gap


def paint_framed_area(brush: Brush, scene: Scene, place: int, costs: MovementCosts) -> None:
    """Paint an area in a frame; in that of area 16 also the pharaoh's pyramid."""
    frame = ASCII_THIN if scene.signs.ascii_only else THIN
    right, bottom, across = brush.width - 1, brush.height - 1, frame.horizontal * (brush.width - 2)
    brush.write(0, 0, frame.corners[0] + across + frame.corners[1], "deep")
    brush.write(0, bottom, frame.corners[3] + across + frame.corners[2], "deep")
    for y in range(1, bottom):
        brush.write(0, y, frame.vertical, "deep")
        brush.write(right, y, frame.vertical, "deep")
    if place == CENTRE:
        brush.write(1, 0, " ")  # before the title
        paint_pharaoh_tile(brush.sub_brush(1, 0, brush.width - 2, TILE_LINES), scene, costs)
    else:
        paint_area(brush.sub_brush(1, 0, brush.width - 2, TILE_LINES - 1), scene, place, costs)
