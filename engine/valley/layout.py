"""A table before the game: where each zone begins in the row of a position, for so many seats and such cards."""

from engine.core.row import extend, i64, vec
from engine.core.rules import EMPTY, NOBODY, NOTHING
from engine.valley.card import GLIMPSES, SETS_ASIDE, Catalogue
from engine.valley.state import (
    ASIDE,
    BOUGHT,
    DECK,
    EXECUTED,
    HAND,
    PYRAMID,
    ROOM,
    SEATS,
    SEEN,
    SERVED,
    SHOWN,
    SIGHTS,
    SLOTS,
    SMALL,
    STOCK_II,
    STOCK_III,
    TOP,
    ZONES,
    ValleyState,
)


def room(cards: Catalogue, n: int) -> int:
    """How many cards `n` players play with: the starters of a box serve four, so five and six take some of a second one."""
    starters = sum([card.copies for card in cards.cards if card.level == 1])
    return sum([card.copies for card in cards.cards]) - starters + n * starters // SERVED


def layout(cards: Catalogue, n: int, total: int) -> vec[i64]:
    """Where each zone begins for `n` seats and `total` cards in the game; a seat that nobody sits on has no zones (NOTHING).
    Every zone has room for all cards that could ever lie there, so none can run into the next."""
    of_level = [sum([card.copies for card in cards.cards if card.level == level]) for level in (2, 3)]
    rooms = {int(STOCK_II): of_level[0], int(STOCK_III): of_level[1], int(EXECUTED): len(cards)}
    rooms[int(ASIDE)] = total if cards.changed & SETS_ASIDE else 0
    sights = SIGHTS if cards.changed & GLIMPSES else 0
    at = vec[i64]([NOTHING] * (ZONES + 1))
    free = ROOM
    for zone in range(ZONES):
        seat = NOBODY if zone < HAND or zone == ASIDE else (zone - (SEEN if zone >= SEEN else HAND)) % SEATS
        if seat < n:
            at[zone] = free
            free += 1 + rooms.get(zone, sights if zone >= SEEN else SMALL if TOP <= zone < SHOWN else total)
    at[ZONES] = free
    return at


def blank(cards: Catalogue, n: int) -> ValleyState:
    """A table without a card on it: `n` seats, no frames, an empty pyramid."""
    if n not in cards.layouts:
        cards.layouts[n] = layout(cards, n, room(cards, n))
    at = cards.layouts[n]
    s = ValleyState(cards, n, at, vec[i64]([0] * at[ZONES]))
    s.row[BOUGHT] = NOTHING
    for slot in range(SLOTS):
        s.row[PYRAMID + slot] = NOTHING
    return s


def unopened(cards: Catalogue, n: int) -> ValleyState:
    """The table before the first draw (rulebook, "Setup"): the starter cards in the decks, all others in the stock. A box holds
    the starter cards of four players, so each begins with a quarter of them."""
    if n not in cards.unopened:
        s = blank(cards, n)
        for kind, card in enumerate(cards.cards):
            if card.level == 1:
                for who in range(n):
                    for _ in range(card.copies // SERVED):
                        s.put(DECK + who, kind)
            else:
                for _ in range(card.copies):
                    s.put(STOCK_II if card.level == 2 else STOCK_III, kind)
        cards.unopened[n] = s.row
    return ValleyState(cards, n, cards.layouts[n], extend(EMPTY, cards.unopened[n]))
