"""What lies before the thieves in a tomb, in numbers for search and policy."""

from engine.core.arrays import i64
from engine.thieves.data.pieces import RUBY
from engine.thieves.rules.duels import symbols_in_duel
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


def laid_symbols_with_rubies(state: ThievesState, seat: i64, symbol: i64, face_down_too: bool) -> i64:
    """The number of symbols before a seat that fit; rubies that are not named fit any duel."""
    cells = state.cells
    total: i64 = 0
    for at in range(LAID_CARDS + MAX_LAID_CARDS * seat, LAID_CARDS + MAX_LAID_CARDS * seat + MAX_LAID_CARDS):
        laid_card = cells[at]
        if laid_card < 0:
            break
        if face_down_too or not is_face_down(laid_card):
            shows = state.laid_symbol_or_ruby(laid_card)
            if shows in (symbol, RUBY):
                total += state.laid_symbol_count(laid_card)
    return total


def countable_symbols(state: ThievesState, seat: i64, duel: i64, symbol: i64) -> i64:
    """In the showdown: the symbols that count for a duel, or may still do so."""
    total = symbols_in_duel(state, seat, duel)
    for at in range(LAID_CARDS + MAX_LAID_CARDS * seat, LAID_CARDS + MAX_LAID_CARDS * seat + MAX_LAID_CARDS):
        laid_card = state.cells[at]
        if laid_card < 0:
            break
        if laid_duel(laid_card) < 0 and state.laid_symbol_or_ruby(laid_card) == symbol:
            total += state.laid_symbol_count(laid_card)
    return total


def is_asked_before(state: ThievesState, other: i64, seat: i64) -> bool:
    """Whether another thief comes before `seat` in the turn order of this tomb. In the showdown it has then had the choice of the
    community card."""
    players = state.seat_count
    starter = state.cells[STARTER]
    return (other - starter + players) % players < (seat - starter + players) % players


def count_face_down(state: ThievesState, seat: i64) -> i64:
    """The number of cards that lie face down before a seat."""
    down: i64 = 0
    for at in range(LAID_CARDS + MAX_LAID_CARDS * seat, LAID_CARDS + MAX_LAID_CARDS * seat + MAX_LAID_CARDS):
        if state.cells[at] < 0:
            break
        if is_face_down(state.cells[at]):
            down += 1
    return down


def max_community_symbols(state: ThievesState, symbol: i64) -> i64:
    """The most that the community card can add to a duel."""
    kind = state.cells[COMMUNITY_CARD]
    if kind < 0:
        return 0
    most: i64 = 0
    for half in range(2 * kind, 2 * kind + 2):
        shows = state.pieces.half_symbols[half]
        if shows in (symbol, RUBY) and state.pieces.half_counts[half] > most:
            most = state.pieces.half_counts[half]
    return most


def turns_left(state: ThievesState, seat: i64) -> i64:
    """The turns that a thief inside still has in this tomb, the present one included."""
    done = state.cells[ROUND]
    if done >= ROUND_COUNT:
        return 0
    players = state.seat_count
    starter = state.cells[STARTER]
    place = (seat - starter + players) % players
    now = (state.mover - starter + players) % players
    return ROUND_COUNT - done if place >= now else ROUND_COUNT - done - 1


def is_last_to_act(state: ThievesState, seat: i64) -> bool:
    """Whether no other thief inside moves after this turn, so that it does not matter whether a card lies face down."""
    for other in range(state.seat_count):
        if other != seat and state.is_inside(other) and turns_left(state, other) > 0:
            return False
    return True
