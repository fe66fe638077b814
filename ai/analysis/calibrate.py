"""Makes calibrations: plays games, values positions in them, and fits the values to the results.

Positions of one game share its result, so all errors are computed by game. Half of the games are held out for the report; the
file is then fitted to all games. As in an analysis, a position is valued from what the seat that is asked can know.
"""

import json
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

from ai.analysis.analyse import CONFIRMATION, Question, compare_answers, screen_answers
from ai.analysis.calibration import (
    FEATURE_COUNT,
    FORMAT_VERSION,
    VALUE_ALONE,
    Place,
    dot,
    features_of,
    predicted_chance,
)
from ai.analysis.decision import STAGES
from ai.bots.bot import Bot, decision_seed
from ai.bots.player_spec import spec_from_seat_text
from ai.kit import kit_of
from ai.search.mcts import Search
from ai.search.playout import Rng
from engine.core.errors import EngineError
from engine.core.game import NOBODY, Game, Setup, State
from engine.core.luck import seeded_hash
from engine.games import GAMES

SAMPLE_STREAM: Final = 0xCA11B
WITHIN_TURN_EVERY: Final = 4  # of the decisions within a turn, one in so many is valued; of those at its start all are
RIDGE: Final = 4.0  # how strongly the fit is drawn to the value alone, in observations
NEWTON_STEPS: Final = 30
MIN_SLOPE: Final = 0.05  # of the log odds in the value, everywhere: a higher value is never a lower chance
BIN_COUNT: Final = 10
TREE_SIZES: Final = (50, 100, 400, 1600)  # whose errors are measured, against DEEP_SIZE
DEEP_SIZE: Final = 6400


class CannotCalibrate(EngineError):
    """The values of this game cannot be calibrated. The text is one sentence."""


class ValuedPosition(NamedTuple):
    """A position of a finished game: the value that a search found for its seat, the current lead of the seat, and what became of
    it: its share of the victory and its final lead."""

    value: float
    progress: float
    is_within_turn: bool
    lead: float
    share: float
    margin: float

    @property
    def place(self) -> Place:
        return Place(self.progress, self.is_within_turn)


def play_and_value(setup: Setup, player: str, simulations: int, tree_sample: int = 0) -> dict[str, Any]:
    """Play a game of equals, and value its positions with `simulations` each. Returns JSON values: `positions`, each the
    fields of a ValuedPosition; and, for one in `tree_sample` decisions, `trees`: the place, and the values of the best and of
    the last answer for each of TREE_SIZES and DEEP_SIZE. Raises BadSetup and CannotCalibrate."""
    game = GAMES[setup.game]
    state = game.start(setup)
    if not kit_of(game).value_key(state):
        raise CannotCalibrate(f"the values of {game.title()}, {setup.edition}, cannot be calibrated")
    spec = spec_from_seat_text(player)
    bots = [Bot(game, seat, spec.level, spec.budget) for seat in range(setup.player_count)]
    rng = Rng(seeded_hash(setup.seed, SAMPLE_STREAM))
    open_positions: list[tuple[int, float, Place, float]] = []
    trees: list[list[float]] = []
    ply, chapter, answered = 0, game.chapter(state), set[int]()
    while state.mover != NOBODY:
        mover = int(state.mover)
        if game.chapter(state) != chapter:
            chapter, answered = game.chapter(state), set()
        if state.move_count > 1:
            is_within_turn = mover in answered or chapter.seat not in (NOBODY, mover)
            if not is_within_turn or rng.below(WITHIN_TURN_EVERY) == 0:
                question = Question(game, setup, state, ply, is_within_turn)
                value = position_value(question, simulations)
                open_positions.append((mover, value, question.place, lead_of(game, state, mover)))
                if tree_sample and rng.below(tree_sample) == 0:
                    trees.append(tree_values(question))
        answered.add(mover)
        pending = bots[mover].start_move(state, decision_seed(setup.seed, ply, mover))
        while not pending.done:
            pending.step()
        state.apply(pending.move)
        ply += 1
    rewards = game.rewards(state)
    positions = [
        [value, place.progress, place.is_within_turn, lead, rewards[seat], lead_of(game, state, seat)]
        for seat, value, place, lead in open_positions
    ]
    return {"positions": positions, "trees": trees}


def position_value(question: Question, simulations: int) -> float:
    """The settled value of a search over all answers."""
    search = Search(question.game, question.root, question.seat, question.seed(CONFIRMATION), question.evaluator)
    search.run(simulations)
    values = search.settle(simulations)
    return sum(values) / len(values)


