"""The learned value of King of Thieves: the chance to win at the beginning of a tomb, from what each thief holds and may win
there.

The features of each seat give one logit; softmax over the seats gives the chances. Each feature has one weight, and another that
is added as the tombs run out. `ai.value_file` describes the file of weights.

They use all cards of the position, hidden ones too. A search only asks about positions in which these were dealt again.
"""

from typing import Final, final

from ai.search.evaluator import logistic, softmax
from ai.thieves.holdings import HoldingsValue, tombs_gone_share
from ai.thieves.table_reading import max_community_symbols
from ai.value_file import CURRENT_VALUES, weights_for
from engine.core.arrays import i64, vec
from engine.core.game import MAX_SEATS
from engine.thieves.pieces import PLAIN_SYMBOLS, RUBY, PieceSet
from engine.thieves.rules.duels import min_winning_symbols
from engine.thieves.shipped import SHIPPED
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
    Options,
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
EDGE_SCALE: Final = 3.0  # in symbols: the scale of the logistic function of a margin
SCARCE_TOKENS: Final = 3.0  # below this number, tokens are scarce
MAX_NUMBER_CHANGE: Final = 2  # of a piece, so that a value that was learned with other numbers still fits
# The indices of the features, in the order of FEATURE_NAMES.
HOLDINGS: Final[i64] = 0
TREASURE_CUBED: Final[i64] = 1
SUFFICES: Final[i64] = 2
TOMB_EDGE: Final[i64] = 3
SUFFICING_EDGE: Final[i64] = 4
TOMB_SYMBOLS: Final[i64] = 5
POOL_EDGES: Final[i64] = 6
GUARDIAN_EDGES: Final[i64] = 7
SCARCE_EDGES: Final[i64] = 8
LAST_TOKEN: Final[i64] = 9
LEAD_IN_TREASURE: Final[i64] = 10
LEAD_IN_TOKENS: Final[i64] = 11
BEST_SYMBOL: Final[i64] = 12
WORST_SYMBOL: Final[i64] = 13
RUBIES: Final[i64] = 14
CARDS_SQUARED: Final[i64] = 15
MOVES_LAST: Final[i64] = 16
TOKENS_AND_TREASURE: Final[i64] = 17
BEST_SYMBOL_AND_TREASURE: Final[i64] = 18
TOKENS_SQUARED: Final[i64] = 19
TOKENS_AND_CARDS: Final[i64] = 20


