"""TD(lambda) learning of a value from training games.

The positions of a game (`lab.valley.selfplay`) are processed from the last to the first. The target of each position mixes the
outcome of the game with the predictions for the later positions, of which near ones have the largest weights (lambda is the
decay). (Sutton, "Learning to predict by the methods of temporal differences", 1988; Tesauro's TD-Gammon.) The optimiser is Adam
(Kingma and Ba, 2015).
"""

from math import sqrt
from typing import Final, final

from ai.search.playout import Rng
from ai.valley.features import Features
from ai.valley.learned import (
    Weights,
    end_proximity,
    knot_before,
    knot_fraction,
    logit_added_by_hidden_units,
    scaled_turns,
    weight_count,
    win_chances,
)
from engine.core.arrays import i64, vec
from engine.core.luck import seeded_hash
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.state import ValleyState

ADAM_BETA_1: Final = 0.9  # decay of the gradient's mean
ADAM_BETA_2: Final = 0.999  # decay of the gradient's square
ADAM_EPSILON: Final = 1e-6
INIT_STREAM: Final = 0x57A7  # keeps the seed of the initial weights apart from other seeds
INIT_SCALE: Final = 0.3  # the initial hidden weights are between -0.3 and 0.3


@final
class Example:
    """A training example: the inputs of each seat in one position, and the turns that each player still has."""

    def __init__(self, inputs: list[vec[float]], turns_left: float) -> None:
        self.inputs: Final = inputs
        self.turns_left: Final = turns_left


