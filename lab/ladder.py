"""The ladder: which levels play each other, and their common ratings.

With three or more players, the higher level has one seat, which rotates, and the lower level has all others. Each of these
contests could also be played with `vok arena`.

Each player i has a strength g_i, and a seat s of a game is won by chance with g_s out of the sum of all seats' strengths (R. A.
Bradley and M. E. Terry, "Rank Analysis of Incomplete Block Designs", 1952, for two; R. D. Luce's choice rule for more). Elo is
400 * log10(g). The ratings maximise the likelihood of the results: then the expected number of wins of each player equals the
observed one. A shared victory counts as a fraction for each winner.

The interval uses the variance between blocks, because games with the same luck are correlated (P. J. Huber, "The Behavior of
Maximum Likelihood Estimates under Nonstandard Conditions", 1967): H^-1 B H^-1, where H is the curvature of the likelihood and B
the covariance of the blocks' gradients (sandwich estimator).
"""

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from typing import Final, NamedTuple

from ai.bots.player_spec import PlayerSpec
from ai.elo import Z_95, EloEstimate
from ai.levels import ANCHOR
from engine.core.setup import BASE_VARIANT, Variant
from engine.games import GAMES
from lab.contest import Contest, ContestResult

MAX_NEWTON_STEPS: Final = 100
CONVERGED_STEP: Final = 1e-10
MAX_NEWTON_STEP: Final = 2.0  # in natural units: 347 Elo
ELO_PER_UNIT: Final = 400 / log(10)  # Elo per natural unit, in which log(g) is measured

Matrix = list[list[float]]


class GameBlock(NamedTuple):
    """Games between the same players with the same luck: the name of the player in each seat, the number of games, and the wins
    of each player, with fractions for shared victories."""

    seat_names: tuple[str, ...]
    games: int
    wins: Mapping[str, float]


def estimate_ratings(
    blocks: Sequence[GameBlock], anchor: str, anchor_elo: float = 1000.0, with_prior: bool = True
) -> dict[str, EloEstimate]:
    """Elo and its 95% interval for each player; `anchor` has exactly `anchor_elo`.

    With `with_prior`, two more games are counted between any two players who met, one won by each: without them, a player who
    has won all games would have no finite rating. Raises ValueError if no chain of games connects a player to the anchor.
    """
    names = list(dict.fromkeys(name for block in blocks for name in block.seat_names))
    names = [anchor, *[name for name in names if name != anchor]]
    check_connected(blocks, names)
    all_blocks = [*blocks, *(prior_games(blocks) if with_prior else [])]
    theta = dict.fromkeys(names, 0.0)
    free_names = names[1:]
    for _ in range(MAX_NEWTON_STEPS):
        gradient, curvature = gradient_and_curvature(all_blocks, theta, free_names)
        step = solve(curvature, gradient)
        largest_change = max((abs(change) for change in step), default=0.0)
        scale = min(1.0, MAX_NEWTON_STEP / largest_change) if largest_change else 1.0
        for name, change in zip(free_names, step, strict=True):
            theta[name] += scale * change
        if largest_change < CONVERGED_STEP:
            break
    errors = standard_errors(all_blocks, theta, free_names)
    return {
        name: EloEstimate(
            anchor_elo + ELO_PER_UNIT * theta[name],
            anchor_elo + ELO_PER_UNIT * (theta[name] - Z_95 * errors.get(name, 0.0)),
            anchor_elo + ELO_PER_UNIT * (theta[name] + Z_95 * errors.get(name, 0.0)),
        )
        for name in names
    }


def check_connected(blocks: Sequence[GameBlock], names: Sequence[str]) -> None:
    """Raise ValueError if the games do not connect all `names`."""
    reached = {names[0]}
    has_grown = True
    while has_grown:
        has_grown = False
        for block in blocks:
            if reached.intersection(block.seat_names) and not reached.issuperset(block.seat_names):
                reached.update(block.seat_names)
                has_grown = True
    for name in names:
        if name not in reached:
            raise ValueError(f"no games lead from {name} to {names[0]}")


def prior_games(blocks: Sequence[GameBlock]) -> list[GameBlock]:
    """The two additional games for each pair that met."""
    pairs = {
        (first, second)
        for block in blocks
        for first in block.seat_names
        for second in block.seat_names
        if first < second
    }
    return [GameBlock(pair, 1, {winner: 1.0}) for pair in sorted(pairs) for winner in pair]


def expected_win_shares(block: GameBlock, theta: Mapping[str, float]) -> dict[str, float]:
    """The expected share of a game for each player of a block."""
    highest = max(theta[name] for name in block.seat_names)
    shares = dict.fromkeys(block.seat_names, 0.0)
    for name in block.seat_names:
        shares[name] += exp(theta[name] - highest)
    total = sum(shares.values())
    return {name: share / total for name, share in shares.items()}


def block_gradient(block: GameBlock, theta: Mapping[str, float], free_names: Sequence[str]) -> list[float]:
    """The gradient of one block: for each free rating, observed minus expected wins."""
    shares = expected_win_shares(block, theta)
    return [block.wins.get(name, 0.0) - block.games * shares[name] if name in shares else 0.0 for name in free_names]


