"""How likely a builder is to send a worker or an overseer to each place. Only these menus are wide.

A log-linear model, fitted to the choices of the search with 400 simulations in self-play. lab/docs/search-log.md says how well it
fits. A score is the logarithm of the weight of a move.
"""

from math import exp

from ai.tal.unfinished import main_colour
from engine.core.arrays import i64, vec
from engine.core.game import NOTHING
from engine.core.moves import VERB_MASK, first_argument, second_argument
from engine.tal.blocks import colour_count
from engine.tal.board import CENTRE, PLACE_COUNT, SITE_COUNT, SMALL_SITES, first_space, pyramid_size, space_count
from engine.tal.state import (
    BLOCKS_PER_WORKER,
    HELD_BLOCKS,
    ORDER_CELLS,
    OVERSEERS,
    OVERSEERS_EACH,
    ROUND,
    SEND_WORKER,
    SITE_OWNERS,
    STOP_AT,
    WORKERS,
    WORKERS_EACH,
    WRITTEN_ORDERS,
    TalState,
)

MAX_COUNTED_UNFINISHED_SITES: i64 = 3  # own unfinished sites; more count the same


def menu_weights(state: TalState) -> vec[float]:
    """A weight above 0 for each move of the menu; 1 for all moves of other questions."""
    count = state.move_count
    weights = vec[float]([1.0] * count)
    verb = state.menu[0] & VERB_MASK
    if verb == SEND_WORKER:
        place = state.top_subject()
        site_scores = worker_site_scores(state, state.mover, place)
        nearest_free_spaces = nearest_free_space_by_site(state, place)
        for i in range(count):
            weights[i] = exp(
                worker_move_log_weight(state, place, first_argument(state.menu[i]), site_scores, nearest_free_spaces)
            )
    elif verb == STOP_AT:
        overseer = first_argument(state.menu[0])
        place = state.cells[OVERSEERS + OVERSEERS_EACH * state.mover + overseer]
        site_scores = overseer_site_scores(state, state.mover, overseer)
        nearest_free_spaces = nearest_free_space_by_site(state, place)
        for i in range(count):
            weights[i] = exp(
                overseer_move_log_weight(state, place, second_argument(state.menu[i]), site_scores, nearest_free_spaces)
            )
    return weights


def nearest_free_space_by_site(state: TalState, place: i64) -> vec[i64]:
    """For each site, its free space that is nearest to a place; NOTHING if it has none. The place itself counts as free."""
    nearest = vec[i64]([NOTHING] * SITE_COUNT)
    distances = state.board.distances
    for i in range(len(state.board.used_sites)):
        site = state.board.used_sites[i]
        first = first_space(site)
        shortest: i64 = 99
        for space in range(first, first + space_count(site)):
            lines = distances[PLACE_COUNT * place + space]
            if 0 <= lines < shortest and (space == place or not state.is_space_taken(space)):
                shortest = lines
                nearest[site] = space
    return nearest


def worker_site_scores(state: TalState, seat: i64, place: i64) -> vec[float]:
    """For each site, the score of moving a worker there from a place."""
    scores = vec[float]([-3.0] * SITE_COUNT)
    held = state.cells[HELD_BLOCKS + seat]
    site_here = state.board.site_of[place]
    for i in range(len(state.board.used_sites)):
        site = state.board.used_sites[i]
        owner = state.cells[SITE_OWNERS + site]
        if owner < 0 or state.is_complete(site):
            continue
        workers = state.workers_at(seat, site) - (1 if site == site_here else 0)
        if owner == seat:
            scores[site] = 1.6
            missing = pyramid_size(site) - state.blocks_on(site) - BLOCKS_PER_WORKER * workers
            if missing > 0:
                fitting = colour_count(held, main_colour(state, site, held)) - BLOCKS_PER_WORKER * workers
                scores[site] = 2.4 + 0.2 * float(min(2, max(0, fitting))) + (0.5 if missing <= 2 else 0.0)
        elif state.overseers_at(seat, site) > state.overseers_at(owner, site):
            scores[site] = 0.17 * float(min(5, state.blocks_on(site)))
            if workers == state.workers_at(owner, site):
                scores[site] += 0.7
    return scores


