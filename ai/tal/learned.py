"""The learned evaluator for Tal der Koenige: the chance of each builder to win, with weights that were learned from games.

The features of each seat give one sum (a logit); softmax over the seats gives the chances. Each phase of a round has weights of
its own: one of a feature as such, and one that counts in full at the end and less the more rounds are left.
"""

from collections.abc import Sequence
from typing import Final, final

from ai.search.evaluator import Evaluator, softmax
from ai.tal.features import FEATURE_COUNT, TalFeatures
from ai.tal.handwritten import EXPLORATION, LEAD_SCALE, WON_SHARE, lead_over_best, turns_begun
from ai.tal.likely_moves import menu_weights
from engine.core.arrays import i64, vec
from engine.core.game import NOBODY, Game
from engine.tal.state import PHASE, PHASES, TalState

COLUMNS: Final = 2 * len(PHASES)  # of weights: for each phase as such, and at the end


@final
class LearnedTalEvaluator(Evaluator[TalState]):
    """Evaluates positions with learned weights: those of the first phase as such, those that count at the end, and so on for
    each phase. There are no playouts. How likely moves are is not learned so: `ai.tal.likely_moves`."""

    def __init__(self, game: Game[TalState], weights: Sequence[float]) -> None:
        super().__init__(game, 0, EXPLORATION, weighs_moves=True)
        self.features: Final = TalFeatures()
        self.weights: Final = vec[float](list(weights))
        self._current: Final = vec[float]([0.0] * int(FEATURE_COUNT))  # the weights for the latest position

    def move_weights(self, state: TalState) -> vec[float]:
        return menu_weights(state)

    def clock(self, state: TalState) -> i64:
        return turns_begun(state)

    def rewards(self, state: TalState) -> list[float]:
        """The chance of each seat to win. They add up to 1."""
        if state.mover != NOBODY:
            return softmax(self.logits(state))
        won = self.game.rewards(state)
        closeness = softmax([float(points) / LEAD_SCALE for points in self.game.scores(state)])
        return [WON_SHARE * won[seat] + (1.0 - WON_SHARE) * closeness[seat] for seat in range(len(won))]

    def estimate(self, state: TalState, seat: i64) -> float:
        """The lead of `seat` over the best of the others, in logits."""
        if state.mover == NOBODY:
            return lead_over_best([float(points) / LEAD_SCALE for points in self.game.scores(state)], seat)
        return lead_over_best(self.logits(state), seat)

    def logits(self, state: TalState) -> list[float]:
        """The logit of each seat."""
        features = self.features
        features.prepare(state)
        late = 1.0 / (1.0 + features.rounds)
        at = 2 * FEATURE_COUNT * state.cells[PHASE]
        current = self._current
        for i in range(FEATURE_COUNT):
            current[i] = self.weights[at + i] + late * self.weights[at + FEATURE_COUNT + i]
        logits: list[float] = []
        for seat in range(state.seat_count):
            features.fill_inputs(state, seat)
            total = 0.0
            for i in range(FEATURE_COUNT):
                total += features.inputs[i] * current[i]
            logits.append(total)
        return logits