@final
class Learner:
    """The weights during training. `cards` is the full catalogue; `set_cards` says which of them the next game uses."""

    def __init__(self, cards: Catalogue, trace_decay: float, hidden_unit_count: int, seed: int) -> None:
        self.cards: Final = cards
        self.features = Features(cards)  # of the current game
        self.feature_indices: list[int] = list(range(int(self.features.size)))  # the indices of its features among all
        self.feature_count: Final[i64] = self.features.size
        self.trace_decay: Final = trace_decay  # lambda
        self.hidden_unit_count: Final = hidden_unit_count
        size = int(self.feature_count)
        n = weight_count(size, hidden_unit_count)
        self.shape: Final = Weights(size, hidden_unit_count, [0.0] * n)
        self.params: Final = vec[float]([0.0] * n)
        rng = Rng(seeded_hash(seed, INIT_STREAM))
        for i in range(self.shape.hidden_start, self.shape.bias_start):
            self.params[i] = INIT_SCALE * (float(rng.below(2001)) / 1000.0 - 1.0)
        self.gradient: Final = vec[float]([0.0] * n)
        self.gradient_mean: Final = vec[float]([0.0] * n)
        self.gradient_square: Final = vec[float]([0.0] * n)
        # The mean of the params over the last part of the training, which has less noise.
        self.average_params: Final = vec[float]([0.0] * n)
        self.steps = 0
        self.averaged_count = 0  # the number of sets of params in the average
        self.error = 0.0  # mean squared error of the predictions in the latest game

    def weights(self) -> Weights:
        """A copy of the current weights."""
        return Weights(
            int(self.feature_count), self.hidden_unit_count, [self.params[i] for i in range(len(self.params))]
        )

    def set_cards(self, cards: Catalogue) -> None:
        """Use these cards from now on. Raises ValueError for a card outside the full catalogue."""
        if cards is not self.features.cards:
            names = Features(self.cards).feature_names()
            self.features = Features(cards)
            self.feature_indices = [names.index(name) for name in self.features.feature_names()]

    def load_weights(self, weights: Weights) -> None:
        """Continue from these weights. Raises ValueError for another shape."""
        if len(weights.params) != len(self.params):
            raise ValueError
        for i in range(len(self.params)):
            self.params[i] = weights.params[i]

    def add_weights_to_average(self) -> None:
        """Add the current weights to the average."""
        self.averaged_count += 1
        for i in range(len(self.params)):
            self.average_params[i] += (self.params[i] - self.average_params[i]) / float(self.averaged_count)

    def restart_from_average(self) -> None:
        """Continue from the average, and start a new one."""
        self.load_weights(self.average_weights())
        self.averaged_count = 0

    def average_weights(self) -> Weights:
        """The average, or the current weights if there is none."""
        if not self.averaged_count:
            return self.weights()
        return Weights(
            int(self.feature_count),
            self.hidden_unit_count,
            [self.average_params[i] for i in range(len(self.average_params))],
        )

    def pack(self) -> dict[str, list[float]]:
        """The full state of the learner, for a file."""
        counts = [float(self.steps), float(self.averaged_count)]
        arrays = [
            [array[i] for i in range(len(array))]
            for array in (self.params, self.gradient_mean, self.gradient_square, self.average_params)
        ]
        return {"counts": counts, "cells": arrays[0], "mean": arrays[1], "square": arrays[2], "average": arrays[3]}

    def restore(self, fields: dict[str, list[float]]) -> None:
        """Restore what `pack` returned. Raises ValueError, KeyError or TypeError for anything else."""
        names = ("cells", "mean", "square", "average")
        if [len(fields[name]) for name in names] != [len(self.params)] * len(names):
            raise ValueError
        self.steps, self.averaged_count = int(fields["counts"][0]), int(fields["counts"][1])
        for i in range(len(self.params)):
            self.params[i] = float(fields["cells"][i])
            self.gradient_mean[i] = float(fields["mean"][i])
            self.gradient_square[i] = float(fields["square"][i])
            self.average_params[i] = float(fields["average"][i])

    def make_example(self, s: ValleyState) -> Example:
        """The example of this position."""
        self.features.prepare(s)
        inputs: list[vec[float]] = []
        for seat in range(s.seat_count):
            self.features.fill_inputs(s, seat)
            seat_inputs = vec[float]([0.0] * int(self.feature_count))
            for i in range(self.features.size):
                seat_inputs[self.feature_indices[i]] = self.features.inputs[i]
            inputs.append(seat_inputs)
        return Example(inputs, self.features.turns_left(s))

    def learn(self, examples: list[Example], outcome: list[float], learning_rate: float) -> None:
        """One optimiser step from the positions of a game and its outcome for each seat."""
        gradient = self.gradient
        for i in range(len(gradient)):
            gradient[i] = 0.0
        target = outcome[:]
        squared_error = 0.0
        for k in range(len(examples) - 1, -1, -1):
            prediction = self.add_gradient_and_predict(examples[k], target, 1.0 / float(len(examples)))
            for seat in range(len(target)):
                squared_error += (prediction[seat] - outcome[seat]) * (prediction[seat] - outcome[seat])
                target[seat] = self.trace_decay * target[seat] + (1.0 - self.trace_decay) * prediction[seat]
        self.error = squared_error / float(max(1, len(examples) * len(target)))
        self._adam_step(learning_rate)

    def add_gradient_and_predict(self, example: Example, target: list[float], weight: float) -> list[float]:
        """Add the gradient of one position, times `weight`, to the gradient. Returns the prediction for each seat."""
        size = self.feature_count
        params = self.params
        knot = knot_before(example.turns_left)
        fraction = knot_fraction(knot, example.turns_left)
        knot_start = knot * size
        logits: list[float] = []
        hidden_units: list[vec[float]] = []
        for x in example.inputs:
            total = 0.0
            for i in range(size):
                if x[i] != 0.0:
                    total += x[i] * (
                        params[knot_start + i] + fraction * (params[knot_start + size + i] - params[knot_start + i])
                    )
            if self.hidden_unit_count:
                units = vec[float]([0.0] * self.hidden_unit_count)
                total += logit_added_by_hidden_units(self.shape, params, x, example.turns_left, units)
                hidden_units.append(units)
            logits.append(total)
        prediction = win_chances(logits)
        for seat in range(len(logits)):
            logit_gradient = (prediction[seat] - target[seat]) * weight
            self._backward(example.inputs[seat], knot_start, fraction, logit_gradient)
            if self.hidden_unit_count:
                self._backward_hidden(example.inputs[seat], example.turns_left, hidden_units[seat], logit_gradient)
        return prediction

    def _backward(self, x: vec[float], knot_start: i64, fraction: float, logit_gradient: float) -> None:
        """Backward pass through the feature weights of two knots; those of the first begin at `knot_start`."""
        size = self.feature_count
        gradient = self.gradient
        early = logit_gradient * (1.0 - fraction)
        late = logit_gradient * fraction
        for i in range(size):
            if x[i] != 0.0:
                gradient[knot_start + i] += early * x[i]
                gradient[knot_start + size + i] += late * x[i]

    def _backward_hidden(self, x: vec[float], turns: float, units: vec[float], logit_gradient: float) -> None:
        """Backward pass through the hidden units of a seat; overwrites `units`."""
        shape = self.shape
        gradient = self.gradient
        params = self.params
        hidden = shape.hidden_unit_count
        time_start = shape.hidden_start + shape.feature_count * hidden
        scaled = scaled_turns(turns)
        proximity = end_proximity(turns)
        for h in range(hidden):
            if units[h] > 0.0:
                gradient[shape.output_start + h] += logit_gradient * units[h]
                delta = logit_gradient * params[shape.output_start + h]
                gradient[shape.bias_start + h] += delta
                gradient[time_start + h] += delta * scaled
                gradient[time_start + hidden + h] += delta * proximity
                units[h] = delta
            else:
                units[h] = 0.0
        index = shape.hidden_start
        for i in range(shape.feature_count):
            if x[i] != 0.0:
                for h in range(hidden):
                    gradient[index + h] += x[i] * units[h]
            index += hidden

    def _adam_step(self, learning_rate: float) -> None:
        self.steps += 1
        first = 1.0 - ADAM_BETA_1 ** float(self.steps)
        second = 1.0 - ADAM_BETA_2 ** float(self.steps)
        gradient = self.gradient
        for i in range(len(gradient)):
            self.gradient_mean[i] = ADAM_BETA_1 * self.gradient_mean[i] + (1.0 - ADAM_BETA_1) * gradient[i]
            self.gradient_square[i] = (
                ADAM_BETA_2 * self.gradient_square[i] + (1.0 - ADAM_BETA_2) * gradient[i] * gradient[i]
            )
            self.params[i] -= (
                learning_rate
                * (self.gradient_mean[i] / first)
                / (sqrt(self.gradient_square[i] / second) + ADAM_EPSILON)
            )
