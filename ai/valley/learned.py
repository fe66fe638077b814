"""The learned evaluator for Valley of the Kings: a value function with weights that were learned from games.

The weighted sum of a seat's features is its logit; softmax over the seats gives their probabilities of winning. The value of a
card depends on the remaining turns, so there are weights for a few moments of the game (KNOT_TURNS), with linear interpolation
between them. Optional hidden units with ReLU add to the logit.
"""

from math import exp, log
from typing import Final, final

from ai.search.evaluator import Evaluator, highest
from ai.valley.features import Features
from ai.valley.handwritten import EXPLORATION, FAIR_SOLO_POINTS, LEAD_SCALE_POINTS
from engine.core.arrays import i64, vec
from engine.core.game import NOBODY, Game
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.state import TURN_NUMBER, ValleyState

KNOT_TURNS: Final = vec[float]([0.0, 2.0, 6.0, 14.0])  # as turns that each player still has
TIME_INPUTS: Final = 2  # further inputs of the hidden units, which depend on the remaining turns
INFINITY: Final = 1e9


@final
class Weights:
    """The parameters in one array: the feature weights, knot by knot; then, if there are hidden units, the weights from each
    feature and time input to each unit, the bias of each unit, and the weight of each unit in the logit."""

    def __init__(self, feature_count: int, hidden_unit_count: int, params: list[float]) -> None:
        self.feature_count: Final[i64] = feature_count
        self.hidden_unit_count: Final[i64] = hidden_unit_count
        self.params: Final = vec[float](params)
        self.hidden_start: Final[i64] = len(KNOT_TURNS) * feature_count
        self.bias_start: Final[i64] = self.hidden_start + hidden_unit_count * (feature_count + TIME_INPUTS)
        self.output_start: Final[i64] = self.bias_start + hidden_unit_count


def select_features(weights: Weights, indices: list[int]) -> Weights:
    size, hidden = int(weights.feature_count), int(weights.hidden_unit_count)
    param_indices = [knot * size + index for knot in range(len(KNOT_TURNS)) for index in indices]
    hidden_start = int(weights.hidden_start)
    param_indices += [hidden_start + index * hidden + h for index in indices for h in range(hidden)]
    param_indices += range(hidden_start + size * hidden, len(weights.params))
    return Weights(len(indices), hidden, [weights.params[param] for param in param_indices])


@final
class LearnedEvaluator(Evaluator[ValleyState]):
    """Evaluates positions with learned weights. For one catalogue of cards and the weights that were learned with it."""

    def __init__(
        self,
        game: Game[ValleyState],
        cards: Catalogue,
        weights: Weights,
        moves_recur: bool = False,
    ) -> None:
        super().__init__(game, 0, EXPLORATION, moves_recur=moves_recur)
        self.features: Final = Features(cards)
        self.weights: Final = weights
        # The weights for the latest position, interpolated.
        self._current_params: Final = vec[float]([0.0] * int(self.features.size))
        self._cards_left: i64 = -1
        self._seats: i64 = 0
        self._hidden_units: Final = vec[float]([0.0] * int(weights.hidden_unit_count))

    def clock(self, state: ValleyState) -> i64:
        return state.cells[TURN_NUMBER]

    def rewards(self, state: ValleyState) -> list[float]:
        """The probability that each seat wins; with several seats they add up to 1."""
        if state.mover == NOBODY:
            return training_targets(self.game, state)
        return win_chances(self.logits(state))

    def estimate(self, state: ValleyState, seat: i64) -> float:
        """The log odds of `seat` against all others together."""
        if state.mover == NOBODY:
            return log_odds(points_as_logits(self.game, state), seat)
        return log_odds(self.logits(state), seat)

    def logits(self, s: ValleyState) -> list[float]:
        """The logit of each seat."""
        features = self.features
        features.prepare(s)
        if features.cards_left != self._cards_left or s.seat_count != self._seats:
            self._interpolate_weights(s)
        logits: list[float] = []
        x = features.inputs
        current = self._current_params
        for seat in range(s.seat_count):
            features.fill_inputs(s, seat)
            total = 0.0
            for value, weight in zip(x, current):  # noqa: B905 (with strict=True it would make tuples when compiled)
                total += value * weight
            if self.weights.hidden_unit_count > 0:
                total += logit_added_by_hidden_units(
                    self.weights, self.weights.params, x, features.turns_left(s), self._hidden_units
                )
            logits.append(total)
        return logits

    def _interpolate_weights(self, s: ValleyState) -> None:
        """Interpolate the weights between two knots, for the remaining turns in this position."""
        self._cards_left = self.features.cards_left
        self._seats = s.seat_count
        knot = knot_before(self.features.turns_left(s))
        share = knot_fraction(knot, self.features.turns_left(s))
        size = self.weights.feature_count
        params = self.weights.params
        for i in range(size):
            before = params[knot * size + i]
            self._current_params[i] = before + share * (params[(knot + 1) * size + i] - before)


