"""How thieves are expected to play: the policy of playouts, and of the other seats in the search tree.

It uses only what the mover may see: its own cards, the face-up cards, and the number of face-down cards. A playout asks it about
twelve times, so it must be cheap: it evaluates each duel once, chooses the best one, and plays cards for it until they suffice.
"""

from typing import Final, final

from ai.search.evaluator import logistic
from ai.thieves.habits import Habits
from ai.thieves.table_reading import (
    acts_before,
    assigned_or_assignable_symbols,
    face_down_count,
    laid_symbols_with_rubies,
    max_community_symbols,
    max_symbols_of_kind,
    no_rival_acts_later,
    repeats_earlier_symbol,
    turns_left,
)
from engine.core.arrays import i64, vec
from engine.core.game import NOTHING
from engine.core.luck import STRIDE, U32_MASK, hash32
from engine.core.moves import FIRST_SHIFT, SECOND_SHIFT, VERB_MASK, first_argument, second_argument
from engine.thieves.pieces import PLAY_DOWN, PLAY_UP, PLAY_UP_AS, RUBY, THIRD_SHIFT, HalfIndex, PieceSet
from engine.thieves.rules.duels import min_winning_symbols
from engine.thieves.state import (
    ASSIGN_CARD,
    CARDS_PER_ROUND,
    COMMUNITY_CARD,
    COMMUNITY_USE,
    ESCAPE,
    HAND,
    HIDE,
    LAID_CARDS,
    LEAVE_COMMUNITY_CARD,
    MAX_LAID_CARDS,
    NAME_RUBY,
    NO_SECOND_CARD,
    POOLS,
    REPUTATION,
    ROUND,
    ROUND_COUNT,
    TOMB_DUEL,
    TOMB_TREASURE,
    TREASURE,
    ThievesState,
)

SHOWDOWN_SCALE: Final = 0.35  # in symbols: the scale of the logistic function of a margin
NEED_SCALE: Final = 0.5  # the same, for the margin over the symbols that a duel needs
FEW_TOKENS: Final[i64] = 3  # up to this number, tokens are worth more
MIN_OTHER_PRIZE: Final = 0.3  # expected treasure for which a thief plays a card outside its target duel
U32_STEP: Final = 1.0 / 4294967296.0


