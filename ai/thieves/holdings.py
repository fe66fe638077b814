"""The chance to win with what the thieves hold between two tombs: for each seat a logit, linear in a few features."""

from collections.abc import Sequence
from typing import Final, final

from ai.search.evaluator import softmax
from engine.core.arrays import i64, vec
from engine.thieves.pieces import RUBY
from engine.thieves.state import HAND, OUT, REPUTATION, STARTER, STATUS, TOMB_DECK, TREASURE, ThievesState

FEATURE_COUNT: Final = 7
SCARCE_TOKENS: Final = 3.0
RUBY_BONUS: Final[i64] = 1  # symbols added for a half with rubies
# The weights for two, three, four, and five or more thieves. Seven for the features (treasure, its square, tokens, scarce tokens,
# cards, symbols on cards, starting player), then seven that are added as the tombs run out. Fitted by logistic regression: those
# for two thieves to games of searching thieves, the others to games of the rollout policy.
WEIGHTS: Final = [
    [2.36, 2.13, 1.48, -0.57, 0.39, 1.98, -0.06, -0.09, -0.23, -1.22, 0.62, -0.56, 0.05, 0.05],
    [1.78, 1.56, 1.13, -0.58, -0.06, 1.69, 0.01, 1.11, 1.68, -0.5, 0.4, -0.42, -0.23, 0.04],
    [2.07, 1.22, 1.26, -0.6, -0.13, 1.3, 0.0, 1.61, 1.97, -0.99, -0.08, -0.53, 0.17, 0.01],
    [1.87, 2.17, 0.85, -0.68, -0.66, 1.37, 0.02, 0.32, 0.59, -0.95, -0.11, -0.61, 0.47, 0.02],
]


@final
class HoldingsValue:
    """The value of holdings. `weights` are those of the features, then what is added to each as the tombs run out."""

    def __init__(self, weights: Sequence[float]) -> None:
        self.weights: Final = vec[float](list(weights))
        self.inputs: Final = vec[float]([0.0] * FEATURE_COUNT)

    def win_chances(self, state: ThievesState) -> list[float]:
        """The chance of each seat to win; they add up to 1."""
        tombs_gone = tombs_gone_share(state)
        return softmax([self.logit(state, seat, tombs_gone) for seat in range(state.seat_count)])

    def logit(self, state: ThievesState, seat: i64, tombs_gone_share: float) -> float:
        """The logit of a seat. `tombs_gone_share` is the share of the tombs that are gone, from 0 to 1."""
        if state.cells[STATUS + seat] == OUT:
            return -1000.0
        self.fill_inputs(state, seat)
        total = 0.0
        for i in range(FEATURE_COUNT):
            total += self.inputs[i] * (self.weights[i] + tombs_gone_share * self.weights[FEATURE_COUNT + i])
        return total

    def fill_inputs(self, state: ThievesState, seat: i64) -> None:
        """Set `inputs` to the features of a seat."""
        cells = state.cells
        inputs = self.inputs
        goal_share = min(1.0, float(cells[TREASURE + seat]) / float(state.options.goal))
        tokens = float(cells[REPUTATION + seat])
        inputs[0] = goal_share
        inputs[1] = goal_share * goal_share
        inputs[2] = 0.125 * tokens
        inputs[3] = max(0.0, SCARCE_TOKENS - tokens)
        inputs[4] = 0.1 * float(state.count(HAND + seat))
        inputs[5] = 0.05 * float(sum_of_better_halves(state, seat))
        inputs[6] = 1.0 if cells[STARTER] == seat else 0.0


def fitted_weights(seat_count: int) -> list[float]:
    """The weights for a number of thieves."""
    return WEIGHTS[min(seat_count - 2, len(WEIGHTS) - 1)]


def tombs_gone_share(state: ThievesState) -> float:
    """The share of the tombs that are gone from the deck, from 0 to 1."""
    tombs = float(state.pieces.tomb_count)
    if state.seat_count > 4:
        tombs *= 2.0
    return 1.0 - min(1.0, float(state.count(TOMB_DECK)) / tombs)


def sum_of_better_halves(state: ThievesState, seat: i64) -> i64:
    """The sum of the symbols on the better half of each card in a hand, with RUBY_BONUS for halves with rubies."""
    total: i64 = 0
    start = state.zone_starts[HAND + seat] + 1
    for cell in range(start, start + state.cells[start - 1]):
        best: i64 = 0
        for half in range(2 * state.cells[cell], 2 * state.cells[cell] + 2):
            count = state.pieces.half_symbol_counts[half]
            if state.pieces.half_symbols[half] == RUBY:
                count += RUBY_BONUS
            if count > best:
                best = count
        total += best
    return total
