"""Who wins a duel, and how the prize is split (rulebook, "The Guardian Duel", "The Tomb Duel")."""

from engine.core.arrays import i64
from engine.core.game import NOBODY
from engine.thieves.data.pieces import RUBY, HalfIndex
from engine.thieves.state import (
    COMMUNITY,
    COMMUNITY_USE,
    GUARDIANS,
    LAID,
    MAX_LAID,
    STARTER,
    TOMB_DUEL,
    ThievesState,
    community_use_duel,
    community_use_half,
    laid_duel,
)


def half_fits(state: ThievesState, half_index: HalfIndex, duel: i64) -> bool:
    """Whether a half counts in a duel; rubies count in any."""
    symbol = state.pieces.half_symbols[half_index]
    return symbol == RUBY or symbol == state.duel_symbol(duel)


def symbols_in_duel(state: ThievesState, seat: i64, duel: i64) -> i64:
    """The symbols of a seat in a duel. Its cards and the community card count once it has said what they count for."""
    cells = state.cells
    total: i64 = 0
    for at in range(LAID + MAX_LAID * seat, LAID + MAX_LAID * seat + MAX_LAID):
        laid = cells[at]
        if laid < 0:
            break
        if laid_duel(laid) == duel:
            total += state.laid_symbol_count(laid)
    use = cells[COMMUNITY_USE + seat]
    if use >= 0 and community_use_duel(use) == duel:
        total += state.pieces.half_counts[2 * cells[COMMUNITY] + community_use_half(use)]
    return total


def cards_in_duel(state: ThievesState, seat: i64, duel: i64) -> i64:
    """The number of cards of a seat in a duel. The community card is not one of them (ours)."""
    cells = state.cells
    cards: i64 = 0
    for at in range(LAID + MAX_LAID * seat, LAID + MAX_LAID * seat + MAX_LAID):
        if cells[at] >= 0 and laid_duel(cells[at]) == duel:
            cards += 1
    return cards


def min_winning_symbols(state: ThievesState, duel: i64) -> i64:
    """The fewest symbols that can win a duel: the strength of the guardian; 1 for a tomb (ours)."""
    return 1 if duel == TOMB_DUEL else state.pieces.guardian_strengths[state.card_at(GUARDIANS, duel - 1)]


def winners_of_duel(state: ThievesState, duel: i64) -> list[int]:
    """The seats with the most symbols, and with enough of them, in turn order; [] if nobody wins."""
    best = min_winning_symbols(state, duel)
    winners: list[int] = []
    for distance in range(state.seat_count):
        seat = (state.cells[STARTER] + distance) % state.seat_count
        if state.is_inside(seat):
            total = symbols_in_duel(state, seat, duel)
            if total > best:
                winners = []
                best = total
            if total == best:
                winners.append(seat)
    return winners


def prize_shares(state: ThievesState, duel: i64, winners: list[int], prize: i64) -> list[int]:
    """What each winner gets: equal parts. All odd tokens go to the winner with the fewest cards in this duel; if several have as
    few, to the first of them in turn order (ours)."""
    share: i64 = prize // len(winners)
    odd: i64 = prize % len(winners)
    luckiest: i64 = NOBODY
    fewest: i64 = 0
    for seat in winners:
        cards = cards_in_duel(state, seat, duel)
        if luckiest == NOBODY or cards < fewest:
            luckiest, fewest = seat, cards
    return [share + odd if seat == luckiest else share for seat in winners]
