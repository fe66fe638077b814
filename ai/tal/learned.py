"""The learned evaluator for Tal der Koenige: the chance of each builder to win, from the features of each seat.

The features of each seat give one logit; softmax over the seats gives the chances. Each phase of a round has two weights for each
feature: a constant one, and a late one that counts in full in the last round, and less with more rounds left.

The first features are the points that unfinished pyramids can still bring, grouped by the rounds to spare (the slack, see
SLACK_KNOTS), for small and for large sites. The handwritten evaluator computes a chance from the slack by a formula; here each
knot has its own learned weight. The others describe finished pyramids, figures, blocks in the hand, and the turn order.
"""

from collections.abc import Sequence
from typing import Final, final

from ai.search.evaluator import Evaluator, lead_over_best, softmax
from ai.tal.handwritten import (
    EXPLORATION,
    LEAD_SCALE,
    MAX_COUNTED_LINES,
    WON_SHARE,
    expected_heaps_by_seat,
    expected_owners_by_site,
    expected_rounds_left,
    turns_begun,
    wasted_block_count,
)
from ai.tal.likely_moves import menu_weights
from ai.tal.unfinished import (
    CLAIM_CHANCE,
    MissingBlocks,
    main_colour,
    missing_block_count,
    placeable_counts_by_site,
    share_at_risk,
    unfinished_sites_by_missing_count,
    worker_movement_left,
)
from engine.core.arrays import i64, vec
from engine.core.game import NOBODY, NOTHING, Game
from engine.core.moves import pack_move
from engine.tal.blocks import COLOUR_BITS, COLOUR_COUNT, block_count, colour_count
from engine.tal.board import MIXED, ONE_COLOUR, SITE_COUNT, is_small
from engine.tal.hidden import before_secrets
from engine.tal.rules.pyramids import pyramid_value
from engine.tal.state import (
    BIDDING,
    BIDS,
    BLOCKS_PER_WORKER,
    DISC,
    HELD_BLOCKS,
    LAY_TABLET,
    LOT_COUNT,
    MAX_LOTS,
    NEXT_LOT,
    ORDER_CELLS,
    OVERSEERS,
    OVERSEERS_EACH,
    PHASE,
    PHASES,
    SITE_OWNERS,
    WORKERS,
    WORKERS_EACH,
    WRITING_ORDERS,
    WRITTEN_ORDERS,
    TalState,
    bid_tablet_count,
    bid_value,
)

ALL_IN_HAND: Final = 9.0  # stands for the slack of a pyramid whose missing blocks are all in the hand
SLACK_KNOTS: Final = vec[float]([-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0])  # in rounds; see `_add_by_slack`
SLACK_COUNT: Final[i64] = 8  # features: one for each knot, and one for ALL_IN_HAND
LARGE_START: Final[i64] = 8
FINISHED: Final[i64] = 16  # points of finished pyramids
UNFINISHED_SMALL_SITES: Final[i64] = 17
UNFINISHED_LARGE_SITES: Final[i64] = 18
WORKERS_AT_SITES: Final[i64] = 19  # workers at own unfinished sites
WORKER_LINES: Final[i64] = 20  # lines from each worker to the nearest own unfinished site
GUARDING_OVERSEERS: Final[i64] = 21  # overseers at own unfinished sites
TARGET_BLOCKS: Final[i64] = 22  # blocks on sites of other seats where it has an overseer
STEALABLE_BLOCKS: Final[i64] = 23  # of these, those that its workers there could steal
EXPOSED_BLOCKS: Final[i64] = 24  # blocks on own sites where another seat has more overseers
BLOCKS_IN_HAND: Final[i64] = 25  # with the lots for which the seat is the highest bidder
COLOUR_SQUARES: Final[i64] = 26  # of the blocks in the hand, the sum of the squares of the counts of each colour
MAX_OF_COLOUR: Final[i64] = 27  # of the blocks in the hand, the maximum of one colour
LOT_BLOCKS: Final[i64] = 28  # of the blocks in the hand, those of lots
WASTED_BLOCKS: Final[i64] = 29  # blocks in the hand that will go to the pharaoh
MOVEMENT_LEFT: Final[i64] = 30
TABLETS_LAID: Final[i64] = 31
TABLET_VALUE_LEFT: Final[i64] = 32  # the sum of the tablets that it can still lay
SCARABS_LEFT: Final[i64] = 33
TO_ACT: Final[i64] = 34  # 1 before its turn in this phase
ACTING: Final[i64] = 35  # 1 during its turn
FIRST: Final[i64] = 36  # 1 for the seat with the disc
LAST: Final[i64] = 37  # 1 for the seat that acts last
LARGE_BLOCKS: Final[i64] = 38
SMALL_BLOCKS: Final[i64] = 39
PLACEABLE_BLOCKS: Final[i64] = 40  # blocks that its workers can place in this round
FEATURE_COUNT: Final[i64] = 41
FEATURE_NAMES: Final = (
    *[f"small, {slack} rounds to spare" for slack in ("-2", "-1", "-0.5", "0", "0.5", "1", "2", "all")],
    *[f"large, {slack} rounds to spare" for slack in ("-2", "-1", "-0.5", "0", "0.5", "1", "2", "all")],
    "finished", "small sites", "large sites", "at work", "lines", "guards", "prey", "loot", "exposed", "in hand", "alike",
    "most alike", "led", "wasted", "movement left", "tablets laid", "tablets left", "scarabs left", "to act", "acting", "first",
    "last", "large blocks", "small blocks", "placeable",
)  # fmt: skip
assert len(FEATURE_NAMES) == FEATURE_COUNT
POINT_SCALE: Final = 0.2  # for each point