def gradient_and_curvature(
    blocks: Sequence[GameBlock], theta: Mapping[str, float], free_names: Sequence[str]
) -> tuple[list[float], Matrix]:
    """The gradient of the log likelihood, and minus its matrix of second derivatives."""
    gradient = [0.0] * len(free_names)
    curvature = [[0.0] * len(free_names) for _ in free_names]
    for block in blocks:
        shares = expected_win_shares(block, theta)
        for i, component in enumerate(block_gradient(block, theta, free_names)):
            gradient[i] += component
        free_shares = [shares.get(name, 0.0) for name in free_names]
        for i, share_i in enumerate(free_shares):
            for j, share_j in enumerate(free_shares):
                curvature[i][j] += block.games * ((share_i if i == j else 0.0) - share_i * share_j)
    return gradient, curvature


def standard_errors(
    blocks: Sequence[GameBlock], theta: Mapping[str, float], free_names: Sequence[str]
) -> dict[str, float]:
    """The standard error of each free rating, in natural units."""
    _, curvature = gradient_and_curvature(blocks, theta, free_names)
    gradients = [block_gradient(block, theta, free_names) for block in blocks]
    errors = {}
    for i, name in enumerate(free_names):
        row = solve(curvature, [float(j == i) for j in range(len(free_names))])
        errors[name] = sqrt(sum(sum(a * b for a, b in zip(row, gradient, strict=True)) ** 2 for gradient in gradients))
    return errors


def solve(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """The solution of a small system of linear equations, by Gaussian elimination with pivoting."""
    n = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for below in range(i + 1, n):
            factor = rows[below][i] / rows[i][i]
            rows[below] = [lower - factor * upper for lower, upper in zip(rows[below], rows[i], strict=True)]
    solution = [0.0] * n
    for i in reversed(range(n)):
        solution[i] = (rows[i][n] - sum(rows[i][j] * solution[j] for j in range(i + 1, n))) / rows[i][i]
    return solution


ANCHOR_ELO: Final = 1000.0  # the Elo of the anchor; all ratings are relative to it
NEIGHBOUR_GAMES_PER_OTHER: Final = 5  # games between neighbours for each game between other levels


class Pairing(NamedTuple):
    """A contest of the ladder, the higher level first, and its number of blocks."""

    contest: Contest
    blocks: int


class Standing(NamedTuple):
    """The row of one level in the table. `elo_above_next` is from its games against the next lower level; None for the lowest."""

    name: str
    rating: EloEstimate
    games: int
    ms_per_decision: float
    elo_above_next: EloEstimate | None


def pairings(
    specs_upward: Sequence[PlayerSpec],
    players: int,
    neighbour_games: int,
    seed: int,
    variant: Variant = BASE_VARIANT,
    game: str = GAMES.default,
) -> list[Pairing]:
    """All contests between the levels, which are sorted from weakest to strongest; those between neighbours come first.
    `neighbour_games` is the number of games between two neighbours, rounded up to whole blocks."""
    found_pairings = []
    for distance in range(1, len(specs_upward)):
        blocks = (
            -(-neighbour_games // players)
            if distance == 1
            else -(-neighbour_games // players // NEIGHBOUR_GAMES_PER_OTHER)
        )
        for low in range(len(specs_upward) - distance):
            player_specs = (specs_upward[low + distance], *[specs_upward[low]] * (players - 1))
            found_pairings.append(Pairing(Contest(player_specs, seed, variant, game), blocks))
    return found_pairings


def anchor_name(specs_upward: Sequence[PlayerSpec]) -> str:
    """The player whose rating is fixed at `ANCHOR_ELO`: the scribe, or else the weakest."""
    names = [spec.text for spec in specs_upward]
    return ANCHOR if ANCHOR in names else names[0]


def standings(specs_upward: Sequence[PlayerSpec], results: Sequence[ContestResult]) -> list[Standing]:
    """The standing of each level, from weakest to strongest as in `specs_upward`. Raises ValueError if a level is not connected
    to the anchor by games."""
    ratings = estimate_ratings(
        [block for result in results for block in blocks_for_rating(result)], anchor_name(specs_upward), ANCHOR_ELO
    )
    return [
        Standing(
            spec.text,
            ratings[spec.text],
            sum(result.games for result in results if spec.text in player_names(result)),
            ms_per_decision(spec.text, results),
            elo_above(specs_upward[index - 1].text, spec.text, results) if index else None,
        )
        for index, spec in enumerate(specs_upward)
    ]


def blocks_for_rating(result: ContestResult) -> list[GameBlock]:
    """The blocks of a contest as `lab.ladder` needs them."""
    names = player_names(result)
    blocks = []
    for wins in result.block_wins:
        sums = dict.fromkeys(names, 0.0)
        for name, reward in zip(names, wins, strict=True):
            sums[name] += reward
        blocks.append(GameBlock(names, len(names), sums))
    return blocks


def player_names(result: ContestResult) -> tuple[str, ...]:
    return tuple([spec.text for spec in result.contest.player_specs])


def ms_per_decision(name: str, results: Sequence[ContestResult]) -> float:
    """Mean milliseconds for a decision, over all games of a level."""
    times = [
        result.total_ms_and_decisions(player)
        for result in results
        for player, player_name in enumerate(player_names(result))
        if player_name == name
    ]
    return round(sum(ms for ms, _ in times) / max(1, sum(decisions for _, decisions in times)), 3)


def elo_above(low: str, high: str, results: Sequence[ContestResult]) -> EloEstimate | None:
    """The Elo of `high` above `low` from their own games; None if there are none."""
    for result in results:
        names = player_names(result)
        if (names[0], names[1]) == (high, low):
            return result.estimate()
    return None
