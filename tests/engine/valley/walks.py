"""Random games, for tests that need positions of every kind."""

from collections.abc import Iterator

from engine.core.game import NOBODY, Event, Seat, Setup
from engine.core.luck import seeded_hash
from engine.valley.game import VALLEY
from engine.valley.state import ValleyState


def start(players: int, seed: int, edition: str = "base") -> ValleyState:
    """The first position of a game."""
    return VALLEY.start(Setup("valley", tuple(Seat(f"seat {seat}") for seat in range(players)), seed, edition))


def walk(players: int, seed: int, edition: str = "base") -> Iterator[ValleyState]:
    """The positions of a game with random answers, including the last one. Each is a copy that belongs to the caller."""
    s = start(players, seed, edition)
    step = 0
    while True:
        yield s.copy()
        if s.mover == NOBODY:
            return
        s.apply(s.menu[seeded_hash(seed, step) % s.move_count])
        step += 1


def events_of_move(s: ValleyState, move: int) -> list[Event]:
    """The events of a move. After that, `s` is the position after the move."""
    events: list[Event] = []
    s.events = events
    s.apply(move)
    s.events = None
    return events
