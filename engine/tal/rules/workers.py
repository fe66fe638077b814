""" "Moving Workers": workers walk over the map, and take over sites."""

from typing import Final, final

from engine.core.arrays import i64
from engine.core.game import NOTHING
from engine.core.moves import VERB_MASK, first_argument, pack_move
from engine.core.tasks import Subject, Task, link_tasks
from engine.tal.board import PLACE_COUNT
from engine.tal.state import (
    DONE,
    MAX_MOVEMENT_POINTS,
    MOVEMENT_POINTS,
    OVERSEERS,
    OVERSEERS_EACH,
    ROUND,
    SEND_WORKER,
    SITE_OWNERS,
    TAKE_OVER_SITE,
    TAKE_WORKER,
    WORKERS,
    WORKERS_EACH,
    TalState,
)


def may_take_over(state: TalState, seat: i64, site: i64) -> bool:
    """Whether a seat may take over a site. It needs more overseers and more workers there than the owner, and a scarab. Complete
    pyramids cannot be taken over, and nothing can in round 1 (our rule)."""
    owner = state.cells[SITE_OWNERS + site]
    return (
        owner >= 0
        and owner != seat
        and state.cells[ROUND] > 0
        and state.overseers_at(seat, site) > state.overseers_at(owner, site)
        and state.workers_at(seat, site) > state.workers_at(owner, site)
        and not state.is_complete(site)
        and state.scarabs_left(seat) > 0
    )


def offer_take_overs(state: TalState, seat: i64) -> None:
    """Offer the sites that a seat may take over. It has an overseer at each of them."""
    last_site: i64 = NOTHING
    for cell in range(OVERSEERS + OVERSEERS_EACH * seat, OVERSEERS + OVERSEERS_EACH * seat + OVERSEERS_EACH):
        site = state.board.site_of[state.cells[cell]]
        if site >= 0 and site != last_site and may_take_over(state, seat, site):
            state.offer(pack_move(TAKE_OVER_SITE, site))
        last_site = site


def take_over(state: TalState, seat: i64, site: i64) -> None:
    """Make a seat the owner of a site. Its scarab replaces that of the former owner."""
    owner = state.cells[SITE_OWNERS + site]
    state.cells[SITE_OWNERS + site] = seat
    if state.events is not None:
        state.emit("took_over", seat, (int(site), int(owner)))


@final
class TakeOverSites(Task[TalState]):
    """After its overseers have moved, a seat may take over sites, but need not (our rule). Repeats until the seat ends it."""

    def offer_options(self, state: TalState, seat: i64, subject: Subject) -> None:
        offer_take_overs(state, seat)
        if state.move_count > 0:
            state.offer(DONE)

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move >= 0 and move != DONE:
            take_over(state, seat, first_argument(move))
            state.call(state.programs.address(self), seat, NOTHING)
        return NOTHING


@final
class GiveMovementPoints(Task[TalState]):
    """Give a seat all movement points, before its overseers or workers move."""

    def signature(self) -> str:
        return "BeginMoving"  # its name in positions

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        state.cells[MOVEMENT_POINTS] = MAX_MOVEMENT_POINTS
        return NOTHING


@final
class MoveWorkersOrTakeOver(Task[TalState]):
    """Choose a worker to move, take over a site, or end the turn. Repeats until the seat ends it, or has no movement points left
    and can take over no site."""

    def signature(self) -> str:
        return "MoveWorkers"  # the name of its program in positions

    def offer_options(self, state: TalState, seat: i64, subject: Subject) -> None:
        offer_take_overs(state, seat)
        cells = state.cells
        if cells[MOVEMENT_POINTS] > 0:
            last_place: i64 = NOTHING
            for cell in range(WORKERS + WORKERS_EACH * seat, WORKERS + WORKERS_EACH * seat + WORKERS_EACH):
                if cells[cell] != last_place:
                    last_place = cells[cell]
                    state.offer(pack_move(TAKE_WORKER, last_place))
        if state.move_count > 0:
            state.offer(DONE)

    def first_parts_called(self) -> list[Task[TalState]]:
        return [MOVE_ONE]

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move < 0 or move == DONE:
            return NOTHING
        state.call(state.programs.address(self), seat, NOTHING)
        if move & VERB_MASK == TAKE_OVER_SITE:
            take_over(state, seat, first_argument(move))
        else:
            state.call(state.programs.address(MOVE_ONE), seat, first_argument(move))
        return NOTHING


@final
class MoveChosenWorker(Task[TalState]):
    """Choose where the chosen worker goes. The subject is the place that it leaves. A taken space cannot be chosen."""

    def signature(self) -> str:
        return "MoveWorker"  # the name of its program in positions

    def offer_options(self, state: TalState, seat: i64, subject: Subject) -> None:
        points = state.cells[MOVEMENT_POINTS]
        distances = state.board.distances
        for to in range(PLACE_COUNT):
            lines = distances[PLACE_COUNT * subject + to]
            if 0 < lines <= points and not state.is_space_taken(to):
                state.offer(pack_move(SEND_WORKER, to))

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        to = first_argument(move)
        state.cells[MOVEMENT_POINTS] -= state.board.distance(subject, to)
        state.move_worker(seat, subject, to)
        if state.events is not None:
            state.emit("moved", seat, (int(subject), int(to)))
        return NOTHING


MOVE_ONE: Final = MoveChosenWorker()
link_tasks((MOVE_ONE,))
