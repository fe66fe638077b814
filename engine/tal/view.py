"""What one seat may see of a position, as plain values for painting.

Places are numbered as in `engine.tal.board`, which has their names. Heaps of blocks are words with a letter for each block
(`engine.tal.blocks`).
"""

from dataclasses import dataclass
from typing import NamedTuple

from engine.core.game import NOTHING, Question
from engine.tal import state as layout
from engine.tal.blocks import block_count, heap_letters
from engine.tal.board import CLASSES, LAYER_COUNT, SITE_COUNT, SMALL_SITES, layer_size
from engine.tal.rules.bidding import LayTablets, laid_value_bits_and_blanks
from engine.tal.rules.overseers import WriteClaim, WriteStop, movement_left
from engine.tal.rules.pyramids import pyramid_class, pyramid_value, seat_points
from engine.tal.rules.workers import MoveChosenWorker
from engine.tal.state import TalState, bid_blank_count, bid_tablet_count
from engine.tal.wording import question


@dataclass(frozen=True)
class BidView:
    """The tablets that a seat has laid beside a lot. `tablets` are their values, the highest first, 0 for a blank; None if the
    viewer may not know them."""

    seat: int
    count: int
    tablets: tuple[int, ...] | None


@dataclass(frozen=True)
class LotView:
    """A lot of this round. It stays after it was sold, until the next lots are drawn. `bids` has one bid for each seat."""

    number: int  # from 0
    blocks: str
    bids: tuple[BidView, ...]
    winner: int  # a seat; NOTHING if nobody has won the lot, or not yet


@dataclass(frozen=True)
class OrderView:
    """The order of one overseer. `stop`, a place, is NOTHING before it is written. `claim`, a site, is NOTHING before it is
    written, and if the order claims no site."""

    stop: int
    claim: int


@dataclass(frozen=True)
class BuilderView:
    """One seat. `orders` are the written orders of both overseers, until they are carried out; None if there are none, or the
    viewer may not know them. `tablets_left` are the values of the tablets that are not laid yet, 0 for a blank; None if the
    viewer may not know them, and outside the bidding."""

    seat: int
    points: int
    scarabs_left: int
    held_blocks: str
    workers: tuple[int, ...]
    overseers: tuple[int, ...]  # the first overseer first
    orders: tuple[OrderView, ...] | None
    has_written_orders: bool  # whether all orders of this round are written
    tablets_left: tuple[int, ...] | None


class Figure(NamedTuple):
    """A worker or an overseer."""

    seat: int
    is_overseer: bool


@dataclass(frozen=True)
class SiteView:
    """A site. `layers` are the blocks of each layer, the lowest first; `layer_sizes` are the numbers of blocks that fill them."""

    number: int  # from 0
    is_small: bool
    in_game: bool
    owner: int  # NOTHING for none
    layers: tuple[str, ...]
    layer_sizes: tuple[int, ...]
    is_complete: bool
    pyramid_class: str  # "one colour", "layered" or "mixed"; "" if it is not complete
    value: int  # 0 if it is not complete
    block_quota: int  # the number of blocks that the mover may still steal or place here


@dataclass(frozen=True)
class TalView:
    viewer: int
    mover: int
    question: Question
    round: int  # from 1
    phase: str  # one of PHASES
    disc_seat: int  # the seat with the pharaoh's disc, which acts first
    orders_are_open: bool  # whether orders are given and carried out openly, as in round 1
    movement_left: int | None  # points of the seat whose figures move; None if none moves, or the viewer may not know
    moving_worker_place: int  # the place that the moving worker leaves; NOTHING if none moves
    asked_overseer: int  # 0 or 1: the overseer that the question is about; NOTHING for none
    asked_lot: int  # the lot that the question is about; NOTHING for none
    lots: tuple[LotView, ...]
    bag_blocks: str
    bag_count: int
    pharaoh_blocks: str
    pharaoh_count: int
    pharaoh_pyramid_size: int
    is_short_game: bool
    small_values: tuple[int, ...]  # one colour, layered, mixed
    large_values: tuple[int, ...]
    sites: tuple[SiteView, ...]
    seats: tuple[BuilderView, ...]

    def figure_on_space(self, space: int) -> Figure | None:
        """The figure on a space; None if the space is free."""
        for builder in self.seats:
            if space in builder.overseers:
                return Figure(builder.seat, is_overseer=True)
            if space in builder.workers:
                return Figure(builder.seat, is_overseer=False)
        return None


def build_view(state: TalState, viewer: int) -> TalView:
    """The view of a seat. For NOBODY, it holds what everybody may see."""
    cells, phase = state.cells, int(state.cells[layout.PHASE])
    part = state.programs.task(state.top_address()) if state.mover >= 0 else None
    subject = int(state.top_subject())
    plan = state.board.plan
    return TalView(
        viewer=viewer,
        mover=int(state.mover),
        question=question(state),
        round=int(cells[layout.ROUND]) + 1,
        phase=layout.PHASES[phase],
        disc_seat=int(cells[layout.DISC]),
        orders_are_open=cells[layout.ROUND] == 0,
        movement_left=visible_movement_left(state, viewer),
        moving_worker_place=subject if isinstance(part, MoveChosenWorker) else NOTHING,
        asked_overseer=int(part.overseer) if isinstance(part, (WriteStop, WriteClaim)) else NOTHING,
        asked_lot=subject if isinstance(part, LayTablets) else NOTHING,
        lots=tuple([lot_view(state, lot, viewer) for lot in range(int(cells[layout.LOT_COUNT]))]),
        bag_blocks=heap_letters(cells[layout.BAG]),
        bag_count=int(block_count(cells[layout.BAG])),
        pharaoh_blocks=heap_letters(cells[layout.PHARAOH_BLOCKS]),
        pharaoh_count=int(block_count(cells[layout.PHARAOH_BLOCKS])),
        pharaoh_pyramid_size=int(layout.PHARAOH_PYRAMID_SIZE),
        is_short_game=state.is_short_game,
        small_values=plan.small_values,
        large_values=plan.large_values,
        sites=tuple([site_view(state, site) for site in range(int(SITE_COUNT))]),
        seats=tuple([builder_view(state, seat, viewer) for seat in range(int(state.seat_count))]),
    )


