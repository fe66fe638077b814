"""Workers: a seat chooses a worker, then the place where it goes (rulebook, "Moving Workers")."""

from typing import Final, final

from engine.core.arrays import i64
from engine.core.cells.moves import VERB_MASK, first_argument, pack_move
from engine.core.game import NOTHING
from engine.core.tasks import Subject, Task, link_tasks
from engine.tal.data.board import PLACE_COUNT
from engine.tal.rules.taking_over import offer_take_overs, take_over
from engine.tal.state import (
    DONE,
    MAX_MOVEMENT_POINTS,
    MOVEMENT_POINTS,
    SEND_WORKER,
    TAKE_OVER_SITE,
    TAKE_WORKER,
    WORKERS,
    WORKERS_EACH,
    TalState,
)


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
