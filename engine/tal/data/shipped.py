"""The board that comes with the game.

The rulebook says how many sites and areas there are, that 15/B adjoins area 16, and that 6/C lies two lines from area 20. It
shows the rest only in pictures. **All other facts here are reconstructed**: where the sites lie, which of them bear red suns, and
what pyramids are worth.
"""

from typing import Final

from engine.tal.data.board import BoardPlan, Site

SMALL_VALUES: Final = (12, 7, 3)  # of one colour, layered, mixed
LARGE_VALUES: Final = (30, 18, 9)
SUNS: Final = {4: 3, 9: 3, 12: 3, 1: 2, 7: 2, 14: 2}  # by the number of the site
RING: Final = (17, 18, 19, 20, 21, 22)  # the areas round area 16, each of which borders the next
SMALL_AREAS: Final = ((22, 22), (17, 17), (18, 18), (19, 19), (20, 20), (21, 21), (17, 18), (19, 20), (21, 22))


def areas_beside_spaces() -> list[tuple[int, ...]]:
    """The area beside each space of each site, from A on."""
    small = [(first, first, second, second) for first, second in SMALL_AREAS]
    large = [(16, 16, RING[(i + 1) % 6], RING[(i + 1) % 6], RING[i], RING[i]) for i in range(6)]
    return [*small, *large]


def areas_beside_areas() -> tuple[tuple[int, ...], ...]:
    """The areas that each area borders, from area 16 on."""
    return (RING, *[(16, *sorted([RING[i - 1], RING[(i + 1) % 6]])) for i in range(6)])


SHIPPED: Final = BoardPlan(
    SMALL_VALUES,
    LARGE_VALUES,
    tuple([Site(SUNS.get(number, 0), areas) for number, areas in enumerate(areas_beside_spaces(), 1)]),
    areas_beside_areas(),
)
