"""The handwritten evaluator for King of Thieves: the expected treasure of each thief.

Treasure, reputation and cards count. In a tomb, each prize counts with the chance to win it. That chance compares the cards on
the table and those that thieves may still play: the best cards of the hand, two for each turn that is left. A thief whose
prizes are worth less than the tokens for the remaining rounds is expected to escape.

It uses all cards of the position, hidden ones too. A search only asks about positions in which these were dealt again.
"""

from typing import Final, final

from ai.search.evaluator import Evaluator, lead_over_best, logistic
from ai.thieves.table_reading import max_community_symbols, max_symbols_of_kind, turns_left
from engine.core.arrays import i64, vec
from engine.core.game import NOBODY, Game
from engine.thieves.pieces import RUBY
from engine.thieves.rules.duels import min_winning_symbols
from engine.thieves.state import (
    COMMUNITY_USE,
    HAND,
    LAID_CARDS,
    MAX_LAID_CARDS,
    OUT,
    POOLS,
    REPUTATION,
    ROUND,
    STATUS,
    TOMB,
    TOMB_DUEL,
    TOMB_NUMBER,
    TOMB_TREASURE,
    TREASURE,
    ThievesState,
    community_use_duel,
    laid_duel,
)

TOKEN_WORTH: Final = 0.45  # of a token of reputation, in treasure
SCARCE_TOKENS: Final = 4.0  # below this number, tokens are worth more
SCARCE_WORTH: Final = 0.5  # in treasure, subtracted for each token below SCARCE_TOKENS
RUIN_COST: Final = 4.0  # of having no reputation, in treasure
CARD_WORTH: Final = 0.12  # of a card in the hand, in treasure
MAX_COUNTED_CARDS: Final[i64] = 9
HAND_SHARE: Final = 0.8  # of the symbols in the hand that count, because some stay there
MARGIN_SCALE: Final = 0.9  # in symbols: the scale of the logistic function of a margin
GOAL_WORTH: Final = 8.0  # of reaching the goal, in treasure
LEAD_SCALE: Final = 3.0  # in treasure: the scale of the logistic function of a lead
WON_SHARE: Final = 0.8  # of the reward at the end: it depends on victory, the rest on the lead
EXPLORATION: Final = 0.12
TICKS_PER_TOMB: Final[i64] = 4  # three rounds and the showdown


