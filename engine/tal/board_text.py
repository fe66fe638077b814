"""Boards as TOML, and the board that comes with the game.

The rulebook says how many sites and areas there are, that 15/B adjoins area 16, and that 6/C is two lines away from area 20. It
shows the rest only in pictures. **All other facts here are reconstructed**: where the sites are, which of them have red suns, and
what pyramids are worth.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from engine.core.errors import BadCatalogue, quoted
from engine.core.toml_text import check_data_number, parse_data, printed_lines, read_printed, source_comment
from engine.tal.board import (
    AREA_COUNT,
    FIRST_AREA,
    PLACE_COUNT,
    SITE_COUNT,
    SUN_COUNTS,
    UNREACHABLE,
    BoardPlan,
    Site,
    board_of,
    place_name,
    place_of_area,
    space_count,
)

SMALL_VALUES: Final = (12, 7, 3)  # of one colour, layered, mixed
LARGE_VALUES: Final = (30, 18, 9)
SUNS_BY_SITE: Final = {4: 3, 9: 3, 12: 3, 1: 2, 7: 2, 14: 2}  # by the number that players use; 0 for all others
RING: Final = (17, 18, 19, 20, 21, 22)  # the areas around area 16, each of which borders the next
AREAS_BESIDE_SMALL_SITES: Final = (
    (22, 22),
    (17, 17),
    (18, 18),
    (19, 19),
    (20, 20),
    (21, 21),
    (17, 18),
    (19, 20),
    (21, 22),
)


def areas_beside_spaces() -> list[tuple[int, ...]]:
    """For each site, the areas that its spaces adjoin, from A on."""
    small = [(first, first, second, second) for first, second in AREAS_BESIDE_SMALL_SITES]
    large = [(16, 16, RING[(i + 1) % 6], RING[(i + 1) % 6], RING[i], RING[i]) for i in range(6)]
    return [*small, *large]


def areas_beside_areas() -> tuple[tuple[int, ...], ...]:
    """For each area, from area 16 on, the areas that it borders."""
    return (RING, *[(16, *sorted([RING[i - 1], RING[(i + 1) % 6]])) for i in range(6)])


SHIPPED: Final = BoardPlan(
    SMALL_VALUES,
    LARGE_VALUES,
    tuple([Site(SUNS_BY_SITE.get(number, 0), areas) for number, areas in enumerate(areas_beside_spaces(), 1)]),
    areas_beside_areas(),
)

MAX_PYRAMID_VALUE: Final = 99
MIN_PLAYERS: Final = 2
VALUE_NAMES: Final = ("one_colour", "layered", "mixed")
SITE_VALUES: Final = ("suns", "adjoins")
AREAS: Final = range(FIRST_AREA, FIRST_AREA + int(AREA_COUNT))
AREA_NAMES: Final = tuple([str(area) for area in AREAS])
TABLES: Final = frozenset({"small", "large", "borders", "site"})


def write_plan(plan: BoardPlan, with_comments: bool = False) -> str:
    """The TOML of a plan. With `with_comments`, a comment says of each value whether it is printed or reconstructed."""
    lines: list[str] = []

    def write_table(head: str, values: Mapping[str, object], printed: tuple[str, ...]) -> None:
        lines.append(head)
        lines.extend(
            [f"{key} = {value}{source_comment(key, printed) if with_comments else ''}" for key, value in values.items()]
        )
        lines.extend([*printed_lines(printed), ""])

    write_table("[small]", dict(zip(VALUE_NAMES, plan.small_values, strict=True)), plan.small_printed)
    write_table("[large]", dict(zip(VALUE_NAMES, plan.large_values, strict=True)), plan.large_printed)
    borders = dict(zip(AREA_NAMES, [list(areas) for areas in plan.borders], strict=True))
    write_table("[borders]", borders, plan.borders_printed)
    for number, site in enumerate(plan.sites, 1):
        values = {"suns": site.suns, "adjoins": list(site.adjoins)}
        write_table(f"[[site]]\nnumber = {number}", values, site.printed)
    return "\n".join(lines[:-1]) + "\n"


@lru_cache(8)
def read_plan(text: str) -> BoardPlan:
    """The plan in a TOML text; "" stands for the shipped board. Raises BadCatalogue for the first fault."""
    if not text:
        return SHIPPED
    fields = parse_data(text, "the board is")
    if set(fields) != TABLES:
        raise BadCatalogue("the board is the tables [small], [large] and [borders], and [[site]] for each site")
    small, large = [read_pyramid_values(name, fields[name]) for name in ("small", "large")]
    sites, borders = read_sites(fields["site"]), read_borders(fields["borders"])
    printed = [read_printed(fields[name], VALUE_NAMES, f"[{name}]") for name in ("small", "large")]
    borders_printed = read_printed(fields["borders"], AREA_NAMES, "borders")
    plan = BoardPlan(small, large, sites, borders, text, printed[0], printed[1], borders_printed)
    check_places_reachable(plan)
    return plan


def read_pyramid_values(name: str, table: Any) -> tuple[int, ...]:
    """The values of pyramids of one size. A purer pyramid is worth no less (rulebook, "The Board")."""
    if not isinstance(table, dict) or set(table) - {"printed"} != set(VALUE_NAMES):
        raise BadCatalogue(f"[{name}] has {', '.join(VALUE_NAMES)}")
    values = tuple([check_data_number(table[key], f"{name}: {key}", 0, MAX_PYRAMID_VALUE) for key in VALUE_NAMES])
    if list(values) != sorted(values, reverse=True):
        raise BadCatalogue(f"[{name}]: a purer pyramid is worth no less: one_colour, then layered, then mixed")
    return values


def read_sites(tables: Any) -> tuple[Site, ...]:
    if not isinstance(tables, list) or len(tables) != SITE_COUNT:
        raise BadCatalogue(f"there are {SITE_COUNT} tables [[site]]")
    sites: list[Site] = []
    for number, table in enumerate(tables, 1):
        where = f"site {number}"
        if (
            not isinstance(table, dict)
            or set(table) - {"printed"} != {"number", *SITE_VALUES}
            or table["number"] != number
        ):
            raise BadCatalogue(f"{where} has number = {number}, suns and adjoins")
        if table["suns"] not in SUN_COUNTS or isinstance(table["suns"], bool):
            raise BadCatalogue(f"{where}: suns is 0, 2 or 3, not {quoted(table['suns'])}")
        areas, count = table["adjoins"], int(space_count(number - 1))
        if not isinstance(areas, list) or len(areas) != count:
            raise BadCatalogue(f"{where}: adjoins lists the areas beside its {count} spaces, from A on")
        adjoins = tuple([read_area_number(area, f"{where}: adjoins") for area in areas])
        sites.append(Site(int(table["suns"]), adjoins, read_printed(table, SITE_VALUES, where)))
    return tuple(sites)


def read_borders(table: Any) -> tuple[tuple[int, ...], ...]:
    """For each area, the areas that it borders. Both areas of a border must list it."""
    if not isinstance(table, dict) or set(table) - {"printed"} != set(AREA_NAMES):
        raise BadCatalogue(f"[borders] has a list for each area from {AREAS[0]} to {AREAS[-1]}")
    borders: list[tuple[int, ...]] = []
    for area in AREAS:
        areas = table[str(area)]
        if not isinstance(areas, list) or len(areas) > AREA_COUNT:
            raise BadCatalogue(f"borders: {area} is a list of areas")
        borders.append(tuple([read_area_number(other, f"borders: {area}") for other in areas]))
    for area, areas in zip(AREAS, borders, strict=True):
        if area in areas or len(set(areas)) < len(areas):
            raise BadCatalogue(f"borders: {area} names itself, or an area twice")
        for other in areas:
            if area not in borders[other - FIRST_AREA]:
                raise BadCatalogue(f"borders: {area} borders {other}, but {other} does not border {area}")
    return tuple(borders)


def check_places_reachable(plan: BoardPlan) -> None:
    """Raise BadCatalogue if a place cannot be reached that two players use."""
    board = board_of(plan, MIN_PLAYERS)
    if len(board.used_sites) == 0:
        raise BadCatalogue("with two players no site is left: give at least one site suns = 0")
    for place in range(PLACE_COUNT):
        site = board.site_of[place]
        is_used = site < 0 or board.site_is_used[site]
        if is_used and board.distance(place_of_area(FIRST_AREA), place) == UNREACHABLE:
            raise BadCatalogue(f"borders: no way leads from {FIRST_AREA} to {place_name(place)}")


def read_area_number(value: object, where: str) -> int:
    return check_data_number(value, where, AREAS[0], AREAS[-1])
