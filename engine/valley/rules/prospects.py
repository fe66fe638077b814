"""What a player may still come to execute: an upper bound, from what everybody can know.

Which cards a player owns is open knowledge, and so is what pyramid, stock, boneyard and tombs hold; only the order is not. A
card that lies on the table can be bought, or taken, and executed in the same turn by a player who turns up all of the own deck
after that, for then the discard pile is shuffled, or who has a card that brings one into the hand from elsewhere.
"""

from typing import Final, final

from engine.core.arrays import i64, vec
from engine.valley.cards.powers import (
    ANY_CARD,
    BRINGS_BACK,
    DIGS,
    FROM_BONEYARD,
    GETS_TABLE_CARDS,
    MOST_DISCARDED,
    ONCE_MORE,
    UNEARTHS,
)
from engine.valley.state.valley_state import (
    BONEYARD,
    DECK,
    DECK_TOP,
    DISCARD,
    EXECUTED,
    HAND,
    PLAYED,
    PYRAMID_CHANGED,
    PYRAMID_START,
    SLOT_COUNT,
    STOCK_II,
    STOCK_III,
    TOMB,
    ValleyState,
)

MOST_GOLD: Final[i64] = 9  # what a card is worth at most
NEXT_HAND_CARDS: Final[i64] = 5  # cards in the hand that is drawn at the end of a turn
REDRAWS: Final[i64] = MOST_DISCARDED  # digs of a card that discards as many as it draws
IN_HAND_NOW: Final = vec[i64]([HAND])
DRAWN: Final = vec[i64]([HAND, DECK, DECK_TOP])  # what may be in the hand before the discard pile is shuffled
UNDRAWN: Final = vec[i64]([DECK, DECK_TOP])
OWNED_ZONES: Final = vec[i64](
    [DECK, DISCARD, HAND, DECK_TOP, PLAYED]
)  # where the cards of a player lie, but for the tomb


def count_in_zones(state: ValleyState, seat: i64, zones: vec[i64], wanted: i64) -> i64:
    """How many cards that do one of what is wanted, a sum of bits, lie in zones of a seat."""
    found: i64 = 0
    cells = state.cells
    at = state.zone_starts
    does = state.catalogue.prospects.powers
    for zone in zones:
        start = at[zone + seat] + 1
        for i in range(start, start + cells[start - 1]):
            if does[cells[i]] & wanted:
                found += 1
    return found


def count_in_zone(state: ValleyState, zone: i64, wanted: i64) -> i64:
    """How many of them lie in a zone."""
    found: i64 = 0
    cells = state.cells
    does = state.catalogue.prospects.powers
    start = state.zone_starts[zone] + 1
    for i in range(start, start + cells[start - 1]):
        if does[cells[i]] & wanted:
            found += 1
    return found


def cards_to_pay(state: ValleyState, seat: i64, zones: vec[i64], price: i64) -> i64:
    """How many cards of these zones it takes at least to pay a price; ANY_CARD if they cannot."""
    cells = state.cells
    gold = state.catalogue.gold
    copies = vec[i64]([0] * (MOST_GOLD + 1))  # how many cards are worth so much
    for zone in zones:
        start = state.zone_starts[zone + seat] + 1
        for i in range(start, start + cells[start - 1]):
            copies[gold[cells[i]]] += 1
    many: i64 = 0
    for value in range(MOST_GOLD, 0, -1):
        left = copies[value]
        while left > 0 and price > 0:
            left -= 1
            price -= value
            many += 1
    if price > 0:
        return ANY_CARD
    return many


def best_in_tomb(state: ValleyState, seat: i64) -> i64:
    """How many cards the best card in a tomb digs for: another card may execute it there."""
    best: i64 = 0
    for i in range(state.count(TOMB + seat)):
        digs = state.catalogue.prospects.cards_turned_up[state.card_at(TOMB + seat, i)]
        if digs > best:
            best = digs
    return best


