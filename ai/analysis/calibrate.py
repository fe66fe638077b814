"""Makes calibrations: plays games, values positions in them, and fits the values to the results.

Only positions at rest are valued, because chances are read nowhere else: each for all seats, as the search values the positions
to which it has come. Positions of one game share its result, so all errors are computed by game. For the report, each game is
predicted by a fit to other games; the file is then fitted to all games.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

from ai.analysis.analyse import SeenDecision, compare_answers, screen_answers
from ai.analysis.calibration import (
    FEATURE_COUNT,
    FORMAT_VERSION,
    VALUE_ALONE,
    Calibration,
    dot,
    features_of,
    predicted_chance,
    stage_of,
)
from ai.analysis.decision import STAGES
from ai.analysis.rest import RestValue, lead_of
from ai.bots.bot import Bot, decision_seed
from ai.bots.player_spec import spec_from_seat_text
from ai.kit import kit_of
from ai.search.playout import Rng
from engine.core.errors import EngineError
from engine.core.game import NOBODY, Setup
from engine.core.luck import seeded_hash
from engine.games import GAMES

SAMPLE_STREAM: Final = 0xCA11B
RIDGE: Final = 200.0  # how strongly a fit is drawn to one that uses the value alone, in observations
NEWTON_STEPS: Final = 30
MIN_SLOPE: Final = 0.05  # of the log odds in the value, everywhere: a higher value is never a lower chance
BIN_COUNT: Final = 10
# A calibration made from games with other numbers on the cards may be shown if a check on so many games finds it better than the
# lead in points by so much, and off by no more than this.
MIN_CHECKED_GAMES: Final = 100
MIN_CHECKED_GAIN: Final = 0.02
MAX_CHECKED_ERROR: Final = 0.05
FOLDS: Final = 5  # each game is predicted by a fit to the games of the other folds
USUAL_SHARE: Final = 0.68  # of the differences of two trees that an error covers
DEFAULT_DEEP_SIZE: Final = 6400  # of the trees against which the errors of smaller ones are measured
SIZE_DIVISORS: Final = (64, 16, 4)  # the deep size divided by these: 100, 400 and 1600
LEAST_GAP: Final = 0.01  # in chance, of two answers that differ
FIRST_TREE_USE: Final = 60  # of seeds, beside those of the analysis


class CannotCalibrate(EngineError):
    """The values of this game cannot be calibrated. The text is one sentence."""


class ValuedPosition(NamedTuple):
    """A position at rest of a finished game, for one seat: its value and the current lead of the seat, and what became of it: its
    share of the victory and its final lead."""

    value: float
    progress: float
    lead: float
    share: float
    margin: float


def play_and_value(
    setup: Setup, player: str, tree_sample: int = 0, deep_size: int = DEFAULT_DEEP_SIZE
) -> dict[str, Any]:
    """Play a game of equals, and value its positions at rest for each seat. Returns JSON values: `positions`, each the fields
    of a ValuedPosition; and, for one in `tree_sample` of the decisions, `trees` as `tree_values` gives them. Raises BadSetup and
    CannotCalibrate."""
    game = GAMES[setup.game]
    state = game.start(setup)
    kit = kit_of(game)
    if not kit.value_key(state):
        raise CannotCalibrate(f"the values of {game.title()}, {setup.edition}, cannot be calibrated")
    evaluator = kit.analysis_evaluator(state)
    spec = spec_from_seat_text(player)
    seats = range(setup.player_count)
    bots = [Bot(game, seat, spec.level, spec.budget) for seat in seats]
    rng = Rng(seeded_hash(setup.seed, SAMPLE_STREAM))
    at_rest: list[tuple[int, RestValue, float]] = []
    trees: list[list[float]] = []
    ply, chapter, begun = 0, game.chapter(state), 0
    while state.mover != NOBODY:
        mover = int(state.mover)
        if game.chapter(state) != chapter:
            chapter, begun = game.chapter(state), ply
        if ply and game.is_at_rest(state):
            at_rest += [(seat, RestValue(kit, evaluator, state, seat), lead_of(game, state, seat)) for seat in seats]
        if tree_sample and state.move_count > 1 and rng.below(tree_sample) == 0:
            question = SeenDecision(game, setup, state, ply, False, has_chances=False)
            if len(question.distinct_moves()) > 1:
                trees.append(tree_values(question, deep_size))
        pending = bots[mover].start_move(state, decision_seed(setup.seed, ply, mover), chapter_moves=ply - begun)
        while not pending.done:
            pending.step()
        state.apply(pending.move)
        ply += 1
    rewards = game.rewards(state)
    leads = [lead_of(game, state, seat) for seat in seats]
    positions = [[rest.value, rest.progress, lead, rewards[seat], leads[seat]] for seat, rest, lead in at_rest]
    return {"positions": positions, "trees": trees}


def tree_sizes(deep_size: int) -> list[int]:
    """The sizes of trees that are compared, the deepest last."""
    return [max(1, deep_size // divisor) for divisor in (*SIZE_DIVISORS, 1)]


def tree_values(question: SeenDecision, deep_size: int) -> list[float]:
    """The progress of the game at a question, and the values of two of its answers from trees of all sizes, and from the deepest
    once more, with other luck."""
    screened = screen_answers(question, 8 * len(question.moves))
    ranked = sorted(screened, key=lambda move: -screened[move].reward)
    best, other = ranked[0], ranked[len(ranked) // 2] if len(ranked) > 2 else ranked[-1]
    values = [question.kit.progress(question.root)]
    for use, size in enumerate([*tree_sizes(deep_size), deep_size], start=FIRST_TREE_USE):
        estimates = compare_answers(question, [best, other], use, size)
        values += [estimates[best].value, estimates[other].value]
    return values


class Fit(NamedTuple):
    """The weights of a logistic regression, and those of the expected margin."""

    chance: tuple[float, ...]
    margin: tuple[float, ...]


Games = Sequence[Sequence[ValuedPosition]]


def fit(games: Games, seats: int) -> Fit:
    """Fit both regressions to all positions of these games."""
    rows = [(features_of(p.value, seats, p.progress), p.share, p.margin) for positions in games for p in positions]
    chance = fit_logistic([(row, share) for row, share, _ in rows], VALUE_ALONE, seats)
    margin = fit_linear([(row, lead) for row, _, lead in rows])
    return Fit(with_positive_slope(chance, VALUE_ALONE), margin)


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
    """Least squares, with a ridge towards the fit that uses the value alone."""
    size = FEATURE_COUNT
    slope = sum([row[2] * target for row, target in rows]) / max(1e-9, sum([row[2] ** 2 for row, _ in rows]))
    value_alone = tuple([slope * weight for weight in VALUE_ALONE])
    normal = [[RIDGE * (i == j) for j in range(size)] for i in range(size)]
    right = [RIDGE * weight for weight in value_alone]
    for features, target in rows:
        for i in range(size):
            right[i] += features[i] * target
            for j in range(size):
                normal[i][j] += features[i] * features[j]
    return with_positive_slope(tuple(solve(normal, right)), value_alone)


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


def with_positive_slope(weights: tuple[float, ...], value_alone: tuple[float, ...]) -> tuple[float, ...]:
    """The weights, drawn towards `value_alone` until the prediction rises with the value everywhere."""
    for part in range(10):
        mixed = tuple(
            [(1 - part / 10) * own + part / 10 * plain for own, plain in zip(weights, value_alone, strict=True)]
        )
        slopes = [mixed[2] + mixed[3] * t / 10 + mixed[4] * t * t / 100 for t in range(11)]
        if min(slopes) >= MIN_SLOPE:
            return mixed
    return value_alone


class ScoreByGame(NamedTuple):
    """The Brier score of a prediction, with its standard error by game."""

    score: float
    error: float


class Prediction(NamedTuple):
    """A position at rest, and what a fit to other games predicts for it."""

    position: ValuedPosition
    chance: float
    chance_by_lead: float
    margin: float


def held_out_predictions(games: Games, seats: int) -> list[list[Prediction]]:
    """The positions at rest of each game, predicted by a fit to the games of other folds."""
    predictions: list[list[Prediction]] = [[] for _ in games]
    for fold in range(FOLDS):
        train = [positions for number, positions in enumerate(games) if number % FOLDS != fold]
        fitted = fit(train, seats)
        lead_rows = [(lead_features(p), p.share) for positions in train for p in positions]
        by_lead = fit_logistic(lead_rows, (0.0,) * 4, seats)
        for number in range(fold, len(games), FOLDS):
            for p in games[number]:
                row = features_of(p.value, seats, p.progress)
                chance = predicted_chance(fitted.chance, row, seats)
                lead_chance = predicted_chance(by_lead, lead_features(p), seats)
                predictions[number].append(Prediction(p, chance, lead_chance, dot(fitted.margin, row)))
    return predictions


def report(games: Games, seats: int) -> dict[str, Any]:
    """How well fits predict games that they were not made from: JSON values. `brier` is lower for better predictions; each pair
    is a score and its standard error by game. `gain` is the lead's score less that of the fit, by game."""
    predicted = [game for game in held_out_predictions(games, seats) if game]

    def brier(predict: Callable[[Prediction], float], stage: str = "") -> list[float]:
        kept = [[p for p in game if not stage or stage_of(p.position.progress) == stage] for game in predicted]
        sums = [(sum([(predict(p) - p.position.share) ** 2 for p in game]), len(game)) for game in kept if game]
        return list(mean_by_game(sums))

    gains = [
        (
            sum([(p.chance_by_lead - p.position.share) ** 2 - (p.chance - p.position.share) ** 2 for p in game]),
            len(game),
        )
        for game in predicted
    ]
    margin_errors = [(p.margin - p.position.margin) ** 2 for game in predicted for p in game]
    bins = reliability(predicted)
    count = sum(map(len, predicted))
    return {
        "games": len(predicted),
        "positions": count,
        "brier": {
            "fitted": brier(lambda p: p.chance),
            "raw value": brier(lambda p: p.position.value),
            "lead in points": brier(lambda p: p.chance_by_lead),
            "constant": brier(lambda _: 1.0 / seats),
        },
        "gain": list(mean_by_game(gains)),
        "stages": {stage: brier(lambda p: p.chance, stage) for stage in STAGES},
        "margin rmse": sqrt(sum(margin_errors) / max(1, count)),
        "reliability": bins,
        "calibration error": sum([number * abs(mean - won) for mean, won, _, number in bins]) / max(1, count),
    }