@final
class HandwrittenThievesEvaluator(Evaluator[ThievesState]):
    """Compares the expected treasure of all thieves. `horizon` is the length of playouts in rounds; by default there are none."""

    def __init__(self, game: Game[ThievesState], horizon: int = 0) -> None:
        super().__init__(game, horizon, EXPLORATION)
        self._best_counts: Final = vec[i64]([0] * 8)  # symbols of the best cards of a hand, the highest first

    def clock(self, state: ThievesState) -> i64:
        return TICKS_PER_TOMB * state.cells[TOMB_NUMBER] + state.cells[ROUND]

    def rewards(self, state: ThievesState) -> list[float]:
        """The chance of each seat to win, from 0 to 1, computed from its lead."""
        expected = self.expected_treasure(state)
        chances = [win_chance_from_lead(lead_over_best(expected, seat)) for seat in range(len(expected))]
        if state.mover != NOBODY:
            return chances
        won = self.game.rewards(state)
        return [WON_SHARE * won[seat] + (1.0 - WON_SHARE) * chances[seat] for seat in range(len(expected))]

    def estimate(self, state: ThievesState, seat: i64) -> float:
        """The expected lead of `seat`, in treasure."""
        lead = lead_over_best(self.expected_treasure(state), seat)
        if state.mover == NOBODY:
            lead += GOAL_WORTH * self.game.rewards(state)[seat]
        return lead

    def expected_treasure(self, state: ThievesState) -> list[float]:
        """What each seat holds plus its expected prizes in this tomb, in treasure."""
        expected = [holding_worth(state, seat) for seat in range(state.seat_count)]
        if state.mover == NOBODY or state.cells[TOMB] < 0:
            return expected
        prizes = [[0.0] * 0 for _ in expected]
        for duel in range(state.duel_count()):
            strengths = [self.expected_symbols(state, seat, duel) for seat in range(state.seat_count)]
            self.append_expected_prizes(state, duel, strengths, prizes)
        for seat in range(state.seat_count):
            if state.is_inside(seat):
                cost = TOKEN_WORTH * min(float(turns_left(state, seat)), float(state.cells[REPUTATION + seat]))
                gain = 0.0
                for prize in prizes[seat]:
                    gain += prize
                expected[seat] += max(0.0, gain - 0.7 * cost * float(state.options.stakes))
        return expected

    def append_expected_prizes(
        self, state: ThievesState, duel: i64, strengths: list[float], prizes: list[list[float]]
    ) -> None:
        """Append the expected prize of each seat in a duel to `prizes`. `strengths` are the expected symbols of the seats."""
        min_symbols = float(min_winning_symbols(state, duel))
        if duel == TOMB_DUEL:
            prize = float(state.cells[TOMB_TREASURE])
        else:
            pool = state.card_at(POOLS, duel - 1)
            prize = TOKEN_WORTH * (float(pool) + (1.0 if duel == state.duel_count() - 1 else 0.0))
        for seat in range(len(strengths)):
            if strengths[seat] > 0.0:
                chance = duel_win_chance_from_margin(strengths[seat] - min_symbols + 0.5)
                for other in range(len(strengths)):
                    if other != seat and strengths[other] > 0.0:
                        chance *= duel_win_chance_from_margin(strengths[seat] - strengths[other])
                worth = prize
                if duel != TOMB_DUEL and state.cells[REPUTATION + seat] == 0:
                    worth += RUIN_COST
                prizes[seat].append(chance * worth)

    def expected_symbols(self, state: ThievesState, seat: i64, duel: i64) -> float:
        """The expected number of symbols of a seat in a duel; 0 for a thief who is not inside."""
        if not state.is_inside(seat):
            return 0.0
        cells = state.cells
        symbol = state.duel_symbol(duel)
        shown: i64 = 0
        for cell in range(LAID_CARDS + MAX_LAID_CARDS * seat, LAID_CARDS + MAX_LAID_CARDS * seat + MAX_LAID_CARDS):
            laid_card = cells[cell]
            if laid_card < 0:
                break
            counts_for = laid_duel(laid_card)
            shows = state.named_or_printed_symbol(laid_card)
            if counts_for == duel or (counts_for < 0 and shows in (symbol, RUBY)):
                shown += state.laid_symbol_count(laid_card)
        shown += max_community_symbols_for_seat(state, seat, duel, symbol)
        card_count = 2 * turns_left(state, seat)
        if card_count == 0:
            return float(shown)
        return float(shown) + HAND_SHARE * float(self.max_hand_symbols(state, seat, symbol, card_count))

    def max_hand_symbols(self, state: ThievesState, seat: i64, symbol: i64, card_count: i64) -> i64:
        """The maximum number of symbols that `card_count` cards of a hand can show together, rubies included."""
        best = self._best_counts
        for i in range(card_count):
            best[i] = 0
        counts = state.pieces.half_symbol_counts
        symbols = state.pieces.half_symbols
        start = state.zone_starts[HAND + seat] + 1
        for cell in range(start, start + state.cells[start - 1]):
            shows = max_symbols_of_kind(symbols, counts, state.cells[cell], symbol)
            for i in range(card_count):
                if shows == 0:
                    break
                if shows > best[i]:
                    weaker = best[i]
                    best[i] = shows
                    shows = weaker
        total: i64 = 0
        for i in range(card_count):
            total += best[i]
        return total


def holding_worth(state: ThievesState, seat: i64) -> float:
    """The worth of what a seat holds (treasure, reputation and cards), in treasure."""
    cells = state.cells
    if cells[STATUS + seat] == OUT:
        return -RUIN_COST - GOAL_WORTH
    treasure = float(cells[TREASURE + seat])
    tokens = float(cells[REPUTATION + seat])
    worth = treasure + TOKEN_WORTH * tokens - SCARCE_WORTH * max(0.0, SCARCE_TOKENS - tokens)
    if tokens == 0.0:
        worth -= RUIN_COST
    if treasure >= float(state.options.goal):
        worth += GOAL_WORTH
    return worth + CARD_WORTH * float(min(MAX_COUNTED_CARDS, state.count(HAND + seat)))


def max_community_symbols_for_seat(state: ThievesState, seat: i64, duel: i64, symbol: i64) -> i64:
    """The symbols that the community card adds to a duel, or may add as long as the seat has not decided."""
    use = state.cells[COMMUNITY_USE + seat]
    if use >= 0 and community_use_duel(use) != duel:
        return 0
    return max_community_symbols(state, symbol)


def duel_win_chance_from_margin(margin: float) -> float:
    """The chance to win a duel with a margin of symbols, from 0 to 1."""
    return logistic(margin / MARGIN_SCALE)


def win_chance_from_lead(lead: float) -> float:
    """The chance to win the game with a lead in treasure, from 0 to 1."""
    return logistic(lead / LEAD_SCALE)