@final
class TalFeatures:
    """Fills `inputs` with the features of one seat. Call `prepare` for a position, then `fill_inputs` for each seat. Each search
    needs its own instance."""

    def __init__(self) -> None:
        self.inputs: Final = vec[float]([0.0] * int(FEATURE_COUNT))
        self.rounds_left = 0.0  # after this one
        self.site_owners = vec[i64]([0])
        self.heaps = vec[i64]([0])
        self.placeable: list[vec[i64]] = []
        self.wasted = vec[i64]([0])
        self._missing: Final = MissingBlocks()

    def prepare(self, state: TalState) -> None:
        """Compute what the features of all seats use: expected owners and blocks, and the rounds left."""
        site_owners = expected_owners_by_site(state)
        heaps = expected_heaps_by_seat(state)
        placeable = [
            placeable_counts_by_site(state, seat, site_owners, heaps[seat]) for seat in range(state.seat_count)
        ]
        wasted = vec[i64]([0] * state.seat_count)
        total: i64 = 0
        for seat in range(state.seat_count):
            wasted[seat] = wasted_block_count(state, seat, site_owners, heaps[seat], placeable[seat])
            total += wasted[seat]
        self.site_owners = site_owners
        self.heaps = heaps
        self.placeable = placeable
        self.wasted = wasted
        self.rounds_left = expected_rounds_left(state, float(total))

    def fill_inputs(self, state: TalState, seat: i64) -> None:
        """Set `inputs` to the features of one seat."""
        inputs = self.inputs
        for i in range(FEATURE_COUNT):
            inputs[i] = 0.0
        self._fill_sites(state, seat)
        self._fill_workers(state, seat)
        self._fill_overseers(state, seat)
        self._fill_blocks(state, seat)
        self._fill_turn(state, seat)

    def _fill_sites(self, state: TalState, seat: i64) -> None:
        inputs = self.inputs
        site_owners = self.site_owners
        placeable = self.placeable[seat]
        free_blocks = self.heaps[seat]
        needed_elsewhere = 0.0  # blocks that sites nearer to completion still need
        sites = state.board.used_sites
        for i in range(len(sites)):
            if site_owners[sites[i]] == seat and state.is_complete(sites[i]):
                inputs[FINISHED] += POINT_SCALE * float(pyramid_value(state, sites[i]))
        nearest = unfinished_sites_by_missing_count(state, seat, site_owners)
        for i in range(len(nearest)):
            site = nearest[i]
            if site == NOTHING:
                break
            missing = missing_block_count(state, site)
            colour = main_colour(state, site, free_blocks)
            placeable_here = min(missing, placeable[site])
            placed_now: i64 = min(placeable_here, colour_count(free_blocks, colour))
            self._fill_site(state, seat, site, colour, placeable_here, free_blocks, needed_elsewhere)
            free_blocks -= placed_now << COLOUR_BITS * colour
            needed_elsewhere += float(missing - placed_now)
            inputs[PLACEABLE_BLOCKS] += 0.1 * float(placeable_here)

    def _fill_site(
        self,
        state: TalState,
        seat: i64,
        site: i64,
        colour: i64,
        placeable: i64,
        free_blocks: i64,
        needed_elsewhere: float,
    ) -> None:
        """Add an unfinished site: the points of each class at their slack."""
        inputs = self.inputs
        needs = self._missing
        blocks = 0.1 * float(state.blocks_on(site))
        start: i64 = 0
        if is_small(site):
            inputs[UNFINISHED_SMALL_SITES] += 0.2
            inputs[SMALL_BLOCKS] += blocks
        else:
            inputs[UNFINISHED_LARGE_SITES] += 0.2
            inputs[LARGE_BLOCKS] += blocks
            start = LARGE_START
        share = POINT_SCALE if state.cells[SITE_OWNERS + site] == seat else POINT_SCALE * CLAIM_CHANCE
        exposed = share_at_risk(state, seat, site)
        inputs[EXPOSED_BLOCKS] += share * exposed * 10.0 * blocks
        share *= 1.0 - exposed
        slack = ALL_IN_HAND
        for class_ in range(MIXED, ONE_COLOUR - 1, -1):
            if not needs.try_class(state, site, class_, colour, placeable, free_blocks, needed_elsewhere):
                break
            if needs.rounds > 0.0:
                slack = min(slack, self.rounds_left - needs.rounds)
            self._add_by_slack(start, slack, share * needs.added_points)

    def _add_by_slack(self, start: i64, slack: float, points: float) -> None:
        """Share points between the features of the two knots around `slack`. Those of the first knot have index `start`."""
        inputs = self.inputs
        if slack == ALL_IN_HAND:
            inputs[start + SLACK_COUNT - 1] += points
            return
        knot: i64 = 0
        while knot < SLACK_COUNT - 3 and slack >= SLACK_KNOTS[knot + 1]:
            knot += 1
        upper_share = (slack - SLACK_KNOTS[knot]) / (SLACK_KNOTS[knot + 1] - SLACK_KNOTS[knot])
        upper_share = min(1.0, max(0.0, upper_share))
        inputs[start + knot] += points * (1.0 - upper_share)
        inputs[start + knot + 1] += points * upper_share

    def _fill_workers(self, state: TalState, seat: i64) -> None:
        inputs = self.inputs
        cells = state.cells
        board = state.board
        workers_at_sites: i64 = 0
        lines: i64 = 0
        for cell in range(WORKERS + WORKERS_EACH * seat, WORKERS + WORKERS_EACH * seat + WORKERS_EACH):
            nearest = MAX_COUNTED_LINES
            for i in range(len(board.used_sites)):
                site = board.used_sites[i]
                if self.site_owners[site] == seat and not state.is_complete(site):
                    nearest = min(nearest, board.distances_to_sites[SITE_COUNT * cells[cell] + site])
            if nearest == 0:
                workers_at_sites += 1
            lines += nearest
        inputs[WORKERS_AT_SITES] = 0.2 * float(workers_at_sites)
        inputs[WORKER_LINES] = 0.1 * float(lines)

    def _fill_overseers(self, state: TalState, seat: i64) -> None:
        inputs = self.inputs
        cells = state.cells
        board = state.board
        for overseer in range(OVERSEERS_EACH):
            stop = cells[WRITTEN_ORDERS + ORDER_CELLS * seat + 2 * overseer]
            place = stop if stop >= 0 else cells[OVERSEERS + OVERSEERS_EACH * seat + overseer]
            site = board.site_of[place]
            if site < 0 or state.is_complete(site):
                continue
            owner = self.site_owners[site]
            if owner == seat:
                inputs[GUARDING_OVERSEERS] += 0.2
            elif owner >= 0:
                blocks = state.blocks_on(site)
                inputs[TARGET_BLOCKS] += 0.1 * float(blocks)
                inputs[STEALABLE_BLOCKS] += 0.1 * float(min(blocks, BLOCKS_PER_WORKER * state.workers_at(seat, site)))

    def _fill_blocks(self, state: TalState, seat: i64) -> None:
        inputs = self.inputs
        heap = self.heaps[seat]
        max_count: i64 = 0
        for colour in range(COLOUR_COUNT):
            count = colour_count(heap, colour)
            inputs[COLOUR_SQUARES] += 0.02 * float(count * count)
            max_count = max(max_count, count)
        total = block_count(heap)
        inputs[BLOCKS_IN_HAND] = 0.1 * float(total)
        inputs[MAX_OF_COLOUR] = 0.1 * float(max_count)
        inputs[LOT_BLOCKS] = 0.1 * float(total - block_count(state.cells[HELD_BLOCKS + seat]))
        inputs[WASTED_BLOCKS] = 0.1 * float(self.wasted[seat])
        inputs[SCARABS_LEFT] = 0.1 * float(state.scarabs_left(seat))

    def _fill_turn(self, state: TalState, seat: i64) -> None:
        inputs = self.inputs
        cells = state.cells
        seats = state.seat_count
        turn = (seat - cells[DISC] + seats) % seats
        current_turn = seats
        if state.mover != NOBODY:
            current_turn = (state.mover - cells[DISC] + seats) % seats
        inputs[MOVEMENT_LEFT] = 0.1 * float(worker_movement_left(state, seat))
        inputs[TO_ACT] = 1.0 if turn > current_turn else 0.0
        inputs[ACTING] = 1.0 if turn == current_turn else 0.0
        inputs[FIRST] = 1.0 if turn == 0 else 0.0
        inputs[LAST] = 1.0 if turn == seats - 1 else 0.0
        if cells[PHASE] == BIDDING:
            tablets: i64 = 0
            value: i64 = 0
            for lot in range(cells[LOT_COUNT]):
                bid = cells[BIDS + MAX_LOTS * seat + lot]
                tablets += bid_tablet_count(bid)
                value += bid_value(bid)
            inputs[TABLETS_LAID] = 0.1 * float(tablets)
            if turn >= current_turn:
                inputs[TABLET_VALUE_LEFT] = 0.1 * float(10 - value)