@final
class Digging:
    """What the cards in zones of a player can do together to bring cards into the hand: how many are `brought` from elsewhere,
    how many are `drawn`, by how many cards (`draws`), and how many cards discard and draw (`redraws`). `gets` tells whether one
    of them takes a card of the table or makes it cheap."""

    def __init__(self, state: ValleyState, seat: i64, zones: vec[i64]) -> None:
        cells = state.cells
        does = state.catalogue.prospects.powers
        self.brought: i64 = 0
        self.drawn: i64 = 0
        self.draws: i64 = 0
        self.redraws: i64 = 0
        self.gets = False
        for zone in zones:
            start = state.zone_starts[zone + seat] + 1
            for i in range(start, start + cells[start - 1]):
                bits = does[cells[i]] & (DIGS | UNEARTHS | GETS_TABLE_CARDS)
                if bits != 0:
                    self.add(state, seat, cells[i], bits)

    def add(self, state: ValleyState, seat: i64, kind: i64, bits: i64) -> None:
        """One more card. One that executes cards in the tomb digs as the best of these."""
        if bits & GETS_TABLE_CARDS != 0:
            self.gets = True
        digs = state.catalogue.prospects.cards_turned_up[kind]
        if bits & UNEARTHS != 0:
            buried = best_in_tomb(state, seat)
            if buried > digs:
                digs = buried
        if digs >= ANY_CARD:
            self.brought += 1
        elif digs >= REDRAWS:
            self.redraws += 1
        elif digs > 0:
            self.drawn += digs
            self.draws += 1


def cards_obtainable(state: ValleyState, seat: i64, hand: i64, zones: vec[i64], wanted: i64, shuffles: bool) -> i64:
    """How many wanted cards a player with so many cards in hand, the best that lie in these zones, may get and bring
    into that hand in one turn; without `shuffles`, no sooner than the discard pile is shuffled.

    Cards that draw are played first; then those that discard and draw, each of which leaves the hand a card smaller. What is left
    must pay.
    """
    digging = Digging(state, seat, zones)
    drawn = digging.drawn - state.count(DECK + seat) - state.count(DECK_TOP + seat)
    redraws = digging.redraws
    if not shuffles:
        redraws = 0
        drawn = 0
    if digging.brought == 0 and redraws == 0 and drawn <= 0:
        return 0
    needed: i64 = 1
    if not digging.gets:
        needed = cards_to_pay(state, seat, zones, state.catalogue.prospects.cheapest[wanted])
    hand += digging.drawn - digging.draws
    if hand <= needed:
        return 0
    while redraws > 0 and hand - 1 > needed:
        hand -= 1
        drawn += hand
        redraws -= 1
    if drawn < 0:
        drawn = 0
    return digging.brought + drawn


def count_in_pyramid(state: ValleyState, wanted: i64) -> i64:
    """How many wanted cards lie in the pyramid."""
    found: i64 = 0
    for slot in range(SLOT_COUNT):
        kind = state.cells[PYRAMID_START + slot]
        if kind >= 0 and state.catalogue.prospects.powers[kind] & wanted:
            found += 1
    return found


@final
class OnTheTable:
    """How many wanted cards nobody owns: those that can be had `at_once`, in the pyramid, and in the boneyard while somebody owns
    a card that reaches there; and in the stock, of which so many cards may come before the active player's next turn."""

    def __init__(self, state: ValleyState, wanted: i64) -> None:
        buried = count_in_zone(state, BONEYARD, wanted)
        if buried > 0 and not reaches_boneyard(state):
            buried = 0
        empty: i64 = 0
        for slot in range(SLOT_COUNT):
            if state.cells[PYRAMID_START + slot] < 0:
                empty += 1
        comes = (
            SLOT_COUNT * (state.seat_count - 1) + 1 - state.cells[PYRAMID_CHANGED] + empty
        )  # off the stock before the active player's next turn
        self.at_once: Final[i64] = count_in_pyramid(state, wanted) + buried
        self.comes: Final[i64] = comes
        self.stock_ii: Final[i64] = count_in_zone(state, STOCK_II, wanted) if comes > 0 else 0
        self.stock_iii: Final[i64] = count_in_zone(state, STOCK_III, wanted) if comes > state.count(STOCK_II) else 0

    def within_reach(self, state: ValleyState, seat: i64) -> i64:
        """How many of them a player may buy or take in the next turn; those of the stock count if they may have come into the
        pyramid by then. The active player has yet to rebuild."""
        found = self.at_once
        if self.stock_ii + self.stock_iii == 0:
            return found
        ahead = seat - state.active
        if ahead <= 0:
            ahead += state.seat_count
        comes = self.comes - SLOT_COUNT * (state.seat_count - ahead)
        if comes > 0:
            found += self.stock_ii
        if comes > state.count(STOCK_II):
            found += self.stock_iii
        return found


