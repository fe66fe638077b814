"""The strength of levels with different numbers of simulations: the scale on which the level `equal` moves.

The same search plays better with more simulations. The ratings are Elo at two players, on the scale of `ai.bots.levels`, which
holds those of the levels themselves.
"""

from collections.abc import Sequence
from math import log10
from typing import Final, NamedTuple

from ai.bots.levels import LEVELS, PHARAOH, PRIEST


class Strength(NamedTuple):
    """A level with a number of simulations per decision (0: its default), and its rating."""

    level: str
    simulations: int
    rating: int


# Measured: bench/results.md has the games.
INTERMEDIATE_STRENGTHS: Final = (
    Strength(PRIEST, 6, 790),
    Strength(PRIEST, 10, 940),
    Strength(PRIEST, 16, 1070),
    Strength(PRIEST, 30, 1240),
    Strength(PHARAOH, 150, 1530),
    Strength(PHARAOH, 1000, 1550),
)


def all_strengths() -> list[Strength]:
    """All strengths, the weakest first: the levels without a time limit, and those between them."""
    levels = [Strength(level.name, 0, level.rating) for level in LEVELS.values() if not level.budget.milliseconds]
    return sorted([*levels, *INTERMEDIATE_STRENGTHS], key=lambda step: step.rating)


def rating_of(level: str, simulations: int) -> int:
    """The rating of a level with this number of simulations; 0 if it was not measured."""
    named_level = LEVELS.get(level)
    if named_level is not None and simulations in (0, named_level.budget.simulations):
        return named_level.rating
    return next(
        (
            strength.rating
            for strength in INTERMEDIATE_STRENGTHS
            if (strength.level, strength.simulations) == (level, simulations)
        ),
        0,
    )


def nearest_strength(rating: float) -> Strength:
    """The strength with the nearest rating."""
    return min(all_strengths(), key=lambda step: abs(step.rating - rating))


def expected_share(rating: float, others: Sequence[float]) -> float:
    """The expected share of wins of this rating against these others (Luce's choice rule, as in `ai.contest.elo`)."""
    strength = 10 ** (rating / 400)
    return float(strength / (strength + sum(10 ** (other / 400) for other in others)))


def equal_opponent_rating(rating: float, others: int) -> float:
    """The rating that each of `others` equal opponents must have, so that this rating wins half of the games. More opponents are
    each weaker."""
    return rating - 400 * log10(others)
