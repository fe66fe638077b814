"""The learned evaluator for Tal der Koenige: the chance of each builder to win.

The features of each seat give one logit; softmax over the seats gives the chances. Each phase of a round has two weights for each
feature: a constant one, and a late one that counts in full in the last round, and less with more rounds left.
"""

from collections.abc import Sequence
from typing import Final, final

from ai.search.evaluator import Evaluator, lead_over_best, softmax
from ai.tal.features import FEATURE_COUNT, TalFeatures
from ai.tal.handwritten import EXPLORATION, LEAD_SCALE, WON_SHARE, turns_begun
from ai.tal.likely_moves import menu_weights
from engine.core.arrays import i64, vec
from engine.core.game import NOBODY, Game
from engine.tal.state import PHASE, PHASES, TalState

COLUMNS: Final = 2 * len(PHASES)  # weights of each feature: for each phase, a constant and a late one


@final
class LearnedTalEvaluator(Evaluator[TalState]):
    """Evaluates positions with learned weights: for each phase, the constant weights of all features, then the late ones. There
    are no playouts. `ai.tal.likely_moves`, which weighs the moves of a menu, does not use these weights."""

    def __init__(self, game: Game[TalState], weights: Sequence[float]) -> None:
        super().__init__(game, 0, EXPLORATION, weighs_moves=True)
        self.features: Final = TalFeatures()
        self.weights: Final = vec[float](list(weights))
        self._position_weights: Final = vec[float]([0.0] * int(FEATURE_COUNT))  # for the latest position

    def move_weights(self, state: TalState) -> vec[float]:
        return menu_weights(state)

    def clock(self, state: TalState) -> i64:
        return turns_begun(state)

    def rewards(self, state: TalState) -> list[float]:
        """The chance of each seat to win; they add up to 1."""
        if state.mover != NOBODY:
            return softmax(self.logits(state))
        won = self.game.rewards(state)
        closeness = softmax([float(points) / LEAD_SCALE for points in self.game.scores(state)])
        return [WON_SHARE * won[seat] + (1.0 - WON_SHARE) * closeness[seat] for seat in range(len(won))]

    def estimate(self, state: TalState, seat: i64) -> float:
        """The lead of the logit of `seat` over the best of the others."""
        if state.mover == NOBODY:
            return lead_over_best([float(points) / LEAD_SCALE for points in self.game.scores(state)], seat)
        return lead_over_best(self.logits(state), seat)

    def logits(self, state: TalState) -> list[float]:
        """The logit of each seat."""
        features = self.features
        features.prepare(state)
        late = 1.0 / (1.0 + features.rounds_left)
        start = 2 * FEATURE_COUNT * state.cells[PHASE]
        position_weights = self._position_weights
        for i in range(FEATURE_COUNT):
            position_weights[i] = self.weights[start + i] + late * self.weights[start + FEATURE_COUNT + i]
        logits: list[float] = []
        for seat in range(state.seat_count):
            features.fill_inputs(state, seat)
            total = 0.0
            for i in range(FEATURE_COUNT):
                total += features.inputs[i] * position_weights[i]
            logits.append(total)
        return logits
