"""Maximum likelihood ratings of many players from contests between some of them.

Each player i has a strength g_i, and a seat s of a game is won by chance with g_s out of the sum of all seats' strengths (R. A.
Bradley and M. E. Terry, "Rank Analysis of Incomplete Block Designs", 1952, for two; R. D. Luce's choice rule for more). Elo is
400 * log10(g). The ratings maximise the likelihood of the results: then the expected number of wins of each player equals the
observed one. A shared victory counts in parts.

The interval uses the variance between blocks, because games with the same luck are correlated ( P. J. Huber, "The Behavior of
Maximum Likelihood Estimates under Nonstandard Conditions", 1967): H^-1 B H^-1, where H is the curvature of the likelihood and B
the covariance of the blocks' gradients (sandwich estimator).
"""

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from typing import Final, NamedTuple

from ai.contest.elo import Z_95, EloEstimate

MAX_NEWTON_STEPS: Final = 100
CONVERGED_STEP: Final = 1e-10
MAX_NEWTON_STEP: Final = 2.0  # in natural units: 347 Elo
ELO_PER_UNIT: Final = 400 / log(10)  # of one natural unit

Matrix = list[list[float]]


class GameBlock(NamedTuple):
    """Games between the same players with the same luck: the name of the player in each seat, the number of games, and the wins
    of each player, shared victories in parts."""

    seats: tuple[str, ...]
    games: int
    won: Mapping[str, float]


def estimate_ratings(
    blocks: Sequence[GameBlock], anchor: str, anchor_elo: float = 1000.0, with_prior: bool = True
) -> dict[str, EloEstimate]:
    """Elo and its 95% interval for each player; `anchor` has exactly `anchor_elo`.

    With `with_prior`, two more games are counted between any two players who met, one won by each: without them, a player who
    has won all games would have no finite rating. Raises ValueError if a player is not connected to the anchor by games.
    """
    names = list(dict.fromkeys(name for block in blocks for name in block.seats))
    names = [anchor, *[name for name in names if name != anchor]]
    check_connected(blocks, names)
    counted = [*blocks, *(prior_games(blocks) if with_prior else [])]
    theta = dict.fromkeys(names, 0.0)
    free = names[1:]
    for _ in range(MAX_NEWTON_STEPS):
        gradient, curvature = gradient_and_curvature(counted, theta, free)
        step = solve(curvature, gradient)
        longest = max((abs(change) for change in step), default=0.0)
        scale = min(1.0, MAX_NEWTON_STEP / longest) if longest else 1.0
        for name, change in zip(free, step, strict=True):
            theta[name] += scale * change
        if longest < CONVERGED_STEP:
            break
    errors = standard_errors(counted, theta, free)
    return {
        name: EloEstimate(
            anchor_elo + ELO_PER_UNIT * theta[name],
            anchor_elo + ELO_PER_UNIT * (theta[name] - Z_95 * errors.get(name, 0.0)),
            anchor_elo + ELO_PER_UNIT * (theta[name] + Z_95 * errors.get(name, 0.0)),
        )
        for name in names
    }


def check_connected(blocks: Sequence[GameBlock], names: Sequence[str]) -> None:
    """Raises ValueError if the games do not connect all of `names`."""
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


def prior_games(blocks: Sequence[GameBlock]) -> list[GameBlock]:
    """The two additional games for each pair that met."""
    pairs = {
        tuple(sorted((one, other))) for block in blocks for one in block.seats for other in block.seats if one != other
    }
    return [GameBlock((one, other), 1, {winner: 1.0}) for one, other in sorted(pairs) for winner in (one, other)]


def expected_win_shares(block: GameBlock, theta: Mapping[str, float]) -> dict[str, float]:
    """The expected share of a game for each player of a block."""
    strongest = max(theta[name] for name in block.seats)
    shares = dict.fromkeys(block.seats, 0.0)
    for name in block.seats:
        shares[name] += exp(theta[name] - strongest)
    whole = sum(shares.values())
    return {name: share / whole for name, share in shares.items()}


def block_gradient(block: GameBlock, theta: Mapping[str, float], free: Sequence[str]) -> list[float]:
    """The gradient of one block: for each free rating, observed minus expected wins."""
    shares = expected_win_shares(block, theta)
    return [block.won.get(name, 0.0) - block.games * shares[name] if name in shares else 0.0 for name in free]


def gradient_and_curvature(
    blocks: Sequence[GameBlock], theta: Mapping[str, float], free: Sequence[str]
) -> tuple[list[float], Matrix]:
    """The gradient of the log likelihood, and minus its matrix of second derivatives."""
    gradient = [0.0] * len(free)
    curvature = [[0.0] * len(free) for _ in free]
    for block in blocks:
        shares = expected_win_shares(block, theta)
        for i, part in enumerate(block_gradient(block, theta, free)):
            gradient[i] += part
        held = [shares.get(name, 0.0) for name in free]
        for i, own in enumerate(held):
            for j, other in enumerate(held):
                curvature[i][j] += block.games * ((own if i == j else 0.0) - own * other)
    return gradient, curvature


def standard_errors(blocks: Sequence[GameBlock], theta: Mapping[str, float], free: Sequence[str]) -> dict[str, float]:
    """The standard error of each free rating, in natural units."""
    _, curvature = gradient_and_curvature(blocks, theta, free)
    gradients = [block_gradient(block, theta, free) for block in blocks]
    errors = {}
    for i, name in enumerate(free):
        row = solve(curvature, [float(j == i) for j in range(len(free))])
        errors[name] = sqrt(sum(sum(a * b for a, b in zip(row, gradient, strict=True)) ** 2 for gradient in gradients))
    return errors


def solve(matrix: Matrix, right: Sequence[float]) -> list[float]:
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