def reaches_boneyard(state: ValleyState) -> bool:
    """Whether somebody owns a card that reaches into the boneyard."""
    for seat in range(state.seat_count):
        if count_in_zones(state, seat, OWNED_ZONES, FROM_BONEYARD) > 0:
            return True
    return False


def owned_uses(state: ValleyState, seat: i64, wanted: i64, zones: vec[i64], again: i64, executed: bool) -> i64:
    """How often wanted actions may be executed with the cards in zones of a player, and in the tomb. One of the kinds
    `again` may do so once more, if another did or one was `executed` this turn already."""
    found = count_in_zones(state, seat, zones, wanted)
    if count_in_zone(state, TOMB + seat, wanted) > 0:
        found += count_in_zones(state, seat, zones, UNEARTHS)
    if found > 0 or executed:
        found += count_in_zones(state, seat, zones, again)
    return found


def uses_to_come(state: ValleyState, seat: i64, wanted: i64, fresh: OnTheTable | None, own: bool) -> i64:
    """How often a player may execute wanted actions before everybody has had a turn. With `fresh` those count too that
    can be bought or taken for it; `own` says that it is the player who has just had a turn, and whose discard pile must not be
    shuffled before."""
    found = owned_uses(state, seat, wanted, OWNED_ZONES, ONCE_MORE | BRINGS_BACK, False)
    if fresh is None:
        return found
    more = fresh.within_reach(state, seat)
    if more == 0:
        return found
    if own:
        most = cards_obtainable(state, seat, NEXT_HAND_CARDS, UNDRAWN, wanted, False)
    else:
        most = cards_obtainable(state, seat, state.count(HAND + seat), DRAWN, wanted, True)
    if more > most:
        more = most
    if found == 0 and more > 0:
        more += count_in_zones(state, seat, OWNED_ZONES, ONCE_MORE | BRINGS_BACK)
    return found + more


def uses_this_turn(state: ValleyState, seat: i64, wanted: i64) -> i64:
    """How often the active player may yet execute wanted actions this turn, with the hand as it is."""
    cells = state.cells
    does = state.catalogue.prospects.powers
    held: i64 = 0
    start = state.zone_starts[HAND + seat] + 1
    for i in range(start, start + cells[start - 1]):
        held |= does[cells[i]]
    if held & (wanted | UNEARTHS | ONCE_MORE | DIGS) == 0:
        return 0
    done = count_in_zone(state, EXECUTED, wanted) > 0
    if held & DIGS == 0:
        return owned_uses(state, seat, wanted, IN_HAND_NOW, ONCE_MORE, done)
    fresh = count_in_pyramid(state, wanted)
    if (
        not done
        and fresh + count_in_zone(state, TOMB + seat, wanted) == 0
        and count_in_zones(state, seat, OWNED_ZONES, wanted) == 0
    ):
        return 0
    more = cards_obtainable(state, seat, cells[start - 1], DRAWN, wanted, True)
    if more == 0:
        return owned_uses(state, seat, wanted, DRAWN, ONCE_MORE, done)
    if fresh > more:
        fresh = more
    return fresh + owned_uses(state, seat, wanted, OWNED_ZONES, ONCE_MORE, done)
