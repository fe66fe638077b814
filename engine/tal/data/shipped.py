"""The board that comes with the game.

The rulebook says how many sites and areas there are, that 15/B adjoins area 16, and that 6/C is two lines away from area 20. It
shows the rest only in pictures. **All other facts here are reconstructed**: where the sites are, which of them have red suns, and
what pyramids are worth.
"""

from typing import Final

from engine.tal.data.board import BoardPlan, Site

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