def check_of(games: Games, calibration: Calibration) -> dict[str, Any]:
    """How well a calibration that was made from other games predicts these, at their positions at rest: JSON values. `fits` is
    whether that is good enough to show its chances in such games."""
    seats = calibration.seats
    kept = [positions for positions in games if positions]
    by_lead = [
        [prediction.chance_by_lead for prediction in game] for game in held_out_predictions(games, seats) if game
    ]
    scores, gains, predicted = [], [], []
    for positions, lead_chances in zip(kept, by_lead, strict=True):
        weights = calibration.chance_weights
        chances = [predicted_chance(weights, features_of(p.value, seats, p.progress), seats) for p in positions]
        squares = [(chance - p.share) ** 2 for chance, p in zip(chances, positions, strict=True)]
        lead_squares = [(chance - p.share) ** 2 for chance, p in zip(lead_chances, positions, strict=True)]
        scores.append((sum(squares), len(positions)))
        gains.append((sum(lead_squares) - sum(squares), len(positions)))
        predicted.append([Prediction(p, chance, 0.0, 0.0) for p, chance in zip(positions, chances, strict=True)])
    gain = mean_by_game(gains)
    count = max(1, sum(map(len, predicted)))
    error = sum([number * abs(mean - won) for mean, won, _, number in reliability(predicted)]) / count
    fits = len(kept) >= MIN_CHECKED_GAMES and gain.score >= MIN_CHECKED_GAIN and error <= MAX_CHECKED_ERROR
    return {
        "games": len(kept),
        "brier": list(mean_by_game(scores)),
        "gain": list(gain),
        "calibration error": error,
        "fits": fits,
    }