def visible_movement_left(state: TalState, viewer: int) -> int | None:
    """The movement points that the mover has left; None if no figure moves, or the viewer may not know them."""
    phase, seat = state.cells[layout.PHASE], int(state.mover)
    if seat < 0:
        return None
    if phase == layout.MOVING_WORKERS or (phase == layout.MOVING_OVERSEERS and state.cells[layout.ROUND] == 0):
        return int(state.cells[layout.MOVEMENT_POINTS])
    if phase != layout.WRITING_ORDERS or seat != viewer:
        return None
    first_is_written = state.cells[layout.WRITTEN_ORDERS + layout.ORDER_CELLS * seat + 1] >= 0
    return int(movement_left(state, seat, 1 if first_is_written else 0))


def lot_view(state: TalState, lot: int, viewer: int) -> LotView:
    bids = [bid_view(state, seat, lot, viewer) for seat in range(int(state.seat_count))]
    cells = state.cells
    return LotView(lot, heap_letters(cells[layout.LOTS + lot]), tuple(bids), int(cells[layout.LOT_WINNERS + lot]))


def bid_view(state: TalState, seat: int, lot: int, viewer: int) -> BidView:
    bid = int(state.cells[layout.BIDS + layout.MAX_LOTS * seat + lot])
    is_known = seat == viewer or state.cells[layout.PHASE] != layout.BIDDING
    tablets = (*valued_tablets(bid), *[0] * int(bid_blank_count(bid)))
    return BidView(seat, int(bid_tablet_count(bid)), tablets if is_known else None)


def valued_tablets(bid: int) -> list[int]:
    """The tablets 1 to 4 of a bid, the highest first."""
    return [value for value in (4, 3, 2, 1) if bid >> (value - 1) & 1]


def builder_view(state: TalState, seat: int, viewer: int) -> BuilderView:
    cells = state.cells
    valued, blanks = laid_value_bits_and_blanks(state, seat)
    tablets_left = (*valued_tablets(~int(valued) & 15), *[0] * int(layout.BLANK_COUNT - blanks))
    is_bidding = cells[layout.PHASE] == layout.BIDDING
    workers, overseers = layout.WORKERS + layout.WORKERS_EACH * seat, layout.OVERSEERS + layout.OVERSEERS_EACH * seat
    return BuilderView(
        seat=seat,
        points=int(seat_points(state, seat)),
        scarabs_left=int(state.scarabs_left(seat)),
        held_blocks=heap_letters(cells[layout.HELD_BLOCKS + seat]),
        workers=tuple([int(cells[cell]) for cell in range(workers, workers + layout.WORKERS_EACH)]),
        overseers=tuple([int(cells[cell]) for cell in range(overseers, overseers + layout.OVERSEERS_EACH)]),
        orders=orders_view(state, seat) if seat == viewer or cells[layout.PHASE] != layout.WRITING_ORDERS else None,
        has_written_orders=cells[layout.WRITTEN_ORDERS + layout.ORDER_CELLS * seat + layout.ORDER_CELLS - 1] >= 0,
        tablets_left=tablets_left if is_bidding and seat == viewer else None,
    )


def orders_view(state: TalState, seat: int) -> tuple[OrderView, ...] | None:
    start = layout.WRITTEN_ORDERS + layout.ORDER_CELLS * seat
    stop, claim, second_stop, second_claim = [
        int(state.cells[cell]) for cell in range(start, start + layout.ORDER_CELLS)
    ]
    if stop == second_stop == NOTHING:
        return None
    first_order = OrderView(stop, claimed_site_or_nothing(claim))
    second_order = OrderView(second_stop, claimed_site_or_nothing(second_claim))
    return first_order, second_order


def claimed_site_or_nothing(claim: int) -> int:
    """The site of a written claim; NOTHING if it claims none."""
    return NOTHING if claim == layout.NO_CLAIMED_SITE else claim


def site_view(state: TalState, site: int) -> SiteView:
    cells = state.cells
    sizes = [int(layer_size(site, layer)) for layer in range(int(LAYER_COUNT)) if layer_size(site, layer) > 0]
    is_complete = state.is_complete(site)
    return SiteView(
        number=site,
        is_small=site < SMALL_SITES,
        in_game=state.board.site_is_used[site],
        owner=int(cells[layout.SITE_OWNERS + site]),
        layers=tuple([heap_letters(cells[layout.LAYERS + LAYER_COUNT * site + layer]) for layer in range(len(sizes))]),
        layer_sizes=tuple(sizes),
        is_complete=is_complete,
        pyramid_class=CLASSES[pyramid_class(state, site)] if is_complete else "",
        value=int(pyramid_value(state, site)),
        block_quota=int(cells[layout.BLOCK_QUOTAS + site]),
    )
