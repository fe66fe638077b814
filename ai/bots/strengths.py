"""The strengths of levels with different numbers of simulations: the scale for the level `equal`.

The same search plays better with more simulations. How strong it is depends on the game, so the kit of each game contains a
scale. The ratings are Elo.
"""

from collections.abc import Iterable, Sequence
from math import log10
from typing import Final, NamedTuple

from ai.bots.levels import LEVELS


class Strength(NamedTuple):
    """A level with a number of simulations per decision (0: its default), and its measured rating."""

    level: str
    simulations: int
    rating: int


class StrengthScale:
    """All measured strengths of a game, the weakest first. Empty if none was measured."""

    def __init__(self, strengths: Iterable[Strength] = ()) -> None:
        self.strengths: Final = tuple(sorted(strengths, key=lambda strength: strength.rating))

    def __bool__(self) -> bool:
        return bool(self.strengths)

    def rating_of(self, level: str, simulations: int = 0) -> int:
        """The rating of a level with this number of simulations; 0 if it was not measured."""
        known_level = LEVELS.get(level)
        if known_level is not None and simulations == known_level.budget.simulations:
            simulations = 0
        return next(
            (
                strength.rating
                for strength in self.strengths
                if (strength.level, strength.simulations) == (level, simulations)
            ),
            0,
        )

    def nearest_untimed(self, rating: float) -> Strength:
        """The strength with the nearest rating among those without a time limit. Raises ValueError for an empty scale."""
        candidates = [
            strength
            for strength in self.strengths
            if strength.simulations or not LEVELS[strength.level].budget.milliseconds
        ]
        return min(candidates, key=lambda strength: abs(strength.rating - rating))


def expected_share(rating: float, opponent_ratings: Sequence[float]) -> float:
    """The expected share of wins of this rating against these opponents (Luce's choice rule, as in `ai.contest.elo`)."""
    strength = 10 ** (rating / 400)
    return float(strength / (strength + sum(10 ** (other / 400) for other in opponent_ratings)))


def opponent_rating_for_even_odds(rating: float, opponent_count: int) -> float:
    """The rating that each of `opponent_count` equal opponents must have so that a player with this rating wins half of the
    games. The more opponents, the lower their rating."""
    return rating - 400 * log10(opponent_count)