@final
class TombFeatures:
    """Fills `inputs`: FEATURE_COUNT numbers for each seat, in the order of FEATURE_NAMES. An edge is the chance to win a duel
    if all cards of the hands are played. Each search needs its own instance."""

    def __init__(self, holdings: HoldingsValue) -> None:
        self.holdings: Final = holdings
        self.inputs: Final = vec[float]([0.0] * (int(FEATURE_COUNT) * MAX_SEATS))
        self.strengths: Final = vec[i64]([0] * (int(PLAIN_SYMBOLS) * MAX_SEATS))  # symbols of each kind, seat by seat
        self.tombs_gone_share: float = 0.0  # the share of the tombs that are gone, from 0 to 1

    def fill_inputs(self, state: ThievesState) -> None:
        """Set the features of all seats. Those of a thief who is out are 0."""
        self.tombs_gone_share = tombs_gone_share(state)
        for i in range(FEATURE_COUNT * state.seat_count):
            self.inputs[i] = 0.0
        for seat in range(state.seat_count):
            if is_in_game(state, seat):
                self.fill_holding_features(state, seat)
        if state.cells[TOMB] >= 0:
            for duel in range(state.duel_count()):
                self.add_duel_features(state, duel)

    def fill_holding_features(self, state: ThievesState, seat: i64) -> None:
        """Set the features of a seat that depend on holdings, its own and those of others."""
        cells = state.cells
        inputs = self.inputs
        offset = FEATURE_COUNT * seat
        goal = float(state.options.goal)
        treasure = float(cells[TREASURE + seat])
        tokens = float(cells[REPUTATION + seat])
        cards = float(state.count(HAND + seat))
        goal_share = min(1.0, treasure / goal)
        best_other_treasure = 0.0
        best_other_tokens = 0.0
        for other in range(state.seat_count):
            if other != seat and is_in_game(state, other):
                best_other_treasure = max(best_other_treasure, float(cells[TREASURE + other]))
                best_other_tokens = max(best_other_tokens, float(cells[REPUTATION + other]))
        rubies = self.fill_strengths_and_count_rubies(state, seat)
        max_strength: i64 = 0
        min_strength: i64 = 100
        for symbol in range(PLAIN_SYMBOLS):
            strength = self.strengths[PLAIN_SYMBOLS * seat + symbol]
            max_strength = max(max_strength, strength)
            min_strength = min(min_strength, strength)
        inputs[offset + HOLDINGS] = self.holdings.logit(state, seat, self.tombs_gone_share)
        inputs[offset + TREASURE_CUBED] = goal_share * goal_share * goal_share
        if cells[TOMB] >= 0 and treasure + float(cells[TOMB_TREASURE]) >= goal:
            inputs[offset + SUFFICES] = 1.0
        inputs[offset + LAST_TOKEN] = 1.0 if tokens == 1.0 else 0.0
        inputs[offset + LEAD_IN_TREASURE] = max(-1.0, min(1.0, (treasure - best_other_treasure) / goal))
        inputs[offset + LEAD_IN_TOKENS] = 0.1 * (tokens - best_other_tokens)
        inputs[offset + BEST_SYMBOL] = 0.1 * float(max_strength)
        inputs[offset + WORST_SYMBOL] = 0.1 * float(min_strength)
        inputs[offset + RUBIES] = 0.2 * float(rubies)
        inputs[offset + CARDS_SQUARED] = 0.01 * cards * cards
        inputs[offset + MOVES_LAST] = 1.0 if (cells[STARTER] + state.seat_count - 1) % state.seat_count == seat else 0.0
        inputs[offset + TOKENS_AND_TREASURE] = goal_share * tokens * 0.125
        inputs[offset + BEST_SYMBOL_AND_TREASURE] = goal_share * 0.1 * float(max_strength)
        inputs[offset + TOKENS_SQUARED] = 0.01 * tokens * tokens
        inputs[offset + TOKENS_AND_CARDS] = 0.025 * tokens * cards

    def fill_strengths_and_count_rubies(self, state: ThievesState, seat: i64) -> i64:
        """Set the part of `strengths` for a seat: the symbols of each kind that its hand can show. Returns its number of
        rubies."""
        symbols = state.pieces.half_symbols
        counts = state.pieces.half_symbol_counts
        strengths = self.strengths
        first = PLAIN_SYMBOLS * seat
        for symbol in range(PLAIN_SYMBOLS):
            strengths[first + symbol] = 0
        rubies: i64 = 0
        start = state.zone_starts[HAND + seat] + 1
        for cell in range(start, start + state.cells[start - 1]):
            top = 2 * state.cells[cell]
            bottom = top + 1
            card_rubies: i64 = 0
            if symbols[top] == RUBY:
                card_rubies = counts[top]
            if symbols[bottom] == RUBY:
                card_rubies = max(card_rubies, counts[bottom])
            rubies += card_rubies
            for symbol in range(PLAIN_SYMBOLS):
                shows = card_rubies
                if symbols[top] == symbol and counts[top] > shows:
                    shows = counts[top]
                if symbols[bottom] == symbol and counts[bottom] > shows:
                    shows = counts[bottom]
                strengths[first + symbol] += shows
        return rubies

    def add_duel_features(self, state: ThievesState, duel: i64) -> None:
        """Add what each seat may win in a duel of the tomb to its features."""
        cells = state.cells
        inputs = self.inputs
        symbol = state.duel_symbol(duel)
        min_symbols = min_winning_symbols(state, duel) - max_community_symbols(state, symbol)
        for seat in range(state.seat_count):
            if not is_in_game(state, seat):
                continue
            offset = FEATURE_COUNT * seat
            own = self.strengths[PLAIN_SYMBOLS * seat + symbol]
            needed = min_symbols
            for other in range(state.seat_count):
                if other != seat and is_in_game(state, other):
                    needed = max(needed, self.strengths[PLAIN_SYMBOLS * other + symbol])
            edge = logistic(float(own - needed) / EDGE_SCALE)
            if duel == TOMB_DUEL:
                inputs[offset + TOMB_EDGE] = 2.0 * edge * float(cells[TOMB_TREASURE]) / float(state.options.goal)
                inputs[offset + SUFFICING_EDGE] = edge * inputs[offset + SUFFICES]
                inputs[offset + TOMB_SYMBOLS] = 0.1 * float(own)
            else:
                inputs[offset + POOL_EDGES] += 0.1 * edge * float(state.card_at(POOLS, duel - 1))
                inputs[offset + GUARDIAN_EDGES] += 0.3 * edge
                inputs[offset + SCARCE_EDGES] += 0.3 * edge * max(0.0, SCARCE_TOKENS - float(cells[REPUTATION + seat]))


def is_in_game(state: ThievesState, seat: i64) -> bool:
    return state.cells[STATUS + seat] != OUT


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


def borrowed_weights_for(state: ThievesState) -> tuple[float, ...] | None:
    """Today's weights for the pieces of Vok, if these differ from them in numbers only; None if they do not, or if there are
    weights for these pieces themselves."""
    if state.options != Options() or not differ_in_numbers_only(state.pieces, SHIPPED):
        return None
    seats = int(state.seat_count)
    return weights_for(CURRENT_VALUES, "thieves", FEATURE_NAMES, COLUMNS, SHIPPED.fingerprint(), seats)


def differ_in_numbers_only(pieces: PieceSet, shipped: PieceSet) -> bool:
    """Whether these are other pieces than the shipped ones, with the same symbols and copies in the same order, and with
    treasure, strengths and numbers of symbols that differ by at most MAX_NUMBER_CHANGE."""
    if pieces.fingerprint() == shipped.fingerprint() or _forms(pieces) != _forms(shipped):
        return False
    return all(abs(a - b) <= MAX_NUMBER_CHANGE for a, b in zip(_numbers(pieces), _numbers(shipped), strict=True))


def _forms(pieces: PieceSet) -> list[tuple[int, ...]]:
    """All that matters for play but the numbers."""
    tombs = [(tomb.symbol, tomb.copies) for tomb in pieces.tombs]
    guardians = [(guardian.symbol, guardian.copies) for guardian in pieces.guardians]
    cards = [(card.top.symbol, card.bottom.symbol, card.copies) for card in pieces.cards]
    return [*tombs, (), *guardians, (), *cards]


def _numbers(pieces: PieceSet) -> list[int]:
    numbers = [*[tomb.treasure for tomb in pieces.tombs], *[guardian.strength for guardian in pieces.guardians]]
    return numbers + [half.symbol_count for card in pieces.cards for half in (card.top, card.bottom)]


def learned_weights_for(state: ThievesState, values: str = CURRENT_VALUES) -> tuple[float, ...] | None:
    """The weights of a set of values for these pieces and this number of thieves; None if there are none, or the options are
    not the defaults."""
    if state.options != Options():
        return None
    return weights_for(values, "thieves", FEATURE_NAMES, COLUMNS, state.pieces.fingerprint(), int(state.seat_count))
