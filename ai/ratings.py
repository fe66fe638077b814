"""Ratings of many players out of contests between some of them: the most likely ones.

Each player i has a strength g_i, and a seat s of a game is won by chance with g_s out of the sum of all seats' strengths (R. A.
Bradley and M. E. Terry, "Rank Analysis of Incomplete Block Designs", 1952, for two; R. D. Luce's choice rule for more). Elo is
400 * log10(g). What is sought makes the results most likely: the expected share of victories of each is the one that came up.
A shared victory counts as its parts.

The interval is that of the maximum, by the variance between blocks (the games that share their luck hang together; P. J. Huber,
"The Behavior of Maximum Likelihood Estimates under Nonstandard Conditions", 1967): H^-1 B H^-1, where H is the curvature of the
likelihood and B the scatter of the blocks' pulls.
"""

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from typing import Final, NamedTuple

from ai.elo import CONFIDENCE, Estimate

STEPS: Final = 100
SMALL: Final = 1e-10
STRIDE: Final = 2.0  # the longest step, in natural units: 347 Elo
ELO: Final = 400 / log(10)  # of one natural unit

Matrix = list[list[float]]


class Block(NamedTuple):
    """Games between the same players that share their luck: who sat there (a name for each seat), how many games, and how
    many of them each player won, shared victories in parts."""

    seats: tuple[str, ...]
    games: int
    won: Mapping[str, float]


def rate(blocks: Sequence[Block], anchor: str, level: float = 1000.0, prior: bool = True) -> dict[str, Estimate]:
    """For each player Elo and its 95% interval, where `anchor` has `level` and no interval.

    With the `prior` two more games count between any players who met, one for each side: without them somebody who has won all
    games would have no finite rating. Raises ValueError if somebody has met nobody through whom the anchor can be reached.
    """
    names = list(dict.fromkeys(name for block in blocks for name in block.seats))
    names = [anchor, *[name for name in names if name != anchor]]
    check_connected(blocks, names)
    counted = [*blocks, *(added(blocks) if prior else [])]
    theta = dict.fromkeys(names, 0.0)
    free = names[1:]
    for _ in range(STEPS):
        pull, curvature = slopes(counted, theta, free)
        step = solved(curvature, pull)
        longest = max((abs(part) for part in step), default=0.0)
        scale = min(1.0, STRIDE / longest) if longest else 1.0
        for name, part in zip(free, step, strict=True):
            theta[name] += scale * part
        if longest < SMALL:
            break
    errors = spread(counted, theta, free)
    return {
        name: Estimate(
            level + ELO * theta[name],
            level + ELO * (theta[name] - CONFIDENCE * errors.get(name, 0.0)),
            level + ELO * (theta[name] + CONFIDENCE * errors.get(name, 0.0)),
        )
        for name in names
    }


def check_connected(blocks: Sequence[Block], names: Sequence[str]) -> None:
    """Raises ValueError if the games do not hold all of `names` together."""
    reached = {names[0]}
    grown = True
    while grown:
        grown = False
        for block in blocks:
            if reached.intersection(block.seats) and not reached.issuperset(block.seats):
                reached.update(block.seats)
                grown = True
    for name in names:
        if name not in reached:
            raise ValueError(f"no games lead from {name} to {names[0]}")


def added(blocks: Sequence[Block]) -> list[Block]:
    """The two games more for each pair that met."""
    pairs = {
        tuple(sorted((one, other))) for block in blocks for one in block.seats for other in block.seats if one != other
    }
    return [Block((one, other), 1, {winner: 1.0}) for one, other in sorted(pairs) for winner in (one, other)]


def expected(block: Block, theta: Mapping[str, float]) -> dict[str, float]:
    """How much of a game each player of a block should win."""
    strongest = max(theta[name] for name in block.seats)
    shares = dict.fromkeys(block.seats, 0.0)
    for name in block.seats:
        shares[name] += exp(theta[name] - strongest)
    whole = sum(shares.values())
    return {name: share / whole for name, share in shares.items()}


def pull_of(block: Block, theta: Mapping[str, float], free: Sequence[str]) -> list[float]:
    """How strongly a block pulls at each free rating: what was won beyond what was expected."""
    shares = expected(block, theta)
    return [block.won.get(name, 0.0) - block.games * shares[name] if name in shares else 0.0 for name in free]


def slopes(blocks: Sequence[Block], theta: Mapping[str, float], free: Sequence[str]) -> tuple[list[float], Matrix]:
    """The gradient of the log likelihood, and minus its matrix of second derivatives."""
    pull = [0.0] * len(free)
    curvature = [[0.0] * len(free) for _ in free]
    for block in blocks:
        shares = expected(block, theta)
        for i, part in enumerate(pull_of(block, theta, free)):
            pull[i] += part
        held = [shares.get(name, 0.0) for name in free]
        for i, own in enumerate(held):
            for j, other in enumerate(held):
                curvature[i][j] += block.games * ((own if i == j else 0.0) - own * other)
    return pull, curvature


def spread(blocks: Sequence[Block], theta: Mapping[str, float], free: Sequence[str]) -> dict[str, float]:
    """The standard error of each free rating, in natural units."""
    _, curvature = slopes(blocks, theta, free)
    pulls = [pull_of(block, theta, free) for block in blocks]
    errors = {}
    for i, name in enumerate(free):
        row = solved(curvature, [float(j == i) for j in range(len(free))])
        errors[name] = sqrt(sum(sum(a * b for a, b in zip(row, pull, strict=True)) ** 2 for pull in pulls))
    return errors


def solved(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """The solution of a small symmetric system of equations, by elimination with pivots."""
    n = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for below in range(i + 1, n):
            factor = rows[below][i] / rows[i][i]
            rows[below] = [low - factor * high for low, high in zip(rows[below], rows[i], strict=True)]
    found = [0.0] * n
    for i in reversed(range(n)):
        found[i] = (rows[i][n] - sum(rows[i][j] * found[j] for j in range(i + 1, n))) / rows[i][i]
    return found
