"""What a player may still come to execute: an upper bound, from what everybody can know.

Which cards a player owns is open knowledge, and so is what pyramid, stock, boneyard and tombs hold; only the order is not. A
card that lies on the table can be bought, or taken, and executed in the same turn by a player who turns up all of the own deck
after that, for then the discard pile is shuffled, or who has a card that brings one into the hand from elsewhere.
"""

from typing import Final

from engine.core.row import i64, vec
from engine.valley.powers import ANY_CARD, BRINGS_BACK, FROM_BONEYARD, GETS, MOST_DISCARDED, ONCE_MORE, UNEARTHS
from engine.valley.state import (
    BONEYARD,
    CHANGED,
    DECK,
    DISCARD,
    EXECUTED,
    HAND,
    PLAYED,
    PYRAMID,
    SLOTS,
    STOCK_II,
    STOCK_III,
    TOMB,
    ValleyState,
)
from engine.valley.state import (
    TOP as DECK_TOP,
)

NEXT_HAND: Final[i64] = 5  # cards in the hand that is drawn at the end of a turn
REDRAWS: Final[i64] = MOST_DISCARDED  # digs of a card that discards as many as it draws
IN_HAND_NOW: Final = vec[i64]([HAND])
DRAWN: Final = vec[i64]([HAND, DECK, DECK_TOP])  # what may be in the hand before the discard pile is shuffled
UNDRAWN: Final = vec[i64]([DECK, DECK_TOP])
OWNED: Final = vec[i64]([DECK, DISCARD, HAND, DECK_TOP, PLAYED])  # where the cards of a player lie, but for the tomb


def among(s: ValleyState, who: i64, zones: vec[i64], wanted: i64) -> i64:
    """How many cards that do one of what is wanted, a sum of bits, lie in zones of a seat."""
    found: i64 = 0
    row = s.row
    at = s.at
    does = s.cards.prospects.does
    for zone in zones:
        start = at[zone + who] + 1
        for i in range(start, start + row[start - 1]):
            if does[row[i]] & wanted != 0:
                found += 1
    return found


def lying(s: ValleyState, zone: i64, wanted: i64) -> i64:
    """How many of them lie in a zone."""
    found: i64 = 0
    row = s.row
    does = s.cards.prospects.does
    start = s.at[zone] + 1
    for i in range(start, start + row[start - 1]):
        if does[row[i]] & wanted != 0:
            found += 1
    return found


def dug(s: ValleyState, who: i64, zones: vec[i64]) -> i64:
    """How many cards all cards in these zones of a seat can turn up together; ANY_CARD or more: any card."""
    found: i64 = 0
    row = s.row
    digs = s.cards.prospects.digs
    for zone in zones:
        start = s.at[zone + who] + 1
        for i in range(start, start + row[start - 1]):
            found += digs[row[i]]
    return found


def cards_to_get(s: ValleyState, who: i64, zones: vec[i64], wanted: i64) -> i64:
    """How many cards of these zones it takes at least to get the cheapest wanted card: one that takes it or makes it
    cheap, or the costliest that pay for it."""
    row = s.row
    price: i64 = ANY_CARD
    for kind in range(len(s.cards.prospects.does)):
        if s.cards.prospects.does[kind] & wanted != 0 and s.cards.cost[kind] < price:
            price = s.cards.cost[kind]
    if among(s, who, zones, GETS) > 0:
        return 1
    many: i64 = 0
    for gold in range(9, 0, -1):
        for zone in zones:
            start = s.at[zone + who] + 1
            for i in range(start, start + row[start - 1]):
                if price > 0 and s.cards.gold[row[i]] == gold:
                    price -= gold
                    many += 1
    if price > 0:
        return ANY_CARD
    return many


def best_in_tomb(s: ValleyState, who: i64) -> i64:
    """How many cards the best card in a tomb digs for: another card may execute it there."""
    best: i64 = 0
    for i in range(s.size(TOMB + who)):
        digs = s.cards.prospects.digs[s.card(TOMB + who, i)]
        if digs > best:
            best = digs
    return best


