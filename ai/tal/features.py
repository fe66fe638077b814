"""The input features of the learned value: one seat of a position of Tal der Koenige as an array of numbers.

What unfinished pyramids promise comes first: the points of each class, by how many rounds are to spare for it (SLACK_KNOTS),
small and large sites apart. The handwritten evaluator turns that slack into a chance by a formula; here each knot has a weight of
its own. Then come finished pyramids, figures, blocks in the hand, and whether the seat has still to act in this phase.
"""

from typing import Final, final

from ai.tal.handwritten import FAR, expected_heaps, expected_owners, expected_rounds_left, wasted_blocks
from ai.tal.placeable import placeable_counts_by_site, worker_movement_left
from ai.tal.unfinished import CLAIM_SURE, MissingBlocks, main_colour, share_at_risk
from engine.core.arrays import i64, vec
from engine.core.game import NOBODY
from engine.tal.blocks import COLOUR_BITS, COLOUR_COUNT, block_count, colour_count
from engine.tal.data.board import LAYERED, MIXED, ONE_COLOUR, SITE_COUNT, is_small, pyramid_size
from engine.tal.rules.pyramids import pyramid_value
from engine.tal.state import (
    BIDDING,
    BIDS,
    DISC,
    HELD,
    LOT_COUNT,
    MAX_LOTS,
    ORDER_CELLS,
    OVERSEERS,
    OVERSEERS_EACH,
    OWNER,
    PHASE,
    WORKERS,
    WORKERS_EACH,
    WRITTEN,
    TalState,
    bid_tablet_count,
    bid_value,
)

NO_REST: Final = 9.0  # the slack of a pyramid whose blocks are all in the hand
SLACK_KNOTS: Final = vec[float]([-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0])  # rounds to spare; between two knots both count
SLACK_COUNT: Final[i64] = 8  # the knots, and one for pyramids whose blocks are all in the hand
LARGE_START: Final[i64] = 8
FINISHED: Final[i64] = 16  # points of finished pyramids
SMALL_SITES_OPEN: Final[i64] = 17
LARGE_SITES_OPEN: Final[i64] = 18
AT_WORK: Final[i64] = 19  # workers at own open sites
LINES: Final[i64] = 20  # lines from each worker to the nearest own open site
GUARDS: Final[i64] = 21  # overseers at own open sites
PREY: Final[i64] = 22  # blocks on rivals' sites where an overseer stands
LOOT: Final[i64] = 23  # of these, what the workers there could steal
EXPOSED: Final[i64] = 24  # blocks on own sites that rivals threaten
IN_HAND: Final[i64] = 25  # blocks in the hand, with the lots on which the seat leads
ALIKE: Final[i64] = 26  # the squares of the counts of each colour
MOST_ALIKE: Final[i64] = 27
LED: Final[i64] = 28  # of the blocks in the hand, those of lots
WASTED: Final[i64] = 29  # blocks in the hand that go to the pharaoh
MOVEMENT_LEFT: Final[i64] = 30
TABLETS_LAID: Final[i64] = 31
TABLETS_LEFT: Final[i64] = 32  # the value of those that can still be laid
SCARABS_LEFT: Final[i64] = 33
TO_ACT: Final[i64] = 34  # 1 before the turn of the seat in this phase
ACTING: Final[i64] = 35  # 1 in its turn
FIRST: Final[i64] = 36  # 1 for the seat with the disc
LAST: Final[i64] = 37  # 1 for the seat that acts last
LARGE_BLOCKS: Final[i64] = 38
SMALL_BLOCKS: Final[i64] = 39
PLACEABLE: Final[i64] = 40  # blocks that its workers can place in this round
FEATURE_COUNT: Final[i64] = 41
FEATURE_NAMES: Final = (
    *[f"small, {slack} rounds to spare" for slack in ("-2", "-1", "-0.5", "0", "0.5", "1", "2", "all")],
    *[f"large, {slack} rounds to spare" for slack in ("-2", "-1", "-0.5", "0", "0.5", "1", "2", "all")],
    "finished", "small sites", "large sites", "at work", "lines", "guards", "prey", "loot", "exposed", "in hand", "alike",
    "most alike", "led", "wasted", "movement left", "tablets laid", "tablets left", "scarabs left", "to act", "acting", "first",
    "last", "large blocks", "small blocks", "placeable",
)  # fmt: skip
assert len(FEATURE_NAMES) == FEATURE_COUNT
SCALE: Final = 0.2  # of points, as in the handwritten evaluator


