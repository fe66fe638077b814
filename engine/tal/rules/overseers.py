"""Overseers: where each stops, and which site it claims (rulebook, "Moving Overseers").

Each seat answers four questions: stop and claim of the first overseer, then of the second. In round 1, each order is carried out
openly and at once. In later rounds all seats write their orders in secret, and then these are carried out in turn order. A seat
is asked all four questions even if only one answer is possible, so that the number of questions reveals nothing.
"""

from typing import Final, final

from engine.core.arrays import i64
from engine.core.events import Event, only_seat
from engine.core.game import NOTHING
from engine.core.moves import VERB_MASK, pack_move, pack_move2, second_argument
from engine.core.tasks import Subject, Task
from engine.tal.board import PLACE_COUNT, SPACE_COUNT
from engine.tal.state import (
    CLAIM_NO_SITE,
    CLAIM_SITE,
    MAX_MOVEMENT_POINTS,
    MOVEMENT_POINTS,
    NO_CLAIMED_SITE,
    ORDER_CELLS,
    OVERSEERS,
    OVERSEERS_EACH,
    PHASE,
    SITE_OWNERS,
    STOP_AT,
    WRITING_ORDERS,
    WRITTEN_ORDERS,
    TalState,
    emit_public_event,
)


@final
class WriteStop(Task[TalState]):
    """Choose where an overseer stops: a place within the movement points that are left."""

    def __init__(self, overseer: int) -> None:
        super().__init__()
        self.overseer: Final[i64] = overseer

    def signature(self) -> str:
        return f"WriteStop({self.overseer})"

    def offer_options(self, state: TalState, seat: i64, subject: Subject) -> None:
        overseer = self.overseer
        points = movement_left(state, seat, overseer)
        place = state.cells[OVERSEERS + OVERSEERS_EACH * seat + overseer]
        distances = state.board.distances
        for to in range(PLACE_COUNT):
            lines = distances[PLACE_COUNT * place + to]
            if 0 <= lines <= points and may_overseer_stop_at(state, seat, overseer, place, to):
                state.offer(pack_move2(STOP_AT, overseer, to))

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        state.cells[WRITTEN_ORDERS + ORDER_CELLS * seat + 2 * self.overseer] = second_argument(move)
        return NOTHING


@final
class WriteClaim(Task[TalState]):
    """Choose the site that an overseer claims on its way or where it stops, or none."""

    def __init__(self, overseer: int) -> None:
        super().__init__()
        self.overseer: Final[i64] = overseer

    def signature(self) -> str:
        return f"WriteClaim({self.overseer})"

    def offer_options(self, state: TalState, seat: i64, subject: Subject) -> None:
        overseer = self.overseer
        cells = state.cells
        state.offer(pack_move(CLAIM_NO_SITE, overseer))
        points = movement_left(state, seat, overseer)
        place = cells[OVERSEERS + OVERSEERS_EACH * seat + overseer]
        to = cells[WRITTEN_ORDERS + ORDER_CELLS * seat + 2 * overseer]
        sites = state.board.used_sites
        for i in range(len(sites)):
            site = sites[i]
            if may_order_claim(state, site):
                lines = state.board.distance_via_site(place, to, site)
                if 0 <= lines <= points:
                    state.offer(pack_move2(CLAIM_SITE, overseer, site))

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        overseer = self.overseer
        cells = state.cells
        start = WRITTEN_ORDERS + ORDER_CELLS * seat
        cells[start + 2 * overseer + 1] = second_argument(move) if move & VERB_MASK == CLAIM_SITE else NO_CLAIMED_SITE
        if cells[PHASE] != WRITING_ORDERS:
            cells[MOVEMENT_POINTS] -= order_cost(state, seat, overseer)
            carry_out_order(state, seat, overseer)
        elif overseer == 1 and state.events is not None:
            orders = tuple([int(cells[cell]) for cell in range(start, start + ORDER_CELLS)])
            state.emit_event(Event("wrote", int(seat), orders, only_seat(int(seat))))
        return NOTHING


def movement_left(state: TalState, seat: i64, overseer: i64) -> i64:
    """The movement points that are left for an overseer, while its order is being written."""
    if state.cells[PHASE] != WRITING_ORDERS:
        return state.cells[MOVEMENT_POINTS]
    return MAX_MOVEMENT_POINTS if overseer == 0 else MAX_MOVEMENT_POINTS - order_cost(state, seat, 0)


