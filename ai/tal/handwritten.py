"""The handwritten evaluator for Tal der Koenige: how well a builder stands, in points.

A complete pyramid counts in full. An unfinished one counts what it may still become, by how full it is and by the rounds that are
left. Blocks in the hand count where own workers can place them, lots as far as a bid leads, and orders as if they were carried
out. So a plan can be compared before the step that it prepares.

All of the position is used. A search asks only about positions in which everything hidden was drawn again.
"""

from math import exp
from typing import Final, final

from ai.search.evaluator import Evaluator
from engine.core.arrays import i64, vec
from engine.core.game import NOBODY, NOTHING, Game
from engine.tal.blocks import COLOUR_BITS, COLOUR_COUNT, block_count, colour_count
from engine.tal.data.board import LAYER_COUNT, LAYERED, MIXED, ONE_COLOUR, SITE_COUNT, pyramid_size
from engine.tal.rules.bidding import highest_bidder, tablet_total
from engine.tal.rules.building import BLOCKS_A_WORKER
from engine.tal.rules.pyramids import pyramid_value
from engine.tal.state import (
    BIDDING,
    BUILDING,
    DISC,
    HELD,
    LAYERS,
    LOT,
    LOT_COUNT,
    MOVEMENT,
    NO_CLAIM,
    ORDER_CELLS,
    ORDERS,
    OVERSEERS,
    OVERSEERS_EACH,
    OWNER,
    PHARAOH,
    PHARAOH_SIZE,
    PHASE,
    POINTS,
    QUOTA,
    ROUND,
    WORKERS,
    WORKERS_EACH,
    WORKERS_GO,
    WRITTEN,
    TalState,
)

BLOCKS_A_ROUND: Final = 6.0  # that the pharaoh gets, before there is a better guess
EMPTY_SHARE: Final = 0.12  # of its value, for a site without a block
PACE: Final = 2.0  # blocks that a seat places at a site in a round
RUSH_SCALE: Final = 0.6  # rounds, of the logistic function
HELD_SHARE: Final = 0.8  # of what a block will add, while it is still in the hand
ALIKE_BLOCKS: Final = 0.06  # of the square of the blocks of a colour that have no site yet
TABLET_COST: Final = 0.02  # of a tablet: with equal hopes, the shorter bid
MAX_LINES: Final[i64] = 4  # no two places are further apart on the board of the game
LIKELY_HANDS: Final[i64] = 6  # blocks that a seat places while it is open where
WORKER_THERE: Final = 0.5  # of a worker at an own site
WORKER_NEAR: Final = 0.12  # less for each line between a worker and the nearest own site
GUARD: Final = 0.4  # of an overseer at an own site
THREAT: Final = 0.3  # of the promise of a site where a rival has more overseers
CLAIM_SHARE: Final = 0.8  # of a site whose claim is written
LEAD_SCALE: Final = 8.0  # points, of the logistic function
WON_SHARE: Final = 0.8  # of the reward at the end; the rest is the lead
EXPLORATION: Final = 0.12