def worker_move_log_weight(
    state: TalState, place: i64, to: i64, site_scores: vec[float], nearest_free_spaces: vec[i64]
) -> float:
    """The logarithm of the weight of moving a worker from a place to another. All spaces of a site are equally good, so only the
    nearest is likely."""
    log_weight = 0.25 * float(state.board.distance(place, to))
    site = state.board.site_of[to]
    if site < 0:
        return log_weight - 0.6
    return log_weight + site_scores[site] + (1.5 if nearest_free_spaces[site] == to else 0.0)


def overseer_site_scores(state: TalState, seat: i64, overseer: i64) -> vec[float]:
    """For each site, the score of ordering an overseer there."""
    scores = vec[float]([0.0] * SITE_COUNT)
    own_unfinished_sites = float(min(MAX_COUNTED_UNFINISHED_SITES, unfinished_site_count(state, seat)))
    other_site = site_of_other_overseer(state, seat, overseer)
    for i in range(len(state.board.used_sites)):
        site = state.board.used_sites[i]
        if state.cells[ROUND] == 0:
            scores[site] = first_round_stop_score(state, seat, site, own_unfinished_sites) + (
                2.0 if site == other_site else 0.0
            )
        else:
            scores[site] = later_round_stop_score(state, seat, site, own_unfinished_sites) - (
                0.6 if site == other_site else 0.0
            )
    return scores


def first_round_stop_score(state: TalState, seat: i64, site: i64, own_unfinished_sites: float) -> float:
    """The score of a site in round 1."""
    owner = state.cells[SITE_OWNERS + site]
    if owner >= 0:
        return 2.0 if owner == seat else 1.0
    return 1.7 * own_unfinished_sites + (0.7 * own_unfinished_sites - 1.4 if site >= SMALL_SITES else 0.0)


def later_round_stop_score(state: TalState, seat: i64, site: i64, own_unfinished_sites: float) -> float:
    """The score of a site in later rounds."""
    owner = state.cells[SITE_OWNERS + site]
    if state.is_complete(site):
        return -2.0
    if owner == seat:
        return 0.9
    if owner >= 0:
        loot = 1.2 * float(state.blocks_on(site)) + 0.5 * float(state.workers_at(seat, site))
        return loot - (0.4 if state.overseers_at(owner, site) > 0 else 0.0)
    nearest: i64 = 9
    for cell in range(WORKERS + WORKERS_EACH * seat, WORKERS + WORKERS_EACH * seat + WORKERS_EACH):
        nearest = min(nearest, state.board.distances_to_sites[SITE_COUNT * state.cells[cell] + site])
    return (
        2.3
        + 0.25 * own_unfinished_sites
        - 0.4 * float(nearest)
        - (1.4 + 0.4 * own_unfinished_sites if site >= SMALL_SITES else 0.0)
    )


def overseer_move_log_weight(
    state: TalState, place: i64, to: i64, site_scores: vec[float], nearest_free_spaces: vec[i64]
) -> float:
    """The logarithm of the weight of ordering an overseer to go from a place to another."""
    openly = state.cells[ROUND] == 0
    log_weight = (0.28 if openly else 0.1) * float(state.board.distance(place, to))
    if to == place:
        log_weight += 1.6 if openly else 0.3
    site = state.board.site_of[to]
    if site >= 0:
        return log_weight + site_scores[site] + (1.5 if nearest_free_spaces[site] == to else 0.0)
    log_weight -= 3.0 if openly else 1.4
    if to == CENTRE:
        log_weight += 1.6 if openly else 0.3
    return log_weight


def unfinished_site_count(state: TalState, seat: i64) -> i64:
    """The number of sites of a seat whose pyramids are not complete."""
    count: i64 = 0
    for i in range(len(state.board.used_sites)):
        site = state.board.used_sites[i]
        if state.cells[SITE_OWNERS + site] == seat and not state.is_complete(site):
            count += 1
    return count


def site_of_other_overseer(state: TalState, seat: i64, overseer: i64) -> i64:
    """The site where the other overseer of a seat is, or was ordered to stop; NOTHING for an area."""
    place = state.cells[OVERSEERS + OVERSEERS_EACH * seat + 1 - overseer]
    if overseer == 1 and state.cells[WRITTEN_ORDERS + ORDER_CELLS * seat] >= 0:
        place = state.cells[WRITTEN_ORDERS + ORDER_CELLS * seat]
    return state.board.site_of[place]
