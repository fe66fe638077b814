"""The tile of a site, with its number, owner, pyramid and spaces; and the tile of the pharaoh with area 16."""

from collections.abc import Mapping
from typing import Final

from engine.tal.data.board import CENTRE, FIRST_AREA, PLACE_COUNT, SPACE_COUNT, SPACE_LETTERS, GameBoard, spaces_of
from engine.tal.view import SiteView, TalView
from vok_tui.boards.tal.drawing.marks import (
    SEAT_INKS,
    paint_figures,
    paint_layers,
    paint_sign_and_name,
    target_ink,
    target_mark,
)
from vok_tui.boards.tal.movement import PLACE, SITE
from vok_tui.boards.tal.signs import EMPTY, overseer_sign, worker_sign
from vok_tui.boards.tal.worth import block_count
from vok_tui.painting.grid import Brush, Target
from vok_tui.panes.scene import Scene
from vok_tui.panes.story.marks import paint_change_mark

TILE_LINES: Final = 3
ADJOINING_LINES: Final = 4  # of a tile that shows which areas its spaces adjoin
SPACE_COLUMNS: Final = 2
SMALL_COLUMNS: Final = 11
LARGE_COLUMNS: Final = 17
PHARAOH_TARGET: Final = Target(SITE, 15)
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
