"""The rules of Caravans, as programs on the stack.

A round: starting with the leader, each seat loads a card face down. Then each in turn may look at the load of one other seat.
Then all choose a road in secret. The caravans arrive: the loads are revealed, and a load scores its value divided by the
number of caravans on its road. Each seat draws a card, and the lead passes to the left.
"""

from typing import Final

from engine.core.events import ALL_SEATS, only_seat
from engine.core.game import NOTHING, Event
from engine.core.moves import first_argument, pack_move
from engine.core.tasks import ProgramTable, Task, link_tasks
from tests.games.caravans.state import (
    DECK,
    HAND,
    LEADER,
    LOAD,
    LOADED,
    LOADING,
    PHASE,
    POINTS,
    ROAD,
    ROUND,
    SOLD,
    SPIES,
    SPY,
    SPYING,
    TAKE,
    TRAVELLING,
    WAIT,
    CaravansState,
)

HAND_SIZE: Final = 3
SECOND_ARGUMENT: Final = 1 << 1  # as a set of hidden arguments


class Phase(Task[CaravansState]):
    """Every seat, starting with the leader, carries out a program."""

    def __init__(self, phase: int, program: Task[CaravansState]) -> None:
        super().__init__()
        self.phase: Final = phase
        self.program: Final = program

    def signature(self) -> str:
        return f"Phase({self.phase})"

    def first_parts_called(self) -> list[Task[CaravansState]]:
        return [self.program]

    def perform(self, state: CaravansState, seat: int, subject: int, move: int) -> int:
        state.cells[PHASE] = self.phase
        state.call_for_each_seat(state.programs.address(self.program), state.cells[LEADER], NOTHING)
        return subject


class LoadFaceDown(Task[CaravansState]):
    """Lay a card of the hand face down. With an empty hand, nothing happens."""

    def offer_options(self, state: CaravansState, seat: int, subject: int) -> None:
        for kind in sorted(set(state.kinds(HAND + seat))):
            state.offer(pack_move(LOAD, kind))

    def perform(self, state: CaravansState, seat: int, subject: int, move: int) -> int:
        if move != NOTHING:
            kind = first_argument(move)
            state.remove(HAND + seat, kind)
            state.cells[LOADED + seat] = kind
            state.emit("loaded", seat, (kind,), seat)
        return subject


class SpyOnLoad(Task[CaravansState]):
    """Look at the load of another seat, or wait."""

    def offer_options(self, state: CaravansState, seat: int, subject: int) -> None:
        others = [other for other in range(state.seat_count) if other != seat and state.load_of(other) != NOTHING]
        if state.has_spies and others:
            state.offer(WAIT)
            for other in others:
                state.offer(pack_move(SPY, other))

    def perform(self, state: CaravansState, seat: int, subject: int, move: int) -> int:
        if move not in (NOTHING, WAIT):
            other = first_argument(move)
            state.cells[SPIES + other] |= only_seat(seat)
            # Everybody sees whose load it is. Only the spy and the owner know what it is, and it is new only to the spy.
            known_to = only_seat(seat) | only_seat(other)
            arguments = (other, state.load_of(other))
            state.emit_event(Event("spied", seat, arguments, known_to, SECOND_ARGUMENT, only_seat(seat)))
        return subject


class ChooseRoad(Task[CaravansState]):
    """Choose a road. Nobody sees it before all have chosen."""

    def offer_options(self, state: CaravansState, seat: int, subject: int) -> None:
        for road in range(len(state.goods.roads)):
            state.offer(pack_move(TAKE, road))

    def perform(self, state: CaravansState, seat: int, subject: int, move: int) -> int:
        state.cells[ROAD + seat] = first_argument(move)
        state.emit("chose", seat, (first_argument(move),), seat)
        return subject


class Arrive(Task[CaravansState]):
    """Reveal all roads and loads, and score them."""

    def perform(self, state: CaravansState, seat: int, subject: int, move: int) -> int:
        seats = [(state.cells[LEADER] + n) % state.seat_count for n in range(state.seat_count)]
        roads = [state.cells[ROAD + arriving] for arriving in seats]
        for arriving in seats:
            kind, road = state.load_of(arriving), state.cells[ROAD + arriving]
            gained = state.goods.goods[kind].worth // roads.count(road) if kind != NOTHING else 0
            state.cells[POINTS + arriving] += gained
            shown_to = ALL_SEATS & ~only_seat(arriving)  # the road is always new to all others
            state.emit_event(Event("arrived", arriving, (road, kind, gained), reveals_to=shown_to))
            if kind != NOTHING:
                state.push(SOLD, kind)
        for arriving in seats:
            state.cells[LOADED + arriving] = state.cells[ROAD + arriving] = NOTHING
            state.cells[SPIES + arriving] = 0
        return subject


class Restock(Task[CaravansState]):
    """Each seat draws a card, as long as the deck has cards."""

    def perform(self, state: CaravansState, seat: int, subject: int, move: int) -> int:
        for n in range(state.seat_count):
            draw(state, (state.cells[LEADER] + n) % state.seat_count, 1)
        return subject


class NextRound(Task[CaravansState]):
    """The seat to the left leads the next round, if there is one."""

    def perform(self, state: CaravansState, seat: int, subject: int, move: int) -> int:
        if state.cells[ROUND] + 1 < state.rounds:
            state.cells[ROUND] += 1
            state.cells[LEADER] = (state.cells[LEADER] + 1) % state.seat_count
            state.call(ROUND_PROGRAM, state.cells[LEADER], NOTHING)
        return subject


def draw(state: CaravansState, seat: int, count: int) -> None:
    """Draw cards into a hand, as long as the deck has cards."""
    drawn: list[int] = []
    count = min(count, state.count(DECK))
    state.deal_cards(0, DECK, HAND + seat, count, drawn)
    if drawn:
        state.emit("drew", seat, tuple(drawn), seat, True)


def program(*parts: Task[CaravansState]) -> Task[CaravansState]:
    link_tasks(parts)
    return parts[0]


PROGRAMS: Final = ProgramTable()
ROUND_PROGRAM: Final = PROGRAMS.add_program(
    "Round",
    program(
        Phase(LOADING, program(LoadFaceDown())),
        Phase(SPYING, program(SpyOnLoad())),
        Phase(TRAVELLING, program(ChooseRoad())),
        Arrive(),
        Restock(),
        NextRound(),
    ),
)
