"""Learning a value from games against oneself: TD(lambda).

A game is played by the search, with few simulations a decision and now and then a whim. Then its positions are gone through from
the last to the first. Each is taught to say what came of it: partly what the game came to in the end, partly what the value
itself said of the positions behind it, those that were near counting most (lambda tells how fast they fade). (Sutton,
"Learning to predict by the methods of temporal differences", 1988; Tesauro's TD-Gammon.) The steps are Adam's (Kingma and
Ba, 2015).

The first games are played by the judge who knows the game without having learned: whoever begins with nothing plays nothing
worth learning from.
"""

from math import sqrt
from typing import Any, Final, final

from ai.features import Features
from ai.judge import Judge
from ai.learned import KNOTS, LearnedJudge, Weights, chance, knot_before, share_behind, strongest_rival
from ai.mcts import Search
from ai.playout import Dice
from ai.valley import ValleyJudge
from engine.core.luck import key
from engine.core.row import i64, vec
from engine.core.rules import NOBODY, Game, Seat, Setup
from engine.valley.card import Catalogue
from engine.valley.state import ValleyState

FADE_1: Final = 0.9  # Adam: how long a slope is remembered,
FADE_2: Final = 0.999  # and its square
FLOOR: Final = 1e-6
WHIMS: Final[i64] = 25  # one decision in so many is made at random,
MOODS: Final[i64] = 4  # one in so many by how often the search has tried a move
PLAY: Final = 0x7EAC  # name of the luck of self-play


@final
class Lesson:
    """A position and what each seat knew of it."""

    def __init__(self, features: list[vec[float]], turns: float) -> None:
        self.features: Final = features
        self.turns: Final = turns


@final
class Learner:
    """The weights in the making."""

    def __init__(self, cards: Catalogue, fade: float) -> None:
        self.cards: Final = cards
        self.features: Final = Features(cards)
        self.fade: Final = fade  # lambda
        n = int(self.features.size) * len(KNOTS)
        self.cells: Final = vec[float]([0.0] * n)
        self.slope: Final = vec[float]([0.0] * n)
        self.mean: Final = vec[float]([0.0] * n)
        self.square: Final = vec[float]([0.0] * n)
        self.average: Final = vec[float]([0.0] * n)  # of the cells, towards the end: quieter than any of them
        self.steps = 0
        self.blended = 0  # how many the average is made of
        self.error = 0.0  # mean square of what the values of the latest game were wrong by

    def weights(self) -> Weights:
        """As they stand now, a copy."""
        return Weights(int(self.features.size), [self.cells[i] for i in range(len(self.cells))])

    def blend(self) -> None:
        """Take the weights as they stand into the average."""
        self.blended += 1
        for i in range(len(self.cells)):
            self.average[i] += (self.cells[i] - self.average[i]) / float(self.blended)

    def settled(self) -> Weights:
        """The average, or the weights themselves as long as there is none."""
        if not self.blended:
            return self.weights()
        return Weights(int(self.features.size), [self.average[i] for i in range(len(self.average))])

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
            rows.append(self.features.x[:])
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
        size = self.features.size
        cells = self.cells
        knot = knot_before(lesson.turns)
        share = share_behind(knot, lesson.turns)
        low = knot * size
        standing: list[float] = []
        for x in lesson.features:
            total = 0.0
            for i in range(size):
                if x[i] != 0.0:
                    total += x[i] * (cells[low + i] + share * (cells[low + size + i] - cells[low + i]))
            standing.append(total)
        said: list[float] = []
        push = [0.0 for _ in standing]
        for who in range(len(standing)):
            rival = strongest_rival(standing, who)
            value = chance(standing[who] - standing[rival])
            said.append(value)
            push[who] += value - target[who]
            push[rival] -= value - target[who]
        for who in range(len(standing)):
            self._push(lesson.features[who], low, share, push[who] * weight)
        return said

    def _push(self, x: vec[float], low: i64, share: float, amount: float) -> None:
        size = self.features.size
        slope = self.slope
        early = amount * (1.0 - share)
        late = amount * share
        for i in range(size):
            if x[i] != 0.0:
                slope[low + i] += early * x[i]
                slope[low + size + i] += late * x[i]

    def _step(self, rate: float) -> None:
        self.steps += 1
        first = 1.0 - FADE_1 ** float(self.steps)
        second = 1.0 - FADE_2 ** float(self.steps)
        slope = self.slope
        for i in range(len(slope)):
            self.mean[i] = FADE_1 * self.mean[i] + (1.0 - FADE_1) * slope[i]
            self.square[i] = FADE_2 * self.square[i] + (1.0 - FADE_2) * slope[i] * slope[i]
            self.cells[i] -= rate * (self.mean[i] / first) / (sqrt(self.square[i] / second) + FLOOR)


@final
class SelfPlay:
    """Plays a game against itself and takes its positions down."""

    def __init__(self, game: Game[ValleyState], edition: str, players: int, simulations: int) -> None:
        self.game: Final = game
        self.edition: Final = edition
        self.players: Final = players
        self.simulations: Final = simulations

    def start(self, seed: int) -> ValleyState:
        seats = tuple(Seat("self", "self") for _ in range(self.players))
        return self.game.start(Setup(self.game.name(), seats, key(seed, PLAY) >> 1, self.edition))

    def play(self, learner: Learner, judge: Judge[Any], seed: int) -> tuple[list[Lesson], list[float]]:
        """The positions in which there was something to decide, and what the game came to."""
        state = self.start(seed)
        dice = Dice(key(seed, PLAY, 1))
        lessons: list[Lesson] = []
        while state.mover != NOBODY:
            if state.offered == 1:
                state.apply(state.menu[0])
                continue
            lessons.append(learner.lesson(state))
            state.apply(self.decide(state, judge, dice, key(seed, PLAY, 2, len(lessons)) >> 1))
        return lessons, judge.worth(state)

    def decide(self, state: ValleyState, judge: Judge[Any], dice: Dice, seed: int) -> int:
        """What the value or the search thinks best, but for whims and moods: who never strays never learns what would have
        come of it."""
        if dice.below(WHIMS) == 0:
            return state.menu[dice.below(state.offered)]
        if not self.simulations:
            return self.at_a_glance(state, judge, seed)
        search = Search(self.game, state, int(state.mover), seed, judge)
        search.run(self.simulations)
        if dice.below(MOODS) > 0:
            return search.best()
        lot = dice.below(self.simulations)
        for child in search.root.children.values():
            lot -= child.visits
            if lot < 0:
                return int(child.move)
        return search.best()

    def at_a_glance(self, state: ValleyState, judge: Judge[Any], seed: int) -> int:
        """The move after which the mover stands best, in one deal of the hidden cards."""
        who = state.mover
        world = self.game.determinize(state, who, seed)
        best: i64 = world.menu[0]
        highest = 0.0
        for i in range(world.offered):
            after = world.copy()
            after.apply(world.menu[i])
            hopes = judge.hopes(after, who)
            if after.mover != NOBODY and judge.clock(world) == judge.clock(after):
                hopes += judge.means(after, who)
            if i == 0 or hopes > highest:
                best, highest = world.menu[i], hopes
        return best


def judge_for(learner: Learner, game: Game[Any], learned: bool) -> Judge[Any]:
    """Who plays the games: the value as it stands, or the one that needs no learning."""
    if learned:
        return LearnedJudge(game, learner.cards, learner.weights())
    return ValleyJudge(game, learner.cards)
