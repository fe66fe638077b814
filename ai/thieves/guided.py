"""The evaluator of the best levels: playouts to the end of the tomb by a policy, then what the thieves hold."""

from collections.abc import Sequence
from typing import Final, final

from ai.search.evaluator import Evaluator
from ai.thieves.holdings import HoldingsValue, fitted_weights
from ai.thieves.learned import LearnedValue
from ai.thieves.policy.habits import Habits, fitted_habits
from ai.thieves.policy.rollout_policy import RolloutPolicy
from ai.thieves.policy.table_reading import count_face_down, is_last_to_act
from engine.core.arrays import i64
from engine.core.cells.moves import VERB_MASK, first_argument, second_argument
from engine.core.game import NOBODY, Game
from engine.core.luck import STRIDE, U32_MASK, hash32
from engine.thieves.data.pieces import PLAY_DOWN, PLAY_UP, PLAY_UP_AS, RUBY, THIRD_SHIFT, HalfIndex, PieceSet
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
    pack_laid,
)

WON_SHARE: Final = 0.8  # the part of the reward at the end that victory decides; the rest is what the thieves hold
EXPLORATION: Final = 0.1
HONEST_SHARE: Final = 0.7  # of the face-down cards of others: they are taken for the best that these may hold


@final
class GuidedEvaluator(Evaluator[ThievesState]):
    """Playouts follow `RolloutPolicy` to the end of the tomb."""

    def __init__(
        self,
        game: Game[ThievesState],
        pieces: PieceSet,
        seats: int,
        exploration: float = EXPLORATION,
        honest_share: float = HONEST_SHARE,
        bluff_share: float = 0.0,  # of the same cards: they are taken to be useless
        holding_weights: Sequence[float] | None = None,
        habits: Habits | None = None,
        learned_weights: tuple[float, ...]
        | None = None,  # weights of the value that judges instead of the holdings alone
    ) -> None:
        super().__init__(game, 1, exploration, has_policy=True)
        self.policy: Final = RolloutPolicy(pieces, habits or fitted_habits(seats))
        self.holdings: Final = HoldingsValue(holding_weights or fitted_weights(seats))
        self.value: Final = LearnedValue(self.holdings, learned_weights) if learned_weights is not None else None
        self.honest_below: Final[i64] = int(honest_share * 4294967296.0)
        self.bluff_from: Final[i64] = int((1.0 - bluff_share) * 4294967296.0)

    def clock(self, state: ThievesState) -> i64:
        return state.cells[TOMB_NUMBER]

    def rewards(self, state: ThievesState) -> list[float]:
        """The chance of each seat to win."""
        value = self.value
        chances = value.win_chances(state) if value is not None else self.holdings.win_chances(state)
        if state.mover != NOBODY:
            return chances
        won = self.game.rewards(state)
        return [WON_SHARE * won[seat] + (1.0 - WON_SHARE) * chances[seat] for seat in range(state.seat_count)]

    def policy_move(self, state: ThievesState, luck: i64) -> i64:
        return self.policy.move(state, luck)

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
        """Whether a move plays a card that helps in a duel, or is the cheapest bluff. Two cards of one turn are tried in one
        order only, because the other order leads to the same position."""
        verb = move & VERB_MASK
        if verb != PLAY_UP and verb != PLAY_UP_AS and verb != PLAY_DOWN:
            return True
        seat = state.mover
        kind = first_argument(move)
        half = 2 * kind + second_argument(move)
        shows = state.pieces.half_symbols[half]
        if verb == PLAY_UP_AS:
            shows = (move >> THIRD_SHIFT) - 1
        unwatched = is_last_to_act(state, seat)
        if verb == PLAY_DOWN and unwatched:
            return shows == RUBY and state.duel_count() > 1 and self._in_order(state, seat, kind)
        if shows == RUBY or fits_a_duel(state, shows):
            return self._in_order(state, seat, kind)
        return verb == PLAY_DOWN and half == cheapest_useless_half(state, seat)

    def _in_order(self, state: ThievesState, seat: i64, kind: i64) -> bool:
        if state.menu[0] != NO_SECOND_CARD:
            return True
        last = state.cells[LAID_CARDS + MAX_LAID_CARDS * seat + state.laid_count(seat) - 1]
        return kind >= laid_kind(last)

    def infer_hidden(self, world: ThievesState, viewer: i64, luck: i64) -> None:
        """Exchange most of the face-down cards of others for the best cards of the hands that were dealt to them, because thieves
        mostly lay cards that help."""
        for seat in range(world.seat_count):
            if seat != viewer and count_face_down(world, seat) > 0:
                for at in range(
                    LAID_CARDS + MAX_LAID_CARDS * seat, LAID_CARDS + MAX_LAID_CARDS * seat + MAX_LAID_CARDS
                ):
                    if world.cells[at] >= 0 and is_face_down(world.cells[at]):
                        luck = (luck + STRIDE) & U32_MASK
                        drawn = hash32(luck)
                        if drawn < self.honest_below:
                            swap_face_down_card(world, seat, at, True)
                        elif drawn >= self.bluff_from:
                            swap_face_down_card(world, seat, at, False)