def scaled_turns(turns: float) -> float:
    """The first time input of the hidden units."""
    return 0.1 * turns


def end_proximity(turns: float) -> float:
    """The second time input: 1 at the end of the game, near 0 early."""
    return 1.0 / (1.0 + turns)


def logit_added_by_hidden_units(
    shape: Weights, params: vec[float], x: vec[float], turns: float, pre_activations: vec[float]
) -> float:
    """Forward pass: what the hidden units add to a seat's logit. Writes their sums before the ReLU into `pre_activations`."""
    hidden = shape.hidden_unit_count
    index = shape.hidden_start + shape.feature_count * hidden
    scaled = scaled_turns(turns)
    proximity = end_proximity(turns)
    for h in range(hidden):
        pre_activations[h] = (
            params[shape.bias_start + h] + scaled * params[index + h] + proximity * params[index + hidden + h]
        )
    eights_end = hidden - hidden % 8
    for h in range(0, eights_end, 8):
        _forward_eight(shape, params, x, pre_activations, h)
    for h in range(eights_end, hidden):
        index = shape.hidden_start + h
        for value in x:
            pre_activations[h] += value * params[index]
            index += hidden
    total = 0.0
    for h in range(hidden):
        if pre_activations[h] > 0.0:
            total += pre_activations[h] * params[shape.output_start + h]
    return total


def _forward_eight(shape: Weights, params: vec[float], x: vec[float], units: vec[float], h: i64) -> None:
    """Add the inputs of a seat to eight hidden units, from the h-th on, in one loop that skips inputs of 0: most are."""
    a, b, c, d = units[h], units[h + 1], units[h + 2], units[h + 3]
    e, f, g, k = units[h + 4], units[h + 5], units[h + 6], units[h + 7]
    index = shape.hidden_start + h
    for value in x:
        if value != 0.0:
            a += value * params[index]
            b += value * params[index + 1]
            c += value * params[index + 2]
            d += value * params[index + 3]
            e += value * params[index + 4]
            f += value * params[index + 5]
            g += value * params[index + 6]
            k += value * params[index + 7]
        index += shape.hidden_unit_count
    units[h], units[h + 1], units[h + 2], units[h + 3] = a, b, c, d
    units[h + 4], units[h + 5], units[h + 6], units[h + 7] = e, f, g, k


def knot_before(turns: float) -> i64:
    """The index of the last knot at or before `turns`, but never that of the last one of all."""
    knot: i64 = 0
    while knot + 2 < len(KNOT_TURNS) and turns >= KNOT_TURNS[knot + 1]:
        knot += 1
    return knot


def knot_fraction(knot: i64, turns: float) -> float:
    """The position of `turns` between this knot (0) and the next one (1)."""
    return min(1.0, (turns - KNOT_TURNS[knot]) / (KNOT_TURNS[knot + 1] - KNOT_TURNS[knot]))


def training_targets(game: Game[ValleyState], finished_state: ValleyState) -> list[float]:
    """The training target of each seat in a finished game: half the reward, half the margin in points. With the reward alone, a
    losing seat would see no way to improve."""
    wins = game.rewards(finished_state)
    closeness = win_chances(points_as_logits(game, finished_state))
    return [0.5 * wins[seat] + 0.5 * closeness[seat] for seat in range(finished_state.seat_count)]


def points_as_logits(game: Game[ValleyState], finished_state: ValleyState) -> list[float]:
    """The final points in the unit of the logits; in a solo game, the points beyond a fair score."""
    par = FAIR_SOLO_POINTS if finished_state.seat_count == 1 else 0.0
    return [(float(points) - par) / LEAD_SCALE_POINTS for points in game.scores(finished_state)]


def win_chances(logits: list[float]) -> list[float]:
    """Softmax of the logits: the probability that each seat wins (Luce, "Individual choice behavior", 1959). In a solo game,
    against a fair score."""
    best = highest(logits) if len(logits) > 1 else max(0.0, logits[0])
    strengths = [exp(max(-30.0, logit - best)) for logit in logits]
    total = 0.0 if len(logits) > 1 else exp(max(-30.0, -best))
    for strength in strengths:
        total += strength
    return [strength / total for strength in strengths]


def log_odds(logits: list[float], seat: i64) -> float:
    """The log odds of `seat` against all others together."""
    if len(logits) == 1:
        return logits[seat]
    best = -INFINITY
    for other in range(len(logits)):
        if other != seat and logits[other] > best:
            best = logits[other]
    total = 0.0
    for other in range(len(logits)):
        if other != seat:
            total += exp(logits[other] - best)
    return logits[seat] - best - log(total)
