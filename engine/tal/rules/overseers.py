"""Overseers: where each stops, and which site it claims (rulebook, "Moving Overseers").

An order is four answers: stop and claim of the first overseer, then of the second. In round 1 each is carried out at once, in the
open. In later rounds all write in secret, and then the orders are carried out in turn order. Every seat is asked four questions
each round, even if only one answer is left, so that the number of questions reveals nothing.
"""

from typing import Final, final

from engine.core.arrays import i64
from engine.core.cells.moves import VERB_MASK, pack_move, pack_move2, second_argument
from engine.core.game import NOTHING
from engine.core.seats import only_seat
from engine.core.story import Event
from engine.core.tasks import Subject, Task
from engine.tal.data.board import PLACE_COUNT, SPACE_COUNT
from engine.tal.rules.public_events import reveal_to_all
from engine.tal.state import (
    CLAIM,
    CLAIM_NONE,
    MOVEMENT,
    NO_CLAIM,
    ORDER_CELLS,
    ORDERS,
    OVERSEERS,
    OVERSEERS_EACH,
    OWNER,
    PHASE,
    POINTS,
    STOP,
    WRITTEN,
    TalState,
)


@final
class WriteStop(Task[TalState]):
    """Where an overseer stops: any place within the points that are left."""

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
            if 0 <= lines <= points and may_order_stop(state, seat, overseer, place, to):
                state.offer(pack_move2(STOP, overseer, to))

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        state.cells[WRITTEN + ORDER_CELLS * seat + 2 * self.overseer] = second_argument(move)
        return NOTHING


@final
class WriteClaim(Task[TalState]):
    """The site that an overseer claims on its way or where it stops, or none."""

    def __init__(self, overseer: int) -> None:
        super().__init__()
        self.overseer: Final[i64] = overseer

    def signature(self) -> str:
        return f"WriteClaim({self.overseer})"

    def offer_options(self, state: TalState, seat: i64, subject: Subject) -> None:
        overseer = self.overseer
        cells = state.cells
        state.offer(pack_move(CLAIM_NONE, overseer))
        points = movement_left(state, seat, overseer)
        place = cells[OVERSEERS + OVERSEERS_EACH * seat + overseer]
        to = cells[WRITTEN + ORDER_CELLS * seat + 2 * overseer]
        sites = state.board.sites
        for i in range(len(sites)):
            site = sites[i]
            if may_order_claim(state, seat, overseer, site):
                lines = state.board.distance_via(place, to, site)
                if 0 <= lines <= points:
                    state.offer(pack_move2(CLAIM, overseer, site))

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        overseer = self.overseer
        cells = state.cells
        at = WRITTEN + ORDER_CELLS * seat
        cells[at + 2 * overseer + 1] = second_argument(move) if move & VERB_MASK == CLAIM else NO_CLAIM
        if cells[PHASE] != ORDERS:
            cells[POINTS] -= order_cost(state, seat, overseer)
            carry_out_order(state, seat, overseer)
        elif overseer == 1 and state.events is not None:
            order = tuple([int(cells[cell]) for cell in range(at, at + ORDER_CELLS)])
            state.emit_event(Event("wrote", int(seat), order, only_seat(int(seat))))
        return NOTHING


def movement_left(state: TalState, seat: i64, overseer: i64) -> i64:
    """The points of movement that are left for an overseer of a seat whose order is being written."""
    if state.cells[PHASE] != ORDERS:
        return state.cells[POINTS]
    return MOVEMENT if overseer == 0 else MOVEMENT - order_cost(state, seat, 0)


def order_cost(state: TalState, seat: i64, overseer: i64) -> i64:
    """The lines that an overseer crosses to carry out its order, from where it stood when the order was written."""
    cells = state.cells
    at = WRITTEN + ORDER_CELLS * seat + 2 * overseer
    place = cells[OVERSEERS + OVERSEERS_EACH * seat + overseer]
    if cells[at + 1] == NO_CLAIM:
        return state.board.distance(place, cells[at])
    return state.board.distance_via(place, cells[at], cells[at + 1])


def may_order_stop(state: TalState, seat: i64, overseer: i64, start: i64, to: i64) -> bool:
    """Whether an overseer at `start` may be ordered to stop at `to`. In the open, a taken space cannot be chosen. In secret, a
    space can be chosen that another overseer may still leave."""
    if to >= SPACE_COUNT or to == start:
        return True
    cells = state.cells
    is_secret = cells[PHASE] == ORDERS
    if is_secret and overseer == 1 and to == cells[WRITTEN + ORDER_CELLS * seat]:
        return False  # the first overseer will stand there
    if not state.is_taken(to):
        return True
    if not is_secret:
        return False
    own = OVERSEERS + OVERSEERS_EACH * seat
    if to == cells[own + 1 - overseer]:
        return overseer == 1  # the first overseer leaves before the second one comes
    for cell in range(OVERSEERS, OVERSEERS + OVERSEERS_EACH * state.seat_count):
        if cells[cell] == to:
            return True
    return False


def may_order_claim(state: TalState, seat: i64, overseer: i64, site: i64) -> bool:
    """Whether an order may claim a site."""
    cells = state.cells
    if cells[OWNER + site] >= 0:
        return False
    if cells[PHASE] == ORDERS:
        return overseer == 0 or cells[WRITTEN + ORDER_CELLS * seat + 1] != site
    return state.has_free_space(site)


@final
class CarryOutOrders(Task[TalState]):
    """Carry out what a seat has written, the first overseer first."""

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        for overseer in range(OVERSEERS_EACH):
            if state.cells[WRITTEN + ORDER_CELLS * seat + 2 * overseer] >= 0:
                carry_out_order(state, seat, overseer)
        return NOTHING


def carry_out_order(state: TalState, seat: i64, overseer: i64) -> None:
    """Carry out the order of an overseer. If its space is taken by then, it stops in the area beside the space and does not claim
    that site (ours)."""
    cells = state.cells
    at = WRITTEN + ORDER_CELLS * seat + 2 * overseer
    wanted = cells[at]
    site = cells[at + 1]
    cells[at] = NOTHING
    cells[at + 1] = NOTHING
    cell = OVERSEERS + OVERSEERS_EACH * seat + overseer
    place = cells[cell]
    state.mark_free(place)
    to = wanted
    claims = 0 <= site < NO_CLAIM
    if state.is_taken(wanted):
        to = state.board.beside[wanted]
        claims = claims and site != state.board.site_of[wanted]
    # The space on which it stands, or will stand, is free here: it has left, and has not come yet (ours).
    claims = claims and cells[OWNER + site] < 0 and state.scarabs_left(seat) > 0 and state.has_free_space(site)
    cells[cell] = to
    state.mark_taken(to)
    if claims:
        cells[OWNER + site] = seat
    if state.events is not None:
        reveal_to_all(state, "overseer", seat, (int(place), int(to), int(wanted)))
        if 0 <= site < NO_CLAIM:
            reveal_to_all(state, "claimed" if claims else "missed_claim", seat, (int(site),))
