"""Sites, drawn as tiles in a table or as a map."""

from collections.abc import Mapping
from typing import Final

from engine.tal.board import CENTRE, FIRST_AREA, PLACE_COUNT, SPACE_COUNT, SPACE_LETTERS, GameBoard, spaces_of
from engine.tal.view import SiteView, TalView
from vok_tui.boards.tal.marks import (
    SEAT_INKS,
    paint_figures,
    paint_layers,
    paint_sign_and_name,
    target_ink,
    target_mark,
)
from vok_tui.boards.tal.movement import PHARAOH_TARGET, PLACE, SITE
from vok_tui.boards.tal.signs import EMPTY, overseer_sign, worker_sign
from vok_tui.boards.tal.worth import block_count
from vok_tui.painting.grid import Brush, LineCount, Target
from vok_tui.panes.card_frame import ASCII_THIN, THIN, paint_change_mark
from vok_tui.panes.scene import Scene

TILE_LINES: Final = 3
ADJOINING_LINES: Final = 4  # of a tile that shows which areas its spaces adjoin
SPACE_COLUMNS: Final = 2
SMALL_COLUMNS: Final = 11
LARGE_COLUMNS: Final = 17
MAX_BAR_COLUMNS: Final = 15
NAME_COLUMN: Final = 1  # after the mark

MovementCosts = Mapping[Target, int]


def paint_site_tile(brush: Brush, scene: Scene, board: GameBoard, site: SiteView, costs: MovementCosts) -> None:
    """Paint the tile of a site; of a site that is not in the game only the number."""
    target = Target(SITE, site.number)
    brush.sub_brush(0, 0, brush.width - 1, TILE_LINES - 1).add_target(target)
    paint_change_mark(brush, 0, 0, scene, target)
    mark = target_mark(scene, target)
    if mark != " ":
        brush.write(0, 0, mark, "gold")
    x = brush.write(NAME_COLUMN, 0, str(site.number + 1), *target_ink(scene, target)) + 1
    if not site.in_game:
        brush.write(x, 0, "out", "dune")
        return
    paint_owner_and_count(brush.sub_brush(x, 0, brush.width - x, 1), scene, site, costs.get(target))
    paint_layers(brush, NAME_COLUMN, 1, scene, site.layers, site.layer_sizes)
    for i, place in enumerate(spaces_of(site.number)):
        cell = brush.sub_brush(NAME_COLUMN + SPACE_COLUMNS * i, 2, SPACE_COLUMNS, 1)
        paint_space(cell, scene, place, SPACE_LETTERS[i], costs.get(Target(PLACE, place)))
    if brush.height >= ADJOINING_LINES:
        paint_adjoining_area_numbers(brush.sub_brush(NAME_COLUMN, 3, brush.width - 1, 1), scene, board, site.number)


def paint_owner_and_count(brush: Brush, scene: Scene, site: SiteView, cost: int | None) -> None:
    """Paint the owner of a site and its number of blocks, or the value of a complete pyramid. Of a free site that can be claimed
    now, paint the movement points that the claim costs."""
    size = sum(site.layer_sizes)
    count = f"{scene.signs.done}{site.value}" if site.is_complete else f"{block_count(site)}/{size}"
    if cost is not None:
        brush.write(0, 0, f"costs {cost}", "ink", "on-block", "bold")
    elif site.owner < 0:
        brush.write(0, 0, "free", "dune")
    else:
        start = brush.write_right(0, count, "gold")
        paint_sign_and_name(brush, 0, 0, scene, site.owner, start - 1)


def paint_space(brush: Brush, scene: Scene, place: int, letter: str, cost: int | None) -> None:
    """Paint the letter of a space and the figure there. `cost` is the points to go to a free space, else None."""
    target, view = Target(PLACE, place), scene.view
    brush.add_target(target)
    ink = target_ink(scene, target, "dune")
    if target in scene.affected and target != scene.cursor:
        letter = scene.signs.affected
    brush.write(0, 0, letter, *ink)
    figure = view.figure_on_space(place)
    if figure is not None:
        seat, is_overseer = figure
        sign = overseer_sign(scene.signs, seat) if is_overseer else worker_sign(scene.signs, seat)
        brush.write(1, 0, sign, *(ink if target == scene.cursor else (SEAT_INKS[seat], "bold")))
    elif cost is not None:
        brush.write(1, 0, str(cost), *ink)
    else:
        brush.write(1, 0, scene.signs.game_signs[EMPTY], *(ink if target == scene.cursor else ("dune",)))


def paint_adjoining_area_numbers(brush: Brush, scene: Scene, board: GameBoard, site: int) -> None:
    """Paint the numbers of the areas that the spaces above adjoin: "16--18--17--"."""
    previous_area = -1
    for i, place in enumerate(spaces_of(site)):
        area = int(board.area_beside[place])
        text = scene.signs.rule * SPACE_COLUMNS if area == previous_area else area_number(area)
        brush.write(SPACE_COLUMNS * i, 0, text, "deep" if area == previous_area else "dune")
        previous_area = area


def area_number(place: int) -> str:
    """The number of an area that players see."""
    return str(FIRST_AREA + place - int(SPACE_COUNT))


def paint_pharaoh_tile(brush: Brush, scene: Scene, costs: MovementCosts) -> None:
    """Paint the pharaoh's pyramid as a bar, and the figures in area 16."""
    view: TalView = scene.view
    brush.sub_brush(0, 0, brush.width - 1, TILE_LINES - 1).add_target(PHARAOH_TARGET)
    paint_change_mark(brush, 0, 0, scene, PHARAOH_TARGET)
    if scene.cursor == PHARAOH_TARGET:
        brush.write(0, 0, scene.signs.cursor, "gold")
    x = brush.write(NAME_COLUMN, 0, f"{FIRST_AREA} ", "lapis")
    brush.write(x, 0, "Pharaoh ", *target_ink(scene, PHARAOH_TARGET, "gold"))
    brush.write_right(0, f" {view.pharaoh_count}/{view.pharaoh_pyramid_size}", "gold")
    bar = min(MAX_BAR_COLUMNS, brush.width - 2)
    filled = min(bar, bar * view.pharaoh_count // view.pharaoh_pyramid_size)
    x = brush.write(NAME_COLUMN, 1, scene.signs.filled * filled, "gold")
    brush.write(x, 1, scene.signs.game_signs[EMPTY] * (bar - filled), "dune")
    paint_area(brush.sub_brush(0, 2, brush.width, 1), scene, int(CENTRE), costs, with_number=False)


def paint_area(brush: Brush, scene: Scene, place: int, costs: MovementCosts, *, with_number: bool = True) -> None:
    """Paint an area: its number, what it costs to go there, and its figures."""
    target = Target(PLACE, place)
    number = area_number(place) if with_number else ""
    brush.sub_brush(0, 0, brush.width - 1, brush.height).add_target(target)
    mark = target_mark(scene, target)
    is_framed = brush.height > 1  # then blanks keep the number apart from the frame
    if mark != " " or is_framed:
        brush.write(0, 0, mark, "gold")
    cost = f"({costs[target]})" if target in costs else ""
    x = brush.write(NAME_COLUMN, 0, f"{number}{cost}", *target_ink(scene, target, "lapis"))
    x += 1 if number or cost else 0
    if is_framed:
        brush.write(x - 1, 0, " ")
        paint_figures(brush, NAME_COLUMN + 1, 1, scene, place)
    else:
        paint_figures(brush, x, 0, scene, place)


def outer_area_places() -> range:
    """The places of all areas except area 16."""
    return range(int(CENTRE) + 1, int(PLACE_COUNT))


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
