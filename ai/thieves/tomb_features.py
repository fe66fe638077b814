"""The input features of the learned value: what each thief holds at the beginning of a tomb, and what it may win there.

All cards of the position are used. A search asks only about positions in which everything hidden was drawn again.
"""

from typing import Final, final

from ai.search.evaluator import logistic
from ai.thieves.holdings import HoldingsValue, tombs_gone_share
from ai.thieves.policy.table_reading import max_community_symbols
from engine.core.arrays import i64, vec
from engine.core.game import MAX_SEATS
from engine.thieves.data.pieces import PLAIN_SYMBOLS, RUBY
from engine.thieves.rules.duels import min_winning_symbols
from engine.thieves.state import (
    HAND,
    OUT,
    POOLS,
    REPUTATION,
    STARTER,
    STATUS,
    TOMB,
    TOMB_DUEL,
    TOMB_TREASURE,
    TREASURE,
    ThievesState,
)

FEATURE_NAMES: Final = (
    "holdings", "treasure cubed", "tomb suffices", "tomb edge and treasure", "tomb edge if it suffices", "symbols for the tomb",
    "pools", "guardian edges", "edges and scarce tokens", "last token", "lead in treasure", "lead in tokens", "best symbol",
    "worst symbol", "rubies", "cards squared", "moves last", "tokens and treasure", "best symbol and treasure", "tokens squared",
    "tokens and cards",
)  # fmt: skip
FEATURE_COUNT: Final[i64] = 21
assert len(FEATURE_NAMES) == FEATURE_COUNT
EDGE_SCALE: Final = 3.0  # symbols, of the logistic function
SCARCE_TOKENS: Final = 3.0
# The places of the features that are set duel by duel.
SUFFICES: Final[i64] = 2
TOMB_EDGE: Final[i64] = 3
SUFFICING_EDGE: Final[i64] = 4
TOMB_SYMBOLS: Final[i64] = 5
POOL_EDGES: Final[i64] = 6
GUARDIAN_EDGES: Final[i64] = 7
SCARCE_EDGES: Final[i64] = 8