def lead_features(p: ValuedPosition) -> tuple[float, ...]:
    """The features of the prediction by the lead in points alone."""
    return (1.0, p.lead / 10.0, p.lead / 10.0 * p.progress, p.progress)


def mean_by_game(sums: Sequence[tuple[float, int]]) -> ScoreByGame:
    """The mean of all positions from the sum and the number of each game, with its standard error by game (ratio estimator)."""
    count = sum([number for _, number in sums])
    if not count:
        return ScoreByGame(0.0, 0.0)
    mean = sum([total for total, _ in sums]) / count
    squares = sum([(total - mean * number) ** 2 for total, number in sums])
    return ScoreByGame(mean, sqrt(squares) / count)


def reliability(predicted: Sequence[Sequence[Prediction]]) -> list[list[float]]:
    """For each tenth of the predictions: their mean, the mean result, its standard error by game, and their number."""
    table = []
    for tenth in range(BIN_COUNT):
        chosen = [[p for p in game if min(BIN_COUNT - 1, int(BIN_COUNT * p.chance)) == tenth] for game in predicted]
        pairs = [(sum([p.chance for p in game]), len(game)) for game in chosen if game]
        results = [(sum([p.position.share for p in game]), len(game)) for game in chosen if game]
        count = sum([number for _, number in pairs])
        if count:
            won = mean_by_game(results)
            table.append([mean_by_game(pairs).score, won.score, won.error, float(count)])
    return table


