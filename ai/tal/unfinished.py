"""The expected points of the unfinished pyramids of a builder, and how many blocks a seat can place in this round: two for each
worker at a site.

A pyramid may still become one-coloured, layered or mixed. Each class needs some blocks of a main colour, and some of any colour.
Blocks in the hand count where workers of the builder can place them. The other blocks take rounds, and the points of a class are
multiplied by the chance that enough rounds are left. Sites share the blocks that a builder gets, so those that are nearest to
completion come first.

While workers may still move, the count assumes that they go to the sites that need the blocks of the seat: the nearest worker
first, and all together within the movement points that are left. So a move of a worker to such a site does not lower the count,
and a move away from it does.
"""

from typing import Final, final

from ai.search.evaluator import logistic
from engine.core.arrays import i64, vec
from engine.core.game import NOTHING
from engine.core.moves import shift_left
from engine.tal.blocks import COLOUR_BITS, COLOUR_COUNT, Heap, block_count, colour_count
from engine.tal.board import (
    LAYER_COUNT,
    LAYERED,
    MIXED,
    ONE_COLOUR,
    PLACE_COUNT,
    SITE_COUNT,
    first_space,
    is_small,
    layer_size,
    pyramid_size,
    space_count,
)
from engine.tal.state import (
    BLOCK_QUOTAS,
    BLOCKS_PER_WORKER,
    BUILDING,
    DISC,
    LAYERS,
    MAX_MOVEMENT_POINTS,
    MOVEMENT_POINTS,
    MOVING_WORKERS,
    PHASE,
    SITE_OWNERS,
    WORKERS,
    WORKERS_EACH,
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
        # `min` and `max` of two numbers are compiled, those of three are called in the interpreter.
        colour_now = min(placeable, self.of_colour)
        colour_now = min(colour_now, colour_count(free_blocks, self.main_colour))
        any_now = min(placeable, block_count(free_blocks)) - colour_now
        any_now = min(any_now, self.of_any)
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
    for class_ in range(MIXED, ONE_COLOUR - 1, -1):  # the purest last
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


MAX_OFF_COLOUR_BLOCKS: Final[i64] = 2  # blocks of other colours that a seat accepts to complete a pyramid
BitSet = i64  # a set of small numbers, one bit for each


def placeable_counts_by_site(state: TalState, seat: i64, site_owners: vec[i64], heap: Heap) -> vec[i64]:
    """For each site, the number of blocks that a seat can place there in this round. `heap` is what it holds."""
    placeable = vec[i64]([0] * SITE_COUNT)
    cells = state.cells
    if cells[PHASE] == BUILDING and state.mover == seat:
        for site in range(SITE_COUNT):
            placeable[site] = cells[BLOCK_QUOTAS + site]
        return placeable
    for cell in range(WORKERS + WORKERS_EACH * seat, WORKERS + WORKERS_EACH * seat + WORKERS_EACH):
        site = state.board.site_of[cells[cell]]
        if site >= 0 and site_owners[site] == seat:
            placeable[site] += BLOCKS_PER_WORKER
    movement_points = worker_movement_left(state, seat)
    if movement_points > 0:
        wanted = wanted_counts_by_site(state, seat, site_owners, heap)
        assume_worker_moves(state, seat, site_owners, wanted, movement_points, placeable)
    return placeable


def assume_worker_moves(
    state: TalState, seat: i64, site_owners: vec[i64], wanted: vec[i64], movement_points: i64, placeable: vec[i64]
) -> None:
    """Change `placeable` as if workers moved to the sites where blocks are `wanted`, with `movement_points` in all.
    Workers at such a site stay there. Changes `wanted`, too."""
    cells = state.cells
    start = WORKERS + WORKERS_EACH * seat
    busy_workers: BitSet = 0
    for worker in range(WORKERS_EACH):
        site = state.board.site_of[cells[start + worker]]
        if site >= 0 and wanted[site] > 0:
            wanted[site] -= BLOCKS_PER_WORKER
            busy_workers |= shift_left(1, worker)
    nearest = unfinished_sites_by_missing_count(state, seat, site_owners)
    for i in range(len(nearest)):
        site = nearest[i]
        if site == NOTHING:
            return
        used_spaces: BitSet = 0  # those to which a worker goes
        while wanted[site] > 0:
            nearest_worker, space, lines = nearest_worker_and_space(state, seat, site, busy_workers, used_spaces)
            if nearest_worker < 0 or lines > movement_points:
                break
            old_site = state.board.site_of[cells[start + nearest_worker]]
            if old_site >= 0 and site_owners[old_site] == seat:
                placeable[old_site] -= BLOCKS_PER_WORKER
            placeable[site] += BLOCKS_PER_WORKER
            wanted[site] -= BLOCKS_PER_WORKER
            movement_points -= lines
            busy_workers |= shift_left(1, nearest_worker)
            used_spaces |= shift_left(1, space)


def wanted_counts_by_site(state: TalState, seat: i64, site_owners: vec[i64], heap: Heap) -> vec[i64]:
    """For each site, the number of blocks of `heap` that the seat wants to place there: those of its main colour, and a few
    others if they complete the pyramid."""
    wanted = vec[i64]([0] * SITE_COUNT)
    free = heap
    nearest = unfinished_sites_by_missing_count(state, seat, site_owners)
    for i in range(len(nearest)):
        site = nearest[i]
        if site == NOTHING:
            break
        missing = missing_block_count(state, site)
        colour = main_colour(state, site, free)
        count: i64 = min(missing, colour_count(free, colour))
        free -= count << COLOUR_BITS * colour
        if missing - count <= min(MAX_OFF_COLOUR_BLOCKS, block_count(free)):
            count = missing
        wanted[site] = count
    return wanted


def nearest_worker_and_space(
    state: TalState, seat: i64, site: i64, busy_workers: BitSet, used_spaces: BitSet
) -> tuple[i64, i64, i64]:
    """The worker nearest to a site, the free space of the site that is nearest to it (from 0), and the number of lines between
    them. Both are NOTHING if no worker can go there. Ignores busy workers and used spaces."""
    best_worker: i64 = NOTHING
    best_space: i64 = NOTHING
    best_lines: i64 = 99
    first = first_space(site)
    site_of = state.board.site_of
    for worker in range(WORKERS_EACH):
        place = state.cells[WORKERS + WORKERS_EACH * seat + worker]
        if busy_workers >> worker & 1 == 1 or site_of[place] == site:
            continue
        if state.board.distances_to_sites[SITE_COUNT * place + site] >= best_lines:
            continue
        for space in range(space_count(site)):
            if used_spaces >> space & 1 == 0 and not state.is_space_taken(first + space):
                lines = state.board.distances[PLACE_COUNT * place + first + space]
                if 0 <= lines < best_lines:
                    best_worker, best_space, best_lines = worker, space, lines
    return best_worker, best_space, best_lines


def worker_movement_left(state: TalState, seat: i64) -> i64:
    """The movement points that a seat still has for its workers in this round."""
    cells = state.cells
    if cells[PHASE] < MOVING_WORKERS:
        return MAX_MOVEMENT_POINTS
    if cells[PHASE] > MOVING_WORKERS:
        return 0
    seats = state.seat_count
    turns_until = (seat - cells[DISC] + seats) % seats - (state.mover - cells[DISC] + seats) % seats
    return cells[MOVEMENT_POINTS] if turns_until == 0 else MAX_MOVEMENT_POINTS if turns_until > 0 else 0
