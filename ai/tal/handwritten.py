"""The handwritten evaluator for Tal der Koenige: how well a builder stands, in points.

A complete pyramid counts in full, an unfinished one what it promises (`ai.tal.unfinished`). Lots count as far as a bid leads, and
orders as if they were carried out. So a plan can be compared before the step that it prepares.

All of the position is used. A search asks only about positions in which everything hidden was drawn again.
"""

from typing import Final, final

from ai.search.evaluator import Evaluator, logistic
from ai.tal.likely_moves import menu_weights
from ai.tal.placeable import placeable_counts_by_site
from ai.tal.unfinished import expected_unfinished_points
from engine.core.arrays import i64, vec
from engine.core.game import NOBODY, Game
from engine.tal.blocks import COLOUR_COUNT, Heap, block_count, colour_count
from engine.tal.data.board import SITE_COUNT, pyramid_size
from engine.tal.rules.bidding import highest_bidder
from engine.tal.rules.pyramids import pyramid_value
from engine.tal.state import (
    BIDDING,
    BIDS,
    BUILDING,
    DISC,
    HELD,
    LOT,
    LOT_COUNT,
    MAX_LOTS,
    NO_CLAIM,
    ORDER_CELLS,
    ORDERS,
    OVERSEERS,
    OVERSEERS_EACH,
    OVERSEERS_GO,
    OWNER,
    PHARAOH,
    PHARAOH_SIZE,
    PHASE,
    ROUND,
    WORKERS,
    WORKERS_EACH,
    WRITTEN,
    TalState,
    bid_tablet_count,
)

USUAL_PACE: Final = 4.5  # blocks that the pharaoh gets in a round, before there is a better guess
USUAL_ROUNDS: Final = 1.0  # rounds of this game that weigh as much as the usual pace
TABLET_COST: Final = 0.02  # of a tablet: with equal hopes, the shorter bid
FREE_BLOCK: Final = 0.1  # of a block in the hand, until it is placed
LIKE_BLOCKS: Final = 0.03  # of the square of the number of blocks of a colour
LIKELY_PLACEABLE: Final[i64] = 6  # blocks that a seat places while it is open where
WORKER_THERE: Final = 0.5  # of a worker at an own site
WORKER_NEAR: Final = 0.12  # less for each line between a worker and the nearest own site
FAR: Final[i64] = 3  # lines to an own site that all count alike, as if there were none
GUARD: Final = 0.4  # of an overseer at an own site
PREY: Final = 0.3  # of each block on a rival's site, for an overseer there
LEAD_SCALE: Final = 5.0  # points, of the logistic function
WON_SHARE: Final = 0.8  # of the reward at the end; the rest is the lead
EXPLORATION: Final = 0.12


@final
class HandwrittenTalEvaluator(Evaluator[TalState]):
    """Compares the expected points of all builders. There are no playouts unless `horizon` is given, in turns."""

    def __init__(self, game: Game[TalState], horizon: int = 0) -> None:
        super().__init__(game, horizon, EXPLORATION, weighs_moves=True)

    def move_weights(self, state: TalState) -> vec[float]:
        return menu_weights(state)

    def clock(self, state: TalState) -> i64:
        return turns_begun(state)

    def rewards(self, state: TalState) -> list[float]:
        """The chance of each seat to win, from its lead."""
        points = self.expected_points(state)
        chances = [logistic(lead_over_best(points, seat) / LEAD_SCALE) for seat in range(len(points))]
        if state.mover != NOBODY:
            return chances
        won = self.game.rewards(state)
        return [WON_SHARE * won[seat] + (1.0 - WON_SHARE) * chances[seat] for seat in range(len(points))]

    def estimate(self, state: TalState, seat: i64) -> float:
        """The expected lead of `seat`, in points."""
        return lead_over_best(self.expected_points(state), seat)

    def expected_points(self, state: TalState) -> list[float]:
        """The points that each seat has and may expect."""
        if state.mover == NOBODY:
            return [float(points) for points in self.game.scores(state)]
        site_owners = expected_owners(state)
        heaps = expected_heaps(state)
        placeable = [
            placeable_counts_by_site(state, seat, site_owners, heaps[seat]) for seat in range(state.seat_count)
        ]
        wasted: i64 = 0
        for seat in range(state.seat_count):
            wasted += wasted_blocks(state, seat, site_owners, heaps[seat], placeable[seat])
        rounds = expected_rounds_left(state, float(wasted))
        return [
            expected_seat_points(state, seat, site_owners, heaps[seat], placeable[seat], rounds)
            for seat in range(state.seat_count)
        ]


def turns_begun(state: TalState) -> i64:
    """The turns that have begun. A turn is what one seat answers in one step of a round."""
    cells = state.cells
    turns = state.seat_count * ((BUILDING + 1) * cells[ROUND] + cells[PHASE])
    if state.mover == NOBODY:
        return turns + state.seat_count
    return turns + (state.mover - cells[DISC] + state.seat_count) % state.seat_count


