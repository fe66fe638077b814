"""Buying a card: what it costs, what pays for it, and the purchase itself (rulebook, "Buying Cards").

A purchase is one action: the slot, then the cards laid out. The menu offers each set of cards from the hand once that pays
and from which no card could be left out. To overpay is legal and mostly idle. But while the player may yet execute an action that
does something with cards in play (Linen Bandages), as many cards more may be laid out as such actions can use.
"""

from typing import Final

from engine.core.row import i64
from engine.core.rules import FIRST_RULES, NOTHING
from engine.valley.powers import USES_PLAY
from engine.valley.prospects import uses_this_turn
from engine.valley.purse import LARGEST, MOST_LAID_OUT, WIDTH, Payments, Purse
from engine.valley.pyramid import remove
from engine.valley.reactions import SAIL, call_opponents
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

BASE: Final[i64] = 3  # slots 0 1 2 may be bought
MOST_SPARE: Final[i64] = (
    3  # cards of a payment that could be left out, at most: both Linen Bandages, and one of them again
)
PLACES: Final[i64] = 40  # of a hand, which is never so large
SHAPE: Final[i64] = 5  # bits of a card in the shape of a hand


def worth(s: ValleyState, kind: i64) -> i64:
    """The gold value of a card in the active player's hand."""
    if s.row[GILDED] == 1:
        return s.cards.gilt[kind]
    return s.cards.gold[kind]


def price(s: ValleyState, kind: i64) -> i64:
    """What a card costs the active player now."""
    cost = s.cards.cost[kind] - s.row[REBATE]
    if cost < 0:
        cost = 0
    return cost


def purse_of(s: ValleyState, who: i64) -> Purse:
    """The active player's hand as money: as it is kept for hands of its shape, or made anew, always so for a very large hand."""
    row = s.row
    start = s.at[HAND + who] + 1
    size = row[start - 1]
    if size > LARGEST:
        return new_purse(s, who, 0)
    worths = s.cards.gold
    if row[GILDED] == 1:
        worths = s.cards.gilt
    shape: i64 = 0
    last: i64 = NOTHING
    for i in range(start, start + size):
        kind = row[i]
        shape = shape << SHAPE | worths[kind] << 1
        if kind == last:
            shape += 1
        last = kind
    purse = s.cards.purses.find(shape)
    if purse is None:
        purse = new_purse(s, who, shape)
        s.cards.purses.keep(purse)
    return purse


def new_purse(s: ValleyState, who: i64, shape: i64) -> Purse:
    kinds = s.kinds(HAND + who)
    equal = [i > 0 and kinds[i - 1] == kinds[i] for i in range(len(kinds))]
    return Purse([worth(s, kind) for kind in kinds], equal, shape)


def offer_payments(s: ValleyState, who: i64, payments: Payments, move: i64) -> None:
    """Offer `move` with each of the payments."""
    row = s.row
    hand = s.at[HAND + who]
    offered = s.offered
    if offered + payments.steps > len(s.menu):
        s.make_room(payments.steps)
    menu = s.menu
    # Compiled, a zip without `strict` walks through the three without checking a place; with it, it makes tuples.
    for place, unit, complete in zip(payments.places, payments.units, payments.complete):  # noqa: B905
        move = move & unit - 1 | (row[hand + place] + 1) * unit
        menu[offered] = move
        offered += complete  # if it is not, the next one takes its place
    s.offered = offered


def payment(s: ValleyState, who: i64, payments: Payments, move: i64, i: i64) -> i64:
    """The i-th of what `offer_payments` offers."""
    hand = s.at[HAND + who]
    for place, unit, complete in zip(payments.places, payments.units, payments.complete):  # noqa: B905
        move = move & unit - 1 | (s.row[hand + place] + 1) * unit
        if complete == 1:
            if i == 0:
                break
            i -= 1
    return move


def wide_payment(s: ValleyState, who: i64, places: list[int], move: i64) -> i64:
    """`move` with the cards at these places of the hand laid out."""
    hand = s.at[HAND + who]
    shift = B
    for place in places:
        move |= (s.row[hand + place] + 1) << shift
        shift += WIDTH
    return move


