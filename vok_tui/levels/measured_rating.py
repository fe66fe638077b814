"""How strong the player is, measured against the levels: the rating that fits the finished games best, and all that fit them.

The rating of `equal` follows the latest games, step by step, so it has no interval. Here all games count alike: the rating has
the highest likelihood (Luce's choice rule, as in `ai.contest.ratings`). The 95% interval holds every rating under which the games
are not much less likely (the likelihood ratio test, with one free parameter). An end is infinite if the games do not bound it: a
player who has won all games may be any amount stronger.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import inf, log
from typing import Final

from ai.contest.elo import Z_95, EloEstimate
from vok_tui.levels.equal_level import RatedGame

LOWEST_ELO: Final = -3000.0  # beyond these, a rating counts as infinite
HIGHEST_ELO: Final = 6000.0
BISECTION_STEPS: Final = 40

Results = Mapping[
    tuple[float, float], int
]  # games by the player's part of the victory and the opponents' strength together


def measure_rating(games: Sequence[RatedGame]) -> EloEstimate:
    """The player's rating with its 95% interval. Without games, the interval is infinite."""
    if not games:
        return EloEstimate(0.0, -inf, inf)
    results = Counter([(played.victory_share, sum(map(_strength, played.opponent_ratings))) for played in games])
    best = _crossing(lambda rating: _excess(results, rating), LOWEST_ELO, HIGHEST_ELO)
    middle = min(max(best, LOWEST_ELO), HIGHEST_ELO)
    limit = _log_likelihood(results, middle) - Z_95**2 / 2
    low = _crossing(lambda rating: limit - _log_likelihood(results, rating), LOWEST_ELO, middle)
    high = _crossing(lambda rating: _log_likelihood(results, rating) - limit, middle, HIGHEST_ELO)
    return EloEstimate(best, low, high)


def _strength(rating: float) -> float:
    return float(10 ** (rating / 400))


def _excess(results: Results, rating: float) -> float:
    """How many more games were won than a player of this rating would win."""
    own = _strength(rating)
    return sum([number * (victory - own / (own + others)) for (victory, others), number in results.items()])


def _log_likelihood(results: Results, rating: float) -> float:
    own, total = _strength(rating), 0.0
    for (victory, others), number in results.items():
        total += number * (victory * log(own / (own + others)) + (1 - victory) * log(others / (own + others)))
    return total


def _crossing(falling: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function is zero; infinite if that is not between the two bounds."""
    if falling(high) > 0:
        return inf
    if falling(low) < 0:
        return -inf
    for _ in range(BISECTION_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return (low + high) / 2
