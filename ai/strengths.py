"""How strong a level is with how many simulations: the steps on which the level `equal` goes up and down.

One search, given more, plays better, so a ladder of budgets is one of strengths. The ratings are Elo at two players,
on the scale of `ai.levels`. The levels' own stand there.
"""

from collections.abc import Sequence
from math import log10
from typing import Final, NamedTuple

from ai.levels import LEVELS, PHARAOH, PRIEST


class Strength(NamedTuple):
    """A level with so many simulations a decision (0: its own measure), and its rating."""

    level: str
    simulations: int
    rating: int


# Measured: bench/results.md has the games.
BETWEEN: Final = (
    Strength(PRIEST, 6, 790),
    Strength(PRIEST, 10, 940),
    Strength(PRIEST, 16, 1070),
    Strength(PRIEST, 30, 1240),
    Strength(PHARAOH, 150, 1530),
    Strength(PHARAOH, 1000, 1550),
)


def steps() -> list[Strength]:
    """All steps, the weakest first: the levels that do not go by the clock, and those between them."""
    levels = [Strength(level.name, 0, level.rating) for level in LEVELS.values() if not level.budget.milliseconds]
    return sorted([*levels, *BETWEEN], key=lambda step: step.rating)


def rating_of(level: str, simulations: int) -> int:
    """The rating of a level with so many simulations; 0 if nobody has measured that."""
    known = LEVELS.get(level)
    if known is not None and simulations in (0, known.budget.simulations):
        return known.rating
    return next((step.rating for step in BETWEEN if (step.level, step.simulations) == (level, simulations)), 0)


def nearest(rating: float) -> Strength:
    """The step whose rating lies nearest."""
    return min(steps(), key=lambda step: abs(step.rating - rating))


def share_of(rating: float, others: Sequence[float]) -> float:
    """The share of games that somebody of this rating wins against others of theirs. (Luce's choice rule, as in `ai.elo`.)"""
    worth = 10 ** (rating / 400)
    return float(worth / (worth + sum(10 ** (other / 400) for other in others)))


def even(rating: float, others: int) -> float:
    """The rating at which so many equal opponents leave somebody of this rating half of the games: the more they are, the
    weaker is each."""
    return rating - 400 * log10(others)
