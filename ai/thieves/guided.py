"""The evaluator of the best levels: playouts by a policy to the end of the tomb, and then a value of what the thieves hold."""

from typing import Final, final

from ai.search.evaluator import Evaluator
from ai.thieves.habits import Habits, fitted_habits
from ai.thieves.holdings import HoldingsValue, fitted_weights
from ai.thieves.learned import LearnedValue
from ai.thieves.rollout_policy import RolloutPolicy
from ai.thieves.table_reading import face_down_count, no_rival_acts_later
from engine.core.arrays import i64
from engine.core.game import NOBODY, Game
from engine.core.luck import STRIDE, U32_MASK, hash32
from engine.core.moves import VERB_MASK, first_argument, second_argument
from engine.thieves.pieces import PLAY_DOWN, PLAY_UP, PLAY_UP_AS, RUBY, THIRD_SHIFT, HalfIndex, PieceSet
from engine.thieves.state import (
    HAND,
    LAID_CARDS,
    MAX_LAID_CARDS,
    NO_SECOND_CARD,
    ROUND,
    STARTER,
    TOMB_NUMBER,
    ThievesState,
    is_face_down,
    laid_kind,
    pack_laid_card,
)

WON_SHARE: Final = 0.8  # of the reward at the end: it depends on victory, the rest on what the thieves hold
EXPLORATION: Final = 0.1
HONEST_SHARE: Final = 0.7  # of the face-down cards of others that are taken for the best cards of their owners


@final
class GuidedEvaluator(Evaluator[ThievesState]):
    """Playouts follow `RolloutPolicy` to the end of the tomb.

    Of the face-down cards of other seats, `honest_share` are taken for the most helpful cards of the hand, and `bluff_share` for
    the least helpful. `learned_weights` are those of a `LearnedValue`, which then takes the place of the `HoldingsValue`.
    """

    def __init__(
        self,
        game: Game[ThievesState],
        pieces: PieceSet,
        seats: int,
        honest_share: float = HONEST_SHARE,
        bluff_share: float = 0.0,
        habits: Habits | None = None,
        learned_weights: tuple[float, ...] | None = None,
    ) -> None:
        super().__init__(game, 1, EXPLORATION, has_policy=True)
        self.policy: Final = RolloutPolicy(pieces, habits or fitted_habits(seats))
        self.holdings: Final = HoldingsValue(fitted_weights(seats))
        self.value: Final = LearnedValue(self.holdings, learned_weights) if learned_weights is not None else None
        self.honest_below: Final[i64] = int(honest_share * 4294967296.0)
        self.bluff_from: Final[i64] = int((1.0 - bluff_share) * 4294967296.0)

    def clock(self, state: ThievesState) -> i64:
        return state.cells[TOMB_NUMBER]

    def rewards(self, state: ThievesState) -> list[float]:
        """The chance of each seat to win, from 0 to 1."""
        value = self.value
        chances = value.win_chances(state) if value is not None else self.holdings.win_chances(state)
        if state.mover != NOBODY:
            return chances
        won = self.game.rewards(state)
        return [WON_SHARE * won[seat] + (1.0 - WON_SHARE) * chances[seat] for seat in range(state.seat_count)]

    def policy_move(self, state: ThievesState, luck: i64) -> i64:
        return self.policy.choose_move(state, luck)

    def is_leaf(self, state: ThievesState) -> bool:
        """Whether a new tomb has just been opened."""
        cells = state.cells
        return (
            cells[ROUND] == 0
            and state.mover == cells[STARTER]
            and state.menu[0] != NO_SECOND_CARD
            and cells[LAID_CARDS + MAX_LAID_CARDS * state.mover] < 0
        )

    def is_worth_a_node(self, state: ThievesState, move: i64) -> bool:
        """Whether a move is worth trying: it plays a card that can help in a duel, or it is the cheapest bluff. Two cards of one
        turn are tried in one order only, because both orders lead to the same position."""
        verb = move & VERB_MASK
        if verb != PLAY_UP and verb != PLAY_UP_AS and verb != PLAY_DOWN:
            return True
        seat = state.mover
        kind = first_argument(move)
        half = 2 * kind + second_argument(move)
        symbol = state.pieces.half_symbols[half]
        if verb == PLAY_UP_AS:
            symbol = (move >> THIRD_SHIFT) - 1
        if verb == PLAY_DOWN and no_rival_acts_later(state, seat):
            return symbol == RUBY and state.duel_count() > 1 and self._is_in_kind_order(state, seat, kind)
        if symbol == RUBY or fits_a_duel(state, symbol):
            return self._is_in_kind_order(state, seat, kind)
        return verb == PLAY_DOWN and half == cheapest_useless_half(state, seat)

    def _is_in_kind_order(self, state: ThievesState, seat: i64, kind: i64) -> bool:
        """Whether a second card would be of no lower kind than the first. True for a first card."""
        if state.menu[0] != NO_SECOND_CARD:
            return True
        first_card = state.cells[LAID_CARDS + MAX_LAID_CARDS * seat + state.laid_card_count(seat) - 1]
        return kind >= laid_kind(first_card)

    def infer_hidden(self, world: ThievesState, viewer: i64, luck: i64) -> None:
        """Swap most face-down cards of other seats with the most helpful cards of the hands dealt to them, because thieves mostly
        play cards that help them."""
        for seat in range(world.seat_count):
            if seat != viewer and face_down_count(world, seat) > 0:
                for cell in range(
                    LAID_CARDS + MAX_LAID_CARDS * seat, LAID_CARDS + MAX_LAID_CARDS * seat + MAX_LAID_CARDS
                ):
                    if world.cells[cell] >= 0 and is_face_down(world.cells[cell]):
                        luck = (luck + STRIDE) & U32_MASK
                        random_number = hash32(luck)
                        if random_number < self.honest_below:
                            swap_face_down_card(world, seat, cell, True)
                        elif random_number >= self.bluff_from:
                            swap_face_down_card(world, seat, cell, False)


