"""The board: sites, spaces, areas, distances, and the values of pyramids (rulebook, "The Board").

Spaces and areas are places. Places are numbered: first the spaces of site 1 from A on, then those of site 2 and so on, last the
areas from 16 on. Sites are numbered from 0 in the code and from 1 for players.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from engine.core.arrays import i64, vec
from engine.core.luck import hash_combine

SITE_COUNT: Final[i64] = 15
SMALL_SITES: Final[i64] = 9  # the number of small sites, which come first; the others are large
SMALL_SPACES: Final[i64] = 4
LARGE_SPACES: Final[i64] = 6
SPACE_COUNT: Final[i64] = 72
AREA_COUNT: Final[i64] = 7
PLACE_COUNT: Final[i64] = 79
CENTRE: Final[i64] = 72  # the place of area 16, where all figures start
FIRST_AREA: Final = 16  # what players call the first area
LAYER_COUNT: Final[i64] = 3
SUN_COUNTS: Final = (0, 2, 3)  # that a site can have
SPACE_LETTERS: Final = "ABCDEF"
UNREACHABLE: Final[i64] = -1

# The classes of complete pyramids, and their names.
ONE_COLOUR: Final[i64] = 0
LAYERED: Final[i64] = 1
MIXED: Final[i64] = 2
CLASSES: Final = ("one colour", "layered", "mixed")


class Site(NamedTuple):
    """A building site: its number of red suns, and for each of its spaces, from A on, the number of the area that it adjoins.
    `printed` names the values that are known from printed boards."""

    suns: int
    adjoins: tuple[int, ...]
    printed: tuple[str, ...] = ()


class BoardPlan(NamedTuple):
    """The contents of a data file: the values of small and large pyramids of each class, the sites in order, and for each area
    the areas that it borders. Areas have the numbers that players use. `text` is the TOML; "" for the shipped board. The last
    three say which values of small and large pyramids, and the borders of which areas, are known from printed boards."""

    small_values: tuple[int, ...]
    large_values: tuple[int, ...]
    sites: tuple[Site, ...]
    borders: tuple[tuple[int, ...], ...]
    text: str = ""
    small_printed: tuple[str, ...] = ()
    large_printed: tuple[str, ...] = ()
    borders_printed: tuple[str, ...] = ()

    def fingerprint(self) -> int:
        """A number that is equal for plans that play the same."""
        k = hash_combine(0, len(self.sites))
        for value in (*self.small_values, *self.large_values):
            k = hash_combine(k, value)
        for site in self.sites:
            k = hash_combine(k, site.suns)
            for area in site.adjoins:
                k = hash_combine(k, area)
        for areas in self.borders:
            k = hash_combine(k, len(areas))
            for area in sorted(areas):
                k = hash_combine(k, area)
        return k


class GameBoard:
    """A plan for a number of players, who use some of its sites. The rules read the arrays.

    `site_is_used[site]` says whether they use a site; `used_sites` are the numbers of those sites.
    `distances[PLACE_COUNT * place + other]` is the number of lines between two places; UNREACHABLE from or to an unused site.
    `area_beside[place]` is the place of the area that a space adjoins; for an area, it is `place` itself.
    `site_of[place]` is the site of a space; -1 for an area.
    `distances_to_sites[SITE_COUNT * place + site]` is the distance to the nearest space of a site.
    `pyramid_values[class]` are the points for a small pyramid, `pyramid_values[class + 3]` those for a large one.
    """

    def __init__(self, plan: BoardPlan, players: int) -> None:
        self.plan: Final = plan
        self.players: Final = players
        self.site_is_used: Final = [is_site_used(site, players) for site in plan.sites]
        self.used_sites: Final = vec[i64]([site for site, is_used in enumerate(self.site_is_used) if is_used])
        areas = list(range(SPACE_COUNT, PLACE_COUNT))
        site_by_space = [site for site in range(SITE_COUNT) for _ in spaces_of(site)]
        self.area_beside: Final = vec[i64](area_places_by_space(plan) + areas)
        self.site_of: Final = vec[i64](site_by_space + [-1 for _ in areas])
        self.pyramid_values: Final = vec[i64](list(plan.small_values + plan.large_values))
        self.distances: Final = vec[i64](distance_matrix(plan, self.site_is_used))
        to_sites = [self.distance_to_site(place, site) for place in range(PLACE_COUNT) for site in range(SITE_COUNT)]
        self.distances_to_sites: Final = vec[i64](to_sites)

    def distance_to_site(self, place: int, site: int) -> int:
        """The number of lines between a place and the nearest space of a site, or UNREACHABLE."""
        return min([int(self.distances[PLACE_COUNT * place + space]) for space in spaces_of(site)])

    def distance(self, place: i64, other: i64) -> i64:
        """The number of lines between two places, or UNREACHABLE."""
        return self.distances[PLACE_COUNT * place + other]

    def distance_via_site(self, place: i64, other: i64, site: i64) -> i64:
        """The number of lines on the shortest path between two places through a space of `site`, or UNREACHABLE."""
        distances = self.distances
        shortest: i64 = UNREACHABLE
        first = first_space(site)
        for space in range(first, first + space_count(site)):
            before = distances[PLACE_COUNT * place + space]
            after = distances[PLACE_COUNT * space + other]
            if before >= 0 and after >= 0 and (shortest < 0 or before + after < shortest):
                shortest = before + after
        return shortest


def is_site_used(site: Site, players: int) -> bool:
    """Whether a number of players uses a site. Sites with three red suns are for four players, those with two for three or more
    (rulebook, "Game Preparation")."""
    return site.suns < players


def is_small(site: i64) -> bool:
    return site < SMALL_SITES


def first_space(site: i64) -> i64:
    """The place of space A of a site."""
    if site < SMALL_SITES:
        return SMALL_SPACES * site
    return SMALL_SPACES * SMALL_SITES + LARGE_SPACES * (site - SMALL_SITES)


def space_count(site: i64) -> i64:
    """The number of spaces of a site."""
    return SMALL_SPACES if site < SMALL_SITES else LARGE_SPACES


def layer_size(site: i64, layer: i64) -> i64:
    """The number of blocks that fill a layer, from the lowest on: 4 and 1 in a small pyramid, 9, 4 and 1 in a large one; else
    0."""
    side = (2 if site < SMALL_SITES else 3) - layer
    return side * side if side > 0 else 0


def pyramid_size(site: i64) -> i64:
    """The number of blocks of a complete pyramid."""
    return 5 if site < SMALL_SITES else 14


def spaces_of(site: int) -> range:
    first = int(first_space(site))
    return range(first, first + int(space_count(site)))


def place_name(place: int) -> str:
    """What players call a place: "15/B", or "16"."""
    if place >= SPACE_COUNT:
        return str(FIRST_AREA + place - int(SPACE_COUNT))
    site = next(site for site in range(SITE_COUNT) if place in spaces_of(site))
    return f"{site + 1}/{SPACE_LETTERS[place - spaces_of(site).start]}"


def place_of_area(area_number: int) -> int:
    """The place of the area that players call `area_number`."""
    return int(CENTRE) + area_number - FIRST_AREA


def area_places_by_space(plan: BoardPlan) -> list[int]:
    """The place of the area that each space adjoins."""
    return [place_of_area(area) for site in plan.sites for area in site.adjoins]


def neighbours_by_place(plan: BoardPlan, site_is_used: list[bool]) -> list[list[int]]:
    """For each place, the places that are one line away. The spaces of unused sites have none."""
    neighbours: list[list[int]] = [[] for _ in range(PLACE_COUNT)]
    for number, areas in enumerate(plan.borders):
        neighbours[int(CENTRE) + number] += [place_of_area(area) for area in areas]
    area_beside = area_places_by_space(plan)
    for site in range(SITE_COUNT):
        if site_is_used[site]:
            spaces = spaces_of(site)
            for space in spaces:
                next_space = spaces[(space - spaces.start + 1) % len(spaces)]
                for other in (next_space, area_beside[space]):
                    neighbours[space].append(other)
                    neighbours[other].append(space)
    return neighbours


def distance_matrix(plan: BoardPlan, site_is_used: list[bool]) -> list[int]:
    """The number of lines from each place to each other, in rows of PLACE_COUNT."""
    neighbours = neighbours_by_place(plan, site_is_used)
    distances: list[int] = []
    for start in range(PLACE_COUNT):
        row = [int(UNREACHABLE)] * int(PLACE_COUNT)
        if neighbours[start]:
            row[start] = 0
        reached = [start]  # grows during the loop: a breadth-first search
        for place in reached:
            for other in neighbours[place]:
                if row[other] < 0:
                    row[other] = row[place] + 1
                    reached.append(other)
        distances += row
    return distances


PLACE_NAMES: Final = tuple([place_name(place) for place in range(PLACE_COUNT)])
PLACE_OF_NAME: Final = {name: place for place, name in enumerate(PLACE_NAMES)}


@lru_cache(12)
def board_of(plan: BoardPlan, players: int) -> GameBoard:
    """The board of a plan for a number of players. Cached."""
    return GameBoard(plan, players)
