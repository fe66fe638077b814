"""The expected points of the unfinished pyramids of a builder.

A pyramid may still become one-coloured, layered or mixed. Each class needs some blocks of a main colour, and some of any colour.
Blocks in the hand count where workers of the builder can place them. The other blocks take rounds, and the points of a class are
multiplied by the chance that enough rounds are left. Sites share the blocks that a builder gets, so those that are nearest to
completion come first.
"""

from typing import Final, final

from ai.search.evaluator import logistic
from engine.core.arrays import i64, vec
from engine.core.game import NOTHING
from engine.tal.blocks import COLOUR_BITS, COLOUR_COUNT, Heap, block_count, colour_count
from engine.tal.data.board import (
    LAYER_COUNT,
    LAYERED,
    MIXED,
    ONE_COLOUR,
    SITE_COUNT,
    is_small,
    layer_size,
    pyramid_size,
)
from engine.tal.state import (
    LAYERS,
    SITE_OWNERS,
    TalState,
)

BLOCKS_PER_ROUND: Final = 3.0  # that a seat gets and can place
COLOUR_PER_ROUND: Final = 0.7  # the same, of one colour
CHANCE_SCALE: Final = 0.6  # in rounds: the scale of the logistic function of the rounds to spare
HELD_CHANCE: Final = 0.9  # of a class for which all blocks are in the hand
RIVAL_SHARE: Final = 0.3  # of a site's expected points, which a rival with more overseers there may take
CLAIM_CHANCE: Final = 0.8  # that a written claim succeeds


@final
class MissingBlocks:
    """The numbers of blocks that a site needs for a pyramid of a class: `of_colour` of its main colour, plus `of_any` of any
    colour. Also `rounds`, the number of rounds after this one until the site has all of them, and `added_points`, the points that
    the class is worth more than the next less pure one. `try_class` sets these numbers."""

    def __init__(self) -> None:
        self.main_colour: i64 = 0
        self.of_colour: i64 = 0
        self.of_any: i64 = 0
        self.rounds = 0.0
        self.added_points = 0.0

    def try_class(
        self,
        state: TalState,
        site: i64,
        class_: i64,
        main_colour: i64,
        placeable: i64,
        free_blocks: Heap,
        needed_elsewhere: float,
    ) -> bool:
        """Set all numbers for a class with this main colour; the last three arguments are those of `rounds_needed`. Returns
        False, and changes nothing, if the class is no longer possible."""
        if not self._try_count_blocks(state, site, class_, main_colour):
            return False
        self.rounds = self.rounds_needed(placeable, free_blocks, needed_elsewhere)
        values = state.board.pyramid_values
        index = class_ if is_small(site) else class_ + 3
        less_pure_value: i64 = 0
        if class_ != MIXED:
            less_pure_value = values[index + 1]
        self.added_points = float(values[index] - less_pure_value)
        return True

    def _try_count_blocks(self, state: TalState, site: i64, class_: i64, main_colour: i64) -> bool:
        """Set the numbers of blocks for a class with this main colour. Returns False, and changes nothing, if the class is no
        longer possible."""
        small = is_small(site)
        missing = pyramid_size(site) - state.blocks_on(site)
        if class_ == MIXED:
            self.main_colour = main_colour
            self.of_colour = 0
            self.of_any = missing
            return True
        of_colour: i64 = 0
        for layer in range(LAYER_COUNT):
            size = layer_size(site, layer)
            heap = state.cells[LAYERS + LAYER_COUNT * site + layer]
            placed = block_count(heap)
            spare: i64 = 1 if layer == 0 and not small else 0  # one block in the base of a large pyramid is hidden
            of_main = colour_count(heap, main_colour)
            if class_ == LAYERED and layer > 0:
                for colour in range(COLOUR_COUNT):
                    of_main = max(of_main, colour_count(heap, colour))
            if placed - of_main > spare:
                return False
            if size > 1 or class_ == ONE_COLOUR:
                of_colour += max(0, size - spare - of_main)
        self.main_colour = main_colour
        self.of_colour = of_colour
        self.of_any = missing - of_colour
        return True

    def rounds_needed(self, placeable: i64, free_blocks: Heap, needed_elsewhere: float) -> float:
        """The number of rounds after this one until the site has all blocks that it needs; 0 if it gets them in this round, when
        `placeable` of the `free_blocks` can be placed there. In later rounds, other sites get `needed_elsewhere` blocks
        first."""
        colour_now = min(placeable, self.of_colour, colour_count(free_blocks, self.main_colour))
        any_now = min(placeable - colour_now, self.of_any, block_count(free_blocks) - colour_now)
        colour_later = float(self.of_colour - colour_now)
        later = colour_later + float(self.of_any - any_now)
        if later == 0.0:
            return 0.0
        return max(colour_later / COLOUR_PER_ROUND, (needed_elsewhere + later) / BLOCKS_PER_ROUND)


