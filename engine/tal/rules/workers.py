"""Workers: first which one moves, then where to (rulebook, "Moving Workers")."""

from typing import Final, final

from engine.core.arrays import i64
from engine.core.cells.moves import VERB_MASK, first_argument, pack_move
from engine.core.game import NOTHING
from engine.core.tasks import Subject, Task, link_tasks
from engine.tal.data.board import PLACE_COUNT
from engine.tal.rules.taking_over import offer_take_overs, take_over
from engine.tal.state import DONE, GO, MOVEMENT, POINTS, TAKE, TAKE_OVER, WORKERS, WORKERS_EACH, TalState


@final
class BeginMoving(Task[TalState]):
    """A seat begins with all its points."""

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        state.cells[POINTS] = MOVEMENT
        return NOTHING


@final
class MoveWorkersOrTakeOver(Task[TalState]):
    """Take a worker to move it, take over a site, or end the turn. Nothing is asked once no points are left and no site can be
    taken over."""

    def signature(self) -> str:
        return "MoveWorkers"  # the name of its program in positions

    def offer_options(self, state: TalState, seat: i64, subject: Subject) -> None:
        offer_take_overs(state, seat)
        cells = state.cells
        if cells[POINTS] > 0:
            before: i64 = NOTHING
            for cell in range(WORKERS + WORKERS_EACH * seat, WORKERS + WORKERS_EACH * seat + WORKERS_EACH):
                if cells[cell] != before:
                    before = cells[cell]
                    state.offer(pack_move(TAKE, before))
        if state.move_count > 0:
            state.offer(DONE)

    def first_parts_called(self) -> list[Task[TalState]]:
        return [MOVE_ONE]

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move < 0 or move == DONE:
            return NOTHING
        state.call(state.programs.address(self), seat, NOTHING)
        if move & VERB_MASK == TAKE_OVER:
            take_over(state, seat, first_argument(move))
        else:
            state.call(state.programs.address(MOVE_ONE), seat, first_argument(move))
        return NOTHING


@final
class MoveWorker(Task[TalState]):
    """Where the worker goes, from the place that is the subject. A taken space cannot be chosen."""

    def offer_options(self, state: TalState, seat: i64, subject: Subject) -> None:
        points = state.cells[POINTS]
        distances = state.board.distances
        for to in range(PLACE_COUNT):
            lines = distances[PLACE_COUNT * subject + to]
            if 0 < lines <= points and not state.is_taken(to):
                state.offer(pack_move(GO, to))

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        to = first_argument(move)
        state.cells[POINTS] -= state.board.distance(subject, to)
        state.move_worker(seat, subject, to)
        if state.events is not None:
            state.emit("moved", seat, (int(subject), int(to)))
        return NOTHING


MOVE_ONE: Final = MoveWorker()
link_tasks((MOVE_ONE,))
