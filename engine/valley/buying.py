"""Buying a card: what it costs, what pays for it, and the purchase itself (rulebook, "Buying Cards").

A purchase is one action: the slot, then the cards laid out. The menu offers each set of cards from the hand once that pays
and from which no card could be left out: whatever else might be laid out would buy nothing.
"""

from typing import Final

from engine.core.row import i64
from engine.core.rules import NOTHING
from engine.valley.pyramid import remove
from engine.valley.reactions import SAIL, offer_to_opponents
from engine.valley.state import (
    ANY_ROW,
    BOUGHT,
    DISCARD,
    DOUBLED,
    GILDED,
    HAND,
    PLAYED,
    PYRAMID,
    REBATE,
    SLOTS,
    ValleyState,
)
from engine.valley.verbs import ARGUMENT, BUY, VERBS, A, B, first

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


def hand_worth(s: ValleyState, who: i64) -> i64:
    """What all cards in a hand are worth together."""
    row = s.row
    start = s.at[HAND + who] + 1
    size = row[start - 1]
    if row[GILDED] == 1:
        return GILT * size
    total: i64 = 0
    for i in range(start, start + size):
        total += s.cards.gold[row[i]]
    return total


class Purse:
    """The cards in a hand as money: groups of equal cards, the costliest first."""

    def __init__(self, s: ValleyState, who: i64) -> None:
        start = s.at[HAND + who] + 1
        size = s.row[start - 1]
        hand = s.row[start : start + size]
        kinds = s.row[start : start + size]
        values = s.row[start : start + size]
        copies = s.row[start : start + size]
        gold = s.cards.gold
        gilded = s.row[GILDED]
        groups: i64 = 0
        last: i64 = NOTHING
        place: i64 = 0
        for i in range(size):
            kind = hand[i]
            if kind == last:
                copies[place] += 1
                continue
            last = kind
            value = gold[kind]
            if gilded == 1:
                value = GILT
            place = groups
            while place > 0 and values[place - 1] < value:
                kinds[place] = kinds[place - 1]
                values[place] = values[place - 1]
                copies[place] = copies[place - 1]
                place -= 1
            kinds[place] = kind
            values[place] = value
            copies[place] = 1
            groups += 1
        rest = s.row[start - 1 : start + size]
        total: i64 = 0
        rest[groups] = 0
        while groups > 0:
            groups -= 1
            total += values[groups] * copies[groups]
            rest[groups] = total
        self.kinds: Final = kinds
        self.values: Final = values  # what one card of each group is worth
        self.copies: Final = copies
        self.rest: Final = rest  # what the groups from the i-th on are worth together

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
            if value >= owed:
                s.offer(move | card << shift)
                continue
            paid = move
            left = owed
            at = shift
            while copies > 0:
                copies -= 1
                paid |= card << at
                at += WIDTH
                left -= value
                if left <= 0:
                    s.offer(paid)
                    break
                if rest[group] >= left:
                    self.offer(s, group, left, paid, at)

    def offer_doubled(self, s: ValleyState, owed: i64, move: i64) -> None:
        """The same where the first card laid out is worth twice its gold, which its owner lets be the costliest of the set. If
        the cheapest was needed then, all are, the doubled one included."""
        group: i64 = 0
        while self.rest[group] > 0 and self.rest[group] + self.values[group] >= owed:
            value = self.values[group]
            paid = move | (self.kinds[group] + 1) << B
            left = owed - 2 * value
            group += 1
            if left <= 0:
                s.offer(paid)
            elif self.copies[group - 1] == 1:
                self.offer(s, group, left, paid, B + WIDTH)
            else:  # the others of its kind are worth what they are
                self.copies[group - 1] -= 1
                self.rest[group - 1] -= value
                self.offer(s, group - 1, left, paid, B + WIDTH)
                self.copies[group - 1] += 1
                self.rest[group - 1] += value


def purse_worth(s: ValleyState, who: i64) -> i64:
    """What all cards in the active player's hand can pay together."""
    total = hand_worth(s, who)
    if s.row[DOUBLED] == 1:
        best: i64 = 0
        for i in range(s.size(HAND + who)):
            value = worth(s, s.card(HAND + who, i))
            if value > best:
                best = value
        total += best
    return total


def within_reach(s: ValleyState) -> i64:
    """How many slots, from the first, may be bought from: those of the base, or all."""
    slots = BASE
    if s.row[ANY_ROW] == 1:
        slots = SLOTS
    return slots


def offer_purchases(s: ValleyState, who: i64) -> None:
    """Offer each card of the base with each set of cards that pays for it."""
    rich = purse_worth(s, who)
    purse: Purse | None = None
    for slot in range(within_reach(s)):
        kind = s.row[PYRAMID + slot]
        if kind >= 0:
            owed = price(s, kind)
            if owed == 0:
                s.offer(BUY | (slot + 1) << A)
            elif rich >= owed:
                if purse is None:
                    purse = Purse(s, who)
                if s.row[DOUBLED] == 1:
                    purse.offer_doubled(s, owed, BUY | (slot + 1) << A)
                else:
                    purse.offer(s, 0, owed, BUY | (slot + 1) << A, B)


def buy(s: ValleyState, who: i64, move: i64) -> None:
    """Lay out the cards, put the purchase on the discard pile; the pyramid crumbles, then an opponent's Boat may sail."""
    rest = move >> B
    if rest > 0:
        s.row[DOUBLED] = 0
    s.row[ANY_ROW] = 0
    while rest > 0:
        kind = (rest & ARGUMENT) - 1
        rest >>= WIDTH
        s.leave_hand(who, kind)
        s.put(PLAYED + who, kind)
    offer_to_opponents(s, SAIL, who, NOTHING)  # lies below the crumbling
    kind = remove(s, first(move), who)
    s.lay(DISCARD + who, kind)
    if s.cards.cost[kind] > s.row[BOUGHT]:
        s.row[BOUGHT] = s.cards.cost[kind]
    if s.told is not None:
        s.tell("bought", who, (kind, *VERBS.action(move).what[1:]))