COLUMNS: Final = 2 * len(PHASES)  # weights of each feature: for each phase, a constant and a late one


@final
class LearnedTalEvaluator(Evaluator[TalState]):
    """Evaluates positions with learned weights: for each phase, the constant weights of all features, then the late ones. There
    are no playouts. `ai.tal.likely_moves`, which weighs the moves of a menu, does not use these weights."""

    def __init__(self, game: Game[TalState], weights: Sequence[float], moves_recur: bool = False) -> None:
        super().__init__(game, 0, EXPLORATION, weighs_moves=True, knows_secrets=True, moves_recur=moves_recur)
        self.features: Final = TalFeatures()
        self.weights: Final = vec[float](list(weights))
        self._position_weights: Final = vec[float]([0.0] * int(FEATURE_COUNT))  # for the latest position

    def move_weights(self, state: TalState) -> vec[float]:
        return menu_weights(state)

    def before_secrets(self, state: TalState) -> TalState | None:
        return before_secrets(state) if state.cells[PHASE] <= WRITING_ORDERS else None

    def observed_move(self, state: TalState, earlier: TalState) -> i64:
        """Whether it laid one more tablet beside the lot. Of orders nothing is seen."""
        if earlier.cells[PHASE] != BIDDING:
            return NOTHING
        lot = earlier.top_subject()
        cell = BIDS + MAX_LOTS * earlier.mover + lot
        if bid_tablet_count(earlier.cells[cell]) < bid_tablet_count(state.cells[cell]):
            return pack_move(LAY_TABLET, lot)
        return NEXT_LOT

    def copy_secrets(self, world: TalState, source: TalState, viewer: i64) -> None:
        for cell in range(BIDS, BIDS + MAX_LOTS * world.seat_count):
            if (cell - BIDS) // MAX_LOTS != viewer:
                world.cells[cell] = source.cells[cell]
        for cell in range(WRITTEN_ORDERS, WRITTEN_ORDERS + ORDER_CELLS * world.seat_count):
            if (cell - WRITTEN_ORDERS) // ORDER_CELLS != viewer:
                world.cells[cell] = source.cells[cell]

    def clock(self, state: TalState) -> i64:
        return turns_begun(state)

    def rewards(self, state: TalState) -> list[float]:
        """The chance of each seat to win; they add up to 1."""
        if state.mover != NOBODY:
            return softmax(self.logits(state))
        won = self.game.rewards(state)
        closeness = softmax([float(points) / LEAD_SCALE for points in self.game.scores(state)])
        return [WON_SHARE * won[seat] + (1.0 - WON_SHARE) * closeness[seat] for seat in range(len(won))]

    def estimate(self, state: TalState, seat: i64) -> float:
        """The lead of the logit of `seat` over the best of the others."""
        if state.mover == NOBODY:
            return lead_over_best([float(points) / LEAD_SCALE for points in self.game.scores(state)], seat)
        return lead_over_best(self.logits(state), seat)

    def logits(self, state: TalState) -> list[float]:
        """The logit of each seat."""
        features = self.features
        features.prepare(state)
        late = 1.0 / (1.0 + features.rounds_left)
        start = 2 * FEATURE_COUNT * state.cells[PHASE]
        position_weights = self._position_weights
        for i in range(FEATURE_COUNT):
            position_weights[i] = self.weights[start + i] + late * self.weights[start + FEATURE_COUNT + i]
        logits: list[float] = []
        for seat in range(state.seat_count):
            features.fill_inputs(state, seat)
            total = 0.0
            for i in range(FEATURE_COUNT):
                total += features.inputs[i] * position_weights[i]
            logits.append(total)
        return logits
