"""A value of positions of Valley of the Kings that was learned from games, not written.

Each seat's row of numbers is weighed; whose sum is so much higher is so sure of the game. What a card is worth hangs on the
turns to come, so there is a set of weights for each of a few moments (KNOTS), and in between they change evenly.
"""

from math import exp
from typing import Final, final

from ai.features import Features
from ai.judge import Judge
from ai.valley import SPREAD, lead, sureness
from engine.core.row import i64, vec
from engine.core.rules import NOBODY, Game
from engine.valley.card import Catalogue
from engine.valley.state import TURN_NUMBER, ValleyState

KNOTS: Final = vec[float]([0.0, 2.0, 6.0, 14.0])  # turns that each player still has
CURIOSITY: Final = 0.07


@final
class Weights:
    """So many weights for each knot, one knot's after the other's."""

    def __init__(self, size: int, cells: list[float]) -> None:
        self.size: Final[i64] = size
        self.cells: Final = vec[float](cells)


@final
class LearnedJudge(Judge[ValleyState]):
    """Compares what the weights say of each seat. For one catalogue of cards, and the weights that were learned with it."""

    def __init__(
        self,
        game: Game[ValleyState],
        cards: Catalogue,
        weights: Weights,
        horizon: int = 0,
        curiosity: float = CURIOSITY,
    ) -> None:
        super().__init__(game, horizon, curiosity)
        self.features: Final = Features(cards)
        self.weights: Final = weights
        self._now: Final = vec[float](
            [0.0] * int(self.features.size)
        )  # the weights of the moment that was looked at last
        self._left: i64 = -1
        self._seats: i64 = 0

    def clock(self, state: ValleyState) -> i64:
        return state.row[TURN_NUMBER]

    def worth(self, state: ValleyState) -> list[float]:
        """How sure each seat can be of the game. At the end the victory is one half of it and the margin the other."""
        if state.mover == NOBODY:
            won = self.game.rewards(state)
            points = [float(points) for points in self.game.scores(state)]
            return [0.5 * won[who] + 0.5 * sureness(lead(points, who)) for who in range(state.n)]
        standing = self.standing(state)
        return [chance(ahead(standing, who)) for who in range(state.n)]

    def hopes(self, state: ValleyState, who: i64) -> float:
        """By how much `who` is ahead, in the unit of the weights."""
        if state.mover == NOBODY:
            return lead([float(points) for points in self.game.scores(state)], who) / SPREAD
        return ahead(self.standing(state), who)

    def standing(self, s: ValleyState) -> list[float]:
        """What the weights say of each seat."""
        features = self.features
        features.look(s)
        if features.left != self._left or s.n != self._seats:
            self._blend(s)
        standing: list[float] = []
        x = features.x
        now = self._now
        for who in range(s.n):
            features.fill(s, who)
            total = 0.0
            for i in range(features.size):
                total += x[i] * now[i]
            standing.append(total)
        return standing

    def _blend(self, s: ValleyState) -> None:
        """Weights for a moment between two knots."""
        self._left = self.features.left
        self._seats = s.n
        knot = knot_before(self.features.turns(s))
        share = share_behind(knot, self.features.turns(s))
        size = self.weights.size
        cells = self.weights.cells
        for i in range(size):
            before = cells[knot * size + i]
            self._now[i] = before + share * (cells[(knot + 1) * size + i] - before)


def knot_before(turns: float) -> i64:
    """The knot that begins the stretch in which a moment lies."""
    knot: i64 = 0
    while knot + 2 < len(KNOTS) and turns >= KNOTS[knot + 1]:
        knot += 1
    return knot


def share_behind(knot: i64, turns: float) -> float:
    """How far into that stretch, from 0 to 1."""
    return min(1.0, (turns - KNOTS[knot]) / (KNOTS[knot + 1] - KNOTS[knot]))


def ahead(standing: list[float], who: i64) -> float:
    """By how much `who` is ahead of the strongest of the others."""
    rival = strongest_rival(standing, who)
    return standing[who] - standing[rival] if rival >= 0 else standing[who]


def strongest_rival(standing: list[float], who: i64) -> i64:
    """Who of the others stands best; NOBODY where there is no other."""
    rival: i64 = NOBODY
    for foe in range(len(standing)):
        if foe != who and (rival < 0 or standing[foe] > standing[rival]):
            rival = foe
    return rival


def chance(ahead: float) -> float:
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, ahead))))