def spare(s: ValleyState, who: i64, hand: i64, zones: vec[i64], wanted: i64, shuffles: bool) -> i64:
    """How many wanted cards a player with so many cards in hand, the best that lie in these zones, may get and bring
    into that hand in one turn; without `shuffles`, no sooner than the discard pile is shuffled.

    Cards that draw are played first; then those that discard and draw, each of which leaves the hand a card smaller. What is left
    must pay.
    """
    needed = cards_to_get(s, who, zones, wanted)
    buried = best_in_tomb(s, who)
    brought: i64 = 0
    drawn: i64 = 0
    redraws: i64 = 0
    for zone in zones:
        for i in range(s.size(zone + who)):
            digs = s.cards.prospects.digs[s.card(zone + who, i)]
            if buried > digs and s.cards.prospects.does[s.card(zone + who, i)] & UNEARTHS != 0:
                digs = buried
            if digs >= ANY_CARD:
                brought += 1
            elif digs >= REDRAWS:
                redraws += 1
            elif digs > 0:
                drawn += digs
                hand += digs - 1
    drawn -= s.size(DECK + who) + s.size(DECK_TOP + who)
    if hand <= needed:
        return 0
    if not shuffles:
        return brought
    while redraws > 0 and hand - 1 > needed:
        hand -= 1
        drawn += hand
        redraws -= 1
    if drawn < 0:
        drawn = 0
    return brought + drawn


def in_pyramid(s: ValleyState, wanted: i64) -> i64:
    """How many wanted cards lie in the pyramid."""
    found: i64 = 0
    for slot in range(SLOTS):
        kind = s.row[PYRAMID + slot]
        if kind >= 0 and s.cards.prospects.does[kind] & wanted != 0:
            found += 1
    return found


def on_the_table(s: ValleyState, who: i64, wanted: i64) -> i64:
    """How many wanted cards a player may buy or take in the next turn: in the pyramid, in the stock that may have come
    into it by then, and in the boneyard while somebody owns a card that reaches there. The active player has yet to rebuild."""
    found = in_pyramid(s, wanted)
    ahead = who - s.active
    if ahead <= 0:
        ahead += s.n
    comes = SLOTS * (ahead - 1) + 1 - s.row[CHANGED]
    for slot in range(SLOTS):
        if s.row[PYRAMID + slot] < 0:
            comes += 1
    if comes > 0:
        found += lying(s, STOCK_II, wanted)
    if comes > s.size(STOCK_II):
        found += lying(s, STOCK_III, wanted)
    buried = lying(s, BONEYARD, wanted)
    if buried > 0:
        for other in range(s.n):
            if among(s, other, OWNED, FROM_BONEYARD) > 0:
                return found + buried
    return found


def owned_uses(s: ValleyState, who: i64, wanted: i64, zones: vec[i64], again: i64, executed: bool) -> i64:
    """How often wanted actions may be executed with the cards in zones of a player, and in the tomb. One of the kinds
    `again` may do so once more, if another did or one was `executed` this turn already."""
    found = among(s, who, zones, wanted)
    if lying(s, TOMB + who, wanted) > 0:
        found += among(s, who, zones, UNEARTHS)
    if found > 0 or executed:
        found += among(s, who, zones, again)
    return found


def uses_to_come(s: ValleyState, who: i64, wanted: i64, fresh: bool, own: bool) -> i64:
    """How often a player may execute wanted actions before everybody has had a turn. With `fresh` those count too that
    can be bought or taken for it; `own` says that it is the player who has just had a turn, and whose discard pile must not be
    shuffled before."""
    found = owned_uses(s, who, wanted, OWNED, ONCE_MORE | BRINGS_BACK, False)
    if fresh:
        more = on_the_table(s, who, wanted)
        if more > 0:
            most = (
                spare(s, who, NEXT_HAND, UNDRAWN, wanted, False)
                if own
                else spare(s, who, s.size(HAND + who), DRAWN, wanted, True)
            )
            if more > most:
                more = most
            if found == 0 and more > 0:
                more += among(s, who, OWNED, ONCE_MORE | BRINGS_BACK)
            found += more
    return found


def uses_this_turn(s: ValleyState, who: i64, wanted: i64) -> i64:
    """How often the active player may yet execute wanted actions this turn, with the hand as it is."""
    done = lying(s, EXECUTED, wanted) > 0
    if not done and among(s, who, OWNED, wanted) + lying(s, TOMB + who, wanted) + in_pyramid(s, wanted) == 0:
        return 0
    again = ONCE_MORE
    if dug(s, who, IN_HAND_NOW) == 0:
        return owned_uses(s, who, wanted, IN_HAND_NOW, again, done)
    more = spare(s, who, s.size(HAND + who), DRAWN, wanted, True)
    if more == 0:
        return owned_uses(s, who, wanted, DRAWN, again, done)
    found = owned_uses(s, who, wanted, OWNED, again, done)
    fresh = in_pyramid(s, wanted)
    if fresh > more:
        fresh = more
    return found + fresh
