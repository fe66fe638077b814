"""How a game is played on from a leaf of the search: at random, quickly, up to the judge's horizon.

Nearly all the time of a search is spent here. A cheap playout in great number beats a clever one, so nothing is weighed.
"""

from typing import Any

from ai.judge import Judge
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
    while world.mover != NOBODY:
        world.apply(world.menu[dice.below(world.offered)])
        decisions += 1
    return int(decisions)


def goes_on(world: State, judge: Judge[Any], until: i64) -> bool:
    """Whether there is more to play before the judge is asked."""
    return world.mover != NOBODY and (judge.horizon == 0 or judge.clock(world) < until)


def play_out(world: State, dice: Dice, judge: Judge[Any], until: i64) -> None:
    """Play `world` on, each answer as likely as any other, to its end or until the judge's clock says so."""
    while goes_on(world, judge, until):
        world.apply(world.menu[dice.below(world.offered)])
