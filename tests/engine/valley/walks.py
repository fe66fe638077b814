"""Games that wander: whatever a position can be like, some walk comes by it."""

from collections.abc import Iterator

from engine.core.game import NOBODY, Event, Seat, Setup
from engine.core.luck import seeded_hash
from engine.valley.game import VALLEY
from engine.valley.state.valley_state import ValleyState


def start(players: int, seed: int, edition: str = "base") -> ValleyState:
    """The first position of a game."""
    return VALLEY.start(Setup("valley", tuple(Seat(f"seat {seat}") for seat in range(players)), seed, edition))


def walk(players: int, seed: int, edition: str = "base") -> Iterator[ValleyState]:
    """The positions of a game in which luck gives every answer, the last one included. Each is a copy of the caller's own."""
    s = start(players, seed, edition)
    step = 0
    while True:
        yield s.copy()
        if s.mover == NOBODY:
            return
        s.apply(s.menu[seeded_hash(seed, step) % s.move_count])
        step += 1


def told(s: ValleyState, move: int) -> list[Event]:
    """What happens when the move is made; `s` stands behind it afterwards."""
    events: list[Event] = []
    s.events = events
    s.apply(move)
    s.events = None
    return events
