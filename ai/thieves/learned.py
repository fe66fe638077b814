"""The learned value of King of Thieves: the chance to win at the beginning of a tomb, with weights that were learned from games.

The features of each seat give one logit; softmax over the seats gives the chances. Each feature has one weight, and one more that
grows as the tombs run out. `ai.value_file` says how they are kept.
"""

from typing import Final, final

from ai.search.evaluator import softmax
from ai.thieves.holdings import HoldingsValue
from ai.thieves.tomb_features import FEATURE_COUNT, FEATURE_NAMES, TombFeatures, is_in_game
from ai.value_file import shipped_weights
from engine.core.arrays import i64, vec
from engine.thieves.state import Options, ThievesState

COLUMNS: Final = 2  # of weights: as such, and when the tombs run out
LOST: Final = -1000.0  # the logit of a thief who is out


@final
class LearnedValue:
    """`weights` are those of FEATURE_NAMES, then what is added to each when the tombs run out."""

    def __init__(self, holdings: HoldingsValue, weights: tuple[float, ...]) -> None:
        self.features: Final = TombFeatures(holdings)
        self.weights: Final = vec[float](list(weights))

    def win_chances(self, state: ThievesState) -> list[float]:
        """The chance of each seat to win; they add up to 1."""
        self.features.fill_inputs(state)
        return softmax([self.logit(state, seat) for seat in range(state.seat_count)])

    def logit(self, state: ThievesState, seat: i64) -> float:
        if not is_in_game(state, seat):
            return LOST
        inputs = self.features.inputs
        late = self.features.late
        weights = self.weights
        first = FEATURE_COUNT * seat
        total = 0.0
        for i in range(FEATURE_COUNT):
            total += inputs[first + i] * (weights[i] + late * weights[FEATURE_COUNT + i])
        return total


def shipped_weights_for(state: ThievesState) -> tuple[float, ...] | None:
    """The weights for the pieces, the options and the number of thieves of this position; None if there are none."""
    if state.options != Options():
        return None
    return shipped_weights("thieves", FEATURE_NAMES, COLUMNS, state.pieces.fingerprint(), int(state.seat_count))
