"""Buying a card: what it costs, what pays for it, and the purchase itself (rulebook, "Buying Cards").

A purchase is one action: the slot, then the cards laid out. The menu offers each set of cards from the hand once that pays
and from which no card could be left out: whatever else might be laid out would buy nothing.
"""

from typing import Final

from engine.core.row import i64, vec
from engine.core.rules import NOTHING
from engine.valley.pyramid import remove
from engine.valley.reactions import SAIL, offer_to_opponents
from engine.valley.state import BOUGHT, DISCARD, GILDED, HAND, PLAYED, PYRAMID, REBATE, ValleyState
from engine.valley.verbs import BUY, A, B, first

GILT: Final[i64] = 4  # what a gilded card is worth
BASE: Final[i64] = 3  # slots 0 1 2 may be bought
WIDTH: Final[i64] = 7


def worth(s: ValleyState, kind: i64) -> i64:
    """The gold value of a card in the active player's hand."""
    gold = s.cards.gold[kind]
    if s.row[GILDED] == 1:
        gold = GILT
    return gold


def price(s: ValleyState, kind: i64) -> i64:
    """What a card costs the active player now."""
    cost = s.cards.cost[kind] - s.row[REBATE]
    if cost < 0:
        cost = 0
    return cost


def offer_purchases(s: ValleyState, who: i64) -> None:
    """Offer each card of the base with each set of cards that pays for it."""
    row = s.row
    start = s.at[HAND + who] + 1
    stop = start + row[start - 1]
    rest: i64 = 0
    for i in range(start, stop):
        rest += worth(s, row[i])
    purse = row[start:start]
    values = purse
    for slot in range(BASE):
        kind = row[PYRAMID + slot]
        if kind >= 0:
            owed = price(s, kind)
            if owed == 0:
                s.offer(BUY | (slot + 1) << A)
            elif rest >= owed:
                if len(purse) == 0:
                    purse = row[start:stop]
                    values = row[start:stop]
                    sort_purse(s, purse, values)
                offer_payments(s, purse, values, 0, owed, rest, BUY | (slot + 1) << A, B)


def sort_purse(s: ValleyState, purse: vec[i64], values: vec[i64]) -> None:
    """Lay the cards costliest first, equal cards side by side; `values` becomes what each is worth."""
    for i in range(len(purse)):
        kind = purse[i]
        value = worth(s, kind)
        j = i
        while j > 0 and values[j - 1] < value:
            purse[j] = purse[j - 1]
            values[j] = values[j - 1]
            j -= 1
        purse[j] = kind
        values[j] = value


def offer_payments(
    s: ValleyState, purse: vec[i64], values: vec[i64], i: i64, owed: i64, rest: i64, move: i64, shift: i64
) -> None:
    """Offer `move` with each set of cards from the i-th on that pays and from which no card could be left out.

    The purse lies costliest first, so the last card laid out is the cheapest of its set: as it was needed, all are. `rest` is
    what all cards from the i-th on are worth; while it covers what is owed, each card tried leads to an offer.
    """
    n = len(purse)
    while rest >= owed:
        kind = purse[i]
        gold = values[i]
        paid = move | (kind + 1) << shift
        if gold >= owed:
            s.offer(paid)
        else:
            offer_payments(s, purse, values, i + 1, owed - gold, rest - gold, paid, shift + WIDTH)
        while i < n and purse[i] == kind:  # without this kind: equal cards make one set
            i += 1
            rest -= gold


def buy(s: ValleyState, who: i64, move: i64) -> None:
    """Lay out the cards, put the purchase on the discard pile; the pyramid crumbles, then an opponent's Boat may sail."""
    paid: list[int] = []
    rest = move >> B
    while rest > 0:
        kind = (rest & 127) - 1
        rest >>= WIDTH
        s.leave_hand(who, kind)
        s.put(PLAYED + who, kind)
        if s.told is not None:
            paid.append(kind)
    offer_to_opponents(s, SAIL, who, NOTHING)  # lies below the crumbling
    kind = remove(s, first(move), who)
    s.lay(DISCARD + who, kind)
    if s.cards.cost[kind] > s.row[BOUGHT]:
        s.row[BOUGHT] = s.cards.cost[kind]
    if s.told is not None:
        s.tell("bought", who, (kind, *paid))