@final
class TalFeatures:
    """Fills `inputs` with the numbers of one seat. Call `prepare` for a position, then `fill_inputs` for each seat. Not shared
    between searches."""

    def __init__(self) -> None:
        self.inputs: Final = vec[float]([0.0] * int(FEATURE_COUNT))
        self.rounds = 0.0
        self.site_owners = vec[i64]([0])
        self.heaps = vec[i64]([0])
        self.placeable: list[vec[i64]] = []
        self.wasted = vec[i64]([0])
        self._missing: Final = MissingBlocks()

    def prepare(self, state: TalState) -> None:
        """Read what all seats need: who will own what, and the rounds that are left."""
        site_owners = expected_owners(state)
        heaps = expected_heaps(state)
        placeable = [
            placeable_counts_by_site(state, seat, site_owners, heaps[seat]) for seat in range(state.seat_count)
        ]
        wasted = vec[i64]([0] * state.seat_count)
        total: i64 = 0
        for seat in range(state.seat_count):
            wasted[seat] = wasted_blocks(state, seat, site_owners, heaps[seat], placeable[seat])
            total += wasted[seat]
        self.site_owners = site_owners
        self.heaps = heaps
        self.placeable = placeable
        self.wasted = wasted
        self.rounds = expected_rounds_left(state, float(total))

    def fill_inputs(self, state: TalState, seat: i64) -> None:
        """Write the numbers of one seat into `inputs`."""
        x = self.inputs
        for i in range(FEATURE_COUNT):
            x[i] = 0.0
        self._fill_sites(state, seat)
        self._fill_workers(state, seat)
        self._fill_overseers(state, seat)
        self._fill_blocks(state, seat)
        self._fill_turn(state, seat)

    def _fill_sites(self, state: TalState, seat: i64) -> None:
        x = self.inputs
        site_owners = self.site_owners
        placeable = self.placeable[seat]
        free = self.heaps[seat]
        waiting = 0.0  # blocks that nearer sites still need
        sites = state.board.sites
        for missing in range(15):
            for i in range(len(sites)):
                site = sites[i]
                if site_owners[site] != seat or pyramid_size(site) - state.blocks_on(site) != missing:
                    continue
                if missing == 0:
                    x[FINISHED] += SCALE * float(pyramid_value(state, site))
                    continue
                colour = main_colour(state, site, free)
                self._missing.colour = colour
                here = min(missing, placeable[site])
                soon: i64 = min(here, colour_count(free, colour))
                self._fill_site(state, seat, site, here, free, waiting)
                free -= soon << COLOUR_BITS * colour
                waiting += float(missing - soon)
                x[PLACEABLE] += 0.1 * float(here)

    def _fill_site(self, state: TalState, seat: i64, site: i64, placeable: i64, free: i64, waiting: float) -> None:
        """Add the points of each class by their slack."""
        x = self.inputs
        needs = self._missing
        blocks = 0.1 * float(state.blocks_on(site))
        start: i64 = 0
        size_offset: i64 = 0
        if is_small(site):
            x[SMALL_SITES_OPEN] += 0.2
            x[SMALL_BLOCKS] += blocks
        else:
            x[LARGE_SITES_OPEN] += 0.2
            x[LARGE_BLOCKS] += blocks
            start, size_offset = LARGE_START, 3
        share = SCALE if state.cells[OWNER + site] == seat else SCALE * CLAIM_SURE
        exposed = share_at_risk(state, seat, site)
        x[EXPOSED] += share * exposed * 10.0 * blocks
        share *= 1.0 - exposed
        below: i64 = 0
        least = NO_REST
        for class_ in (MIXED, LAYERED, ONE_COLOUR):
            if not needs.count_if_class_possible(state, site, class_):
                break
            needed = needs.rounds_needed(placeable, free, waiting)
            if needed > 0.0:
                least = min(least, self.rounds - needed)
            value = state.board.values[class_ + size_offset]
            self._add_by_slack(start, least, share * float(value - below))
            below = value

    def _add_by_slack(self, start: i64, slack: float, points: float) -> None:
        x = self.inputs
        if slack == NO_REST:
            x[start + SLACK_COUNT - 1] += points
            return
        knot: i64 = 0
        while knot < SLACK_COUNT - 3 and slack >= SLACK_KNOTS[knot + 1]:
            knot += 1
        part = (slack - SLACK_KNOTS[knot]) / (SLACK_KNOTS[knot + 1] - SLACK_KNOTS[knot])
        part = min(1.0, max(0.0, part))
        x[start + knot] += points * (1.0 - part)
        x[start + knot + 1] += points * part

    def _fill_workers(self, state: TalState, seat: i64) -> None:
        x = self.inputs
        cells = state.cells
        board = state.board
        at_work: i64 = 0
        lines: i64 = 0
        for cell in range(WORKERS + WORKERS_EACH * seat, WORKERS + WORKERS_EACH * seat + WORKERS_EACH):
            nearest = FAR
            for i in range(len(board.sites)):
                site = board.sites[i]
                if self.site_owners[site] == seat and not state.is_complete(site):
                    nearest = min(nearest, board.lines_to_site[SITE_COUNT * cells[cell] + site])
            if nearest == 0:
                at_work += 1
            lines += nearest
        x[AT_WORK] = 0.2 * float(at_work)
        x[LINES] = 0.1 * float(lines)

    def _fill_overseers(self, state: TalState, seat: i64) -> None:
        x = self.inputs
        cells = state.cells
        board = state.board
        for which in range(OVERSEERS_EACH):
            stop = cells[WRITTEN + ORDER_CELLS * seat + 2 * which]
            place = stop if stop >= 0 else cells[OVERSEERS + OVERSEERS_EACH * seat + which]
            site = board.site_of[place]
            if site < 0 or state.is_complete(site):
                continue
            owner = self.site_owners[site]
            if owner == seat:
                x[GUARDS] += 0.2
            elif owner >= 0:
                blocks = state.blocks_on(site)
                x[PREY] += 0.1 * float(blocks)
                x[LOOT] += 0.1 * float(min(blocks, 2 * state.workers_at(seat, site)))

    def _fill_blocks(self, state: TalState, seat: i64) -> None:
        x = self.inputs
        heap = self.heaps[seat]
        most: i64 = 0
        for colour in range(COLOUR_COUNT):
            count = colour_count(heap, colour)
            x[ALIKE] += 0.02 * float(count * count)
            most = max(most, count)
        all_blocks = block_count(heap)
        x[IN_HAND] = 0.1 * float(all_blocks)
        x[MOST_ALIKE] = 0.1 * float(most)
        x[LED] = 0.1 * float(all_blocks - block_count(state.cells[HELD + seat]))
        x[WASTED] = 0.1 * float(self.wasted[seat])
        x[SCARABS_LEFT] = 0.1 * float(state.scarabs_left(seat))

    def _fill_turn(self, state: TalState, seat: i64) -> None:
        x = self.inputs
        cells = state.cells
        seats = state.seat_count
        place = (seat - cells[DISC] + seats) % seats
        now = seats
        if state.mover != NOBODY:
            now = (state.mover - cells[DISC] + seats) % seats
        x[MOVEMENT_LEFT] = 0.1 * float(worker_movement_left(state, seat))
        x[TO_ACT] = 1.0 if place > now else 0.0
        x[ACTING] = 1.0 if place == now else 0.0
        x[FIRST] = 1.0 if place == 0 else 0.0
        x[LAST] = 1.0 if place == seats - 1 else 0.0
        if cells[PHASE] == BIDDING:
            tablets: i64 = 0
            value: i64 = 0
            for lot in range(cells[LOT_COUNT]):
                bid = cells[BIDS + MAX_LOTS * seat + lot]
                tablets += bid_tablet_count(bid)
                value += bid_value(bid)
            x[TABLETS_LAID] = 0.1 * float(tablets)
            if place >= now:
                x[TABLETS_LEFT] = 0.1 * float(10 - value)
