"""Counts of the cards on the table, and the turn order, for evaluators and policy."""

from engine.core.arrays import i64, vec
from engine.thieves.pieces import RUBY
from engine.thieves.rules.duels import symbol_count_in_duel
from engine.thieves.state import (
    COMMUNITY_CARD,
    LAID_CARDS,
    MAX_LAID_CARDS,
    ROUND,
    ROUND_COUNT,
    STARTER,
    ThievesState,
    is_face_down,
    laid_duel,
)


def repeats_earlier_symbol(state: ThievesState, duel: i64) -> bool:
    """Whether an earlier duel has the same symbol."""
    symbol = state.duel_symbol(duel)
    for earlier in range(duel):
        if state.duel_symbol(earlier) == symbol:
            return True
    return False


def laid_symbols_with_rubies(state: ThievesState, seat: i64, symbol: i64, include_face_down: bool) -> i64:
    """The number of symbols before a seat that are `symbol` or may still become it: rubies that are not named."""
    cells = state.cells
    total: i64 = 0
    for cell in range(LAID_CARDS + MAX_LAID_CARDS * seat, LAID_CARDS + MAX_LAID_CARDS * seat + MAX_LAID_CARDS):
        laid_card = cells[cell]
        if laid_card < 0:
            break
        if include_face_down or not is_face_down(laid_card):
            shows = state.named_or_printed_symbol(laid_card)
            if shows in (symbol, RUBY):
                total += state.laid_symbol_count(laid_card)
    return total


def assigned_or_assignable_symbols(state: ThievesState, seat: i64, duel: i64, symbol: i64) -> i64:
    """The number of symbols that count for a duel, or still may, in the showdown. `symbol` is that of the duel."""
    total = symbol_count_in_duel(state, seat, duel)
    for cell in range(LAID_CARDS + MAX_LAID_CARDS * seat, LAID_CARDS + MAX_LAID_CARDS * seat + MAX_LAID_CARDS):
        laid_card = state.cells[cell]
        if laid_card < 0:
            break
        if laid_duel(laid_card) < 0 and state.named_or_printed_symbol(laid_card) == symbol:
            total += state.laid_symbol_count(laid_card)
    return total


def acts_before(state: ThievesState, other: i64, seat: i64) -> bool:
    """Whether `other` comes before `seat` in the turn order of this tomb. In the showdown, it has then already decided about the
    community card."""
    players = state.seat_count
    starter = state.cells[STARTER]
    return (other - starter + players) % players < (seat - starter + players) % players


def face_down_count(state: ThievesState, seat: i64) -> i64:
    """The number of face-down cards before a seat."""
    count: i64 = 0
    for cell in range(LAID_CARDS + MAX_LAID_CARDS * seat, LAID_CARDS + MAX_LAID_CARDS * seat + MAX_LAID_CARDS):
        if state.cells[cell] < 0:
            break
        if is_face_down(state.cells[cell]):
            count += 1
    return count


def max_community_symbols(state: ThievesState, symbol: i64) -> i64:
    """The maximum number of symbols that the community card can add to a duel with this symbol."""
    kind = state.cells[COMMUNITY_CARD]
    if kind < 0:
        return 0
    return max_symbols_of_kind(state.pieces.half_symbols, state.pieces.half_symbol_counts, kind, symbol)


def max_symbols_of_kind(half_symbols: vec[i64], half_symbol_counts: vec[i64], kind: i64, symbol: i64) -> i64:
    """The maximum number of symbols that one half of a card can show as `symbol`, rubies included. The arrays are
    those of the `PieceSet`."""
    max_count: i64 = 0
    for half in range(2 * kind, 2 * kind + 2):
        if (half_symbols[half] == symbol or half_symbols[half] == RUBY) and half_symbol_counts[half] > max_count:
            max_count = half_symbol_counts[half]
    return max_count


def turns_left(state: ThievesState, seat: i64) -> i64:
    """The number of turns that a thief inside still has in this tomb, the current one included."""
    rounds_played = state.cells[ROUND]
    if rounds_played >= ROUND_COUNT:
        return 0
    players = state.seat_count
    starter = state.cells[STARTER]
    turn = (seat - starter + players) % players
    current_turn = (state.mover - starter + players) % players
    rounds_left = ROUND_COUNT - rounds_played
    return rounds_left if turn >= current_turn else rounds_left - 1


def no_rival_acts_later(state: ThievesState, seat: i64) -> bool:
    """Whether no other thief inside moves after this turn of `seat`. Then it does not matter whether a card lies face down."""
    for other in range(state.seat_count):
        if other != seat and state.is_inside(other) and turns_left(state, other) > 0:
            return False
    return True
