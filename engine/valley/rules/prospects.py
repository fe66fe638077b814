"""What a player may still come to execute: an upper bound, from what everybody can know.

Which cards a player owns is open knowledge, and so is what pyramid, stock, boneyard and tombs hold. Only the order is hidden, and
which cards of a player are in the hand and which in the deck. So a player may hold any of the cards in hand and deck: these are
the *reserve*. Cards anywhere else (in the discard pile, on the table, with other players) can be executed only if cards of the
reserve *fetch* them: bring them into the hand, execute them where they lie, or draw so many cards that the discard pile is
shuffled.
"""

from typing import Final, final

from engine.core.arrays import i64, vec
from engine.valley.cards.powers import (
    ANY_CARD,
    BRINGS_BACK,
    DIGS,
    ENTOMBS,
    FROM_BONEYARD,
    FROM_OTHERS,
    FROM_STOCK,
    GETS_TABLE_CARDS,
    MOST_DISCARDED,
    ONCE_MORE,
    UNEARTHS,
)
from engine.valley.rules.unowned import (
    OWNED_ZONES,
    count_in_pyramid,
    count_in_zone,
    count_in_zones,
    count_within_reach,
)
from engine.valley.state.valley_state import (
    DECK,
    DECK_TOP,
    DISCARD,
    EXECUTED,
    HAND,
    PLAYED,
    PYRAMID_START,
    SLOT_COUNT,
    TOMB,
    ValleyState,
)

MOST_GOLD: Final[i64] = 9  # what a card is worth at most
NEXT_HAND_CARDS: Final[i64] = 5  # cards in the hand that is drawn at the end of a turn
REPEATS: Final[i64] = ONCE_MORE | BRINGS_BACK  # each may lead to one more use of a card that was executed
IN_HAND_NOW: Final = vec[i64]([HAND])
DRAWN: Final = vec[i64]([HAND, DECK, DECK_TOP])  # what may be in the hand before the discard pile is shuffled
UNDRAWN: Final = vec[i64]([DECK, DECK_TOP])
LEFT_OVER: Final = vec[i64]([DISCARD])  # where a card lies that was neither drawn nor played,
DISCARDED: Final = vec[i64]([DISCARD, HAND, PLAYED])  # and what is discarded when a turn ends
NOW: Final[i64] = 0  # the turn that is asked about: this one,
NEXT: Final[i64] = 1  # the next one,
LATER: Final[i64] = 2  # or one before which other players act
HELPING: Final[i64] = UNEARTHS | DIGS | GETS_TABLE_CARDS | FROM_OTHERS | FROM_BONEYARD | FROM_STOCK | ENTOMBS
NEVER_DRAWN: Final[i64] = 999  # cards of a deck that nobody can draw to its end


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


def powers_in_tomb(state: ValleyState, seat: i64) -> i64:
    """What the cards in a tomb do, all together."""
    bits: i64 = 0
    for i in range(state.count(TOMB + seat)):
        bits |= state.catalogue.prospects.powers[state.card_at(TOMB + seat, i)]
    return bits


