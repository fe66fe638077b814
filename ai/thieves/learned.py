"""The learned value of King of Thieves: the chance to win at the beginning of a tomb, with weights that were learned from games.

The features of each seat give one logit; softmax over the seats gives the chances. A value is a JSON file:

    {"vok value": 1, "players": 2, "pieces": 1234, "made": {...}, "weights": {"holdings": [1.18, -0.22], ...}}

Each feature has one weight, and one more that grows as the tombs run out. A value fits only the pieces (by their fingerprint) and
the number of thieves that it was learned with. `made` records how it was made.
"""

import json
from functools import lru_cache
from pathlib import Path
from typing import Final, final

from ai.thieves.holdings import Holdings, softmax
from ai.thieves.tomb_features import FEATURE_COUNT, FEATURES, TombFeatures, is_in_game
from engine.core.arrays import i64, vec
from engine.thieves.data.box import Box
from engine.thieves.state import Options, ThievesState

WEIGHTS_FOLDER: Final = Path(__file__).resolve().parents[1] / "weights" / "thieves"
LOST: Final = -1000.0  # the logit of a thief who is out


@final
class LearnedValue:
    """`weights` are those of FEATURES, then what is added to each when the tombs run out."""

    def __init__(self, holdings: Holdings, weights: tuple[float, ...]) -> None:
        self.features: Final = TombFeatures(holdings)
        self.weights: Final = vec[float](list(weights))

    def win_chances(self, state: ThievesState) -> list[float]:
        """The chance of each seat to win; they add up to 1."""
        self.features.fill(state)
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


def weights_for(state: ThievesState) -> tuple[float, ...] | None:
    """The weights for the pieces, the options and the number of thieves of this position; None if there are none."""
    return shipped_weights(state.box, int(state.seat_count)) if state.options == Options() else None


@lru_cache(8)
def shipped_weights(box: Box, players: int) -> tuple[float, ...] | None:
    """The weights of the program for these pieces and this number of thieves."""
    file = WEIGHTS_FOLDER / f"base-{players}.json"
    if not file.is_file():
        return None
    fields = json.loads(file.read_text(encoding="utf-8"))
    if fields["pieces"] != box.fingerprint():
        return None
    rows = [fields["weights"][name] for name in FEATURES]
    return tuple([float(row[at]) for at in (0, 1) for row in rows])
