"""How thieves are expected to play: the policy of playouts, and of the other seats in the search tree.

It uses what the mover may see and no more: its own cards, the cards that lie face up, and how many lie face down. A playout asks
it a dozen times, so it is cheap: it weighs each duel once, aims at the best one, and plays cards for it until they suffice.
"""

from typing import Final, final

from ai.search.evaluator import logistic
from ai.thieves.policy.habits import Habits
from ai.thieves.policy.table_reading import (
    count_face_down,
    countable_symbols,
    is_asked_before,
    is_last_to_act,
    laid_symbols_with_rubies,
    max_community_symbols,
    repeats_earlier_symbol,
    turns_left,
)
from engine.core.arrays import i64, vec
from engine.core.cells.moves import FIRST_SHIFT, SECOND_SHIFT, VERB_MASK, first_argument, second_argument
from engine.core.game import NOTHING
from engine.core.luck import STRIDE, U32_MASK, hash32
from engine.thieves.data.pieces import PLAY_DOWN, PLAY_UP, PLAY_UP_AS, RUBY, THIRD_SHIFT, HalfIndex, PieceSet
from engine.thieves.rules.duels import min_winning_symbols
from engine.thieves.state import (
    ASSIGN_CARD,
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

SHOWDOWN_SCALE: Final = 0.35  # symbols, of the logistic function
NEED_SCALE: Final = 0.5
FEW_TOKENS: Final[i64] = 3  # up to this number tokens are worth more
UNIT: Final = 1.0 / 4294967296.0


@final
class RolloutPolicy:
    """For the pieces of one box. It keeps no position between two questions."""

    def __init__(self, pieces: PieceSet, habits: Habits | None = None) -> None:
        size = 2 + 2 * pieces.guardian_count
        self.habits: Final = habits or Habits()
        self.own: Final = vec[i64]([0] * size)  # symbols of the mover on the table, for each duel
        self.goal: Final = vec[float]([0.0] * size)  # symbols that the best of the others is expected to reach
        self.least: Final = vec[i64]([0] * size)  # symbols that are needed in any case
        self.community: Final = vec[i64]([0] * size)  # the most that the community card adds; to one duel only
        self.prize: Final = vec[float]([0.0] * size)  # in treasure
        self.luck: i64 = 0

    def move(self, state: ThievesState, luck: i64) -> i64:
        """The answer of the mover; `luck` is a random number below LUCK_BOUND."""
        self.luck = luck
        asked = state.menu[0]
        if asked == ESCAPE:
            return self.turn_move(state, state.mover)
        if asked == NO_SECOND_CARD:
            return self.second_card_move(state, state.mover)
        return self.showdown_move(state, state.mover)

    def random_fraction(self) -> float:
        """A random number from 0 to 1."""
        self.luck = (self.luck + STRIDE) & U32_MASK
        return float(hash32(self.luck)) * UNIT

    def turn_move(self, state: ThievesState, seat: i64) -> i64:
        """Escape, hide, or the first card."""
        rounds_left = ROUND_COUNT - state.cells[ROUND]
        self.prepare_duels(state, seat)
        target = NOTHING
        highest = 0.0
        total = 0.0
        for duel in range(state.duel_count()):
            worth = self.prize[duel] * self.duel_win_chance(state, seat, duel, rounds_left)
            total += worth
            if target < 0 or worth > highest:
                target, highest = duel, worth
        tokens = min(rounds_left * state.options.stakes, state.cells[REPUTATION + seat])
        gain = highest + self.habits.other_share * (total - highest)
        cost = self.habits.token_worth * float(tokens) + self.habits.card_worth * (
            2.0 + self.habits.cards_used - float(tokens)
        )
        if gain + self.habits.stay_worth + self.habits.noise * (self.random_fraction() - 0.5) < cost:
            return ESCAPE
        missing = self.missing_symbols(target)
        may_hide = state.cells[REPUTATION + seat] > 0
        later = self.max_hand_symbols(state, seat, state.duel_symbol(target), 2 * (rounds_left - 1))
        if may_hide:
            if missing <= 0:
                return self.move_for_other_duel(state, seat, target, rounds_left, HIDE)
            if rounds_left > 1 and later >= missing and self.random_fraction() < self.habits.waits:
                return HIDE
        return self.move_for_duel(state, seat, target, missing, rounds_left, HIDE if may_hide else ESCAPE)

    def second_card_move(self, state: ThievesState, seat: i64) -> i64:
        """A second card, or enough."""
        rounds_left = ROUND_COUNT - state.cells[ROUND]
        self.prepare_duels(state, seat)
        target = TOMB_DUEL
        highest = -1.0
        for duel in range(state.duel_count()):
            worth = self.prize[duel] * self.duel_win_chance(state, seat, duel, rounds_left)
            if worth > highest:
                target, highest = duel, worth
        missing = self.missing_symbols(target)
        if missing <= 0:
            return self.move_for_other_duel(state, seat, target, rounds_left, NO_SECOND_CARD)
        symbol = state.duel_symbol(target)
        if rounds_left > 1:
            if (
                self.max_hand_symbols(state, seat, symbol, 2 * (rounds_left - 1)) >= missing
                and self.random_fraction() >= self.habits.plays_two
            ):
                return NO_SECOND_CARD
        elif self.max_hand_symbols(state, seat, symbol, 1) < missing:
            return NO_SECOND_CARD
        return self.move_for_duel(state, seat, target, missing, rounds_left, NO_SECOND_CARD)

    def move_for_other_duel(
        self, state: ThievesState, seat: i64, target: i64, rounds_left: i64, fallback_move: i64
    ) -> i64:
        """A card for the best of the other duels, if its prize can be reached."""
        community_is_free = self.missing_symbols(target, False) <= 0
        best = NOTHING
        highest = 0.3
        for duel in range(state.duel_count()):
            if duel != target and self.missing_symbols(duel, community_is_free) > 0:
                worth = self.prize[duel] * self.duel_win_chance(state, seat, duel, rounds_left)
                if worth > highest:
                    best, highest = duel, worth
        if best < 0:
            return fallback_move
        return self.move_for_duel(
            state, seat, best, self.missing_symbols(best, community_is_free), rounds_left, fallback_move
        )

    def move_for_duel(
        self, state: ThievesState, seat: i64, duel: i64, missing: i64, rounds_left: i64, fallback_move: i64
    ) -> i64:
        """The move that plays a card for a duel: the smallest that suffices, else the largest."""
        symbol = state.duel_symbol(duel)
        counts = state.pieces.half_counts
        symbols = state.pieces.half_symbols
        start = state.zone_starts[HAND + seat] + 1
        best = NOTHING
        best_rank: i64 = -1000
        for at in range(start, start + state.cells[start - 1]):
            for half in range(2 * state.cells[at], 2 * state.cells[at] + 2):
                if symbols[half] == symbol or symbols[half] == RUBY:
                    rank = 4 * counts[half]
                    if counts[half] >= missing and rounds_left == 1:
                        rank = 100 - rank
                    if symbols[half] == RUBY:
                        rank -= 2
                    if rank > best_rank:
                        best, best_rank = half, rank
        if best < 0:
            return fallback_move
        return self.play_move(state, seat, best, symbol)

    def play_move(self, state: ThievesState, seat: i64, half_index: HalfIndex, symbol: i64) -> i64:
        """The move that plays a half, face up or down; rubies that lie face up stand for `symbol`."""
        card = (half_index >> 1) + 1 << FIRST_SHIFT | (half_index & 1) + 1 << SECOND_SHIFT
        if self.random_fraction() < self.habits.plays_down and not is_last_to_act(state, seat):
            return PLAY_DOWN | card
        if state.pieces.half_symbols[half_index] == RUBY:
            return PLAY_UP_AS | card | symbol + 1 << THIRD_SHIFT
        return PLAY_UP | card

    # -- what each duel promises

    def prepare_duels(self, state: ThievesState, seat: i64) -> None:
        """Set for each duel what the mover shows, what the others may reach, what is needed, and the prize."""
        cells = state.cells
        duels = state.duel_count()
        distinct = 0.0
        for duel in range(duels):
            if not repeats_earlier_symbol(state, duel):
                distinct += 1.0
        scarce = 0.0
        if cells[REPUTATION + seat] <= FEW_TOKENS:
            scarce = self.habits.scarce_worth * float(FEW_TOKENS + 1 - cells[REPUTATION + seat])
        for duel in range(duels):
            symbol = state.duel_symbol(duel)
            self.own[duel] = laid_symbols_with_rubies(state, seat, symbol, True)
            self.least[duel] = min_winning_symbols(state, duel)
            self.community[duel] = max_community_symbols(state, symbol)
            goal = 0.0
            rivals = 0.0
            for other in range(state.seat_count):
                if other != seat and state.is_inside(other):
                    rivals += 1.0
                    reach = float(laid_symbols_with_rubies(state, other, symbol, False))
                    reach += self.habits.down_symbols * float(count_face_down(state, other)) / distinct
                    reach += self.habits.turn_symbols * float(min(turns_left(state, other), state.count(HAND + other)))
                    if reach > goal:
                        goal = reach
            self.goal[duel] = goal + self.habits.rival_symbols * max(0.0, rivals - 1.0) if rivals > 0.0 else -1.0
            if duel == TOMB_DUEL:
                self.prize[duel] = self.tomb_prize(state)
            else:
                tokens = float(state.card_at(POOLS, duel - 1))
                if duel == duels - 1:
                    tokens += float(ROUND_COUNT - cells[ROUND]) * (1.0 + 0.5 * rivals) * float(state.options.stakes)
                self.prize[duel] = tokens * self.habits.token_worth + (scarce if tokens > 0.0 else 0.0)

    def tomb_prize(self, state: ThievesState) -> float:
        """What the treasure of the tomb is worth; more if it ends the game."""
        treasure = state.cells[TOMB_TREASURE]
        goal = state.options.goal
        prize = float(treasure)
        for other in range(state.seat_count):
            if state.is_inside(other) and state.cells[TREASURE + other] + treasure >= goal:
                prize += self.habits.goal_worth
                break
        return prize

    def duel_win_chance(self, state: ThievesState, seat: i64, duel: i64, rounds_left: i64) -> float:
        """The chance of the mover to win a duel with the cards on the table and in the hand."""
        in_hand = float(self.max_hand_symbols(state, seat, state.duel_symbol(duel), 2 * rounds_left))
        if rounds_left > 1:
            in_hand *= self.habits.hand_share
        total = float(self.own[duel]) + in_hand
        chance = logistic((total - float(self.least[duel] - self.community[duel]) + 0.5) / NEED_SCALE)
        if self.goal[duel] >= 0.0:
            chance *= logistic((total - self.goal[duel]) / self.habits.margin_scale)
        return chance

    def missing_symbols(self, duel: i64, may_use_community: bool = True) -> i64:
        """The symbols that the mover should still add to win a duel."""
        goal: i64 = int(self.goal[duel] + 1.0)
        least = self.least[duel]
        if may_use_community:
            least -= self.community[duel]
        return max(goal, least) - self.own[duel]

    def max_hand_symbols(self, state: ThievesState, seat: i64, symbol: i64, card_count: i64) -> i64:
        """The most symbols that so many cards of a hand can show together. Of cards with three symbols and more, the first ones
        count as the best."""
        ones: i64 = 0
        twos: i64 = 0
        total: i64 = 0
        counts = state.pieces.half_counts
        symbols = state.pieces.half_symbols
        start = state.zone_starts[HAND + seat] + 1
        for at in range(start, start + state.cells[start - 1]):
            kind = state.cells[at]
            shows: i64 = 0
            for half in range(2 * kind, 2 * kind + 2):
                if (symbols[half] == symbol or symbols[half] == RUBY) and counts[half] > shows:
                    shows = counts[half]
            if shows >= 3:
                if card_count > 0:
                    total += shows
                    card_count -= 1
            elif shows == 2:
                twos += 1
            elif shows == 1:
                ones += 1
        taken = min(twos, card_count)
        return total + 2 * taken + min(ones, card_count - taken)

    # -- showdown

    def showdown_move(self, state: ThievesState, seat: i64) -> i64:
        """The answer of the showdown that adds most to the expected prizes."""
        best = NOTHING
        highest = -1.0
        for i in range(state.move_count):
            move = state.menu[i]
            gain = self.showdown_gain(state, seat, move)
            if best < 0 or gain > highest:
                best, highest = move, gain
        return best

    def showdown_gain(self, state: ThievesState, seat: i64, move: i64) -> float:
        """What naming a ruby, counting a card or using the community card adds to the expected prizes."""
        verb = move & VERB_MASK
        if verb == LEAVE_COMMUNITY_CARD:
            return 0.0
        highest = 0.0
        for duel in range(state.duel_count()):
            added: i64 = 0
            if verb == NAME_RUBY:
                if state.duel_symbol(duel) == second_argument(move):
                    added = state.laid_symbol_count(
                        state.cells[LAID_CARDS + MAX_LAID_CARDS * seat + first_argument(move)]
                    )
            elif second_argument(move) == duel:
                if verb == ASSIGN_CARD:
                    added = state.laid_symbol_count(
                        state.cells[LAID_CARDS + MAX_LAID_CARDS * seat + first_argument(move)]
                    )
                else:
                    added = state.pieces.half_counts[2 * state.cells[COMMUNITY_CARD] + first_argument(move)]
            if added > 0:
                gain = self.gain_in_duel(state, seat, duel, added)
                if gain > highest:
                    highest = gain
        return highest

    def gain_in_duel(self, state: ThievesState, seat: i64, duel: i64, added: i64) -> float:
        """What `added` symbols add to the expected prize of a duel."""
        cells = state.cells
        symbol = state.duel_symbol(duel)
        own = countable_symbols(state, seat, duel, symbol)
        needed = float(min_winning_symbols(state, duel)) - 0.5
        for other in range(state.seat_count):
            if other != seat and state.is_inside(other):
                reach = float(countable_symbols(state, other, duel, symbol))
                if cells[COMMUNITY_USE + other] < 0 and not is_asked_before(state, other, seat):
                    reach += 0.5 * float(max_community_symbols(state, symbol))
                if reach > needed:
                    needed = reach
        prize = self.tomb_prize(state)
        if duel != TOMB_DUEL:
            prize = self.habits.token_worth * float(state.card_at(POOLS, duel - 1)) + 0.01
            if cells[REPUTATION + seat] <= FEW_TOKENS and state.card_at(POOLS, duel - 1) > 0:
                prize += self.habits.scarce_worth * float(FEW_TOKENS + 1 - cells[REPUTATION + seat])
        before = logistic((float(own) - needed) / SHOWDOWN_SCALE)
        return prize * (logistic((float(own + added) - needed) / SHOWDOWN_SCALE) - before)