@final
class RolloutPolicy:
    """Chooses the moves that a thief is expected to make. Its arrays hold one number for each duel, of the position asked
    about."""

    def __init__(self, pieces: PieceSet, habits: Habits | None = None) -> None:
        size = 2 + 2 * pieces.guardian_count
        self.habits: Final = habits or Habits()
        self.own_symbols: Final = vec[i64]([0] * size)  # of the mover, on the table
        self.rival_symbols: Final = vec[float]([0.0] * size)  # expected of the strongest other thief; -1 without rivals
        self.min_symbols: Final = vec[i64]([0] * size)  # the minimum that can win
        self.community_symbols: Final = vec[i64]([0] * size)  # the maximum that the community card can add
        self.prizes: Final = vec[float]([0.0] * size)  # in treasure
        self.luck: i64 = 0

    def choose_move(self, state: ThievesState, luck: i64) -> i64:
        """The move of the mover; `luck` is a random number below LUCK_BOUND."""
        self.luck = luck
        first_move = state.menu[0]  # it identifies the question
        if first_move == ESCAPE:
            return self.first_move_of_turn(state, state.mover)
        if first_move == NO_SECOND_CARD:
            return self.second_card_move(state, state.mover)
        return self.showdown_move(state, state.mover)

    def next_random_fraction(self) -> float:
        """The next random number, at least 0 and below 1."""
        self.luck = (self.luck + STRIDE) & U32_MASK
        return float(hash32(self.luck)) * U32_STEP

    def first_move_of_turn(self, state: ThievesState, seat: i64) -> i64:
        """The first move of a turn: escape, hide, or play a card."""
        rounds_left = ROUND_COUNT - state.cells[ROUND]
        self.prepare_duels(state, seat)
        target = NOTHING
        highest = 0.0
        total = 0.0
        for duel in range(state.duel_count()):
            worth = self.prizes[duel] * self.duel_win_chance(state, seat, duel, rounds_left)
            total += worth
            if target < 0 or worth > highest:
                target, highest = duel, worth
        tokens = min(rounds_left * state.options.stakes, state.cells[REPUTATION + seat])
        gain = highest + self.habits.other_duels_share * (total - highest)
        cost = self.habits.token_worth * float(tokens) + self.habits.card_worth * (
            2.0 + self.habits.cards_per_tomb - float(tokens)
        )
        if gain + self.habits.staying_bonus + self.habits.noise * (self.next_random_fraction() - 0.5) < cost:
            return ESCAPE
        missing = self.missing_symbols(target)
        may_hide = state.cells[REPUTATION + seat] > 0
        symbols_later = self.max_hand_symbols(
            state, seat, state.duel_symbol(target), CARDS_PER_ROUND * (rounds_left - 1)
        )
        if may_hide:
            if missing <= 0:
                return self.move_for_other_duel(state, seat, target, rounds_left, HIDE)
            if rounds_left > 1 and symbols_later >= missing and self.next_random_fraction() < self.habits.hide_chance:
                return HIDE
        return self.move_for_duel(state, seat, target, missing, rounds_left, HIDE if may_hide else ESCAPE)

    def second_card_move(self, state: ThievesState, seat: i64) -> i64:
        """The second move of a turn: play another card, or none."""
        rounds_left = ROUND_COUNT - state.cells[ROUND]
        self.prepare_duels(state, seat)
        target = TOMB_DUEL
        highest = -1.0
        for duel in range(state.duel_count()):
            worth = self.prizes[duel] * self.duel_win_chance(state, seat, duel, rounds_left)
            if worth > highest:
                target, highest = duel, worth
        missing = self.missing_symbols(target)
        if missing <= 0:
            return self.move_for_other_duel(state, seat, target, rounds_left, NO_SECOND_CARD)
        symbol = state.duel_symbol(target)
        if rounds_left > 1:
            if (
                self.max_hand_symbols(state, seat, symbol, CARDS_PER_ROUND * (rounds_left - 1)) >= missing
                and self.next_random_fraction() >= self.habits.second_card_chance
            ):
                return NO_SECOND_CARD
        elif self.max_hand_symbols(state, seat, symbol, 1) < missing:
            return NO_SECOND_CARD
        return self.move_for_duel(state, seat, target, missing, rounds_left, NO_SECOND_CARD)

    def move_for_other_duel(
        self, state: ThievesState, seat: i64, target: i64, rounds_left: i64, fallback_move: i64
    ) -> i64:
        """The move that plays a card for the best duel but `target`. `fallback_move` if no other duel promises enough."""
        community_is_free = self.missing_symbols(target, False) <= 0
        best_duel = NOTHING
        highest = MIN_OTHER_PRIZE
        for duel in range(state.duel_count()):
            if duel != target and self.missing_symbols(duel, community_is_free) > 0:
                worth = self.prizes[duel] * self.duel_win_chance(state, seat, duel, rounds_left)
                if worth > highest:
                    best_duel, highest = duel, worth
        if best_duel < 0:
            return fallback_move
        missing = self.missing_symbols(best_duel, community_is_free)
        return self.move_for_duel(state, seat, best_duel, missing, rounds_left, fallback_move)

    def move_for_duel(
        self, state: ThievesState, seat: i64, duel: i64, missing: i64, rounds_left: i64, fallback_move: i64
    ) -> i64:
        """The move that plays a card for a duel: in the last round the smallest that suffices, else the largest. `fallback_move`
        if no card fits."""
        symbol = state.duel_symbol(duel)
        counts = state.pieces.half_symbol_counts
        symbols = state.pieces.half_symbols
        start = state.zone_starts[HAND + seat] + 1
        best_half = NOTHING
        best_rank: i64 = -1000
        for cell in range(start, start + state.cells[start - 1]):
            for half in range(2 * state.cells[cell], 2 * state.cells[cell] + 2):
                if symbols[half] == symbol or symbols[half] == RUBY:
                    rank = 4 * counts[half]
                    if counts[half] >= missing and rounds_left == 1:
                        rank = 100 - rank
                    if symbols[half] == RUBY:
                        rank -= 2
                    if rank > best_rank:
                        best_half, best_rank = half, rank
        if best_half < 0:
            return fallback_move
        return self.move_for_half(state, seat, best_half, symbol)

    def move_for_half(self, state: ThievesState, seat: i64, half_index: HalfIndex, symbol: i64) -> i64:
        """The move that plays a half, face up or face down at random. Face-up rubies stand for `symbol`."""
        card = (half_index >> 1) + 1 << FIRST_SHIFT | (half_index & 1) + 1 << SECOND_SHIFT
        if self.next_random_fraction() < self.habits.face_down_chance and not no_rival_acts_later(state, seat):
            return PLAY_DOWN | card
        if state.pieces.half_symbols[half_index] == RUBY:
            return PLAY_UP_AS | card | symbol + 1 << THIRD_SHIFT
        return PLAY_UP | card

    # -- the prospects of each duel

    def prepare_duels(self, state: ThievesState, seat: i64) -> None:
        """Fill the arrays for all duels of a position, as `seat` sees it."""
        cells = state.cells
        duels = state.duel_count()
        distinct_symbols = 0.0
        for duel in range(duels):
            if not repeats_earlier_symbol(state, duel):
                distinct_symbols += 1.0
        scarce_bonus = 0.0
        if cells[REPUTATION + seat] <= FEW_TOKENS:
            scarce_bonus = self.habits.scarce_token_bonus * float(FEW_TOKENS + 1 - cells[REPUTATION + seat])
        for duel in range(duels):
            symbol = state.duel_symbol(duel)
            self.own_symbols[duel] = laid_symbols_with_rubies(state, seat, symbol, True)
            self.min_symbols[duel] = min_winning_symbols(state, duel)
            self.community_symbols[duel] = max_community_symbols(state, symbol)
            best_reach = 0.0
            rivals = 0.0
            for other in range(state.seat_count):
                if other != seat and state.is_inside(other):
                    rivals += 1.0
                    reach = float(laid_symbols_with_rubies(state, other, symbol, False))
                    reach += self.habits.face_down_symbols * float(face_down_count(state, other)) / distinct_symbols
                    turns = min(turns_left(state, other), state.count(HAND + other))
                    reach += self.habits.symbols_per_turn * float(turns)
                    if reach > best_reach:
                        best_reach = reach
            best_reach += self.habits.extra_rival_symbols * max(0.0, rivals - 1.0)
            self.rival_symbols[duel] = best_reach if rivals > 0.0 else -1.0
            if duel == TOMB_DUEL:
                self.prizes[duel] = self.tomb_prize(state)
            else:
                tokens = float(state.card_at(POOLS, duel - 1))
                if duel == duels - 1:
                    tokens += float(ROUND_COUNT - cells[ROUND]) * (1.0 + 0.5 * rivals) * float(state.options.stakes)
                self.prizes[duel] = tokens * self.habits.token_worth + (scarce_bonus if tokens > 0.0 else 0.0)

    def tomb_prize(self, state: ThievesState) -> float:
        """The worth of the treasure of the tomb, which is higher if it can end the game."""
        treasure = state.cells[TOMB_TREASURE]
        goal = state.options.goal
        prize = float(treasure)
        for other in range(state.seat_count):
            if state.is_inside(other) and state.cells[TREASURE + other] + treasure >= goal:
                prize += self.habits.decisive_treasure_bonus
                break
        return prize

    def duel_win_chance(self, state: ThievesState, seat: i64, duel: i64, rounds_left: i64) -> float:
        """The chance of the mover to win a duel, from its cards on the table and in the hand."""
        in_hand = float(self.max_hand_symbols(state, seat, state.duel_symbol(duel), CARDS_PER_ROUND * rounds_left))
        if rounds_left > 1:
            in_hand *= self.habits.hand_share
        total = float(self.own_symbols[duel]) + in_hand
        chance = logistic((total - float(self.min_symbols[duel] - self.community_symbols[duel]) + 0.5) / NEED_SCALE)
        if self.rival_symbols[duel] >= 0.0:
            chance *= logistic((total - self.rival_symbols[duel]) / self.habits.margin_scale)
        return chance

    def missing_symbols(self, duel: i64, may_use_community: bool = True) -> i64:
        """The number of symbols that the mover should still add to win a duel; 0 or less if it has enough."""
        above_rival: i64 = int(self.rival_symbols[duel] + 1.0)
        min_symbols = self.min_symbols[duel]
        if may_use_community:
            min_symbols -= self.community_symbols[duel]
        return max(above_rival, min_symbols) - self.own_symbols[duel]

    def max_hand_symbols(self, state: ThievesState, seat: i64, symbol: i64, card_count: i64) -> i64:
        """The maximum number of symbols that `card_count` cards of a hand can show together. An approximation: among cards with
        three symbols or more, it takes the first, not the best."""
        ones: i64 = 0  # cards that show one symbol
        twos: i64 = 0
        total: i64 = 0
        counts = state.pieces.half_symbol_counts
        symbols = state.pieces.half_symbols
        start = state.zone_starts[HAND + seat] + 1
        for cell in range(start, start + state.cells[start - 1]):
            shows = max_symbols_of_kind(symbols, counts, state.cells[cell], symbol)
            if shows >= 3:
                if card_count > 0:
                    total += shows
                    card_count -= 1
            elif shows == 2:
                twos += 1
            elif shows == 1:
                ones += 1
        twos_used = min(twos, card_count)
        return total + 2 * twos_used + min(ones, card_count - twos_used)

    # -- showdown

    def showdown_move(self, state: ThievesState, seat: i64) -> i64:
        """The move of the showdown that adds most to the expected prizes."""
        best_move = NOTHING
        best_gain = -1.0
        for i in range(state.move_count):
            move = state.menu[i]
            gain = self.showdown_gain(state, seat, move)
            if best_move < 0 or gain > best_gain:
                best_move, best_gain = move, gain
        return best_move

    def showdown_gain(self, state: ThievesState, seat: i64, move: i64) -> float:
        """The maximum increase of the expected prize of a duel by `move`, which names rubies, assigns a card or uses the
        community card."""
        verb = move & VERB_MASK
        if verb == LEAVE_COMMUNITY_CARD:
            return 0.0
        highest = 0.0
        for duel in range(state.duel_count()):
            added_symbols: i64 = 0
            if verb == NAME_RUBY:
                if state.duel_symbol(duel) == second_argument(move):
                    added_symbols = state.laid_symbol_count(
                        state.cells[LAID_CARDS + MAX_LAID_CARDS * seat + first_argument(move)]
                    )
            elif second_argument(move) == duel:
                if verb == ASSIGN_CARD:
                    added_symbols = state.laid_symbol_count(
                        state.cells[LAID_CARDS + MAX_LAID_CARDS * seat + first_argument(move)]
                    )
                else:
                    added_symbols = state.pieces.half_symbol_counts[
                        2 * state.cells[COMMUNITY_CARD] + first_argument(move)
                    ]
            if added_symbols > 0:
                gain = self.gain_in_duel(state, seat, duel, added_symbols)
                if gain > highest:
                    highest = gain
        return highest

    def gain_in_duel(self, state: ThievesState, seat: i64, duel: i64, added_symbols: i64) -> float:
        """The increase of the expected prize of a duel by `added_symbols`."""
        cells = state.cells
        symbol = state.duel_symbol(duel)
        own = assigned_or_assignable_symbols(state, seat, duel, symbol)
        needed = float(min_winning_symbols(state, duel)) - 0.5
        for other in range(state.seat_count):
            if other != seat and state.is_inside(other):
                reach = float(assigned_or_assignable_symbols(state, other, duel, symbol))
                if cells[COMMUNITY_USE + other] < 0 and not acts_before(state, other, seat):
                    reach += 0.5 * float(max_community_symbols(state, symbol))
                if reach > needed:
                    needed = reach
        prize = self.tomb_prize(state)
        if duel != TOMB_DUEL:
            prize = self.habits.token_worth * float(state.card_at(POOLS, duel - 1)) + 0.01
            if cells[REPUTATION + seat] <= FEW_TOKENS and state.card_at(POOLS, duel - 1) > 0:
                prize += self.habits.scarce_token_bonus * float(FEW_TOKENS + 1 - cells[REPUTATION + seat])
        before = logistic((float(own) - needed) / SHOWDOWN_SCALE)
        return prize * (logistic((float(own + added_symbols) - needed) / SHOWDOWN_SCALE) - before)