def fits_a_duel(state: ThievesState, symbol: i64) -> bool:
    """Whether any duel has this symbol."""
    for duel in range(state.duel_count()):
        if state.duel_symbol(duel) == symbol:
            return True
    return False


def useful_symbol_count(state: ThievesState, half_index: HalfIndex) -> i64:
    """The number of symbols on a half that fits a duel; 0 for a half that fits none."""
    symbol = state.pieces.half_symbols[half_index]
    if symbol == RUBY or fits_a_duel(state, symbol):
        return state.pieces.half_symbol_counts[half_index]
    return 0


def cheapest_useless_half(state: ThievesState, seat: i64) -> HalfIndex:
    """The half of the hand to bluff with: it fits no duel, and its card is worth least. -1 if all halves fit a duel."""
    start = state.zone_starts[HAND + seat] + 1
    cheapest: i64 = -1
    lowest_worth: i64 = 1000
    for cell in range(start, start + state.cells[start - 1]):
        kind = state.cells[cell]
        top = useful_symbol_count(state, 2 * kind)
        bottom = useful_symbol_count(state, 2 * kind + 1)
        if top == 0 or bottom == 0:
            worth = (
                10 * (top + bottom)
                + state.pieces.half_symbol_counts[2 * kind]
                + state.pieces.half_symbol_counts[2 * kind + 1]
            )
            if worth < lowest_worth:
                lowest_worth = worth
                cheapest = 2 * kind if top == 0 else 2 * kind + 1
    return cheapest


def swap_face_down_card(world: ThievesState, seat: i64, cell: i64, most_useful: bool) -> None:
    """Swap a face-down card with the most useful card of the hand, or change its half, if either makes it more useful. Without
    `most_useful`, make it as little useful as possible."""
    kind = laid_kind(world.cells[cell])
    best_half = pick_half(world, kind, most_useful)
    best_count = useful_symbol_count(world, best_half)
    start = world.zone_starts[HAND + seat] + 1
    best_kind: i64 = -1  # in the hand
    for hand_cell in range(start, start + world.cells[start - 1]):
        half = pick_half(world, world.cells[hand_cell], most_useful)
        count = useful_symbol_count(world, half)
        if (count > best_count) if most_useful else (count < best_count):
            best_half, best_count = half, count
            best_kind = world.cells[hand_cell]
    if best_kind >= 0:
        world.remove_present(HAND + seat, best_kind)
        world.add(HAND + seat, kind)
    world.cells[cell] = pack_laid_card(best_half >> 1, best_half & 1, True)


def pick_half(state: ThievesState, kind: i64, most_useful: bool) -> HalfIndex:
    """The more useful half of a card, or without `most_useful` the less useful one."""
    top = useful_symbol_count(state, 2 * kind)
    bottom = useful_symbol_count(state, 2 * kind + 1)
    return 2 * kind + 1 if (bottom > top) == most_useful else 2 * kind
