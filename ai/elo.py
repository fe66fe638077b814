"""What a match of many games proves: Elo with its interval, and the sequential test that says when enough was played.

The unit is the block: the games that share their luck, one from each seat. Its score is the share of those games that was
won, so at two players one of 0, 1/4, 1/2, 3/4, 1 (hence "pentanomial"). Games of a block hang together, blocks do not: a variance
taken over games would be wrong, mostly too large.

Sources: M. Van den Bergh, "The Generalized Sequential Probability Ratio Test for Chess" and "Comments on Normalized Elo"
(the mathematics of Fishtest, where Stockfish is tested); A. Wald, "Sequential Tests of Statistical Hypotheses", 1945, for the
bounds; A. Agresti and B. Coull, "Approximate is Better than Exact", 1998, for the interval at the edge. Beyond two players Elo is
R. Luce's choice rule: somebody `elo` above n - 1 equals wins g of g + n - 1 games, g = 10 ** (elo / 400).
"""

from collections.abc import Mapping
from math import inf, log, log10, sqrt
from typing import Final, NamedTuple

CONFIDENCE: Final = 1.959963984540054  # standard deviations either side, for 95%
ERROR: Final = 0.05  # alpha and beta
BOUND: Final = log((1 - ERROR) / ERROR)  # Wald's: 2.944 above, -2.944 below
UNSEEN: Final = 1e-3  # blocks; what stands for a score that has not come up, as at Fishtest
HALVINGS: Final = 60

Blocks = Mapping[float, int]  # how many blocks had which score, from 0 to 1


class Estimate(NamedTuple):
    """Elo and its 95% interval. An infinite end says that these games set none; a contestant who won all of them may be
    any amount stronger."""

    elo: float
    low: float
    high: float


class Sprt(NamedTuple):
    """Two claims, that a contestant is `elo0` or `elo1` stronger, which the test plays off against each other."""

    elo0: float
    elo1: float


def share(elo: float, players: int) -> float:
    """The share of games that somebody wins who is so much above `players` - 1 equals."""
    return 1 / (1 + (players - 1) * 10 ** (-elo / 400))


def elo_of(score: float, players: int) -> float:
    """The way back; infinite for a share of 0 or 1, or beyond."""
    if score <= 0:
        return -inf
    if score >= 1:
        return inf
    return 400 * log10(score * (players - 1) / (1 - score)) + 0.0  # never a negative zero


def estimate(blocks: Blocks, players: int) -> Estimate:
    """Elo of the mean score, and of that mean's 95% interval by the variance of the blocks.

    The interval is counted as if two more blocks had been played, one won and one lost altogether. Among many that is nothing;
    without them three blocks won out of three would look like certainty. Without a block nothing is known.
    """
    if not blocks:
        return Estimate(elo_of(1 / players, players), -inf, inf)
    mean, _, _ = moments(blocks)
    cautious, variance, number = moments({**blocks, 0.0: blocks.get(0.0, 0) + 1, 1.0: blocks.get(1.0, 0) + 1})
    reach = CONFIDENCE * sqrt(variance / number)
    return Estimate(elo_of(mean, players), elo_of(cautious - reach, players), elo_of(cautious + reach, players))


def moments(blocks: Blocks) -> tuple[float, float, int]:
    """Mean and variance of the scores, and how many there are."""
    number = sum(blocks.values())
    mean = sum(score * count for score, count in blocks.items()) / number
    return mean, sum(count * (score - mean) ** 2 for score, count in blocks.items()) / number, number


def llr(blocks: Blocks, sprt: Sprt, players: int) -> float:
    """The generalized log likelihood ratio of `elo1` to `elo0`: each claim is judged by whichever distribution of block scores
    agrees with it and explains the results best. Finite for every result: a block won or lost altogether is always thought
    possible. Between claims that lie close it is the better known number * (s1 - s0) * (mean - (s0 + s1) / 2) / variance."""
    if not blocks:
        return 0.0
    weights = {0.0: UNSEEN, 1.0: UNSEEN, **blocks}
    at0, at1 = share(sprt.elo0, players), share(sprt.elo1, players)
    tilt0, tilt1 = _tilt(weights, at0), _tilt(weights, at1)
    return sum(
        weight * log((1 + tilt0 * (score - at0)) / (1 + tilt1 * (score - at1))) for score, weight in weights.items()
    )


def verdict(ratio: float) -> bool | None:
    """Whether a log likelihood ratio speaks for `elo1` (True) or `elo0` (False), each wrong one time in twenty; None: play on."""
    return True if ratio >= BOUND else False if ratio <= -BOUND else None


def _tilt(weights: Mapping[float, float], mean: float) -> float:
    """The most likely distribution with this mean gives each score its weight divided by 1 + tilt * (score - mean); here is the
    tilt. Found by halving: what has to be zero falls all the way."""
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if sum(weight * (score - mean) / (1 + middle * (score - mean)) for score, weight in weights.items()) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