def purse_worth(s: ValleyState, who: i64) -> i64:
    """What all cards in the active player's hand can pay together."""
    total: i64 = 0
    best: i64 = 0
    for i in range(s.size(HAND + who)):
        value = worth(s, s.card(HAND + who, i))
        total += value
        if value > best:
            best = value
    if s.row[DOUBLED] == 1:
        total += best
    return total


def within_reach(s: ValleyState) -> i64:
    """How many slots, from the first, may be bought from: those of the base, or all."""
    slots = BASE
    if s.row[ANY_ROW] == 1:
        slots = SLOTS
    return slots


def usable_in_play(s: ValleyState, who: i64, purse: Purse) -> i64:
    """How many cards the active player may lay out beyond what must be paid. 0 also where no card within reach costs so little
    that one could be laid out besides."""
    if s.cards.prospects.all & USES_PLAY == 0 or s.cards.rules == FIRST_RULES:
        return 0
    most = purse.most_but_one
    if s.row[DOUBLED] == 1:
        most += purse.best
    cheap = False
    for cell in range(PYRAMID, PYRAMID + within_reach(s)):
        if s.row[cell] >= 0 and s.cards.cost[s.row[cell]] - s.row[REBATE] <= most:
            cheap = True
    if not cheap:
        return 0
    uses = uses_this_turn(s, who, USES_PLAY)
    if uses > MOST_LAID_OUT:
        uses = MOST_LAID_OUT
    return uses


def users_in_hand(s: ValleyState, who: i64) -> i64:
    """Where in the hand the cards lie that have such an action: a bit for each place, counted from 1. One that is laid out
    will not be executed."""
    users: i64 = 0
    for i in range(s.size(HAND + who)):
        if s.cards.prospects.does[s.card(HAND + who, i)] & USES_PLAY != 0 and i < PLACES:
            users |= 1 << i + 1
    return users


def offer_purchases(s: ValleyState, who: i64, purse: Purse) -> None:
    """Offer each card of the base with each set of cards that pays for it."""
    spare = usable_in_play(s, who, purse)
    users = users_in_hand(s, who) if spare > 0 else 0
    doubled = s.row[DOUBLED] == 1
    for slot in range(within_reach(s)):
        kind = s.row[PYRAMID + slot]
        if kind >= 0:
            owed = price(s, kind)
            if owed == 0:
                s.offer(BUY | (slot + 1) << A)
            if spare > 0:
                offer_payments(s, who, purse.wide(owed, doubled, spare, users), BUY | (slot + 1) << A)
            elif owed > 0:
                offer_payments(s, who, purse.payments(owed, doubled), BUY | (slot + 1) << A)


def count_purchases(s: ValleyState, who: i64, purse: Purse) -> i64:
    """How many purchases there are to offer."""
    s.purse = purse
    s.spare = usable_in_play(s, who, purse)
    s.users = users_in_hand(s, who) if s.spare > 0 else 0
    found: i64 = 0
    row = s.row
    costs = s.cards.cost
    rebate = row[REBATE]
    doubled = row[DOUBLED] == 1
    for cell in range(PYRAMID, PYRAMID + within_reach(s)):
        kind = row[cell]
        if kind >= 0:
            found += purse.many(costs[kind] - rebate, doubled, s.spare, s.users)
    return found


def purchase(s: ValleyState, who: i64, i: i64) -> i64:
    """The i-th of what `offer_purchases` offers, where `count_purchases` has counted them."""
    purse = s.purse
    doubled = s.row[DOUBLED] == 1
    for slot in range(within_reach(s)):
        kind = s.row[PYRAMID + slot]
        if kind >= 0:
            owed = price(s, kind)
            many = purse.many(owed, doubled, s.spare, s.users)
            if i < many:
                move = BUY | (slot + 1) << A
                if owed == 0:
                    if i == 0:
                        return move
                    i -= 1
                if s.spare > 0:
                    return wide_payment(s, who, purse.wide_places(owed, doubled, s.spare, s.users, i), move)
                return payment(s, who, purse.payments(owed, doubled), move, i)
            i -= many
    return NOTHING


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
    call_opponents(s, SAIL, who, NOTHING)  # lies below the crumbling
    kind = remove(s, first(move), who)
    s.lay(DISCARD + who, kind)
    if s.cards.cost[kind] > s.row[BOUGHT]:
        s.row[BOUGHT] = s.cards.cost[kind]
    if s.told is not None:
        s.tell("bought", who, (kind, *VERBS.action(move).what[1:]))
