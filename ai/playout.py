"""How a game is played on from a leaf of the search: at random and quickly, as far as the judge wants to see.

A search that plays on spends nearly all its time here. A cheap playout in great number beats a clever one, so nothing is
weighed, and of each menu only the one move that is played is asked for.
"""

from typing import Any

from ai.judge import TO_THE_END, Judge
from engine.core.luck import LOW, STRIDE, key, scramble
from engine.core.row import i64
from engine.core.rules import NOBODY, State


class Dice:
    """Chance for one thinker: a cell that runs along. Equal seeds throw alike on every machine."""

    def __init__(self, seed: int) -> None:
        self.cell: i64 = key(seed) >> 32

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, for n up to 2**31."""
        self.cell = (self.cell + STRIDE) & LOW
        return scramble(self.cell) * n >> 32


def play_at_random(world: State, dice: Dice) -> int:
    """Play `world` to its end, each answer as likely as any other; returns how many decisions that took."""
    decisions: i64 = 0
    world.brief = True
    while world.mover != NOBODY:
        world.apply(world.answer(dice.below(world.offered)))
        decisions += 1
    return int(decisions)


def play_out(world: State, dice: Dice, judge: Judge[Any]) -> None:
    """Play `world` on, each answer as likely as any other, as far as the judge looks."""
    horizon = judge.horizon
    until = judge.clock(world) + horizon
    world.brief = True
    while world.mover != NOBODY and (horizon == TO_THE_END or judge.clock(world) < until):
        world.apply(world.answer(dice.below(world.offered)))
