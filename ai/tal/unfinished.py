"""What the unfinished pyramids of a builder promise, in points.

A pyramid may still become of one colour, layered or mixed. Each class needs a number of blocks of its main colour and a number
of any blocks. Blocks in the hand count where own workers can place them. The rest takes rounds, and a class counts by the chance
that as many rounds are left. Sites share the blocks that a builder gets, so those that are nearest to their end come first.
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
    OWNER,
    TalState,
)

BLOCKS_PER_ROUND: Final = 3.0  # that a seat gets and can place
COLOUR_PER_ROUND: Final = 0.7  # of one colour
CHANCE_SCALE: Final = 0.6  # rounds, of the logistic function
HELD_SURE: Final = 0.9  # the chance of a class for which all blocks are in the hand, before they are placed
THREAT: Final = 0.3  # the share of a site's promise that a rival with more overseers there may take
CLAIM_SURE: Final = 0.8  # the chance that a written claim holds


@final
class MissingBlocks:
    """The blocks that a site needs to become a pyramid of a class: `of_colour` of its main colour, and `of_any` of any colour."""

    def __init__(self) -> None:
        self.colour: i64 = 0
        self.of_colour: i64 = 0
        self.of_any: i64 = 0

    def count_if_class_possible(self, state: TalState, site: i64, class_: i64) -> bool:
        """Count what the site needs for a class, with `colour` as its main colour. Returns False, without a change, if the
        class has become impossible."""
        small = is_small(site)
        own = self.colour
        missing = pyramid_size(site) - state.blocks_on(site)
        if class_ == MIXED:
            self.of_colour = 0
            self.of_any = missing
            return True
        of_colour: i64 = 0
        for layer in range(LAYER_COUNT):
            size = layer_size(site, layer)
            heap = state.cells[LAYERS + LAYER_COUNT * site + layer]
            there = block_count(heap)
            spare: i64 = 1 if layer == 0 and not small else 0  # one block of a large base is hidden
            of_main = colour_count(heap, own)
            if class_ == LAYERED and layer > 0:
                for colour in range(COLOUR_COUNT):
                    of_main = max(of_main, colour_count(heap, colour))
            if there - of_main > spare:
                return False
            if size > 1 or class_ == ONE_COLOUR:
                of_colour += max(0, size - spare - of_main)
        self.of_colour = of_colour
        self.of_any = missing - of_colour
        return True

    def rounds_needed(self, placeable: i64, free: Heap, waiting: float) -> float:
        """The rounds until the site has what it needs, after this one. In this round, `placeable` of the `free` blocks can be
        placed there; 0 if that is enough. Before it, other sites get as many blocks as are `waiting`."""
        soon = min(placeable, self.of_colour, colour_count(free, self.colour))
        soon_any = min(placeable - soon, self.of_any, block_count(free) - soon)
        rest_of_colour = float(self.of_colour - soon)
        rest = rest_of_colour + float(self.of_any - soon_any)
        if rest == 0.0:
            return 0.0
        return max(rest_of_colour / COLOUR_PER_ROUND, (waiting + rest) / BLOCKS_PER_ROUND)


def missing_blocks(state: TalState, site: i64) -> i64:
    """The number of blocks that the pyramid of a site still needs."""
    return pyramid_size(site) - state.blocks_on(site)


def sites_nearest_to_completion(state: TalState, seat: i64, site_owners: vec[i64]) -> vec[i64]:
    """The sites of a seat with an unfinished pyramid, those that need the fewest blocks first; then NOTHING."""
    nearest = vec[i64]([NOTHING] * (SITE_COUNT + 1))
    missing = vec[i64]([0] * SITE_COUNT)
    count: i64 = 0
    sites = state.board.sites
    for i in range(len(sites)):
        site = sites[i]
        if site_owners[site] != seat:
            continue
        missing[site] = missing_blocks(state, site)
        if missing[site] == 0:
            continue
        place = count
        while place > 0 and missing[nearest[place - 1]] > missing[site]:
            nearest[place] = nearest[place - 1]
            place -= 1
        nearest[place] = site
        count += 1
    return nearest


def expected_unfinished_points(
    state: TalState, seat: i64, site_owners: vec[i64], heap: Heap, placeable: vec[i64], rounds: float
) -> float:
    """What the unfinished sites of a seat promise, with the blocks of `heap` in its hand. `placeable` is how many it can place at
    each site in this round, `rounds` how many are left after this one. Complete pyramids are not counted."""
    points = 0.0
    free = heap
    waiting = 0.0  # blocks that nearer sites still need
    needs = MissingBlocks()
    nearest = sites_nearest_to_completion(state, seat, site_owners)
    for i in range(len(nearest)):
        site = nearest[i]
        if site == NOTHING:
            break
        missing = missing_blocks(state, site)
        needs.colour = main_colour(state, site, free)
        here = min(missing, placeable[site])
        soon: i64 = min(here, colour_count(free, needs.colour))
        promise = expected_site_points(state, site, needs, here, free, waiting, rounds)
        sure = 1.0 if state.cells[OWNER + site] == seat else CLAIM_SURE
        points += sure * (1.0 - share_at_risk(state, seat, site)) * promise
        free -= soon << COLOUR_BITS * needs.colour
        waiting += float(missing - soon)
    return points


def expected_site_points(
    state: TalState, site: i64, needs: MissingBlocks, placeable: i64, free: Heap, waiting: float, rounds: float
) -> float:
    """What an unfinished site promises: the points of each class by its chance."""
    size_offset: i64 = 0 if is_small(site) else 3
    promise = 0.0
    likelier = 1.0
    below: i64 = 0
    for class_ in (MIXED, LAYERED, ONE_COLOUR):
        if not needs.count_if_class_possible(state, site, class_):
            break
        needed = needs.rounds_needed(placeable, free, waiting)
        chance = HELD_SURE
        if needed > 0.0:
            chance *= logistic((rounds - needed) / CHANCE_SCALE)
        likelier = min(likelier, chance)
        value = state.board.values[class_ + size_offset]
        promise += likelier * float(value - below)
        below = value
    return promise


def main_colour(state: TalState, site: i64, free: Heap) -> i64:
    """The colour that a site is best built of: the one that lies there most, else the one in the hand most."""
    best: i64 = 0
    most: i64 = -1
    for colour in range(COLOUR_COUNT):
        there: i64 = 0
        for layer in range(LAYER_COUNT):
            there += colour_count(state.cells[LAYERS + LAYER_COUNT * site + layer], colour)
        weight = 16 * there + colour_count(free, colour)
        if weight > most:
            best, most = colour, weight
    return best


def share_at_risk(state: TalState, seat: i64, site: i64) -> float:
    """The share of a site's promise that rivals with more overseers there may take."""
    share = 0.0
    mine = state.overseers_at(seat, site)
    for rival in range(state.seat_count):
        if rival != seat and state.overseers_at(rival, site) > mine:
            share += THREAT + (THREAT if state.workers_at(rival, site) > state.workers_at(seat, site) else 0.0)
    return min(0.9, share)