def order_cost(state: TalState, seat: i64, overseer: i64) -> i64:
    """The number of lines that an overseer crosses to carry out its order, from its present place."""
    cells = state.cells
    order_cell = WRITTEN_ORDERS + ORDER_CELLS * seat + 2 * overseer
    place = cells[OVERSEERS + OVERSEERS_EACH * seat + overseer]
    stop, claim = cells[order_cell], cells[order_cell + 1]
    if claim == NO_CLAIMED_SITE:
        return state.board.distance(place, stop)
    return state.board.distance_via_site(place, stop, claim)


def may_overseer_stop_at(state: TalState, seat: i64, overseer: i64, start: i64, to: i64) -> bool:
    """Whether an overseer at `start` may be ordered to stop at `to`, whatever the distance. Openly, a taken space cannot be
    chosen. In secret, a space that another overseer may still leave can be chosen. The space of a worker cannot: workers move
    only afterwards, and the rulebook speaks of a space that "has become occupied" since the order (our reading)."""
    if to >= SPACE_COUNT or to == start:
        return True
    cells = state.cells
    is_secret = cells[PHASE] == WRITING_ORDERS
    if is_secret and overseer == 1 and to == cells[WRITTEN_ORDERS + ORDER_CELLS * seat]:
        return False  # the first overseer will stop there
    if not state.is_space_taken(to):
        return True
    if not is_secret:
        return False
    other_overseer = 1 - overseer
    if to == cells[OVERSEERS + OVERSEERS_EACH * seat + other_overseer]:
        return overseer == 1  # the first overseer leaves before the second one arrives
    for cell in range(OVERSEERS, OVERSEERS + OVERSEERS_EACH * state.seat_count):
        if cells[cell] == to:
            return True
    return False


def may_order_claim(state: TalState, site: i64) -> bool:
    """Whether an order may claim a site, whatever the distance. In secret, both overseers may be ordered to claim the same site:
    the first may be turned away."""
    cells = state.cells
    if cells[SITE_OWNERS + site] >= 0:
        return False
    if cells[PHASE] == WRITING_ORDERS:
        return True
    return state.has_free_space(site)


@final
class CarryOutOrders(Task[TalState]):
    """Carry out the written orders of a seat, the first overseer first."""

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        for overseer in range(OVERSEERS_EACH):
            if state.cells[WRITTEN_ORDERS + ORDER_CELLS * seat + 2 * overseer] >= 0:
                carry_out_order(state, seat, overseer)
        return NOTHING


def carry_out_order(state: TalState, seat: i64, overseer: i64) -> None:
    """Carry out the order of an overseer and erase it. If the space is taken by now, the overseer stops in the area beside it and
    does not claim that site (our rule)."""
    cells = state.cells
    order_cell = WRITTEN_ORDERS + ORDER_CELLS * seat + 2 * overseer
    ordered_stop = cells[order_cell]
    site = cells[order_cell + 1]
    cells[order_cell] = NOTHING
    cells[order_cell + 1] = NOTHING
    overseer_cell = OVERSEERS + OVERSEERS_EACH * seat + overseer
    place = cells[overseer_cell]
    state.mark_space_free(place)
    to = ordered_stop
    claims = 0 <= site < NO_CLAIMED_SITE
    if state.is_space_taken(ordered_stop):
        to = state.board.area_beside[ordered_stop]
        claims = claims and site != state.board.site_of[ordered_stop]
    # The overseer has left its space and has not reached the other one, so both count as free for the claim (our rule).
    claims = claims and cells[SITE_OWNERS + site] < 0 and state.scarabs_left(seat) > 0 and state.has_free_space(site)
    cells[overseer_cell] = to
    state.mark_space_taken(to)
    if claims:
        cells[SITE_OWNERS + site] = seat
    if state.events is not None:
        emit_public_event(state, "overseer", seat, (int(place), int(to), int(ordered_stop)))
        if claims:
            emit_public_event(state, "claimed", seat, (int(site),))
        elif 0 <= site < NO_CLAIMED_SITE and cells[SITE_OWNERS + site] != seat:  # or the first overseer has claimed it
            emit_public_event(state, "missed_claim", seat, (int(site),))
