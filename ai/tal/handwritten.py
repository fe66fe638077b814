"""The handwritten evaluator for Tal der Koenige: the expected points of each builder.

A complete pyramid counts with its points, an unfinished one with its expected points (`ai.tal.unfinished`). Lots count for the
highest bidder, and orders as if they were already carried out, so bids and orders can be compared before they take effect.

It uses the whole position, hidden parts too. A search only asks about positions in which these were drawn again.
"""

from typing import Final, final

from ai.search.evaluator import Evaluator, lead_over_best, logistic
from ai.tal.likely_moves import menu_weights
from ai.tal.unfinished import expected_unfinished_points, placeable_counts_by_site
from engine.core.arrays import i64, vec
from engine.core.game import NOBODY, Game
from engine.tal.blocks import COLOUR_COUNT, Heap, block_count, colour_count
from engine.tal.board import SITE_COUNT, pyramid_size
from engine.tal.rules.bidding import winning_bidder
from engine.tal.rules.pyramids import pyramid_value
from engine.tal.state import (
    BIDDING,
    BIDS,
    BUILDING,
    DISC,
    HELD_BLOCKS,
    LOT_COUNT,
    LOTS,
    MAX_LOTS,
    MOVING_OVERSEERS,
    NO_CLAIMED_SITE,
    ORDER_CELLS,
    OVERSEERS,
    OVERSEERS_EACH,
    PHARAOH_BLOCKS,
    PHARAOH_PYRAMID_SIZE,
    PHASE,
    ROUND,
    SITE_OWNERS,
    WORKERS,
    WORKERS_EACH,
    WRITING_ORDERS,
    WRITTEN_ORDERS,
    TalState,
    bid_tablet_count,
)

USUAL_PACE: Final = 4.5  # blocks per round that the pharaoh gets in a usual game
USUAL_ROUNDS: Final = 1.0  # the weight of the usual pace, in rounds of this game
TABLET_COST: Final = 0.02  # of a laid tablet, in points: among equal bids, prefer the one with fewer tablets
FREE_BLOCK_WORTH: Final = 0.1  # of a block in the hand, in points
SAME_COLOUR_WORTH: Final = 0.03  # times the square of the number of blocks of a colour in the hand
LIKELY_PLACEABLE: Final[i64] = 6  # blocks that a seat can usually place, before it is known where
WORKER_AT_SITE_WORTH: Final = 0.5  # of a worker at an own site
WORKER_LINE_COST: Final = 0.12  # of each line between a worker and the nearest own site
MAX_COUNTED_LINES: Final[i64] = 3  # a longer way to an own site counts the same
GUARD_WORTH: Final = 0.4  # of an overseer at an own site
TARGET_BLOCK_WORTH: Final = 0.3  # of each block on another seat's site, for an overseer there
LEAD_SCALE: Final = 5.0  # in points: the scale of the logistic function of a lead
WON_SHARE: Final = 0.8  # of the reward at the end: it depends on victory, the rest on the lead
EXPLORATION: Final = 0.12


@final
class HandwrittenTalEvaluator(Evaluator[TalState]):
    """Compares the expected points of all builders. `horizon` is the length of playouts in turns; by default there are none."""

    def __init__(self, game: Game[TalState], horizon: int = 0) -> None:
        super().__init__(game, horizon, EXPLORATION, weighs_moves=True)

    def move_weights(self, state: TalState) -> vec[float]:
        return menu_weights(state)

    def clock(self, state: TalState) -> i64:
        return turns_begun(state)

    def rewards(self, state: TalState) -> list[float]:
        """The chance of each seat to win, from 0 to 1, computed from its lead."""
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
        """The points of each seat, plus those that it may expect."""
        if state.mover == NOBODY:
            return [float(points) for points in self.game.scores(state)]
        site_owners = expected_owners_by_site(state)
        heaps = expected_heaps_by_seat(state)
        placeable = [
            placeable_counts_by_site(state, seat, site_owners, heaps[seat]) for seat in range(state.seat_count)
        ]
        wasted: i64 = 0
        for seat in range(state.seat_count):
            wasted += wasted_block_count(state, seat, site_owners, heaps[seat], placeable[seat])
        rounds_left = expected_rounds_left(state, float(wasted))
        return [
            expected_seat_points(state, seat, site_owners, heaps[seat], placeable[seat], rounds_left)
            for seat in range(state.seat_count)
        ]


def turns_begun(state: TalState) -> i64:
    """The number of turns that have begun. In each phase of a round, each seat has one turn."""
    cells = state.cells
    turns = state.seat_count * ((BUILDING + 1) * cells[ROUND] + cells[PHASE])
    if state.mover == NOBODY:
        return turns + state.seat_count
    return turns + (state.mover - cells[DISC] + state.seat_count) % state.seat_count


