"""Learning a value from games against oneself: TD(lambda).

The positions of a game that was played (`ai.selfplay`) are gone through from the last to the first. Each is taught to say what
came of it: partly what the game came to in the end, partly what the value itself said of the positions behind it, those that
were near counting most (lambda tells how fast they fade). (Sutton, "Learning to predict by the methods of temporal
differences", 1988; Tesauro's TD-Gammon.) The steps are Adam's (Kingma and Ba, 2015).
"""

from math import sqrt
from typing import Final, final

from ai.features import Features
from ai.learned import Weights, chances, end_near, knot_before, share_behind, stir, to_come, weights_in_all
from ai.playout import Dice
from engine.core.luck import key
from engine.core.row import i64, vec
from engine.valley.card import Catalogue
from engine.valley.state import ValleyState

FADE_1: Final = 0.9  # Adam: how long a slope is remembered,
FADE_2: Final = 0.999  # and its square
FLOOR: Final = 1e-6
START: Final = 0x57A7  # name of the luck of the weights to begin with
UNEVEN: Final = 0.3  # as large as these are


@final
class Lesson:
    """A position and what each seat knew of it."""

    def __init__(self, features: list[vec[float]], turns: float) -> None:
        self.features: Final = features
        self.turns: Final = turns


@final
class Learner:
    """The weights in the making. `cards` are all that it may ever meet; `sit_down` says which of them a game is played with."""

    def __init__(self, cards: Catalogue, fade: float, hidden: int, seed: int) -> None:
        self.cards: Final = cards
        self.features = Features(cards)  # of the game in play
        self.places: list[int] = list(range(int(self.features.size)))  # of its numbers among all
        self.size: Final[i64] = self.features.size
        self.fade: Final = fade  # lambda
        self.hidden: Final = hidden
        size = int(self.size)
        n = weights_in_all(size, hidden)
        self.shape: Final = Weights(size, hidden, [0.0] * n)
        self.cells: Final = vec[float]([0.0] * n)
        dice = Dice(key(seed, START))
        for i in range(self.shape.inner, self.shape.bias):
            self.cells[i] = UNEVEN * (float(dice.below(2001)) / 1000.0 - 1.0)
        self.slope: Final = vec[float]([0.0] * n)
        self.mean: Final = vec[float]([0.0] * n)
        self.square: Final = vec[float]([0.0] * n)
        self.average: Final = vec[float]([0.0] * n)  # of the cells, towards the end: quieter than any of them
        self.steps = 0
        self.blended = 0  # how many the average is made of
        self.error = 0.0  # mean square of what the values of the latest game were wrong by

    def weights(self) -> Weights:
        """As they stand now, a copy."""
        return Weights(int(self.size), self.hidden, [self.cells[i] for i in range(len(self.cells))])

    def sit_down(self, cards: Catalogue) -> None:
        """Play with these cards from now on. Raises ValueError if there is one among them that it was not made for."""
        if cards is not self.features.cards:
            names = Features(self.cards).names()
            self.features = Features(cards)
            self.places = [names.index(name) for name in self.features.names()]

    def restore(self, weights: Weights) -> None:
        """Go on from these weights. Raises ValueError for those of another shape."""
        if len(weights.cells) != len(self.cells):
            raise ValueError
        for i in range(len(self.cells)):
            self.cells[i] = weights.cells[i]

    def blend(self) -> None:
        """Take the weights as they stand into the average."""
        self.blended += 1
        for i in range(len(self.cells)):
            self.average[i] += (self.cells[i] - self.average[i]) / float(self.blended)

    def begin_anew(self) -> None:
        """Go on from the average, and begin another."""
        self.restore(self.settled())
        self.blended = 0

    def settled(self) -> Weights:
        """The average, or the weights themselves as long as there is none."""
        if not self.blended:
            return self.weights()
        return Weights(int(self.size), self.hidden, [self.average[i] for i in range(len(self.average))])

    def pack(self) -> dict[str, list[float]]:
        """All that has been learned, for a file."""
        counts = [float(self.steps), float(self.blended)]
        rows = [[row[i] for i in range(len(row))] for row in (self.cells, self.mean, self.square, self.average)]
        return {"counts": counts, "cells": rows[0], "mean": rows[1], "square": rows[2], "average": rows[3]}

    def unpack(self, told: dict[str, list[float]]) -> None:
        """The way back. Raises ValueError, KeyError or TypeError for what `pack` never made."""
        names = ("cells", "mean", "square", "average")
        if [len(told[name]) for name in names] != [len(self.cells)] * len(names):
            raise ValueError
        self.steps, self.blended = int(told["counts"][0]), int(told["counts"][1])
        for i in range(len(self.cells)):
            self.cells[i] = float(told["cells"][i])
            self.mean[i] = float(told["mean"][i])
            self.square[i] = float(told["square"][i])
            self.average[i] = float(told["average"][i])

    def lesson(self, s: ValleyState) -> Lesson:
        """Take a position down."""
        self.features.look(s)
        rows: list[vec[float]] = []
        for who in range(s.n):
            self.features.fill(s, who)
            row = vec[float]([0.0] * int(self.size))
            for i in range(self.features.size):
                row[self.places[i]] = self.features.x[i]
            rows.append(row)
        return Lesson(rows, self.features.turns(s))

    def learn(self, lessons: list[Lesson], result: list[float], rate: float) -> None:
        """One step, from the positions of a game and what it came to for each seat."""
        slope = self.slope
        for i in range(len(slope)):
            slope[i] = 0.0
        target = result[:]
        wrong = 0.0
        for k in range(len(lessons) - 1, -1, -1):
            said = self.study(lessons[k], target, 1.0 / float(len(lessons)))
            for who in range(len(target)):
                wrong += (said[who] - result[who]) * (said[who] - result[who])
                target[who] = self.fade * target[who] + (1.0 - self.fade) * said[who]
        self.error = wrong / float(max(1, len(lessons) * len(target)))
        self._step(rate)

    def study(self, lesson: Lesson, target: list[float], weight: float) -> list[float]:
        """Add a position to the slope; returns what the value says of it."""
        size = self.size
        cells = self.cells
        knot = knot_before(lesson.turns)
        share = share_behind(knot, lesson.turns)
        low = knot * size
        standing: list[float] = []
        stirred: list[vec[float]] = []
        for x in lesson.features:
            total = 0.0
            for i in range(size):
                if x[i] != 0.0:
                    total += x[i] * (cells[low + i] + share * (cells[low + size + i] - cells[low + i]))
            if self.hidden:
                units = vec[float]([0.0] * self.hidden)
                total += stir(self.shape, cells, x, lesson.turns, units)
                stirred.append(units)
            standing.append(total)
        said = chances(standing)
        for who in range(len(standing)):
            amount = (said[who] - target[who]) * weight
            self._push(lesson.features[who], low, share, amount)
            if self.hidden:
                self._push_units(lesson.features[who], lesson.turns, stirred[who], amount)
        return said

    def _push(self, x: vec[float], low: i64, share: float, amount: float) -> None:
        size = self.size
        slope = self.slope
        early = amount * (1.0 - share)
        late = amount * share
        for i in range(size):
            if x[i] != 0.0:
                slope[low + i] += early * x[i]
                slope[low + size + i] += late * x[i]

    def _push_units(self, x: vec[float], turns: float, units: vec[float], amount: float) -> None:
        """Add to the slope what the hidden units of a seat were wrong by; `units` is used up."""
        shape = self.shape
        slope = self.slope
        cells = self.cells
        hidden = shape.hidden
        times = shape.inner + shape.size * hidden
        much = to_come(turns)
        near = end_near(turns)
        for h in range(hidden):
            if units[h] > 0.0:
                slope[shape.outer + h] += amount * units[h]
                blame = amount * cells[shape.outer + h]
                slope[shape.bias + h] += blame
                slope[times + h] += blame * much
                slope[times + hidden + h] += blame * near
                units[h] = blame
            else:
                units[h] = 0.0
        at = shape.inner
        for i in range(shape.size):
            if x[i] != 0.0:
                for h in range(hidden):
                    slope[at + h] += x[i] * units[h]
            at += hidden

    def _step(self, rate: float) -> None:
        self.steps += 1
        first = 1.0 - FADE_1 ** float(self.steps)
        second = 1.0 - FADE_2 ** float(self.steps)
        slope = self.slope
        for i in range(len(slope)):
            self.mean[i] = FADE_1 * self.mean[i] + (1.0 - FADE_1) * slope[i]
            self.square[i] = FADE_2 * self.square[i] + (1.0 - FADE_2) * slope[i] * slope[i]
            self.cells[i] -= rate * (self.mean[i] / first) / (sqrt(self.square[i] / second) + FLOOR)