@final
class Reserve:
    """What a player can do in one turn with the cards in the zones `held`, of which `hand` are in the hand when it begins and
    `deck` are not. The other cards of the player lie in the zones `elsewhere`.

    `found` counts cards whose action is `wanted`, `repeats` those with one of the powers `repeating`, `unearths` those that reach
    into the tomb. `brought` counts cards that bring another one into the hand, `redraws` those that discard and draw, `draws`
    those that draw, `drawn` cards together. `bits` is the sum of all powers.
    """

    def __init__(
        self,
        state: ValleyState,
        seat: i64,
        held: vec[i64],
        elsewhere: vec[i64],
        hand: i64,
        deck: i64,
        wanted: i64,
        repeating: i64,
    ) -> None:
        self.state: Final = state
        self.seat: Final[i64] = seat
        self.held: Final = held
        self.elsewhere: Final = elsewhere
        self.hand: Final[i64] = hand
        self.deck: Final[i64] = deck
        self.wanted: Final[i64] = wanted
        self.found: i64 = 0
        self.repeats: i64 = 0
        self.unearths: i64 = 0
        self.brought: i64 = 0
        self.drawn: i64 = 0
        self.draws: i64 = 0
        self.redraws: i64 = 0
        self.bits: i64 = 0
        cells = state.cells
        starts = state.zone_starts
        powers = state.catalogue.prospects.powers
        interesting = wanted | repeating | HELPING
        for zone in held:
            start = starts[zone + seat] + 1
            for i in range(start, start + cells[start - 1]):
                bits = powers[cells[i]] & interesting
                if bits != 0:
                    self.bits |= bits
                    if bits & wanted != 0:
                        self.found += 1
                    if bits & repeating != 0:
                        self.repeats += 1
                    if bits & (DIGS | UNEARTHS) != 0:
                        self.add_digging(cells[i], bits)

    def add_digging(self, kind: i64, bits: i64) -> None:
        """Count a card that digs. One that executes cards in the tomb digs as the best of these."""
        digs = self.state.catalogue.prospects.cards_turned_up[kind]
        if bits & UNEARTHS != 0:
            self.unearths += 1
            self.bits |= powers_in_tomb(self.state, self.seat) & HELPING
            buried = best_in_tomb(self.state, self.seat)
            if buried > digs:
                digs = buried
        if digs >= ANY_CARD:
            self.brought += 1
        elif digs >= MOST_DISCARDED:
            self.redraws += 1
        elif digs > 0:
            self.drawn += digs
            self.draws += 1

    def fetched(self, paid: i64) -> i64:
        """How many cards it may bring into the hand from elsewhere, if `paid` cards are paid first. What `unearths` comes on top.

        Cards that draw are played first; then those that discard and draw, each of which leaves the hand a card smaller.
        """
        drawn = self.drawn - self.deck
        redraws = self.redraws
        hand = self.hand + self.drawn - self.draws
        if (self.brought == 0 and redraws == 0 and drawn <= 0) or hand <= paid:
            return 0
        while redraws > 0 and hand - 1 > paid:
            hand -= 1
            drawn += hand
            redraws -= 1
        if drawn < 0:
            drawn = 0
        return self.brought + drawn

    def uses(self, when: i64, executed: bool) -> i64:
        """How often the player may execute wanted actions. `executed` says that it was done in this turn already."""
        if self.unearths > 0 and self.bits & ENTOMBS == 0:  # then only what lies in the tomb already
            entombed = count_in_zone(self.state, TOMB + self.seat, self.wanted | REPEATS)
            if self.unearths > entombed:
                self.unearths = entombed
        fetched = self.fetched(0) + self.unearths
        if fetched == 0:
            if self.found == 0 and not executed:
                return 0
            return self.found + self.repeats
        outside = self.wanted_outside(when, fetched)
        if self.found + outside == 0 and not executed:
            return 0
        outside += count_in_zones(self.state, self.seat, self.elsewhere, REPEATS | UNEARTHS)
        if fetched > 1 and when != NOW:  # one of the table must be bought, and fetched beside a wanted one
            outside += self.buyable(count_in_pyramid(self.state, REPEATS | UNEARTHS), 1)
        if self.bits & ENTOMBS != 0:  # what was executed may be entombed, and executed there
            outside += self.unearths
        if fetched > outside:
            fetched = outside
        return self.found + self.repeats + fetched

    def wanted_outside(self, when: i64, fetched: i64) -> i64:
        """How many wanted cards beside those held are within reach, if so many can be fetched."""
        state = self.state
        found = count_in_zones(state, self.seat, self.elsewhere, self.wanted)
        if self.unearths > 0:
            found += count_in_zone(state, TOMB + self.seat, self.wanted)
        if self.reaches_others(when, fetched):
            for other in range(state.seat_count):
                if other != self.seat:
                    found += count_in_zones(state, other, OWNED_ZONES, self.wanted)
        if when == NOW:
            table = count_in_pyramid(state, self.wanted)
        else:
            table = count_within_reach(state, self.seat, self.wanted, self.bits & FROM_STOCK != 0)
        return found + self.buyable(table, state.catalogue.prospects.cheapest[self.wanted])

    def reaches_others(self, when: i64, fetched: i64) -> bool:
        """Whether cards of other players may come to this one: by cards held or fetched, or by way of the boneyard."""
        if when == NOW:
            return self.bits & FROM_OTHERS != 0
        if self.bits & (FROM_OTHERS | FROM_BONEYARD) != 0:
            return True
        if when == LATER:
            for other in range(self.state.seat_count):
                if other != self.seat and count_in_zones(self.state, other, OWNED_ZONES, FROM_BONEYARD) > 0:
                    return True
        if fetched < 2:
            return False
        taking = count_in_zones(self.state, self.seat, self.elsewhere, FROM_OTHERS | FROM_BONEYARD)
        return taking + count_in_pyramid(self.state, FROM_OTHERS | FROM_BONEYARD) > 0

    def buyable(self, cards: i64, cost: i64) -> i64:
        """How many of so many cards of the table can be had and fetched, if each costs at least so much."""
        found: i64 = 0
        while found < cards:
            paid = found + 1
            if self.bits & GETS_TABLE_CARDS == 0:
                paid = cards_to_pay(self.state, self.seat, self.held, cost * paid)
            if self.fetched(paid) + self.unearths <= found:
                break
            found += 1
        return found