def missing_block_count(state: TalState, site: i64) -> i64:
    """The number of blocks that the pyramid of a site still needs."""
    return pyramid_size(site) - state.blocks_on(site)


def unfinished_sites_by_missing_count(state: TalState, seat: i64, site_owners: vec[i64]) -> vec[i64]:
    """The sites of a seat with unfinished pyramids, the fewest missing blocks first, then NOTHING to the end of the array."""
    nearest = vec[i64]([NOTHING] * (SITE_COUNT + 1))
    missing = vec[i64]([0] * SITE_COUNT)
    count: i64 = 0
    sites = state.board.used_sites
    for i in range(len(sites)):
        site = sites[i]
        if site_owners[site] != seat:
            continue
        missing[site] = missing_block_count(state, site)
        if missing[site] == 0:
            continue
        index = count
        while index > 0 and missing[nearest[index - 1]] > missing[site]:
            nearest[index] = nearest[index - 1]
            index -= 1
        nearest[index] = site
        count += 1
    return nearest


def expected_unfinished_points(
    state: TalState, seat: i64, site_owners: vec[i64], heap: Heap, placeable: vec[i64], rounds_left: float
) -> float:
    """The expected points of the unfinished pyramids of a seat, which holds the blocks of `heap`. `placeable` is the number of
    blocks that it can place at each site in this round, `rounds_left` the number of rounds left after this one."""
    points = 0.0
    free_blocks = heap
    needed_elsewhere = 0.0  # blocks that sites nearer to completion still need
    needs = MissingBlocks()
    nearest = unfinished_sites_by_missing_count(state, seat, site_owners)
    for i in range(len(nearest)):
        site = nearest[i]
        if site == NOTHING:
            break
        missing = missing_block_count(state, site)
        colour = main_colour(state, site, free_blocks)
        placeable_here = min(missing, placeable[site])
        placed_now: i64 = min(placeable_here, colour_count(free_blocks, colour))
        site_points = expected_site_points(
            state, site, needs, colour, placeable_here, free_blocks, needed_elsewhere, rounds_left
        )
        owner_chance = 1.0 if state.cells[SITE_OWNERS + site] == seat else CLAIM_CHANCE
        points += owner_chance * (1.0 - share_at_risk(state, seat, site)) * site_points
        free_blocks -= placed_now << COLOUR_BITS * colour
        needed_elsewhere += float(missing - placed_now)
    return points


def expected_site_points(
    state: TalState,
    site: i64,
    needs_buffer: MissingBlocks,
    colour: i64,
    placeable: i64,
    free_blocks: Heap,
    needed_elsewhere: float,
    rounds_left: float,
) -> float:
    """The expected points of an unfinished site: the points of each class, weighted by its chance. Overwrites
    `needs_buffer`."""
    points = 0.0
    class_chance = 1.0  # a purer class is never likelier
    for class_ in (MIXED, LAYERED, ONE_COLOUR):
        if not needs_buffer.try_class(state, site, class_, colour, placeable, free_blocks, needed_elsewhere):
            break
        chance = HELD_CHANCE
        if needs_buffer.rounds > 0.0:
            chance *= logistic((rounds_left - needs_buffer.rounds) / CHANCE_SCALE)
        class_chance = min(class_chance, chance)
        points += class_chance * needs_buffer.added_points
    return points


def main_colour(state: TalState, site: i64, free_blocks: Heap) -> i64:
    """The best colour for a site: the most frequent one on its layers, or among equals the most frequent one in
    `free_blocks`."""
    best_colour: i64 = 0
    max_weight: i64 = -1
    for colour in range(COLOUR_COUNT):
        placed: i64 = 0
        for layer in range(LAYER_COUNT):
            placed += colour_count(state.cells[LAYERS + LAYER_COUNT * site + layer], colour)
        weight = 16 * placed + colour_count(free_blocks, colour)
        if weight > max_weight:
            best_colour, max_weight = colour, weight
    return best_colour


def share_at_risk(state: TalState, seat: i64, site: i64) -> float:
    """The share of a site's expected points that rivals with more overseers there may take, at most 0.9."""
    share = 0.0
    own_overseers = state.overseers_at(seat, site)
    for rival in range(state.seat_count):
        if rival != seat and state.overseers_at(rival, site) > own_overseers:
            share += RIVAL_SHARE + (
                RIVAL_SHARE if state.workers_at(rival, site) > state.workers_at(seat, site) else 0.0
            )
    return min(0.9, share)
