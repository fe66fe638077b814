"""Makes calibrations: plays games, values positions in them, and fits the values to the results.

Positions of one game share its result, so all errors are computed by game. For the report, each game is predicted by a fit to
other games; the file is then fitted to all games. As in an analysis, a position is valued from what the seat that is asked can
know.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

from ai.analysis.analyse import CONFIRMATION, SeenDecision, compare_answers, screen_answers
from ai.analysis.calibration import (
    FEATURE_COUNT,
    FORMAT_VERSION,
    VALUE_ALONE,
    Calibration,
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
SIZE_DIVISORS: Final = (128, 64, 16, 4)  # the deep size divided by these: 50, 100, 400 and 1600


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


def play_and_value(
    setup: Setup, player: str, simulations: int, tree_sample: int = 0, deep_size: int = DEFAULT_DEEP_SIZE
) -> dict[str, Any]:
    """Play a game of equals, and value its positions with `simulations` each. Returns JSON values: `positions`, each the fields
    of a ValuedPosition; and, for one in `tree_sample` of them, `trees`: the place, and the values of two answers for each of
    `tree_sizes`. Raises BadSetup and CannotCalibrate."""
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
                question = SeenDecision(game, setup, state, ply, is_within_turn)
                value = position_value(question, simulations)
                open_positions.append((mover, value, question.place, lead_of(game, state, mover)))
                if tree_sample and rng.below(tree_sample) == 0:
                    trees.append(tree_values(question, deep_size))
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


def position_value(question: SeenDecision, simulations: int) -> float:
    """The settled value of a search over all answers."""
    search = Search(question.game, question.root, question.seat, question.seed(CONFIRMATION), question.evaluator)
    search.run(simulations)
    values = search.settle(simulations)
    return sum(values) / len(values)


def tree_sizes(deep_size: int) -> list[int]:
    """The sizes of trees that are compared, the deepest last."""
    return [max(1, deep_size // divisor) for divisor in (*SIZE_DIVISORS, 1)]


def tree_values(question: SeenDecision, deep_size: int) -> list[float]:
    """The place of a question, and for two of its answers the settled values of trees of all sizes, the deepest last."""
    screened = screen_answers(question, 8 * len(question.moves))
    ranked = sorted(screened, key=lambda move: -screened[move].value)
    best, other = ranked[0], ranked[len(ranked) // 2] if len(ranked) > 2 else ranked[-1]
    values: list[float] = [question.place.progress, float(question.place.is_within_turn)]
    for size in tree_sizes(deep_size):
        estimates = compare_answers(question, [best, other], size, size)
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
        slopes = [
            mixed[2] + mixed[3] * t / 10 + mixed[4] * t * t / 100 + within * (mixed[6] + mixed[7] * t / 10)
            for t in range(11)
            for within in (0, 1)
        ]
        if min(slopes) >= MIN_SLOPE:
            return mixed
    return value_alone


class ScoreByGame(NamedTuple):
    """The Brier score of a prediction, with its standard error by game."""

    score: float
    error: float


class Prediction(NamedTuple):
    """A position at the start of a turn, and what a fit to other games predicts for it."""

    position: ValuedPosition
    chance: float
    chance_by_lead: float
    margin: float


def held_out_predictions(games: Games, seats: int) -> list[list[Prediction]]:
    """The positions at the starts of turns of each game, predicted by a fit to the games of other folds."""
    predictions: list[list[Prediction]] = [[] for _ in games]
    for fold in range(FOLDS):
        train = [positions for number, positions in enumerate(games) if number % FOLDS != fold]
        fitted = fit(train, seats)
        lead_rows = [(lead_features(p), p.share) for positions in train for p in positions]
        by_lead = fit_logistic(lead_rows, (0.0,) * 4, seats)
        for number in range(fold, len(games), FOLDS):
            for p in games[number]:
                if not p.is_within_turn:
                    row = features_of(p.value, seats, p.place)
                    chance = predicted_chance(fitted.chance, row, seats)
                    lead_chance = predicted_chance(by_lead, lead_features(p), seats)
                    predictions[number].append(Prediction(p, chance, lead_chance, dot(fitted.margin, row)))
    return predictions


def report(games: Games, seats: int) -> dict[str, Any]:
    """How well fits predict games that they were not made from: JSON values. `brier` is lower for better predictions; each pair
    is a score and its standard error by game. `gain` is the lead's score less that of the fit, by game."""
    predicted = [game for game in held_out_predictions(games, seats) if game]

    def brier(predict: Callable[[Prediction], float], stage: str = "") -> list[float]:
        kept = [[p for p in game if not stage or p.position.place.stage == stage] for game in predicted]
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
    """How well a calibration that was made from other games predicts these, at the starts of turns: JSON values. `fits` is
    whether that is good enough to show its chances in such games."""
    seats = calibration.seats
    kept = [[p for p in positions if not p.is_within_turn] for positions in games]
    kept = [positions for positions in kept if positions]
    by_lead = [
        [prediction.chance_by_lead for prediction in game] for game in held_out_predictions(games, seats) if game
    ]
    scores, gains, predicted = [], [], []
    for positions, lead_chances in zip(kept, by_lead, strict=True):
        chances = [calibration.chance(p.value, p.place) for p in positions]
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
    """For each tree size, how far its chances are from those of the deepest trees in USUAL_SHARE of the cases. The differences
    of two answers count, so what both answers have in common does not."""
    gaps: list[list[float]] = [[] for _ in SIZE_DIVISORS]
    for progress, within, *values in trees:
        place = Place(progress, bool(within))
        chances = [predicted_chance(fitted.chance, features_of(value, seats, place), seats) for value in values]
        differences = [chances[2 * i] - chances[2 * i + 1] for i in range(len(gaps) + 1)]
        for i, found in enumerate(gaps):
            found.append(abs(differences[i] - differences[-1]))
    # The error of one answer is that of a difference over the root of 2.
    return {
        str(size): round(sorted(found)[int(USUAL_SHARE * (len(found) - 1))] / sqrt(2.0), 4)
        for size, found in zip(tree_sizes(deep_size), gaps, strict=False)
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