@final
class TalEvaluator(Evaluator[TalState]):
    """Compares the expected points of all builders. There are no playouts unless `horizon` is given, in turns."""

    def __init__(self, game: Game[TalState], horizon: int = 0) -> None:
        super().__init__(game, horizon, EXPLORATION)
        self._soon: Final = vec[i64]([0] * SITE_COUNT)  # the blocks that each site may get in this round
        self._colour: Final = vec[i64]([0] * SITE_COUNT)  # the colour that it goes on in
        self._workers: Final = vec[i64]([0] * WORKERS_EACH)  # the places of those who are still free
        self._points: i64 = 0  # that they still have

    def clock(self, state: TalState) -> i64:
        """A turn is what one seat answers in one step of a round."""
        cells = state.cells
        turns = state.seat_count * ((BUILDING + 1) * cells[ROUND] + cells[PHASE])
        if state.mover == NOBODY:
            return turns + state.seat_count
        return turns + (state.mover - cells[DISC] + state.seat_count) % state.seat_count

    def rewards(self, state: TalState) -> list[float]:
        """The chance of each seat to win, from its lead."""
        worths = self.worths(state)
        chances = [win_chance(lead_over_best(worths, seat)) for seat in range(len(worths))]
        if state.mover != NOBODY:
            return chances
        won = self.game.rewards(state)
        return [WON_SHARE * won[seat] + (1.0 - WON_SHARE) * chances[seat] for seat in range(len(worths))]

    def estimate(self, state: TalState, seat: i64) -> float:
        """The expected lead of `seat`, in points."""
        return lead_over_best(self.worths(state), seat)

    def worths(self, state: TalState) -> list[float]:
        """The points that each seat has and may expect."""
        if state.mover == NOBODY:
            return [float(points) for points in self.game.scores(state)]
        owners = expected_owners(state)
        heaps = expected_heaps(state)
        left = [self.allot(state, seat, owners, heaps[seat]) for seat in range(state.seat_count)]
        wasted: i64 = 0
        for heap in left:
            wasted += max(0, block_count(heap) - (LIKELY_HANDS if state.cells[PHASE] <= ORDERS else 0))
        rounds = rounds_left(state, float(wasted))
        return [self.seat_worth(state, seat, owners, rounds, left[seat]) for seat in range(state.seat_count)]

    def seat_worth(self, state: TalState, seat: i64, owners: vec[i64], rounds: float, left: i64) -> float:
        """What a seat has and may expect, with the blocks that are left after those that `allot` has promised to sites."""
        worth = figures_worth(state, seat, owners)
        sites = state.board.sites
        for i in range(len(sites)):
            site = sites[i]
            if owners[site] == seat:
                placed = state.blocks_on(site)
                missing = pyramid_size(site) - placed
                if missing == 0:
                    worth += float(pyramid_value(state, site))
                    continue
                share = 1.0 if state.cells[OWNER + site] == seat else CLAIM_SHARE
                promise = site_promise(float(placed), float(self._soon[site]), float(missing), rounds)
                safety = 1.0 - danger(state, seat, site)
                worth += share * safety * promise * float(class_value(state, site, self._colour[site]))
        if state.cells[PHASE] <= ORDERS:
            for colour in range(COLOUR_COUNT):
                alike = float(colour_count(left, colour))
                worth += ALIKE_BLOCKS * alike * alike
        if state.cells[PHASE] == BIDDING:
            worth -= TABLET_COST * float(tablet_total(state, seat))
        return worth

    def allot(self, state: TalState, seat: i64, owners: vec[i64], heap: i64) -> i64:
        """Promise the blocks of a seat to its sites, as far as its workers can place them in this round: to begun pyramids first.
        Notes the colour that each site goes on in. Returns the blocks that are left."""
        self._points = points_to_come(state, seat)
        for i in range(WORKERS_EACH):
            self._workers[i] = state.cells[WORKERS + WORKERS_EACH * seat + i]
        sites = state.board.sites
        for begun in range(1, -1, -1):
            for i in range(len(sites)):
                site = sites[i]
                placed = state.blocks_on(site)
                if owners[site] == seat and (placed > 0) == (begun == 1):
                    colour = main_colour(state, site, heap)
                    wanted: i64 = min(pyramid_size(site) - placed, colour_count(heap, colour))
                    soon = min(wanted, self.hands_for(state, seat, site, wanted))
                    self._colour[site] = colour
                    self._soon[site] = soon
                    heap -= soon << COLOUR_BITS * colour
        return heap

    def hands_for(self, state: TalState, seat: i64, site: i64, wanted: i64) -> i64:
        """The blocks that a seat can place at a site, with the workers who are there and those who can still come and are not
        needed elsewhere. They are taken for it."""
        if state.cells[PHASE] == BUILDING and state.mover == seat:
            return state.cells[QUOTA + site]
        hands: i64 = 0
        for lines in range(MAX_LINES):
            for i in range(WORKERS_EACH):
                place = self._workers[i]
                if hands >= wanted or place < 0 or lines > self._points:
                    continue
                if state.board.lines_to_site[SITE_COUNT * place + site] == lines:
                    self._workers[i] = NOTHING
                    self._points -= lines
                    hands += BLOCKS_A_WORKER
        return hands


def site_promise(placed: float, soon: float, missing: float, rounds: float) -> float:
    """The share of its value that an unfinished pyramid counts: with blocks that lie there, that are placed soon, and that are
    missing now."""
    full = (placed + HELD_SHARE * soon) / (placed + missing)
    chance = logistic((rounds - (missing - soon) / PACE) / RUSH_SCALE / 2.0)
    return (EMPTY_SHARE + (1.0 - EMPTY_SHARE) * full) * (0.15 + 0.85 * chance)


def points_to_come(state: TalState, seat: i64) -> i64:
    """The points that a seat still has for its workers in this round."""
    cells = state.cells
    if cells[PHASE] < WORKERS_GO:
        return MOVEMENT
    if cells[PHASE] > WORKERS_GO:
        return 0
    seats = state.seat_count
    turn = (seat - cells[DISC] + seats) % seats - (state.mover - cells[DISC] + seats) % seats
    return cells[POINTS] if turn == 0 else MOVEMENT if turn > 0 else 0


def main_colour(state: TalState, site: i64, free: i64) -> i64:
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