def expected_seat_points(
    state: TalState, seat: i64, site_owners: vec[i64], heap: Heap, placeable: vec[i64], rounds_left: float
) -> float:
    """The points of a seat, plus those that it may expect from figures, unfinished pyramids and blocks. `heap` is what it holds,
    `placeable` the blocks that it can place at each site in this round, `rounds_left` the rounds after this one."""
    worth = figures_worth(state, seat, site_owners) + expected_unfinished_points(
        state, seat, site_owners, heap, placeable, rounds_left
    )
    sites = state.board.used_sites
    for i in range(len(sites)):
        if site_owners[sites[i]] == seat:
            worth += float(pyramid_value(state, sites[i]))
    if state.cells[PHASE] < BUILDING:
        for colour in range(COLOUR_COUNT):
            count = float(colour_count(heap, colour))
            worth += FREE_BLOCK_WORTH * count + SAME_COLOUR_WORTH * count * count
    if state.cells[PHASE] == BIDDING:
        tablets: i64 = 0
        for lot in range(state.cells[LOT_COUNT]):
            tablets += bid_tablet_count(state.cells[BIDS + MAX_LOTS * seat + lot])
        worth -= TABLET_COST * float(tablets)
    return worth


def wasted_block_count(state: TalState, seat: i64, site_owners: vec[i64], heap: Heap, placeable: vec[i64]) -> i64:
    """The number of blocks of a seat that its workers cannot place in this round, so that they go to the pharaoh."""
    placed: i64 = 0
    sites = state.board.used_sites
    for i in range(len(sites)):
        if site_owners[sites[i]] == seat:
            placed += min(pyramid_size(sites[i]) - state.blocks_on(sites[i]), placeable[sites[i]])
    if state.cells[PHASE] <= WRITING_ORDERS:  # sites may still be claimed
        placed = max(placed, LIKELY_PLACEABLE)
    return max(0, block_count(heap) - placed)


def figures_worth(state: TalState, seat: i64, site_owners: vec[i64]) -> float:
    """The worth of the places of a seat's figures, in points: workers at or near own sites, overseers at own and at other
    sites."""
    worth = 0.0
    board = state.board
    cells = state.cells
    for cell in range(WORKERS + WORKERS_EACH * seat, WORKERS + WORKERS_EACH * seat + WORKERS_EACH):
        nearest = MAX_COUNTED_LINES
        for i in range(len(board.used_sites)):
            site = board.used_sites[i]
            if site_owners[site] == seat and not state.is_complete(site):
                nearest = min(nearest, board.distances_to_sites[SITE_COUNT * cells[cell] + site])
        worth += WORKER_AT_SITE_WORTH if nearest == 0 else -WORKER_LINE_COST * float(nearest)
    for overseer in range(OVERSEERS_EACH):
        stop = cells[WRITTEN_ORDERS + ORDER_CELLS * seat + 2 * overseer]
        place = stop if stop >= 0 else cells[OVERSEERS + OVERSEERS_EACH * seat + overseer]
        overseer_site = board.site_of[place]
        if overseer_site >= 0 and not state.is_complete(overseer_site):
            if site_owners[overseer_site] == seat:
                worth += GUARD_WORTH
            elif site_owners[overseer_site] >= 0 and state.blocks_on(overseer_site) > 0:
                worth += TARGET_BLOCK_WORTH * float(state.blocks_on(overseer_site))
    return worth


def expected_owners_by_site(state: TalState) -> vec[i64]:
    """The owner of each site, once all written claims are carried out. An order with a stop but no claim yet counts as a claim of
    the site where the overseer stops."""
    cells = state.cells
    site_owners = vec[i64]([0] * SITE_COUNT)
    for site in range(SITE_COUNT):
        site_owners[site] = cells[SITE_OWNERS + site]
    if WRITING_ORDERS <= cells[PHASE] <= MOVING_OVERSEERS:
        for distance in range(state.seat_count):
            seat = (cells[DISC] + distance) % state.seat_count
            start = WRITTEN_ORDERS + ORDER_CELLS * seat
            for order_cell in range(start, start + ORDER_CELLS, 2):
                claim = cells[order_cell + 1]
                if claim < 0 and cells[order_cell] >= 0:
                    claim = state.board.site_of[cells[order_cell]]
                if 0 <= claim < NO_CLAIMED_SITE and site_owners[claim] < 0:
                    site_owners[claim] = seat
    return site_owners


def expected_heaps_by_seat(state: TalState) -> vec[i64]:
    """The blocks that each seat holds, plus the lots for which it is the highest bidder."""
    heaps = vec[i64]([0] * state.seat_count)
    for seat in range(state.seat_count):
        heaps[seat] = state.cells[HELD_BLOCKS + seat]
    if state.cells[PHASE] == BIDDING:
        for lot in range(state.cells[LOT_COUNT]):
            leader = winning_bidder(state, lot)
            if leader >= 0:
                heaps[leader] += state.cells[LOTS + lot]
    return heaps


def expected_rounds_left(state: TalState, blocks_wasted: float) -> float:
    """The number of rounds left after this one, from the pace at which the pharaoh's pyramid grows. `blocks_wasted` blocks go
    there in this round."""
    count = float(block_count(state.cells[PHARAOH_BLOCKS])) + blocks_wasted
    missing = float(PHARAOH_PYRAMID_SIZE) - count
    if missing <= 0.0:
        return 0.0
    pace = (count + USUAL_ROUNDS * USUAL_PACE) / (float(state.cells[ROUND]) + 1.0 + USUAL_ROUNDS)
    return missing / pace + 0.5 * min(1.0, missing / 3.0)  # the pyramid is completed during the last round
