"""How many blocks a seat can place at each of its sites in this round: two for each worker there.

While workers may still move, the count assumes that they go to the sites that need the blocks of the seat: the nearest worker
first, and all together within the movement points that are left. So a move of a worker to such a site does not lower the count,
and a move away from it does.
"""

from typing import Final

from ai.tal.unfinished import main_colour, missing_block_count, unfinished_sites_by_missing_count
from engine.core.arrays import i64, vec
from engine.core.cells.moves import shift_left
from engine.core.game import NOTHING
from engine.tal.blocks import COLOUR_BITS, Heap, block_count, colour_count
from engine.tal.data.board import PLACE_COUNT, SITE_COUNT, first_space, space_count
from engine.tal.state import (
    BLOCK_QUOTAS,
    BLOCKS_PER_WORKER,
    BUILDING,
    DISC,
    MAX_MOVEMENT_POINTS,
    MOVEMENT_POINTS,
    MOVING_WORKERS,
    PHASE,
    WORKERS,
    WORKERS_EACH,
    TalState,
)

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