def uses_by_opponent(state: ValleyState, seat: i64, wanted: i64) -> i64:
    """How often a player may execute wanted actions in the next turn, if another one ends a turn now."""
    hand = state.count(HAND + seat)
    deck = state.count(DECK + seat) + state.count(DECK_TOP + seat)
    when = NEXT
    if seat != (state.active + 1) % state.seat_count:
        when = LATER
        hand += state.catalogue.prospects.cards_given
        deck -= state.catalogue.prospects.cards_given
    return Reserve(state, seat, DRAWN, LEFT_OVER, hand, deck, wanted, REPEATS).uses(when, False)


def uses_next_turn(state: ValleyState, seat: i64, wanted: i64) -> i64:
    """How often the player who ends a turn may execute wanted actions in the next one, before the discard pile is shuffled."""
    deck = NEVER_DRAWN
    if state.catalogue.prospects.cards_given >= ANY_CARD:
        deck = 0
    return Reserve(state, seat, UNDRAWN, DISCARDED, NEXT_HAND_CARDS, deck, wanted, REPEATS).uses(LATER, False)


def uses_this_turn(state: ValleyState, seat: i64, wanted: i64) -> i64:
    """How often the active player may yet execute wanted actions this turn, with the hand as it is. What brings a card back has
    a use for that card alone."""
    cells = state.cells
    powers = state.catalogue.prospects.powers
    bits: i64 = 0
    start = state.zone_starts[HAND + seat] + 1
    hand = cells[start - 1]
    for i in range(start, start + hand):
        bits |= powers[cells[i]]
    if bits & (wanted | UNEARTHS | ONCE_MORE | DIGS) == 0:
        return 0
    executed = count_in_zone(state, EXECUTED, wanted) > 0
    if bits & (wanted | UNEARTHS) == 0 and not executed and not is_about(state, seat, wanted):
        return 0
    deck = NEVER_DRAWN
    held = IN_HAND_NOW
    if bits & DIGS != 0 or (bits & UNEARTHS != 0 and best_in_tomb(state, seat) > 0):
        deck = state.count(DECK + seat) + state.count(DECK_TOP + seat)
        held = DRAWN
    return Reserve(state, seat, held, LEFT_OVER, hand, deck, wanted, ONCE_MORE).uses(NOW, executed)


def is_about(state: ValleyState, seat: i64, wanted: i64) -> bool:
    """Whether a wanted card lies in the pyramid or among the cards of a player, or one that may bring another card there: a quick
    look before the long one."""
    cells = state.cells
    powers = state.catalogue.prospects.powers
    bits: i64 = 0
    for zone in OWNED_ZONES:
        start = state.zone_starts[zone + seat] + 1
        for i in range(start, start + cells[start - 1]):
            bits |= powers[cells[i]]
    if bits & (wanted | UNEARTHS | FROM_OTHERS) != 0:
        return True
    for slot in range(SLOT_COUNT):
        kind = cells[PYRAMID_START + slot]
        if kind >= 0:
            bits |= powers[kind]
    return bits & wanted != 0
