"""Who wins a duel, and how the prize is split (rulebook, "The Guardian Duel", "The Tomb Duel")."""

from engine.core.arrays import i64
from engine.core.game import NOBODY
from engine.thieves.pieces import RUBY, HalfIndex
from engine.thieves.state import (
    COMMUNITY_CARD,
    COMMUNITY_USE,
    GUARDIANS,
    LAID_CARDS,
    MAX_LAID_CARDS,
    STARTER,
    TOMB_DUEL,
    ThievesState,
    community_use_duel,
    community_use_half,
    laid_duel,
)


def half_fits(state: ThievesState, half_index: HalfIndex, duel: i64) -> bool:
    """Whether a half has the symbol of a duel; rubies fit any."""
    symbol = state.pieces.half_symbols[half_index]
    return symbol == RUBY or symbol == state.duel_symbol(duel)


def symbol_count_in_duel(state: ThievesState, seat: i64, duel: i64) -> i64:
    """The number of symbols of a seat in a duel. A card counts once the seat has assigned it, as does the community card."""
    cells = state.cells
    total: i64 = 0
    for cell in range(LAID_CARDS + MAX_LAID_CARDS * seat, LAID_CARDS + MAX_LAID_CARDS * seat + MAX_LAID_CARDS):
        laid_card = cells[cell]
        if laid_card < 0:
            break
        if laid_duel(laid_card) == duel:
            total += state.laid_symbol_count(laid_card)
    use = cells[COMMUNITY_USE + seat]
    if use >= 0 and community_use_duel(use) == duel:
        total += state.pieces.half_symbol_counts[2 * cells[COMMUNITY_CARD] + community_use_half(use)]
    return total


def card_count_in_duel(state: ThievesState, seat: i64, duel: i64) -> i64:
    """The number of cards that a seat has assigned to a duel. The community card is not counted (our rule)."""
    cells = state.cells
    cards: i64 = 0
    for cell in range(LAID_CARDS + MAX_LAID_CARDS * seat, LAID_CARDS + MAX_LAID_CARDS * seat + MAX_LAID_CARDS):
        if cells[cell] >= 0 and laid_duel(cells[cell]) == duel:
            cards += 1
    return cards


def min_winning_symbols(state: ThievesState, duel: i64) -> i64:
    """The minimum number of symbols that can win a duel: the strength of the guardian; 1 for a tomb (our rule)."""
    return 1 if duel == TOMB_DUEL else state.pieces.guardian_strengths[state.card_at(GUARDIANS, duel - 1)]


def winners_of_duel(state: ThievesState, duel: i64) -> list[int]:
    """The seats with the most symbols, and at least `min_winning_symbols`, in turn order; [] if nobody wins."""
    best = min_winning_symbols(state, duel)
    winners: list[int] = []
    for distance in range(state.seat_count):
        seat = (state.cells[STARTER] + distance) % state.seat_count
        if state.is_inside(seat):
            total = symbol_count_in_duel(state, seat, duel)
            if total > best:
                winners = []
                best = total
            if total == best:
                winners.append(seat)
    return winners


def prize_shares(state: ThievesState, duel: i64, winners: list[int], prize: i64) -> list[int]:
    """The share of each winner. Shares are equal, but the remainder goes to the winner with the fewest cards in this duel. Ties
    go to the first in turn order (our rule)."""
    share: i64 = prize // len(winners)
    remainder: i64 = prize % len(winners)
    remainder_seat: i64 = NOBODY
    fewest_cards: i64 = 0
    for seat in winners:
        cards = card_count_in_duel(state, seat, duel)
        if remainder_seat == NOBODY or cards < fewest_cards:
            remainder_seat, fewest_cards = seat, cards
    return [share + remainder if seat == remainder_seat else share for seat in winners]
