"""The learned value of King of Thieves: the chance to win at the beginning of a tomb.

The features of each seat give one logit; softmax over the seats gives the chances. Each feature has one weight, and another that
is added as the tombs run out. `ai.value_file` describes the file of weights.
"""

from typing import Final, final

from ai.search.evaluator import softmax
from ai.thieves.holdings import HoldingsValue
from ai.thieves.tomb_features import FEATURE_COUNT, FEATURE_NAMES, TombFeatures, is_in_game
from ai.value_file import CURRENT_VALUES, weights_for
from engine.core.arrays import i64, vec
from engine.thieves.state import Options, ThievesState

COLUMNS: Final = 2  # weights of each feature: the usual one, and what is added as the tombs run out
OUT_LOGIT: Final = -1000.0  # of a thief who is out of the game


@final
class LearnedValue:
    """`weights` are those of the features in the order of FEATURE_NAMES, then what is added to each as the tombs run out."""

    def __init__(self, holdings: HoldingsValue, weights: tuple[float, ...]) -> None:
        self.features: Final = TombFeatures(holdings)
        self.weights: Final = vec[float](list(weights))

    def win_chances(self, state: ThievesState) -> list[float]:
        """The chance of each seat to win; they add up to 1."""
        self.features.fill_inputs(state)
        return softmax([self.logit(state, seat) for seat in range(state.seat_count)])

    def logit(self, state: ThievesState, seat: i64) -> float:
        """The logit of a seat, from the features of the latest `fill_inputs`."""
        if not is_in_game(state, seat):
            return OUT_LOGIT
        inputs = self.features.inputs
        tombs_gone_share = self.features.tombs_gone_share
        weights = self.weights
        first = FEATURE_COUNT * seat
        total = 0.0
        for i in range(FEATURE_COUNT):
            total += inputs[first + i] * (weights[i] + tombs_gone_share * weights[FEATURE_COUNT + i])
        return total


def learned_weights_for(state: ThievesState, values: str = CURRENT_VALUES) -> tuple[float, ...] | None:
    """The weights of a set of values for these pieces and this number of thieves; None if there are none, or the options are
    not the defaults."""
    if state.options != Options():
        return None
    return weights_for(values, "thieves", FEATURE_NAMES, COLUMNS, state.pieces.fingerprint(), int(state.seat_count))