def tree_errors(
    trees: Sequence[Sequence[float]], fitted: Fit, seats: int, deep_size: int = DEFAULT_DEEP_SIZE
) -> dict[str, float]:
    """For each tree size, how far the chance of an answer usually (in USUAL_SHARE of the cases) is off, from what `tree_values`
    found: smaller trees against the mean of the two deepest, and these against each other. The differences of two answers count,
    so what both have in common does not."""
    sizes = tree_sizes(deep_size)
    gaps: list[list[float]] = []
    for progress, *values in trees:
        chances = [predicted_chance(fitted.chance, features_of(value, seats, progress), seats) for value in values]
        gaps.append([better - other for better, other in zip(chances[::2], chances[1::2], strict=True)])
    # Most decisions do not matter: both answers come to the same. They say nothing about trees.
    gaps = [row for row in gaps if max(map(abs, row)) >= LEAST_GAP] or gaps
    errors = {}
    for place, size in enumerate(sizes):
        if place == len(sizes) - 1:
            off = [abs(row[-1] - row[-2]) / 2.0 for row in gaps]  # the difference of two gaps, each of two answers
        else:
            off = [abs(row[place] - (row[-1] + row[-2]) / 2.0) / sqrt(2.0) for row in gaps]
        errors[str(size)] = round(sorted(off)[int(USUAL_SHARE * (len(off) - 1))], 4)
    return errors


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


def tree_errors_text(setup: Setup, errors: Mapping[str, float], decisions: int, made: str) -> str:
    """The text of a file with the errors of trees at a table (`ai.measured`), from so many decisions."""
    fields = {"value": kit_of(GAMES[setup.game]).value_key(GAMES[setup.game].start(setup)), "made": made}
    return json.dumps({**fields, "decisions": decisions, "errors": errors}, indent=0) + "\n"


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, Mapping):
        return {name: _rounded(item) for name, item in value.items()}
    return [_rounded(item) for item in value] if isinstance(value, list) else value
