"""Elo with its confidence interval from the results of a contest, and the sequential test (SPRT) that decides when enough games
have been played.

The unit is the block: the games with the same luck, one with each seating. Its score is the share of these games that was won;
with two players this is 0, 1/4, 1/2, 3/4 or 1 (hence "pentanomial"). Games within a block are correlated, blocks are independent,
so a variance over single games would be wrong, usually too large.

Sources: M. Van den Bergh, "The Generalized Sequential Probability Ratio Test for Chess" and "Comments on Normalized Elo" (the
mathematics of Fishtest, where Stockfish is tested); A. Wald, "Sequential Tests of Statistical Hypotheses", 1945, for the bounds;
A. Agresti and B. Coull, "Approximate is Better than Exact", 1998, for the interval at the edge. With more than two players, Elo
follows R. Luce's choice rule: a player `elo` above n - 1 equal players wins g of g + n - 1 games, g = 10 ** (elo / 400).
"""

from collections.abc import Mapping
from math import inf, log, log10, sqrt
from typing import Final, NamedTuple

Z_95: Final = 1.959963984540054  # standard deviations on either side of the mean, for 95%
SPRT_ERROR_RATE: Final = 0.05  # alpha and beta
SPRT_BOUND: Final = log((1 - SPRT_ERROR_RATE) / SPRT_ERROR_RATE)  # Wald's: 2.944 above, -2.944 below
UNSEEN_SCORE_BLOCKS: Final = 1e-3  # blocks that are counted for a score that has not occurred, as Fishtest does
BISECTION_STEPS: Final = 60

BlockScores = Mapping[float, int]  # for each score from 0 to 1, the number of blocks


class EloEstimate(NamedTuple):
    """Elo and its 95% interval. An end is infinite if the games do not bound it: a player who has won all games may be stronger
    by any amount."""

    elo: float
    low: float
    high: float


class Sprt(NamedTuple):
    """The two hypotheses of the sequential test: the player is `elo0`, or `elo1`, stronger."""

    elo0: float
    elo1: float


def share_from_elo(elo: float, players: int) -> float:
    """The share of games won by a player who is `elo` above `players` - 1 equal players."""
    return 1 / (1 + (players - 1) * 10 ** (-elo / 400))


def elo_from_share(share: float, players: int) -> float:
    """The inverse of `share_from_elo`; infinite for a share of 0 or 1, or beyond."""
    if share <= 0:
        return -inf
    if share >= 1:
        return inf
    return 400 * log10(share * (players - 1) / (1 - share)) + 0.0  # never a negative zero


def estimate_elo(blocks: BlockScores, players: int) -> EloEstimate:
    """The Elo of the mean score, with the 95% interval that follows from the variance of the blocks.

    For the interval two more blocks are counted, one won and one lost completely. Among many blocks they hardly matter; without
    them, three blocks won out of three would look certain. Without any block the interval is infinite.
    """
    if not blocks:
        return EloEstimate(elo_from_share(1 / players, players), -inf, inf)
    mean, _, _ = mean_variance_and_count(blocks)
    cautious_mean, variance, count = mean_variance_and_count(
        {**blocks, 0.0: blocks.get(0.0, 0) + 1, 1.0: blocks.get(1.0, 0) + 1}
    )
    half_width = Z_95 * sqrt(variance / count)
    return EloEstimate(
        elo_from_share(mean, players),
        elo_from_share(cautious_mean - half_width, players),
        elo_from_share(cautious_mean + half_width, players),
    )


def mean_variance_and_count(blocks: BlockScores) -> tuple[float, float, int]:
    """The mean and the variance of the scores, and the number of blocks."""
    count = sum(blocks.values())
    mean = sum(score * times for score, times in blocks.items()) / count
    return mean, sum(times * (score - mean) ** 2 for score, times in blocks.items()) / count, count


def llr(blocks: BlockScores, sprt: Sprt, players: int) -> float:
    """The generalized log likelihood ratio of `elo1` to `elo0`. Each hypothesis is represented by the most likely distribution
    of block scores with the mean that it predicts. Always finite, because blocks won or lost completely count as possible. For
    close hypotheses it approaches the better known count * (s1 - s0) * (mean - (s0 + s1) / 2) / variance."""
    if not blocks:
        return 0.0
    weights = {0.0: UNSEEN_SCORE_BLOCKS, 1.0: UNSEEN_SCORE_BLOCKS, **blocks}
    mean0, mean1 = share_from_elo(sprt.elo0, players), share_from_elo(sprt.elo1, players)
    tilt0, tilt1 = _tilt(weights, mean0), _tilt(weights, mean1)
    return sum(
        weight * log((1 + tilt0 * (score - mean0)) / (1 + tilt1 * (score - mean1))) for score, weight in weights.items()
    )


def sprt_verdict(log_likelihood_ratio: float) -> bool | None:
    """True if the test accepts `elo1`, False if it accepts `elo0`, each with an error rate of 5%; None if it must continue."""
    return True if log_likelihood_ratio >= SPRT_BOUND else False if log_likelihood_ratio <= -SPRT_BOUND else None


def _tilt(weights: Mapping[float, float], mean: float) -> float:
    """The tilt of the most likely distribution with this mean, which gives each score its weight divided by
    1 + tilt * (score - mean). Found by bisection of a decreasing function."""
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(BISECTION_STEPS):
        tilt = (low + high) / 2
        if sum(weight * (score - mean) / (1 + tilt * (score - mean)) for score, weight in weights.items()) > 0:
            low = tilt
        else:
            high = tilt
    return (low + high) / 2