def tree_values(question: Question) -> list[float]:
    """The place of a question, and for two of its answers the settled values of trees of all sizes, the deepest last."""
    screened = screen_answers(question, 8 * len(question.moves))
    ranked = sorted(screened, key=lambda move: -screened[move].value)
    best, other = ranked[0], ranked[len(ranked) // 2] if len(ranked) > 2 else ranked[-1]
    values: list[float] = [question.place.progress, float(question.place.is_within_turn)]
    for size in (*TREE_SIZES, DEEP_SIZE):
        estimates = compare_answers(question, best, other, size, size)
        values += [estimates[best].value, estimates[other].value]
    return values


def lead_of(game: Game[Any], state: State, seat: int) -> float:
    """The points of a seat less those of the best other one."""
    scores = game.scores(state)
    others = [points for other, points in enumerate(scores) if other != seat]
    return float(scores[seat] - max(others)) if others else 0.0


class Fit(NamedTuple):
    """The weights of a logistic regression, and those of the expected margin."""

    chance: tuple[float, ...]
    margin: tuple[float, ...]


Games = Sequence[Sequence[ValuedPosition]]


def fit(games: Games, seats: int) -> Fit:
    """Fit both regressions to all positions of these games."""
    rows = [(features_of(p.value, seats, p.place), p.share, p.margin) for positions in games for p in positions]
    chance = fit_logistic([(row, share) for row, share, _ in rows], VALUE_ALONE, seats)
    margin = fit_linear([(row, lead) for row, _, lead in rows])
    return Fit(with_positive_slope(chance), margin)


def fit_logistic(
    rows: Sequence[tuple[Sequence[float], float]], start: Sequence[float], seats: int
) -> tuple[float, ...]:
    """Logistic regression by Newton's method, with a ridge towards `start`. Targets may be shares between 0 and 1."""
    weights = list(start)
    size = len(weights)
    for _ in range(NEWTON_STEPS):
        gradient = [RIDGE * (start[i] - weights[i]) for i in range(size)]
        hessian = [[RIDGE * (i == j) for j in range(size)] for i in range(size)]
        for features, target in rows:
            p = predicted_chance(weights, features, seats)
            slack = p * (1.0 - p)
            for i in range(size):
                gradient[i] += (target - p) * features[i]
                for j in range(size):
                    hessian[i][j] += slack * features[i] * features[j]
        step = solve(hessian, gradient)
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-7:
            break
    return tuple(weights)


def fit_linear(rows: Sequence[tuple[Sequence[float], float]]) -> tuple[float, ...]:
    """Least squares with a small ridge."""
    size = FEATURE_COUNT
    normal = [[RIDGE * 0.1 * (i == j) for j in range(size)] for i in range(size)]
    right = [0.0] * size
    for features, target in rows:
        for i in range(size):
            right[i] += features[i] * target
            for j in range(size):
                normal[i][j] += features[i] * features[j]
    return tuple(solve(normal, right))


def solve(matrix: list[list[float]], right: Sequence[float]) -> list[float]:
    """The solution of a system of linear equations, by elimination with pivots."""
    size = len(right)
    rows = [[*matrix[i], right[i]] for i in range(size)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda i: abs(rows[i][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for i in range(column + 1, size):
            factor = rows[i][column] / rows[column][column]
            for j in range(column, size + 1):
                rows[i][j] -= factor * rows[column][j]
    solution = [0.0] * size
    for i in reversed(range(size)):
        known = sum([rows[i][j] * solution[j] for j in range(i + 1, size)])
        solution[i] = (rows[i][size] - known) / rows[i][i]
    return solution


def with_positive_slope(weights: tuple[float, ...]) -> tuple[float, ...]:
    """The weights, drawn towards VALUE_ALONE until the chance rises with the value everywhere."""
    for part in range(11):
        mixed = tuple(
            [(1 - part / 10) * own + part / 10 * plain for own, plain in zip(weights, VALUE_ALONE, strict=True)]
        )
        slopes = [
            mixed[2] + mixed[3] * t / 10 + mixed[4] * t * t / 100 + within * (mixed[6] + mixed[7] * t / 10)
            for t in range(11)
            for within in (0, 1)
        ]
        if min(slopes) >= MIN_SLOPE:
            return mixed
    return VALUE_ALONE


class Comparison(NamedTuple):
    """The Brier score of a prediction, with its standard error by game."""

    score: float
    error: float


def report(games: Games, seats: int) -> dict[str, Any]:
    """How well a fit to the games with even numbers predicts the others: JSON values. `brier` is lower for better predictions;
    each pair is a score and its standard error by game. `gain` is the lead's score less that of the fit, by game."""
    train, held_out = games[0::2], games[1::2]
    fitted = fit(train, seats)
    lead_weights = fit_logistic(
        [(lead_features(p), p.share) for positions in train for p in positions], (0.0,) * 4, seats
    )
    at_starts = [[p for p in positions if not p.is_within_turn] for positions in held_out]

    def by_fit(p: ValuedPosition) -> float:
        return predicted_chance(fitted.chance, features_of(p.value, seats, p.place), seats)

    def by_lead(p: ValuedPosition) -> float:
        return predicted_chance(lead_weights, lead_features(p), seats)

    def by_value(p: ValuedPosition) -> float:
        return p.value

    def constant(_: ValuedPosition) -> float:
        return 1.0 / seats

    predictions = {"fitted": by_fit, "raw value": by_value, "lead in points": by_lead, "constant": constant}
    brier = {name: brier_score(at_starts, predict) for name, predict in predictions.items()}
    stages = {
        stage: brier_score([[p for p in positions if p.place.stage == stage] for positions in at_starts], by_fit)
        for stage in STAGES
    }
    gains = [
        (sum([(by_lead(p) - p.share) ** 2 - (by_fit(p) - p.share) ** 2 for p in positions]), len(positions))
        for positions in at_starts
        if positions
    ]
    margin_errors = [
        (dot(fitted.margin, features_of(p.value, seats, p.place)) - p.margin) ** 2
        for positions in at_starts
        for p in positions
    ]
    bins = reliability(at_starts, by_fit)
    return {
        "games": len(held_out),
        "positions": sum(map(len, at_starts)),
        "brier": {name: list(score) for name, score in brier.items()},
        "gain": list(mean_by_game(gains)),
        "stages": {stage: list(score) for stage, score in stages.items()},
        "margin rmse": sqrt(sum(margin_errors) / max(1, len(margin_errors))),
        "reliability": bins,
        "calibration error": sum([count * abs(mean - won) for mean, won, _, count in bins])
        / max(1, sum([count for *_, count in bins])),
    }


def lead_features(p: ValuedPosition) -> tuple[float, ...]:
    """The features of the prediction by the lead in points alone."""
    return (1.0, p.lead / 10.0, p.lead / 10.0 * p.progress, p.progress)


def brier_score(games: Games, predict: Any) -> Comparison:
    """The mean squared difference of prediction and result, with its error by game."""
    return mean_by_game(
        [(sum([(predict(p) - p.share) ** 2 for p in positions]), len(positions)) for positions in games if positions]
    )


def mean_by_game(sums: Sequence[tuple[float, int]]) -> Comparison:
    """The mean of all positions from the sum and the number of each game, with its standard error by game (ratio estimator)."""
    count = sum([number for _, number in sums])
    if not count:
        return Comparison(0.0, 0.0)
    mean = sum([total for total, _ in sums]) / count
    squares = sum([(total - mean * number) ** 2 for total, number in sums])
    return Comparison(mean, sqrt(squares) / count)


def reliability(games: Games, predict: Any) -> list[list[float]]:
    """For each tenth of the predictions: their mean, the mean result, its standard error by game, and their number."""
    table = []
    for tenth in range(BIN_COUNT):
        chosen = [[p for p in positions if min(9, int(10 * predict(p))) == tenth] for positions in games]
        pairs = [(sum([predict(p) for p in positions]), len(positions)) for positions in chosen if positions]
        results = [(sum([p.share for p in positions]), len(positions)) for positions in chosen if positions]
        count = sum([number for _, number in pairs])
        if count:
            won = mean_by_game(results)
            table.append([mean_by_game(pairs).score, won.score, won.error, float(count)])
    return table


def tree_errors(trees: Sequence[Sequence[float]], fitted: Fit, seats: int) -> dict[str, float]:
    """For each tree size, the root mean square difference of its chances from those of the deepest trees. The differences of two
    answers count, so what both answers have in common does not."""
    squares = [0.0] * len(TREE_SIZES)
    for progress, within, *values in trees:
        place = Place(progress, bool(within))
        chances = [predicted_chance(fitted.chance, features_of(value, seats, place), seats) for value in values]
        differences = [chances[2 * i] - chances[2 * i + 1] for i in range(len(TREE_SIZES) + 1)]
        for i in range(len(TREE_SIZES)):
            squares[i] += (differences[i] - differences[-1]) ** 2
    return {
        str(size): round(
            sqrt(square / len(trees) / 2.0), 4
        )  # the error of one answer: that of a difference, over the root of 2
        for size, square in zip(TREE_SIZES, squares, strict=True)
    }


def calibration_text(
    setup: Setup, fitted: Fit, errors: Mapping[str, float], facts: Mapping[str, Any], made: str
) -> str:
    """The text of a calibration file. `made` is the command that makes it again."""
    game = GAMES[setup.game]
    fields = {
        "vok calibration": FORMAT_VERSION,
        "game": setup.game,
        "edition": setup.edition,
        "players": setup.player_count,
        "value": kit_of(game).value_key(game.start(setup)),
        "made": made,
        "chance": [float(f"{weight:.5g}") for weight in fitted.chance],
        "margin": [float(f"{weight:.5g}") for weight in fitted.margin],
        "errors": dict(errors),
        "report": _rounded(facts),
    }
    lines = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in fields.items()]
    return "{" + ",\n".join(lines) + "}\n"


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, Mapping):
        return {name: _rounded(item) for name, item in value.items()}
    return [_rounded(item) for item in value] if isinstance(value, list) else value
