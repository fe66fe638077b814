"""Determinizations: positions that are possible for all that a seat knows."""

from engine.valley.game import VALLEY
from engine.valley.state import ValleyState

SEEDS = range(60)


def worlds(s: ValleyState, viewer: int, seeds: range = SEEDS) -> list[ValleyState]:
    """One determinization for each seed."""
    return [VALLEY.determinize(s, viewer, seed) for seed in seeds]