def fits_a_duel(state: ThievesState, symbol: i64) -> bool:
    for duel in range(state.duel_count()):
        if state.duel_symbol(duel) == symbol:
            return True
    return False


def useful_symbol_count(state: ThievesState, half_index: HalfIndex) -> i64:
    """The symbols of a half that fits a duel; else 0."""
    shows = state.pieces.half_symbols[half_index]
    if shows == RUBY or fits_a_duel(state, shows):
        return state.pieces.half_counts[half_index]
    return 0


def cheapest_useless_half(state: ThievesState, seat: i64) -> HalfIndex:
    """The half of the hand that costs least if it is laid face down without helping; -1 if all help."""
    start = state.zone_starts[HAND + seat] + 1
    best: i64 = -1
    lowest: i64 = 1000
    for at in range(start, start + state.cells[start - 1]):
        kind = state.cells[at]
        top = useful_symbol_count(state, 2 * kind)
        bottom = useful_symbol_count(state, 2 * kind + 1)
        if top == 0 or bottom == 0:
            worth = 10 * (top + bottom) + state.pieces.half_counts[2 * kind] + state.pieces.half_counts[2 * kind + 1]
            if worth < lowest:
                lowest = worth
                best = 2 * kind if top == 0 else 2 * kind + 1
    return best


def swap_face_down_card(world: ThievesState, seat: i64, cell: i64, most_useful: bool) -> None:
    """Exchange a face-down card for the most helpful card of the hand (without `most_useful`, the least helpful), or turn it to
    its other half, if that is better."""
    kind = laid_kind(world.cells[cell])
    best = pick_half(world, kind, most_useful)
    highest = useful_symbol_count(world, best)
    start = world.zone_starts[HAND + seat] + 1
    taken: i64 = -1
    for place in range(start, start + world.cells[start - 1]):
        half = pick_half(world, world.cells[place], most_useful)
        worth = useful_symbol_count(world, half)
        if (worth > highest) if most_useful else (worth < highest):
            best, highest = half, worth
            taken = world.cells[place]
    if taken >= 0:
        world.remove_present(HAND + seat, taken)
        world.add(HAND + seat, kind)
    world.cells[cell] = pack_laid(best >> 1, best & 1, True)


def pick_half(state: ThievesState, kind: i64, most_useful: bool) -> HalfIndex:
    """The half of a card that helps more, or without `most_useful` less."""
    top = useful_symbol_count(state, 2 * kind)
    bottom = useful_symbol_count(state, 2 * kind + 1)
    return 2 * kind + 1 if (bottom > top) == most_useful else 2 * kind
