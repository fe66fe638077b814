"""A value of positions of Valley of the Kings that was learned from games, not written.

Each seat's row of numbers is weighed; whose sum is so much higher is so sure of the game. What a card is worth hangs on the
turns to come, so there is a set of weights for each of a few moments (KNOTS), and in between they change evenly.
"""

from math import exp, log
from typing import Final, final

from ai.features import Features
from ai.judge import Judge
from ai.valley import FAIR, SPREAD
from engine.core.row import i64, vec
from engine.core.rules import NOBODY, Game
from engine.valley.card import Catalogue
from engine.valley.state import TURN_NUMBER, ValleyState

KNOTS: Final = vec[float]([0.0, 2.0, 6.0, 14.0])  # turns that each player still has
CURIOSITY: Final = 0.07
TIMES: Final = 2  # numbers that tell the hidden units the time
INFINITY: Final = 1e9


@final
class Weights:
    """What was learned: for each number of a seat a weight at each knot, one knot's weights after the other's; then the hidden
    units, if there are any: for each number, and for the two that tell the time, a weight to each unit; each unit's own weight;
    and each unit's weight in the sum."""

    def __init__(self, size: int, hidden: int, cells: list[float]) -> None:
        self.size: Final[i64] = size
        self.hidden: Final[i64] = hidden
        self.cells: Final = vec[float](cells)
        self.inner: Final[i64] = len(KNOTS) * size
        self.bias: Final[i64] = self.inner + hidden * (size + TIMES)
        self.outer: Final[i64] = self.bias + hidden


def weights_in_all(size: int, hidden: int) -> int:
    return len(KNOTS) * size + hidden * (size + TIMES + 2)


def chosen(weights: Weights, places: list[int]) -> Weights:
    """The weights of some of the numbers alone, those at these places."""
    size, hidden = int(weights.size), int(weights.hidden)
    rows = [knot * size + place for knot in range(len(KNOTS)) for place in places]
    inner = int(weights.inner)
    rows += [inner + place * hidden + h for place in places for h in range(hidden)]
    rows += range(inner + size * hidden, len(weights.cells))
    return Weights(len(places), hidden, [weights.cells[row] for row in rows])


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
        self._units: Final = vec[float]([0.0] * int(weights.hidden))

    def clock(self, state: ValleyState) -> i64:
        return state.row[TURN_NUMBER]

    def worth(self, state: ValleyState) -> list[float]:
        """How sure each seat can be of the game; with several seats these are shares of one."""
        if state.mover == NOBODY:
            return outcome(self.game, state)
        return chances(self.standing(state))

    def hopes(self, state: ValleyState, who: i64) -> float:
        """How far `who` is ahead of all the others together, in the unit of the weights."""
        if state.mover == NOBODY:
            return ahead(margins(self.game, state), who)
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
            for amount, weight in zip(x, now):  # noqa: B905 (with `strict` it would make tuples when compiled)
                total += amount * weight
            if self.weights.hidden > 0:
                total += stir(self.weights, self.weights.cells, x, features.turns(s), self._units)
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


def to_come(turns: float) -> float:
    """The first of the two numbers that tell the hidden units the time."""
    return 0.1 * turns


def end_near(turns: float) -> float:
    """The second."""
    return 1.0 / (1.0 + turns)


def stir(shape: Weights, cells: vec[float], x: vec[float], turns: float, units: vec[float]) -> float:
    """What the hidden units add to a seat's sum; `units` is left as they stand."""
    hidden = shape.hidden
    at = shape.inner + shape.size * hidden
    much = to_come(turns)
    near = end_near(turns)
    for h in range(hidden):
        units[h] = cells[shape.bias + h] + much * cells[at + h] + near * cells[at + hidden + h]
    eights = hidden - hidden % 8
    for h in range(0, eights, 8):
        _stir_eight(shape, cells, x, units, h)
    for h in range(eights, hidden):
        at = shape.inner + h
        for amount in x:
            units[h] += amount * cells[at]
            at += hidden
    total = 0.0
    for h in range(hidden):
        if units[h] > 0.0:
            total += units[h] * cells[shape.outer + h]
    return total


def _stir_eight(shape: Weights, cells: vec[float], x: vec[float], units: vec[float], h: i64) -> None:
    """Add the numbers of a seat to eight hidden units, from the h-th on, in one walk: most numbers are nothing."""
    a, b, c, d = units[h], units[h + 1], units[h + 2], units[h + 3]
    e, f, g, k = units[h + 4], units[h + 5], units[h + 6], units[h + 7]
    at = shape.inner + h
    for amount in x:
        if amount != 0.0:
            a += amount * cells[at]
            b += amount * cells[at + 1]
            c += amount * cells[at + 2]
            d += amount * cells[at + 3]
            e += amount * cells[at + 4]
            f += amount * cells[at + 5]
            g += amount * cells[at + 6]
            k += amount * cells[at + 7]
        at += shape.hidden
    units[h], units[h + 1], units[h + 2], units[h + 3] = a, b, c, d
    units[h + 4], units[h + 5], units[h + 6], units[h + 7] = e, f, g, k


def knot_before(turns: float) -> i64:
    """The knot that begins the stretch in which a moment lies."""
    knot: i64 = 0
    while knot + 2 < len(KNOTS) and turns >= KNOTS[knot + 1]:
        knot += 1
    return knot


def share_behind(knot: i64, turns: float) -> float:
    """How far into that stretch, from 0 to 1."""
    return min(1.0, (turns - KNOTS[knot]) / (KNOTS[knot + 1] - KNOTS[knot]))


def outcome(game: Game[ValleyState], state: ValleyState) -> list[float]:
    """What a finished game came to for each seat: the victory is one half of it and the margin the other. Who only wants to win
    does not see how to come closer."""
    won = game.rewards(state)
    near = chances(margins(game, state))
    return [0.5 * won[who] + 0.5 * near[who] for who in range(state.n)]


def margins(game: Game[ValleyState], state: ValleyState) -> list[float]:
    """The points at the end, in the unit of the weights; alone, those beyond a fair record."""
    par = FAIR if state.n == 1 else 0.0
    return [(float(points) - par) / SPREAD for points in game.scores(state)]


def chances(standing: list[float]) -> list[float]:
    """The share of the game that each seat has, by how it stands: each is as strong as e to the power of its standing (softmax;
    Luce, "Individual choice behavior", 1959). Alone, of a fair record."""
    best = max(standing) if len(standing) > 1 else max(0.0, standing[0])
    strengths = [exp(max(-30.0, one - best)) for one in standing]
    total = 0.0 if len(standing) > 1 else exp(max(-30.0, -best))
    for strength in strengths:
        total += strength
    return [strength / total for strength in strengths]


def ahead(standing: list[float], who: i64) -> float:
    """By how much `who` is ahead of all the others together (the logarithm of the odds)."""
    if len(standing) == 1:
        return standing[who]
    best = -INFINITY
    for foe in range(len(standing)):
        if foe != who and standing[foe] > best:
            best = standing[foe]
    total = 0.0
    for foe in range(len(standing)):
        if foe != who:
            total += exp(standing[foe] - best)
    return standing[who] - best - log(total)
