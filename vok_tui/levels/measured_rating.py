"""The player's rating against the levels, measured from all finished games: the best estimate, and its 95% interval.

The rating that `equal` follows moves step by step with the latest games, so it has no interval. Here all games have the same
weight: the estimate is the maximum likelihood (Luce's choice rule, as in `ai.contest.ratings`), and the interval is that of the
likelihood-ratio test with one free parameter. An end of the interval is infinite if the games do not bound it: a player who has
won all games may be arbitrarily strong.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import inf, log
from typing import Final

from ai.contest.elo import Z_95, EloEstimate
from vok_tui.levels.equal_level import RatedGame

MIN_ELO: Final = -3000.0  # a rating beyond these counts as infinite
MAX_ELO: Final = 6000.0
BISECTION_STEPS: Final = 40

# The number of games for each pair of the player's share of the victory and the total strength of the opponents.
Results = Mapping[tuple[float, float], int]


def measure_rating(games: Sequence[RatedGame]) -> EloEstimate:
    """The player's rating with its 95% interval. Without games, the interval is infinite."""
    if not games:
        return EloEstimate(0.0, -inf, inf)
    results = Counter([(played.victory_share, sum(map(_strength, played.opponent_ratings))) for played in games])
    best = _root(lambda rating: _excess_wins(results, rating), MIN_ELO, MAX_ELO)
    middle = min(max(best, MIN_ELO), MAX_ELO)
    limit = _log_likelihood(results, middle) - Z_95**2 / 2
    low = _root(lambda rating: limit - _log_likelihood(results, rating), MIN_ELO, middle)
    high = _root(lambda rating: _log_likelihood(results, rating) - limit, middle, MAX_ELO)
    return EloEstimate(best, low, high)


def _strength(rating: float) -> float:
    return float(10 ** (rating / 400))


def _excess_wins(results: Results, rating: float) -> float:
    """The games won minus those that a player of this rating is expected to win."""
    own = _strength(rating)
    return sum([number * (victory - own / (own + others)) for (victory, others), number in results.items()])


def _log_likelihood(results: Results, rating: float) -> float:
    own, total = _strength(rating), 0.0
    for (victory, others), number in results.items():
        total += number * (victory * log(own / (own + others)) + (1 - victory) * log(others / (own + others)))
    return total


def _root(decreasing: Callable[[float], float], low: float, high: float) -> float:
    """The root of a decreasing function; infinite if it is not between the two bounds."""
    if decreasing(high) > 0:
        return inf
    if decreasing(low) < 0:
        return -inf
    for _ in range(BISECTION_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if decreasing(middle) > 0 else (low, middle)
    return (low + high) / 2
