"""What one seat may see of Caravans."""

from dataclasses import dataclass

from engine.core.game import NOBODY, NOTHING, Question
from tests.games.caravans.state import (
    DECK,
    HAND,
    LEADER,
    PHASE,
    PHASES,
    POINTS,
    ROAD,
    ROUND,
    SOLD,
    SPIES,
    CaravansState,
)
from tests.games.caravans.text import question


@dataclass(frozen=True)
class CaravanView:
    """One seat. `hand` is None if the viewer does not see it. `load` and `road` are "" before they are chosen, and None if they
    are hidden."""

    seat: int
    hand: tuple[str, ...] | None
    hand_count: int
    load: str | None
    road: str | None
    points: int
    spies: int  # the set of seats that have looked at the load


@dataclass(frozen=True)
class CaravansView:
    viewer: int
    mover: int
    question: Question
    round: int
    rounds: int
    phase: str
    leader: int
    deck_count: int
    sold: tuple[str, ...]
    roads: tuple[str, ...]
    seats: tuple[CaravanView, ...]


def build_view(state: CaravansState, viewer: int) -> CaravansView:
    """The table as a viewer may see it; for NOBODY, what everybody may see."""
    goods = state.goods
    return CaravansView(
        viewer=viewer,
        mover=int(state.mover),
        question=question(state),
        round=int(state.cells[ROUND]) + 1,
        rounds=state.rounds,
        phase=PHASES[state.cells[PHASE]],
        leader=int(state.cells[LEADER]),
        deck_count=int(state.count(DECK)),
        sold=tuple([goods.names[kind] for kind in state.kinds(SOLD)]),
        roads=goods.roads,
        seats=tuple([seat_view(state, seat, viewer) for seat in range(state.seat_count)]),
    )


def seat_view(state: CaravansState, seat: int, viewer: int) -> CaravanView:
    goods = state.goods
    mine = viewer == seat != NOBODY
    kind, road = state.load_of(seat), state.cells[ROAD + seat]
    load = goods.names[kind] if kind != NOTHING else ""
    road_name = goods.roads[road] if road != NOTHING else ""
    return CaravanView(
        seat=seat,
        hand=tuple([goods.names[kind] for kind in state.kinds(HAND + seat)]) if mine else None,
        hand_count=int(state.count(HAND + seat)),
        load=load if not load or state.knows_load(viewer, seat) else None,
        road=road_name if not road_name or mine else None,
        points=int(state.cells[POINTS + seat]),
        spies=int(state.cells[SPIES + seat]),
    )
