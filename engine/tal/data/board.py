"""The board: sites, their spaces, areas, distances, and what pyramids are worth (rulebook, "The Board").

Places are numbered: first the spaces of site 1 from A on, then those of site 2 and so on, last the areas from 16 on. Sites are
numbered from 0 in the rules and from 1 for players.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from engine.core.arrays import i64, vec
from engine.core.luck import hash_combine

SITE_COUNT: Final[i64] = 15
SMALL_SITES: Final[i64] = 9  # the first ones; the others are large
SMALL_SPACES: Final[i64] = 4
LARGE_SPACES: Final[i64] = 6
SPACE_COUNT: Final[i64] = 72
AREA_COUNT: Final[i64] = 7
PLACE_COUNT: Final[i64] = 79
CENTRE: Final[i64] = 72  # the place of area 16, where all figures begin
FIRST_AREA: Final = 16  # the number of the first area, for players
LAYER_COUNT: Final[i64] = 3
SUNS: Final = (0, 2, 3)
SPACE_LETTERS: Final = "ABCDEF"
UNREACHABLE: Final[i64] = -1

# What a complete pyramid is, and what a class is called.
ONE_COLOUR: Final[i64] = 0
LAYERED: Final[i64] = 1
MIXED: Final[i64] = 2
CLASSES: Final = ("one colour", "layered", "mixed")


class Site(NamedTuple):
    """A building site: its red suns, and the area that each of its spaces adjoins, from A on, by their numbers for players."""

    suns: int
    adjoins: tuple[int, ...]


class BoardPlan(NamedTuple):
    """The contents of a data file: what small and large pyramids of each class are worth, the sites in their order, and the areas
    that each area borders. `text` is the TOML; "" for the plan of the game itself."""

    small_values: tuple[int, ...]
    large_values: tuple[int, ...]
    sites: tuple[Site, ...]
    borders: tuple[tuple[int, ...], ...]
    text: str = ""

    def fingerprint(self) -> int:
        """Equal for plans that play the same."""
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


class Board:
    """A plan with the sites that a number of players uses. The rules read the arrays.

    `distances[PLACE_COUNT * place + other]` is the number of lines between two places, UNREACHABLE from or to a site that is out.
    `beside[place]` is the area that a space adjoins, as a place; of an area the area itself. `site_of[place]` is -1 for an area.
    `lines_to_site[SITE_COUNT * place + site]` is the distance to the nearest space of a site.
    """

    def __init__(self, plan: BoardPlan, players: int) -> None:
        self.plan: Final = plan
        self.players: Final = players
        self.in_game: Final = [is_in_game(site, players) for site in plan.sites]
        self.sites: Final = vec[i64]([number for number, is_in in enumerate(self.in_game) if is_in])
        areas = list(range(SPACE_COUNT, PLACE_COUNT))
        sites_of_spaces = [site for site in range(SITE_COUNT) for _ in spaces_of(site)]
        values = plan.small_values + plan.large_values
        self.beside: Final = vec[i64](area_places_by_space(plan) + areas)
        self.site_of: Final = vec[i64](sites_of_spaces + [-1 for _ in areas])
        self.values: Final = vec[i64](list(values))
        self.distances: Final = vec[i64](all_distances(plan, self.in_game))
        lines = [self.distance_to_site(place, site) for place in range(PLACE_COUNT) for site in range(SITE_COUNT)]
        self.lines_to_site: Final = vec[i64](lines)

    def distance_to_site(self, place: int, site: int) -> int:
        """The lines between a place and the nearest space of a site; UNREACHABLE if there is no way."""
        return min([int(self.distances[PLACE_COUNT * place + space]) for space in spaces_of(site)])

    def distance(self, place: i64, other: i64) -> i64:
        return self.distances[PLACE_COUNT * place + other]

    def distance_via(self, place: i64, other: i64, site: i64) -> i64:
        """The lines between two places on the shortest way that enters a space of `site`; UNREACHABLE if there is none."""
        distances = self.distances
        shortest: i64 = UNREACHABLE
        first = first_space(site)
        for space in range(first, first + space_count(site)):
            there = distances[PLACE_COUNT * place + space]
            back = distances[PLACE_COUNT * space + other]
            if there >= 0 and back >= 0 and (shortest < 0 or there + back < shortest):
                shortest = there + back
        return shortest


def is_in_game(site: Site, players: int) -> bool:
    """Sites with three red suns are for four players, those with two for three and more (rulebook, "Game Preparation")."""
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
    """The number of blocks in a layer, from the lowest on: 4 + 1, or 9 + 4 + 1."""
    side = (2 if site < SMALL_SITES else 3) - layer
    return side * side if side > 0 else 0


def pyramid_size(site: i64) -> i64:
    """The number of blocks of a complete pyramid."""
    return 5 if site < SMALL_SITES else 14


def spaces_of(site: int) -> range:
    """All spaces of a site."""
    first = int(first_space(site))
    return range(first, first + int(space_count(site)))


def place_name(place: int) -> str:
    """What players call a place: "15/B", or "16"."""
    if place >= SPACE_COUNT:
        return str(FIRST_AREA + place - int(SPACE_COUNT))
    site = next(site for site in range(SITE_COUNT) if place in spaces_of(site))
    return f"{site + 1}/{SPACE_LETTERS[place - spaces_of(site).start]}"


def area_place(area: int) -> int:
    """The place of an area, by its number for players."""
    return int(CENTRE) + area - FIRST_AREA


def area_places_by_space(plan: BoardPlan) -> list[int]:
    """The place of the area beside each space."""
    return [area_place(area) for site in plan.sites for area in site.adjoins]


def neighbours_of(plan: BoardPlan, in_game: list[bool]) -> list[list[int]]:
    """The places across one line from each place. Sites that are out have none."""
    found: list[list[int]] = [[] for _ in range(PLACE_COUNT)]
    for number, areas in enumerate(plan.borders):
        found[int(CENTRE) + number] += [area_place(area) for area in areas]
    beside = area_places_by_space(plan)
    for site in range(SITE_COUNT):
        if in_game[site]:
            spaces = spaces_of(site)
            for space in spaces:
                after = spaces[(space - spaces.start + 1) % len(spaces)]
                for one, other in ((space, after), (space, beside[space])):
                    found[one].append(other)
                    found[other].append(one)
    return found


def all_distances(plan: BoardPlan, in_game: list[bool]) -> list[int]:
    """The lines between all places, row by row."""
    neighbours = neighbours_of(plan, in_game)
    distances: list[int] = []
    for start in range(PLACE_COUNT):
        row = [int(UNREACHABLE)] * int(PLACE_COUNT)
        if neighbours[start]:
            row[start] = 0
        reached = [start]
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
def board_of(plan: BoardPlan, players: int) -> Board:
    """The board of a plan for a number of players."""
    return Board(plan, players)
