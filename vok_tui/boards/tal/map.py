"""The map: areas in frames, the sites between them, the routes from area to area, and everybody's figures.

Two plans say where everything is: a small one for 80x24, and a large one where each site has four lines. Both are written for
their left half, which the right half mirrors. Where the map is wider than its plan, the sites at the edges get the columns.
Routes are drawn from the board that is played: where two areas do not border each other, there is no line, and a border for which
the map has no line is written in both areas.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from engine.core.game import NOTHING
from engine.tal.board import FIRST_AREA, SPACE_LETTERS, GameBoard, place_of_area, spaces_of
from engine.tal.board_text import SHIPPED
from engine.tal.view import SiteView, TalView
from vok_tui.boards.tal.marks import SEAT_INKS, paint_figures, paint_layers, target_ink, target_mark
from vok_tui.boards.tal.movement import PLACE, SITE, moving_figure_place
from vok_tui.boards.tal.signs import EMPTY, FALLING, RISING, overseer_sign, worker_sign
from vok_tui.boards.tal.worth import block_count, layer_to_fill
from vok_tui.painting.grid import Brush, Grid, Rect, Target, fit
from vok_tui.panes.card_frame import ASCII_THIN, THIN, paint_change_mark
from vok_tui.panes.scene import Scene

MovementCosts = Mapping[Target, int]

ACROSS: Final = "across"  # a route on one line; other routes are RISING or FALLING
STEPS: Final = {ACROSS: (1, 0), RISING: (-1, 1), FALLING: (1, 1)}
"""How a route goes on from cell to cell, from its upper or left end."""
NAME_COLUMN: Final = 1  # after the mark
TITLE_COLUMN: Final = 2  # of an area's mark, after the corner of its frame
LEFT_EDGE_SITES: Final = frozenset({1, 9, 6, 5})
RIGHT_EDGE_SITES: Final = frozenset({2, 7, 3, 4})
MIRRORED: Final = {22: 17, 21: 18, 20: 19, 1: 2, 9: 7, 6: 3, 5: 4, 14: 10, 13: 11}
"""The numbers of the left half, and those that mirror them."""
MAX_EDGE_COLUMNS: Final = 6  # that a wide map gives the sites at each edge
HIDDEN_SCALE: Final = 4  # lines of the hidden half that the cursor takes as one


class Route(NamedTuple):
    """A line between two areas, from its upper or left end on."""

    areas: tuple[int, int]
    x: int
    y: int
    slope: str  # ACROSS, RISING or FALLING
    cells: int


@dataclass(frozen=True)
class MapPlan:
    """Where areas, sites and routes are, by the numbers that players see. With `has_all_layers`, a site has a line with all
    layers of its pyramid, and one with the areas that its spaces adjoin; otherwise it shows the layer that is being filled."""

    columns: int
    lines: int
    has_all_layers: bool
    areas: Mapping[int, Rect]
    sites: Mapping[int, Rect]
    routes: tuple[Route, ...]


def with_right_half(left: MapPlan) -> MapPlan:
    """The whole plan, from one with the left half and what is in the middle."""
    columns = left.columns

    def both(rects: Mapping[int, Rect]) -> dict[int, Rect]:
        right = {
            MIRRORED[number]: Rect(columns - rect.right, rect.y, rect.width, rect.height)
            for number, rect in rects.items()
            if number in MIRRORED
        }
        return {**rects, **right}

    right_routes = []
    for areas, x, y, slope, cells in left.routes:
        first, second = [MIRRORED.get(area, area) for area in areas]
        if first != second:  # else the route is its own mirror image
            slope = {RISING: FALLING, FALLING: RISING}.get(slope, slope)
            right_routes.append(
                Route((first, second), columns - x - (cells if slope == ACROSS else 1), y, slope, cells)
            )
    routes = (*left.routes, *right_routes)
    return replace(left, areas=both(left.areas), sites=both(left.sites), routes=routes)


SMALL_MAP: Final = with_right_half(
    MapPlan(
        columns=56,
        lines=13,
        has_all_layers=False,
        areas={22: Rect(9, 0, 12, 2), 21: Rect(8, 5, 9, 2), 16: Rect(20, 5, 16, 2), 20: Rect(9, 10, 12, 2)},
        sites={
            1: Rect(0, 0, 8, 2), 9: Rect(0, 2, 8, 2), 6: Rect(0, 5, 8, 2), 5: Rect(0, 10, 8, 2), 8: Rect(24, 11, 8, 2),
            14: Rect(11, 2, 9, 3), 15: Rect(23, 2, 9, 3), 13: Rect(11, 7, 9, 3), 12: Rect(23, 7, 9, 3),
        },
        routes=(
            Route((22, 17), 21, 0, ACROSS, 14), Route((22, 21), 10, 2, RISING, 3), Route((22, 16), 20, 2, FALLING, 3),
            Route((21, 16), 17, 5, ACROSS, 3), Route((21, 20), 8, 7, FALLING, 3), Route((16, 20), 22, 7, RISING, 3),
            Route((20, 19), 21, 10, ACROSS, 14),
        ),
    )
)  # fmt: skip
LARGE_MAP: Final = with_right_half(
    MapPlan(
        columns=80,
        lines=21,
        has_all_layers=True,
        areas={22: Rect(13, 0, 17, 4), 21: Rect(9, 8, 17, 4), 16: Rect(30, 8, 20, 4), 20: Rect(13, 16, 17, 4)},
        sites={
            1: Rect(0, 0, 8, 4), 9: Rect(0, 4, 8, 4), 6: Rect(0, 8, 8, 4), 5: Rect(0, 16, 8, 4), 8: Rect(34, 17, 12, 4),
            14: Rect(13, 4, 16, 4), 15: Rect(32, 4, 16, 4), 13: Rect(13, 12, 16, 4), 12: Rect(32, 12, 16, 4),
        },
        routes=(
            Route((22, 17), 30, 1, ACROSS, 20), Route((22, 21), 12, 4, RISING, 4), Route((22, 16), 29, 4, FALLING, 4),
            Route((21, 16), 26, 9, ACROSS, 4), Route((21, 20), 9, 12, FALLING, 4), Route((16, 20), 31, 12, RISING, 4),
            Route((20, 19), 30, 16, ACROSS, 20),
        ),
    )
)  # fmt: skip


@lru_cache(8)
def plan_for(columns: int, lines: int) -> MapPlan:
    """The largest plan for these columns and lines, in the middle of the columns; the sites at the edges have those that are
    left. The small plan if none fits."""
    plan = LARGE_MAP if columns >= LARGE_MAP.columns and lines >= LARGE_MAP.lines else SMALL_MAP
    left = max(0, columns - plan.columns) // 2
    wider = min(left, MAX_EDGE_COLUMNS)

    def site_rect(number: int, rect: Rect) -> Rect:
        if number in LEFT_EDGE_SITES:
            return Rect(rect.x + left - wider, rect.y, rect.width + wider, rect.height)
        wider_by = wider if number in RIGHT_EDGE_SITES else 0
        return Rect(rect.x + left, rect.y, rect.width + wider_by, rect.height)

    return replace(
        plan,
        columns=columns,
        areas={number: replace(rect, x=rect.x + left) for number, rect in plan.areas.items()},
        sites={number: site_rect(number, rect) for number, rect in plan.sites.items()},
        routes=tuple([route._replace(x=route.x + left) for route in plan.routes]),
    )


DRAWN_ROUTES: Final = frozenset([frozenset(route.areas) for route in LARGE_MAP.routes])


def paint_map(brush: Brush, scene: Scene, board: GameBoard, costs: MovementCosts) -> None:
    plan = plan_for(brush.width, brush.height)
    view: TalView = scene.view
    borders = {
        frozenset((area, other)) for area, others in enumerate(board.plan.borders, FIRST_AREA) for other in others
    }
    for route in plan.routes:
        if frozenset(route.areas) in borders:
            paint_route(brush, scene, route)
    for number, rect in plan.areas.items():
        missing = [other for pair in borders - DRAWN_ROUTES if number in pair for other in pair - {number}]
        paint_area(sub_brush(brush, rect), scene, number, sorted(missing), costs)
    asks_destination = moving_figure_place(view) != NOTHING
    for number, rect in plan.sites.items():
        tile = SiteTile(sub_brush(brush, rect), scene, view.sites[number - 1], plan, costs, asks_destination)
        tile.paint(board)


def paint_half_map(brush: Brush, scene: Scene, board: GameBoard, costs: MovementCosts, *, shows_lower: bool) -> bool:
    """Paint that half of the large map in which the target to read about is; if it is in both or in none, the lower one with
    `shows_lower`. Targets of the other half are covered, so that the cursor reaches them. Returns whether it was the lower
    one."""
    whole = Grid(brush.width, LARGE_MAP.lines)
    paint_map(Brush(whole, Rect(0, 0, whole.width, whole.height)), scene, board, costs)
    lower_start = whole.height - brush.height
    subject = whole.targets.get(scene.subject) if scene.subject is not None else None
    if subject is not None and (subject.bottom > brush.height or subject.y < lower_start):
        shows_lower = subject.bottom > brush.height
    first, grid = lower_start if shows_lower else 0, brush.grid
    grid.put_cells(brush.rect, whole.cells_in(Rect(0, first, brush.width, brush.height)))
    for target, rect in whole.targets.items():
        y = rect.y - first + brush.rect.y
        if rect.y >= first and rect.bottom <= first + brush.height:
            grid.targets[target] = replace(rect, x=rect.x + brush.rect.x, y=y)
        else:  # what is below the edge comes before the panes there
            below = max(0, y - brush.rect.bottom)
            grid.covered_targets[target] = Rect(rect.x + brush.rect.x, y - below + below // HIDDEN_SCALE, rect.width, 1)
    return shows_lower


def sub_brush(brush: Brush, rect: Rect) -> Brush:
    return brush.sub_brush(rect.x, rect.y, rect.width, rect.height)


def paint_route(brush: Brush, scene: Scene, route: Route) -> None:
    """Paint the line between two areas."""
    sign = scene.signs.rule if route.slope == ACROSS else scene.signs.game_signs[route.slope]
    dx, dy = STEPS[route.slope]
    for i in range(route.cells):
        brush.write(route.x + dx * i, route.y + dy * i, sign, "dune")


# -- areas


def paint_area(brush: Brush, scene: Scene, number: int, undrawn: list[int], costs: MovementCosts) -> None:
    """Paint an area: a frame with its number, what it costs to go there, and its figures. `undrawn` are the areas that it borders
    without a line on the map."""
    place = place_of_area(number)
    target = Target(PLACE, place)
    brush.add_target(target)
    frame = ASCII_THIN if scene.signs.ascii_only else THIN
    right, bottom, across = brush.width - 1, brush.height - 1, frame.horizontal * (brush.width - 2)
    brush.write(0, 0, frame.corners[0] + across + frame.corners[1], "dune")
    brush.write(0, bottom, frame.corners[3] + across + frame.corners[2], "dune")
    for y in range(1, bottom):
        brush.write(0, y, frame.vertical, "dune")
        brush.write(right, y, frame.vertical, "dune")
    brush.write(TITLE_COLUMN, 0, place_mark(scene, target), "gold")
    x = brush.write(TITLE_COLUMN + 1, 0, str(number), *target_ink(scene, target, "lapis"))
    x = brush.write(x, 0, " ")
    for text in area_remarks(target, undrawn, costs, has_costs=brush.height > 2):
        if x + len(text) <= right:
            x = brush.write(x, 0, text, "dune")
            x = brush.write(x, 0, " ") if x < right else x
    if brush.height > 2:
        paint_figures(brush.sub_brush(1, 1, brush.width - 2, brush.height - 2), scene, place)
    else:  # in the lower edge; if they do not fit there, also in the upper one
        paint_figures(brush.sub_brush(1, bottom, brush.width - 2, 1), scene, place, brush.sub_brush(x, 0, right - x, 1))


def area_remarks(target: Target, undrawn: list[int], costs: MovementCosts, *, has_costs: bool) -> Iterator[str]:
    """What follows the number of an area, if it fits. On the small map no costs, which fit only into the widest area."""
    if undrawn:
        yield f"to {' '.join(map(str, undrawn))}"
    if target in costs and has_costs:
        yield f"costs {costs[target]}"


def place_mark(scene: Scene, target: Target) -> str:
    """The sign before an area: as for any target, and that the figure which moves is chosen."""
    mark = target_mark(scene, target)
    return scene.signs.selected if mark == " " and target.index == moving_figure_place(scene.view) else mark


# -- sites


@dataclass(frozen=True)
class SiteTile:
    """A site of the map: a line with owner and blocks, then the layers of its pyramid, and its spaces."""

    brush: Brush
    scene: Scene
    site: SiteView
    plan: MapPlan
    costs: MovementCosts
    asks_destination: bool  # whether the question is where a figure goes

    def paint(self, board: GameBoard) -> None:
        """Paint the tile; of a site that is not in the game only its number."""
        brush, scene, site = self.brush, self.scene, self.site
        target = Target(SITE, site.number)
        layers_line = 0 if self.has_blocks_in_first_line else 1
        brush.sub_brush(0, 0, brush.width, layers_line + 1).add_target(target)
        paint_change_mark(brush, 0, 0, scene, target)
        mark = target_mark(scene, target)
        if mark != " ":
            brush.write(0, 0, mark, "gold")
        x = brush.write(NAME_COLUMN, 0, str(site.number + 1), *target_ink(scene, target))
        if not site.in_game:
            brush.write(x + 1, 0, "out", "dune")
            return
        self.paint_owner_and_blocks(x)
        if layers_line:
            self.paint_layers(brush.sub_brush(NAME_COLUMN if site.is_small else 0, 1, brush.width, 1))
        spaces = [*spaces_of(site.number)]
        pitch = 2 if self.plan.has_all_layers else 1
        for i, place in enumerate(spaces):
            self.paint_space(
                brush.sub_brush(self.first_space_column + pitch * i, layers_line + 1, 1, 1), place, SPACE_LETTERS[i]
            )
        self.paint_adjoining_areas(board, spaces, layers_line + 1)

    @property
    def has_blocks_in_first_line(self) -> bool:
        """Whether the blocks of a small pyramid stand beside its owner, because the site has only two lines."""
        return self.site.is_small and not self.plan.has_all_layers

    def paint_owner_and_blocks(self, x: int) -> None:
        """Paint who owns the site, and its blocks or their number, or the value of a complete pyramid. Of a site that can be
        claimed now, paint what the claim costs."""
        brush, scene, site = self.brush, self.scene, self.site
        cost = self.costs.get(Target(SITE, site.number))
        if cost is not None and x + len(f" costs {cost}") <= brush.width:
            brush.write(x + 1, 0, f"costs {cost}", "ink", "on-block", "bold")
            return
        if site.owner < 0:
            brush.write(x + 1, 0, "free", "dune")
            return
        count = (
            f"{scene.signs.done}{site.value}" if site.is_complete else f"{block_count(site)}/{sum(site.layer_sizes)}"
        )
        is_full = x + 1 + len(count) + 1 >= brush.width
        x += 0 if is_full or self.has_blocks_in_first_line else 1
        x = brush.write(x, 0, overseer_sign(scene.signs, site.owner), SEAT_INKS[site.owner])
        if self.has_blocks_in_first_line and not site.is_complete:
            paint_layers(brush, x, 0, scene, site.layers, site.layer_sizes, gap=0)
            return
        brush.write(x + (1 if self.plan.has_all_layers else 0), 0, count, "gold")

    def paint_layers(self, brush: Brush) -> None:
        """Paint the layers of the pyramid, or in the small map the one that is being filled."""
        layers, sizes = self.site.layers, self.site.layer_sizes
        if not self.plan.has_all_layers:
            layer = layer_to_fill(self.site)
            layers, sizes = layers[layer : layer + 1], sizes[layer : layer + 1]
        paint_layers(brush, 0, 0, self.scene, layers, sizes)

    def paint_space(self, brush: Brush, place: int, letter: str) -> None:
        """Paint a space: the sign of the figure there, or its letter; while a figure moves, letters only where it can go."""
        scene, target = self.scene, Target(PLACE, place)
        brush.add_target(target)
        ink = target_ink(scene, target, "dune")
        figure = scene.view.figure_on_space(place)
        if target in scene.affected and target != scene.cursor:
            letter = scene.signs.affected
        elif place == moving_figure_place(scene.view):
            letter = scene.signs.selected
            ink = ink if ink != ("dune",) else ("gold", "bold")
        elif figure is not None:
            seat, is_overseer = figure
            letter = overseer_sign(scene.signs, seat) if is_overseer else worker_sign(scene.signs, seat)
            ink = ink if ink != ("dune",) else (SEAT_INKS[seat], "bold")
        elif self.asks_destination and target not in scene.usable:
            letter = scene.signs.game_signs[EMPTY]
        brush.write(0, 0, letter, *ink)

    def paint_adjoining_areas(self, board: GameBoard, spaces: list[int], y: int) -> None:
        """Paint the numbers of the areas that the spaces adjoin: below the spaces, "16--18--17"; in the small map only where they
        are not those that the map shows."""
        areas = [FIRST_AREA + int(board.area_beside[place]) - place_of_area(FIRST_AREA) for place in spaces]
        scene, brush = self.scene, self.brush
        if not self.plan.has_all_layers:
            if {*areas} != {*SHIPPED.sites[self.site.number].adjoins}:
                text = " ".join(map(str, sorted({*areas})))
                x = NAME_COLUMN + len(spaces)
                brush.write(x, y, fit(text, brush.width - x, scene.signs.more), "dune")
            return
        x = self.first_space_column
        previous = NOTHING
        for i, area in enumerate(areas):
            if area != previous:
                brush.write(x + 2 * i, y + 1, str(area), "dune")
            elif area != areas[-1]:
                brush.write(x + 2 * i, y + 1, scene.signs.rule * 2, "dune")
            previous = area

    @property
    def first_space_column(self) -> int:
        """The column of space A: a large site of the large map has one more blank before it, to keep apart from the routes."""
        return NAME_COLUMN + (1 if self.plan.has_all_layers and not self.site.is_small else 0)