@final
class TombFeatures:
    """Fills `inputs`: FEATURE_COUNT numbers for each seat, in the order of FEATURE_NAMES. An edge is the chance to win a duel
    with all cards of the hand. Not shared between searches."""

    def __init__(self, holdings: HoldingsValue) -> None:
        self.holdings: Final = holdings
        self.inputs: Final = vec[float]([0.0] * (int(FEATURE_COUNT) * MAX_SEATS))
        self.strengths: Final = vec[i64]([0] * (int(PLAIN_SYMBOLS) * MAX_SEATS))  # symbols of each kind in each hand
        self.late: float = 0.0  # how far the tombs have run out, from 0 to 1

    def fill_inputs(self, state: ThievesState) -> None:
        """Set the features of all seats. Those of a thief who is out are 0."""
        self.late = tombs_gone_share(state)
        for i in range(FEATURE_COUNT * state.seat_count):
            self.inputs[i] = 0.0
        for seat in range(state.seat_count):
            if is_in_game(state, seat):
                self.fill_holding_features(state, seat)
        if state.cells[TOMB] >= 0:
            for duel in range(state.duel_count()):
                self.add_duel_features(state, duel)

    def fill_holding_features(self, state: ThievesState, seat: i64) -> None:
        """Set what a seat holds, and what it leads by."""
        cells = state.cells
        x = self.inputs
        at = FEATURE_COUNT * seat
        goal = float(state.options.goal)
        treasure = float(cells[TREASURE + seat])
        tokens = float(cells[REPUTATION + seat])
        cards = float(state.count(HAND + seat))
        share = min(1.0, treasure / goal)
        treasure_of_others = 0.0
        tokens_of_others = 0.0
        for other in range(state.seat_count):
            if other != seat and is_in_game(state, other):
                treasure_of_others = max(treasure_of_others, float(cells[TREASURE + other]))
                tokens_of_others = max(tokens_of_others, float(cells[REPUTATION + other]))
        rubies = self.fill_strengths_and_count_rubies(state, seat)
        most: i64 = 0
        least: i64 = 100
        for symbol in range(PLAIN_SYMBOLS):
            strength = self.strengths[PLAIN_SYMBOLS * seat + symbol]
            most = max(most, strength)
            least = min(least, strength)
        x[at] = self.holdings.logit(state, seat, self.late)
        x[at + 1] = share * share * share
        if cells[TOMB] >= 0 and treasure + float(cells[TOMB_TREASURE]) >= goal:
            x[at + SUFFICES] = 1.0
        x[at + 9] = 1.0 if tokens == 1.0 else 0.0
        x[at + 10] = max(-1.0, min(1.0, (treasure - treasure_of_others) / goal))
        x[at + 11] = 0.1 * (tokens - tokens_of_others)
        x[at + 12] = 0.1 * float(most)
        x[at + 13] = 0.1 * float(least)
        x[at + 14] = 0.2 * float(rubies)
        x[at + 15] = 0.01 * cards * cards
        x[at + 16] = 1.0 if (cells[STARTER] + state.seat_count - 1) % state.seat_count == seat else 0.0
        x[at + 17] = share * tokens * 0.125
        x[at + 18] = share * 0.1 * float(most)
        x[at + 19] = 0.01 * tokens * tokens
        x[at + 20] = 0.025 * tokens * cards

    def fill_strengths_and_count_rubies(self, state: ThievesState, seat: i64) -> i64:
        """Set in `strengths` the symbols of each kind in a hand. Returns the number of rubies."""
        symbols = state.pieces.half_symbols
        counts = state.pieces.half_counts
        strengths = self.strengths
        first = PLAIN_SYMBOLS * seat
        for symbol in range(PLAIN_SYMBOLS):
            strengths[first + symbol] = 0
        rubies: i64 = 0
        start = state.zone_starts[HAND + seat] + 1
        for place in range(start, start + state.cells[start - 1]):
            top = 2 * state.cells[place]
            bottom = top + 1
            free: i64 = 0  # symbols that fit any duel
            if symbols[top] == RUBY:
                free = counts[top]
            if symbols[bottom] == RUBY:
                free = max(free, counts[bottom])
            rubies += free
            for symbol in range(PLAIN_SYMBOLS):
                shows = free
                if symbols[top] == symbol and counts[top] > shows:
                    shows = counts[top]
                if symbols[bottom] == symbol and counts[bottom] > shows:
                    shows = counts[bottom]
                strengths[first + symbol] += shows
        return rubies

    def add_duel_features(self, state: ThievesState, duel: i64) -> None:
        """Add what each seat may win in a duel of the new tomb."""
        cells = state.cells
        x = self.inputs
        symbol = state.duel_symbol(duel)
        least = min_winning_symbols(state, duel) - max_community_symbols(state, symbol)
        for seat in range(state.seat_count):
            if not is_in_game(state, seat):
                continue
            at = FEATURE_COUNT * seat
            own = self.strengths[PLAIN_SYMBOLS * seat + symbol]
            needed = least
            for other in range(state.seat_count):
                if other != seat and is_in_game(state, other):
                    needed = max(needed, self.strengths[PLAIN_SYMBOLS * other + symbol])
            edge = logistic(float(own - needed) / EDGE_SCALE)
            if duel == TOMB_DUEL:
                x[at + TOMB_EDGE] = 2.0 * edge * float(cells[TOMB_TREASURE]) / float(state.options.goal)
                x[at + SUFFICING_EDGE] = edge * x[at + SUFFICES]
                x[at + TOMB_SYMBOLS] = 0.1 * float(own)
            else:
                x[at + POOL_EDGES] += 0.1 * edge * float(state.card_at(POOLS, duel - 1))
                x[at + GUARDIAN_EDGES] += 0.3 * edge
                x[at + SCARCE_EDGES] += 0.3 * edge * max(0.0, SCARCE_TOKENS - float(cells[REPUTATION + seat]))


def is_in_game(state: ThievesState, seat: i64) -> bool:
    return state.cells[STATUS + seat] != OUT
