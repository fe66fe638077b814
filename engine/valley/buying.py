"""Buying a card: what it costs, what pays for it, and the purchase itself (rulebook, "Buying Cards").

A purchase is one action: the slot, then the cards laid out. The menu offers each set of cards from the hand once that pays
and from which no card could be left out: whatever else might be laid out would buy nothing.
"""

from typing import Final

from engine.core.row import i64
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


class Purse:
    """The cards in a hand as money: groups of equal cards, the costliest first."""

    def __init__(self, s: ValleyState, who: i64) -> None:
        row = s.row
        start = s.at[HAND + who] + 1
        size = row[start - 1]
        self.kinds: Final = row[start : start + size]
        self.values: Final = row[start : start + size]  # what one card of each group is worth
        self.copies: Final = row[start : start + size]
        self.rest: Final = row[start - 1 : start + size]  # what the groups from the i-th on are worth together
        groups: i64 = 0
        i = start
        while i < start + size:
            kind = row[i]
            value = worth(s, kind)
            copies: i64 = 1
            while i + copies < start + size and row[i + copies] == kind:
                copies += 1
            i += copies
            at = groups
            while at > 0 and self.values[at - 1] < value:
                self.kinds[at] = self.kinds[at - 1]
                self.values[at] = self.values[at - 1]
                self.copies[at] = self.copies[at - 1]
                at -= 1
            self.kinds[at] = kind
            self.values[at] = value
            self.copies[at] = copies
            groups += 1
        self.rest[groups] = 0
        while groups > 0:
            groups -= 1
            self.rest[groups] = self.rest[groups + 1] + self.values[groups] * self.copies[groups]

    def offer(self, s: ValleyState, group: i64, owed: i64, move: i64, shift: i64) -> None:
        """Offer `move` with each set of cards from the given group on that pays and from which no card could be left out.

        As the costliest cards come first, the last one laid out is the cheapest of its set: if it was needed, all are.
        While the rest covers what is owed, each group tried leads to an offer.
        """
        rest = self.rest
        while rest[group] >= owed:
            value = self.values[group]
            card = self.kinds[group] + 1
            copies = self.copies[group]
            group += 1
            paid = move
            left = owed
            at = shift
            while copies > 0:
                copies -= 1
                paid |= card << at
                left -= value
                if left <= 0:
                    s.offer(paid)
                    break
                at += WIDTH
                if rest[group] >= left:
                    self.offer(s, group, left, paid, at)


def offer_purchases(s: ValleyState, who: i64) -> None:
    """Offer each card of the base with each set of cards that pays for it."""
    purse = Purse(s, who)
    for slot in range(BASE):
        kind = s.row[PYRAMID + slot]
        if kind >= 0:
            owed = price(s, kind)
            move = BUY | (slot + 1) << A
            if owed == 0:
                s.offer(move)
            else:
                purse.offer(s, 0, owed, move, B)


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
