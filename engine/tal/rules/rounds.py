"""A round as a program: lots, bids, overseers, workers, theft, building, and the next round.

In every step the seats act in turn order, beginning with the seat that has the pharaoh's disc (rulebook, "Game Play").
"""

from typing import Final, final

from engine.core.arrays import i64
from engine.core.game import NOBODY, NOTHING
from engine.core.tasks import ProgramTable, Subject, Task, link_tasks
from engine.tal.blocks import block_count
from engine.tal.rules.bidding import DrawLots, LayTablets, SellLots
from engine.tal.rules.building import BeginBuilding, GiveHeldBlocksToPharaoh, SetTheftQuotas, StealBlocks
from engine.tal.rules.overseers import CarryOutOrders, WriteClaim, WriteStop
from engine.tal.rules.workers import GiveMovementPoints, MoveWorkersOrTakeOver, TakeOverSites
from engine.tal.state import (
    BAG,
    BUILDING,
    DISC,
    LOT_SIZE,
    MOVING_OVERSEERS,
    MOVING_WORKERS,
    PHARAOH_BLOCKS,
    PHARAOH_PYRAMID_SIZE,
    PHASE,
    ROUND,
    STEALING,
    WRITING_ORDERS,
    TalState,
)


@final
class AllSeatsBid(Task[TalState]):
    """Each seat lays its tablets, beginning with the first lot."""

    def first_parts_called(self) -> list[Task[TalState]]:
        return [BID]

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        state.call_for_each_seat(state.programs.address(BID), state.cells[DISC], 0)
        return NOTHING


@final
class AllSeatsPlayPhase(Task[TalState]):
    """Each seat carries out the program of a phase. With `from_second_round`, nothing happens in round 1: there are no orders to
    carry out then, and no theft (our rule)."""

    def __init__(self, phase: int, program: Task[TalState], *, from_second_round: bool = False) -> None:
        super().__init__()
        self.phase: Final[i64] = phase
        self.program: Final = program
        self.from_second_round: Final = from_second_round

    def signature(self) -> str:
        return f"AllSeatsCarryOut({self.phase}, {self.program.program_signature})"  # a signature never changes

    def first_parts_called(self) -> list[Task[TalState]]:
        return [self.program]

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        if not self.from_second_round or state.cells[ROUND] > 0:
            state.cells[PHASE] = self.phase
            state.call_for_each_seat(state.programs.address(self.program), state.cells[DISC], NOTHING)
        return NOTHING


@final
class AllSeatsGiveOrders(Task[TalState]):
    """Each seat gives orders to its overseers: openly in round 1, in secret later."""

    def first_parts_called(self) -> list[Task[TalState]]:
        return [ORDER]

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        state.cells[PHASE] = WRITING_ORDERS if state.cells[ROUND] > 0 else MOVING_OVERSEERS
        state.call_for_each_seat(state.programs.address(ORDER), state.cells[DISC], NOTHING)
        return NOTHING


@final
class CloseRound(Task[TalState]):
    """End the game if the pharaoh's pyramid or all sites are complete, or if the bag holds no full lot (our rule). Otherwise pass
    the disc to the next seat and begin the next round."""

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        reason = game_end_verb(state)
        if reason:
            if state.events is not None:
                state.emit(reason, NOBODY)
            return NOTHING
        cells = state.cells
        cells[ROUND] += 1
        cells[DISC] = (cells[DISC] + 1) % state.seat_count
        state.call(state.programs.address(ROUND_PROGRAM), cells[DISC], NOTHING)
        return NOTHING


def game_end_verb(state: TalState) -> str:
    """The verb of the event that tells why the game is over after this round; "" if it is not over."""
    if block_count(state.cells[PHARAOH_BLOCKS]) >= PHARAOH_PYRAMID_SIZE:
        return "pharaoh_complete"
    if block_count(state.cells[BAG]) < LOT_SIZE:
        return "bag_empty"
    sites = state.board.used_sites
    for i in range(len(sites)):
        if not state.is_complete(sites[i]):
            return ""
    return "all_complete"


def program(*parts: Task[TalState]) -> Task[TalState]:
    """Link these parts into a program. Returns its first part, which stands for the program."""
    link_tasks(parts)
    return parts[0]


BID: Final = program(LayTablets())
ORDER: Final = program(GiveMovementPoints(), WriteStop(0), WriteClaim(0), WriteStop(1), WriteClaim(1))
CARRY_OUT: Final = program(CarryOutOrders(), TakeOverSites())
MOVE_WORKERS: Final = program(GiveMovementPoints(), MoveWorkersOrTakeOver())
STEAL_ALL: Final = program(SetTheftQuotas(), StealBlocks())
BUILD_ALL: Final = program(BeginBuilding(), GiveHeldBlocksToPharaoh())
ROUND_PROGRAM: Final = program(
    DrawLots(),
    AllSeatsBid(),
    SellLots(),
    AllSeatsGiveOrders(),
    AllSeatsPlayPhase(int(MOVING_OVERSEERS), CARRY_OUT, from_second_round=True),
    AllSeatsPlayPhase(int(MOVING_WORKERS), MOVE_WORKERS),
    AllSeatsPlayPhase(int(STEALING), STEAL_ALL, from_second_round=True),
    AllSeatsPlayPhase(int(BUILDING), BUILD_ALL),
    CloseRound(),
)
PROGRAMS: Final = ProgramTable()
ROUND_ADDRESS: Final = PROGRAMS.add_program("Round", ROUND_PROGRAM)