def class_value(state: TalState, site: i64, own: i64) -> i64:
    """What a site is worth in the best class that is still possible, if it goes on in a colour."""
    kind = ONE_COLOUR
    for layer in range(LAYER_COUNT):
        heap = state.cells[LAYERS + LAYER_COUNT * site + layer]
        count = block_count(heap)
        spare: i64 = 1 if pyramid_size(site) > 5 and layer == 0 else 0  # one block of a large base is hidden
        most: i64 = 0
        for colour in range(COLOUR_COUNT):
            most = max(most, colour_count(heap, colour))
        if count - most > spare:
            return state.board.values[MIXED + (0 if pyramid_size(site) == 5 else 3)]
        if count - colour_count(heap, own) > spare:
            kind = LAYERED
    return state.board.values[kind + (0 if pyramid_size(site) == 5 else 3)]


def danger(state: TalState, seat: i64, site: i64) -> float:
    """The share of a site's promise that rivals with more overseers there may take."""
    share = 0.0
    mine = state.overseers_at(seat, site)
    for rival in range(state.seat_count):
        if rival != seat and state.overseers_at(rival, site) > mine:
            share += THREAT + (THREAT if state.workers_at(rival, site) > state.workers_at(seat, site) else 0.0)
    return min(0.9, share)


def figures_worth(state: TalState, seat: i64, owners: vec[i64]) -> float:
    """How well the figures of a seat stand: workers at own sites or near them, overseers at own sites or at those of rivals."""
    worth = 0.0
    board = state.board
    cells = state.cells
    for cell in range(WORKERS + WORKERS_EACH * seat, WORKERS + WORKERS_EACH * seat + WORKERS_EACH):
        nearest: i64 = MOVEMENT
        for i in range(len(board.sites)):
            site = board.sites[i]
            if owners[site] == seat and not state.is_complete(site):
                nearest = min(nearest, board.lines_to_site[SITE_COUNT * cells[cell] + site])
        worth += WORKER_THERE if nearest == 0 else -WORKER_NEAR * float(nearest)
    for which in range(OVERSEERS_EACH):
        stop = cells[WRITTEN + ORDER_CELLS * seat + 2 * which]
        place = stop if stop >= 0 else cells[OVERSEERS + OVERSEERS_EACH * seat + which]
        at_site = board.site_of[place]
        if at_site >= 0 and not state.is_complete(at_site):
            if owners[at_site] == seat:
                worth += GUARD
            elif owners[at_site] >= 0 and state.blocks_on(at_site) > 0:
                worth += THREAT * float(state.blocks_on(at_site))
    return worth


def expected_owners(state: TalState) -> vec[i64]:
    """The owner of each site, with the claims that are written."""
    cells = state.cells
    owners = vec[i64]([0] * SITE_COUNT)
    for site in range(SITE_COUNT):
        owners[site] = cells[OWNER + site]
    if cells[PHASE] <= ORDERS:
        for distance in range(state.seat_count):
            seat = (cells[DISC] + distance) % state.seat_count
            for which in range(OVERSEERS_EACH):
                claim = cells[WRITTEN + ORDER_CELLS * seat + 2 * which + 1]
                if 0 <= claim < NO_CLAIM and owners[claim] < 0:
                    owners[claim] = seat
    return owners


def expected_heaps(state: TalState) -> vec[i64]:
    """The blocks of each seat, with the lots on which it leads."""
    heaps = vec[i64]([0] * state.seat_count)
    for seat in range(state.seat_count):
        heaps[seat] = state.cells[HELD + seat]
    if state.cells[PHASE] == BIDDING:
        for lot in range(state.cells[LOT_COUNT]):
            leader = highest_bidder(state, lot)
            if leader >= 0:
                heaps[leader] += state.cells[LOT + lot]
    return heaps


def rounds_left(state: TalState, wasted: float) -> float:
    """The rounds that are left after this one, at the pace at which the pharaoh's pyramid grows. `wasted` blocks go there in this
    round."""
    count = float(block_count(state.cells[PHARAOH])) + wasted
    pace = (count + BLOCKS_A_ROUND) / (float(state.cells[ROUND]) + 2.0)
    return max(0.0, (float(PHARAOH_SIZE) - count) / pace)


def logistic(x: float) -> float:
    return 1.0 / (1.0 + exp(-x))


def win_chance(lead: float) -> float:
    """The chance to win the game, from 0 to 1, for a lead in points."""
    return logistic(lead / LEAD_SCALE)


def lead_over_best(worths: list[float], seat: i64) -> float:
    """The lead of `seat` over the best of the others."""
    rival = -1000.0
    for other in range(len(worths)):
        if other != seat and worths[other] > rival:
            rival = worths[other]
    return worths[seat] - rival