def expected_seat_points(
    state: TalState, seat: i64, site_owners: vec[i64], heap: Heap, placeable: vec[i64], rounds: float
) -> float:
    """What a seat has and may expect."""
    worth = figures_worth(state, seat, site_owners) + expected_unfinished_points(
        state, seat, site_owners, heap, placeable, rounds
    )
    sites = state.board.sites
    for i in range(len(sites)):
        if site_owners[sites[i]] == seat:
            worth += float(pyramid_value(state, sites[i]))
    if state.cells[PHASE] < BUILDING:
        for colour in range(COLOUR_COUNT):
            count = float(colour_count(heap, colour))
            worth += FREE_BLOCK * count + LIKE_BLOCKS * count * count
    if state.cells[PHASE] == BIDDING:
        tablets: i64 = 0
        for lot in range(state.cells[LOT_COUNT]):
            tablets += bid_tablet_count(state.cells[BIDS + MAX_LOTS * seat + lot])
        worth -= TABLET_COST * float(tablets)
    return worth


def wasted_blocks(state: TalState, seat: i64, site_owners: vec[i64], heap: Heap, placeable: vec[i64]) -> i64:
    """The blocks of a seat that its workers cannot place in this round, and that go to the pharaoh."""
    placed: i64 = 0
    sites = state.board.sites
    for i in range(len(sites)):
        if site_owners[sites[i]] == seat:
            placed += min(pyramid_size(sites[i]) - state.blocks_on(sites[i]), placeable[sites[i]])
    if state.cells[PHASE] <= ORDERS:  # sites may still be claimed
        placed = max(placed, LIKELY_PLACEABLE)
    return max(0, block_count(heap) - placed)


def figures_worth(state: TalState, seat: i64, site_owners: vec[i64]) -> float:
    """How well the figures of a seat stand: workers at own sites or near them, overseers at own sites or at those of rivals."""
    worth = 0.0
    board = state.board
    cells = state.cells
    for cell in range(WORKERS + WORKERS_EACH * seat, WORKERS + WORKERS_EACH * seat + WORKERS_EACH):
        nearest = FAR
        for i in range(len(board.sites)):
            site = board.sites[i]
            if site_owners[site] == seat and not state.is_complete(site):
                nearest = min(nearest, board.lines_to_site[SITE_COUNT * cells[cell] + site])
        worth += WORKER_THERE if nearest == 0 else -WORKER_NEAR * float(nearest)
    for which in range(OVERSEERS_EACH):
        stop = cells[WRITTEN + ORDER_CELLS * seat + 2 * which]
        place = stop if stop >= 0 else cells[OVERSEERS + OVERSEERS_EACH * seat + which]
        at_site = board.site_of[place]
        if at_site >= 0 and not state.is_complete(at_site):
            if site_owners[at_site] == seat:
                worth += GUARD
            elif site_owners[at_site] >= 0 and state.blocks_on(at_site) > 0:
                worth += PREY * float(state.blocks_on(at_site))
    return worth


def expected_owners(state: TalState) -> vec[i64]:
    """The owner of each site, with the claims that are written. Where a stop is written and no claim yet, the site is claimed at
    which the overseer stops."""
    cells = state.cells
    site_owners = vec[i64]([0] * SITE_COUNT)
    for site in range(SITE_COUNT):
        site_owners[site] = cells[OWNER + site]
    if ORDERS <= cells[PHASE] <= OVERSEERS_GO:
        for distance in range(state.seat_count):
            seat = (cells[DISC] + distance) % state.seat_count
            for at in range(WRITTEN + ORDER_CELLS * seat, WRITTEN + ORDER_CELLS * seat + ORDER_CELLS, 2):
                claim = cells[at + 1]
                if claim < 0 and cells[at] >= 0:
                    claim = state.board.site_of[cells[at]]
                if 0 <= claim < NO_CLAIM and site_owners[claim] < 0:
                    site_owners[claim] = seat
    return site_owners


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


def expected_rounds_left(state: TalState, blocks_wasted: float) -> float:
    """The rounds that are left after this one, at the pace at which the pharaoh's pyramid grows. `blocks_wasted` go there in this
    round."""
    count = float(block_count(state.cells[PHARAOH])) + blocks_wasted
    missing = float(PHARAOH_SIZE) - count
    if missing <= 0.0:
        return 0.0
    pace = (count + USUAL_ROUNDS * USUAL_PACE) / (float(state.cells[ROUND]) + 1.0 + USUAL_ROUNDS)
    return missing / pace + 0.5 * min(1.0, missing / 3.0)  # the last round begins before the pyramid is complete


def lead_over_best(points: list[float], seat: i64) -> float:
    """The lead of `seat` over the best of the others."""
    rival = -1000.0
    for other in range(len(points)):
        if other != seat and points[other] > rival:
            rival = points[other]
    return points[seat] - rival
