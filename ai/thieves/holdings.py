"""What thieves hold between two tombs, and the chance to win with it: a logit for each seat, linear in a few features."""

from collections.abc import Sequence
from typing import Final, final

from ai.search.evaluator import softmax
from engine.core.arrays import i64, vec
from engine.thieves.data.pieces import RUBY
from engine.thieves.state import HAND, OUT, REPUTATION, STARTER, STATUS, TOMB_DECK, TREASURE, ThievesState

FEATURES: Final = 7  # each has one weight, and one more that grows as the tombs run out
SCARCE_TOKENS: Final = 3.0
RUBY_SYMBOLS: Final[i64] = 1  # a ruby counts for more than another symbol
# For each number of thieves (the last also for more): the weights of treasure, its square, tokens, scarce tokens, cards, symbols
# on them, and the first turn; then what is added to each when the tombs run out. Fitted by logistic regression: for two to games
# of searching thieves, for more to games of the policy.
WEIGHTS: Final = [
    [2.36, 2.13, 1.48, -0.57, 0.39, 1.98, -0.06, -0.09, -0.23, -1.22, 0.62, -0.56, 0.05, 0.05],
    [1.78, 1.56, 1.13, -0.58, -0.06, 1.69, 0.01, 1.11, 1.68, -0.5, 0.4, -0.42, -0.23, 0.04],
    [2.07, 1.22, 1.26, -0.6, -0.13, 1.3, 0.0, 1.61, 1.97, -0.99, -0.08, -0.53, 0.17, 0.01],
    [1.87, 2.17, 0.85, -0.68, -0.66, 1.37, 0.02, 0.32, 0.59, -0.95, -0.11, -0.61, 0.47, 0.02],
]


@final
class HoldingsValue:
    """The chances to win from what the thieves hold."""

    def __init__(self, weights: Sequence[float]) -> None:
        self.weights: Final = vec[float](list(weights))
        self.inputs: Final = vec[float]([0.0] * FEATURES)

    def win_chances(self, state: ThievesState) -> list[float]:
        """The chance of each seat to win: softmax of the logits."""
        tombs_gone = tombs_gone_share(state)
        return softmax([self.logit(state, seat, tombs_gone) for seat in range(state.seat_count)])

    def logit(self, state: ThievesState, seat: i64, tombs_gone: float) -> float:
        if state.cells[STATUS + seat] == OUT:
            return -1000.0
        self.fill_inputs(state, seat)
        total = 0.0
        for i in range(FEATURES):
            total += self.inputs[i] * (self.weights[i] + tombs_gone * self.weights[FEATURES + i])
        return total

    def fill_inputs(self, state: ThievesState, seat: i64) -> None:
        """Set the features of a seat."""
        cells = state.cells
        inputs = self.inputs
        share = min(1.0, float(cells[TREASURE + seat]) / float(state.options.goal))
        tokens = float(cells[REPUTATION + seat])
        inputs[0] = share
        inputs[1] = share * share
        inputs[2] = 0.125 * tokens
        inputs[3] = max(0.0, SCARCE_TOKENS - tokens)
        inputs[4] = 0.1 * float(state.count(HAND + seat))
        inputs[5] = 0.05 * float(sum_better_halves(state, seat))
        inputs[6] = 1.0 if cells[STARTER] == seat else 0.0


def fitted_weights(seat_count: int) -> list[float]:
    """The weights for this number of thieves."""
    return WEIGHTS[min(seat_count - 2, len(WEIGHTS) - 1)]


def tombs_gone_share(state: ThievesState) -> float:
    """How far the tombs have run out, from 0 to 1."""
    tombs = float(state.pieces.tomb_count)
    if state.seat_count > 4:
        tombs *= 2.0
    return 1.0 - min(1.0, float(state.count(TOMB_DECK)) / tombs)


def sum_better_halves(state: ThievesState, seat: i64) -> i64:
    """The number of symbols on the better halves of a hand; a ruby counts for more."""
    total: i64 = 0
    start = state.zone_starts[HAND + seat] + 1
    for at in range(start, start + state.cells[start - 1]):
        best: i64 = 0
        for half in range(2 * state.cells[at], 2 * state.cells[at] + 2):
            count = state.pieces.half_counts[half]
            if state.pieces.half_symbols[half] == RUBY:
                count += RUBY_SYMBOLS
            if count > best:
                best = count
        total += best
    return total
