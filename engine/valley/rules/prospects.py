"""What a player may still execute: an upper bound, from what everybody can know.

Everybody can know which cards a player owns, and what pyramid, stock, boneyard and tombs hold. Hidden are only the order of
cards, and which cards of a player are in the hand and which in the deck. So a player may have any of these cards in hand; they
are *held*. Cards anywhere else (in the discard pile, on the table, with other players) can be executed only if held cards *fetch*
them: bring them into the hand, execute them where they lie, or draw until the discard pile is shuffled.
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
    GETS_CARDS_BELOW_PRICE,
    MOST_DISCARDED,
    ONCE_MORE,
    UNEARTHS,
)
from engine.valley.rules.power_counts import (
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

MOST_GOLD: Final[i64] = 9  # the highest gold of a card
NEXT_HAND_CARDS: Final[i64] = 5  # the hand that is drawn at the end of a turn
REPEATS: Final[i64] = ONCE_MORE | BRINGS_BACK  # such a card can cause one more execution of a card
IN_HAND_NOW: Final = vec[i64]([HAND])
DRAWN: Final = vec[i64]([HAND, DECK, DECK_TOP])  # cards that may be in the hand before the discard pile is shuffled
UNDRAWN: Final = vec[i64]([DECK, DECK_TOP])
LEFT_OVER: Final = vec[i64]([DISCARD])  # cards that are neither drawn nor played
DISCARDED: Final = vec[i64]([DISCARD, HAND, PLAYED])  # the discard pile after the end of a turn
WhichTurn = i64  # which turn is meant: one of these
NOW: Final[i64] = 0  # this one,
NEXT: Final[i64] = 1  # the next one,
LATER: Final[i64] = 2  # or a later one, before which other players act
HELPING: Final[i64] = UNEARTHS | DIGS | GETS_CARDS_BELOW_PRICE | FROM_OTHERS | FROM_BONEYARD | FROM_STOCK | ENTOMBS
NEVER_DRAWN: Final[i64] = 999  # the size of a deck that cannot be used up


def min_cards_to_pay(state: ValleyState, seat: i64, zones: vec[i64], price: i64) -> i64:
    """The least number of cards of these zones that pays a price; ANY_CARD if they cannot pay it."""
    cells = state.cells
    gold = state.catalogue.gold
    copies = vec[i64]([0] * (MOST_GOLD + 1))  # the number of cards by their gold
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


def max_turned_up_by_entombed(state: ValleyState, seat: i64) -> i64:
    """The number of cards that the best card in a tomb turns up. Another card may execute it there."""
    best: i64 = 0
    for i in range(state.count(TOMB + seat)):
        digs = state.catalogue.turn_powers.max_own_cards_reached[state.card_at(TOMB + seat, i)]
        if digs > best:
            best = digs
    return best


def powers_in_tomb(state: ValleyState, seat: i64) -> i64:
    """The powers of all cards in a tomb together."""
    bits: i64 = 0
    for i in range(state.count(TOMB + seat)):
        bits |= state.catalogue.turn_powers.powers[state.card_at(TOMB + seat, i)]
    return bits


@final
class TurnResources:
    """What a player can do in one turn with the cards in the zones `held_zones`.

    When the turn begins, `hand_count` of these are in the hand, and `deck_count` are in the deck. The other cards of the player
    lie in the zones `other_zones`. These attributes count held cards: `found` those with the powers `wanted_powers`, `repeats`
    those with the powers `repeating_powers`, `unearths` those that reach into the tomb, `brought` those that bring a card into
    the hand, `redraws` those that discard and draw as many, `draws` those that draw. `drawn` is the number of cards that the last
    ones draw together. `bits` are the powers of all held cards.
    """

    def __init__(
        self,
        state: ValleyState,
        seat: i64,
        held_zones: vec[i64],
        other_zones: vec[i64],
        hand_count: i64,
        deck_count: i64,
        wanted_powers: i64,
        repeating_powers: i64,
    ) -> None:
        self.state: Final = state
        self.seat: Final[i64] = seat
        self.held_zones: Final = held_zones
        self.other_zones: Final = other_zones
        self.hand_count: Final[i64] = hand_count
        self.deck_count: Final[i64] = deck_count
        self.wanted_powers: Final[i64] = wanted_powers
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
        powers = state.catalogue.turn_powers.powers
        interesting = wanted_powers | repeating_powers | HELPING
        for zone in held_zones:
            start = starts[zone + seat] + 1
            for i in range(start, start + cells[start - 1]):
                bits = powers[cells[i]] & interesting
                if bits != 0:
                    self.bits |= bits
                    if bits & wanted_powers != 0:
                        self.found += 1
                    if bits & repeating_powers != 0:
                        self.repeats += 1
                    if bits & (DIGS | UNEARTHS) != 0:
                        self.count_digging_card(cells[i], bits)
        if self.unearths > 0 and self.bits & ENTOMBS == 0:  # only cards that are in the tomb already
            entombed = count_in_zone(state, TOMB + seat, wanted_powers | REPEATS)
            if self.unearths > entombed:
                self.unearths = entombed

    def count_digging_card(self, kind: i64, powers: i64) -> None:
        """Count a card that turns up others. A card that executes cards in the tomb counts like the best one there."""
        digs = self.state.catalogue.turn_powers.max_own_cards_reached[kind]
        if powers & UNEARTHS != 0:
            self.unearths += 1
            self.bits |= powers_in_tomb(self.state, self.seat) & HELPING
            buried = max_turned_up_by_entombed(self.state, self.seat)
            if buried > digs:
                digs = buried
        if digs >= ANY_CARD:
            self.brought += 1
        elif digs >= MOST_DISCARDED:
            self.redraws += 1
        elif digs > 0:
            self.drawn += digs
            self.draws += 1

    def fetchable_count(self, paid_cards: i64) -> i64:
        """The number of cards that can be fetched into the hand after `paid_cards` cards were paid. Cards in the tomb
        (`unearths`) are not counted here.

        Cards that draw are played first. Then come those that discard and draw, each of which leaves the hand one card smaller.
        """
        drawn = self.drawn - self.deck_count
        redraws = self.redraws
        hand = self.hand_count + self.drawn - self.draws
        if (self.brought == 0 and redraws == 0 and drawn <= 0) or hand <= paid_cards:
            return 0
        while redraws > 0 and hand - 1 > paid_cards:
            hand -= 1
            drawn += hand
            redraws -= 1
        if drawn < 0:
            drawn = 0
        return self.brought + drawn

    def max_executions_of_wanted(self, which_turn: WhichTurn, executed_one: bool) -> i64:
        """How often the player can execute wanted actions in that turn at most. `executed_one` says whether one was executed
        already."""
        fetched = self.fetchable_count(0) + self.unearths
        if fetched == 0:
            if self.found == 0 and not executed_one:
                return 0
            return self.found + self.repeats
        outside = self.obtainable_wanted_count(which_turn, fetched)
        if self.found + outside == 0 and not executed_one:
            return 0
        outside += count_in_zones(self.state, self.seat, self.other_zones, REPEATS | UNEARTHS)
        # A card of the table must be bought, and fetched in addition to a wanted one.
        if fetched > 1 and which_turn != NOW:
            outside += self.obtainable_count(count_in_pyramid(self.state, REPEATS | UNEARTHS), 1)
        if self.bits & ENTOMBS != 0:  # an executed card may be entombed, and executed there again
            outside += self.unearths
        if fetched > outside:
            fetched = outside
        return self.found + self.repeats + fetched

    def obtainable_wanted_count(self, which_turn: WhichTurn, fetched: i64) -> i64:
        """The number of wanted cards, without the held ones, that are within reach if `fetched` cards can be fetched."""
        state = self.state
        found = count_in_zones(state, self.seat, self.other_zones, self.wanted_powers)
        if self.unearths > 0:
            found += count_in_zone(state, TOMB + self.seat, self.wanted_powers)
        if self.can_get_cards_of_others(which_turn, fetched):
            for other in range(state.seat_count):
                if other != self.seat:
                    found += count_in_zones(state, other, OWNED_ZONES, self.wanted_powers)
        if which_turn == NOW:
            table = count_in_pyramid(state, self.wanted_powers)
        else:
            table = count_within_reach(state, self.seat, self.wanted_powers, self.bits & FROM_STOCK != 0)
        return found + self.obtainable_count(table, state.catalogue.turn_powers.cheapest[self.wanted_powers])

    def can_get_cards_of_others(self, which_turn: WhichTurn, fetched: i64) -> bool:
        """Whether the player can get cards of other players: with held or fetched cards, or out of the boneyard."""
        if which_turn == NOW:
            return self.bits & FROM_OTHERS != 0
        if self.bits & (FROM_OTHERS | FROM_BONEYARD) != 0:
            return True
        if which_turn == LATER:
            for other in range(self.state.seat_count):
                if other != self.seat and count_in_zones(self.state, other, OWNED_ZONES, FROM_BONEYARD) > 0:
                    return True
        if fetched < 2:
            return False
        taking = count_in_zones(self.state, self.seat, self.other_zones, FROM_OTHERS | FROM_BONEYARD)
        return taking + count_in_pyramid(self.state, FROM_OTHERS | FROM_BONEYARD) > 0

    def obtainable_count(self, card_count: i64, min_cost: i64) -> i64:
        """How many of `card_count` cards of the table can be bought and then fetched, if each costs at least `min_cost`."""
        found: i64 = 0
        while found < card_count:
            paid = found + 1
            if self.bits & GETS_CARDS_BELOW_PRICE == 0:
                paid = min_cards_to_pay(self.state, self.seat, self.held_zones, min_cost * paid)
            if self.fetchable_count(paid) + self.unearths <= found:
                break
            found += 1
        return found


def max_executions_by_opponent(state: ValleyState, opponent: i64, wanted_powers: i64) -> i64:
    """How often an opponent can execute wanted actions at most in their next turn, after the active player ends this one."""
    hand = state.count(HAND + opponent)
    deck = state.count(DECK + opponent) + state.count(DECK_TOP + opponent)
    which_turn = NEXT
    if opponent != (state.active + 1) % state.seat_count:
        which_turn = LATER
        hand += state.catalogue.turn_powers.max_cards_between_turns
        deck -= state.catalogue.turn_powers.max_cards_between_turns
    return TurnResources(
        state, opponent, DRAWN, LEFT_OVER, hand, deck, wanted_powers, REPEATS
    ).max_executions_of_wanted(which_turn, False)


def max_executions_next_turn(state: ValleyState, seat: i64, wanted_powers: i64) -> i64:
    """How often the player who ends a turn can execute wanted actions at most in their next one, before the discard pile is
    shuffled."""
    deck = NEVER_DRAWN
    if state.catalogue.turn_powers.max_cards_between_turns >= ANY_CARD:
        deck = 0
    return TurnResources(
        state, seat, UNDRAWN, DISCARDED, NEXT_HAND_CARDS, deck, wanted_powers, REPEATS
    ).max_executions_of_wanted(LATER, False)


def max_executions_this_turn(state: ValleyState, seat: i64, wanted_powers: i64) -> i64:
    """How often the active player can still execute wanted actions at most this turn, with the hand as it is.

    A card that returns cards from play counts only for the card that it returns.
    """
    cells = state.cells
    powers = state.catalogue.turn_powers.powers
    bits: i64 = 0
    start = state.zone_starts[HAND + seat] + 1
    hand = cells[start - 1]
    for i in range(start, start + hand):
        bits |= powers[cells[i]]
    if bits & (wanted_powers | UNEARTHS | ONCE_MORE | DIGS) == 0:
        return 0
    executed = count_in_zone(state, EXECUTED, wanted_powers) > 0
    if bits & (wanted_powers | UNEARTHS) == 0 and not executed and not wanted_may_appear(state, seat, wanted_powers):
        return 0
    deck = NEVER_DRAWN
    held = IN_HAND_NOW
    if bits & DIGS != 0 or (bits & UNEARTHS != 0 and max_turned_up_by_entombed(state, seat) > 0):
        deck = state.count(DECK + seat) + state.count(DECK_TOP + seat)
        held = DRAWN
    return TurnResources(state, seat, held, LEFT_OVER, hand, deck, wanted_powers, ONCE_MORE).max_executions_of_wanted(
        NOW, executed
    )


def wanted_may_appear(state: ValleyState, seat: i64, wanted_powers: i64) -> bool:
    """Whether a wanted card is in the pyramid or among the cards of a player, or a card that could bring one there. A quick check
    before the exact one."""
    cells = state.cells
    powers = state.catalogue.turn_powers.powers
    bits: i64 = 0
    for zone in OWNED_ZONES:
        start = state.zone_starts[zone + seat] + 1
        for i in range(start, start + cells[start - 1]):
            bits |= powers[cells[i]]
    if bits & (wanted_powers | UNEARTHS | FROM_OTHERS) != 0:
        return True
    for slot in range(SLOT_COUNT):
        kind = cells[PYRAMID_START + slot]
        if kind >= 0:
            bits |= powers[kind]
    return bits & wanted_powers != 0
