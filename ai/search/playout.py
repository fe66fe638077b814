"""Playouts: fast random continuations of a game from a leaf of the search.

A search with playouts spends nearly all its time here. Many cheap playouts beat a few clever ones, so moves are drawn uniformly,
and only the drawn move of each menu is built.
"""

from typing import Any

from ai.search.evaluator import LUCK_BOUND, TO_GAME_END, Evaluator
from engine.core.arrays import i64
from engine.core.game import NOBODY, State
from engine.core.luck import STRIDE, U32_MASK, hash32, seeded_hash

DecisionCount = int  # the number of decisions that all seats made


class Rng:
    """A random number generator for one search: a counter and a hash. Equal seeds give equal numbers on every machine."""

    def __init__(self, seed: int) -> None:
        self.counter: i64 = seeded_hash(seed) >> 32

    def below(self, n: i64) -> i64:
        """A random number from 0 to n - 1, for n up to 2**31."""
        self.counter = (self.counter + STRIDE) & U32_MASK
        return hash32(self.counter) * n >> 32


def playout_to_end(state: State, rng: Rng) -> DecisionCount:
    """Play `state`, in place, to the end of the game with uniformly random moves. Returns the number of decisions."""
    decisions: i64 = 0
    state.lazy_menu = True
    while state.mover != NOBODY:
        state.apply(state.move_at(rng.below(state.move_count)))
        decisions += 1
    return int(decisions)


def playout_to_horizon(state: State, rng: Rng, evaluator: Evaluator[Any]) -> None:
    """Play `state`, in place, with uniformly random moves up to the horizon of the evaluator; or with the moves of its policy,
    if it has one, up to a leaf."""
    horizon = evaluator.horizon
    end = evaluator.clock(state) + horizon
    state.lazy_menu = True
    if evaluator.has_policy:
        while state.mover != NOBODY and not evaluator.is_leaf(state):
            state.apply(evaluator.policy_move(state, rng.below(LUCK_BOUND)))
        return
    while state.mover != NOBODY and (horizon == TO_GAME_END or evaluator.clock(state) < end):
        state.apply(state.move_at(rng.below(state.move_count)))
