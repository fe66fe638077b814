"""Upper bounds on what a player can still execute, from public knowledge alone; and the counts of cards with certain powers on
which they rest.

Everybody can know which cards a player owns, and what pyramid, stock, boneyard and tombs hold. Only the order of cards is hidden,
and which cards of a player are in the hand and which in the deck. So any of these cards may be in the hand; they are called
*held* here. All other cards (in the discard pile, in the pyramid, with other players) can be executed only if held cards *fetch*
them: bring them into the hand, execute them in place, or draw until the discard pile is shuffled. A card that a player takes from
another one can be fetched too, and executed.
"""

from typing import Final, final

from engine.core.arrays import i64, vec
from engine.valley.catalogue.powers import (
    AS_MANY_AS_DISCARDED,
    ENTOMBS,
    FETCHES_FROM_BONEYARD,
    FETCHES_FROM_OTHERS,
    FETCHES_FROM_STOCK,
    GETS_CARDS_BELOW_PRICE,
    REACHES_OWN_CARDS,
    REPEATS_ACTION,
    RETURNS_FROM_PLAY,
    UNAFFORDABLE,
    UNEARTHS,
    UNLIMITED_CARDS,
)
from engine.valley.state import (
    BONEYARD,
    DECK,
    DECK_TOP,
    DISCARD,
    EXECUTED,
    HAND,
    PLAYED,
    PYRAMID_CHANGED,
    PYRAMID_START,
    REVEALED,
    SLOT_COUNT,
    STOCK_II,
    STOCK_III,
    TOMB,
    ValleyState,
)

# All zones of a player's own cards, except the tomb.
OWNED_ZONES: Final = vec[i64]([DECK, DISCARD, HAND, DECK_TOP, PLAYED])


def count_in_zones(state: ValleyState, seat: i64, zones: vec[i64], wanted_powers: i64) -> i64:
    """The number of cards in these zones of a seat with at least one of the `wanted_powers`, a sum of bits."""
    count: i64 = 0
    for zone in zones:
        count += count_in_zone(state, zone + seat, wanted_powers)
    return count


def count_in_zone(state: ValleyState, zone: i64, wanted_powers: i64) -> i64:
    """The number of cards in a zone with at least one of the `wanted_powers`. `zone` includes the seat."""
    count: i64 = 0
    cells = state.cells
    powers = state.catalogue.power_table.powers
    start = state.zone_starts[zone] + 1
    for i in range(start, start + cells[start - 1]):
        if powers[cells[i]] & wanted_powers:
            count += 1
    return count


def count_in_pyramid(state: ValleyState, wanted_powers: i64) -> i64:
    """The number of cards in the pyramid with at least one of the `wanted_powers`."""
    count: i64 = 0
    for slot in range(SLOT_COUNT):
        kind = state.cells[PYRAMID_START + slot]
        if kind >= 0 and state.catalogue.power_table.powers[kind] & wanted_powers:
            count += 1
    return count


def count_in_game(state: ValleyState, wanted_powers: i64) -> i64:
    """The number of cards with at least one of the `wanted_powers` that somebody may still execute, now or later. Of those, and
    only with them, also the cards that execute another card again."""
    all_powers = state.catalogue.power_table.all_powers
    count: i64 = 0
    for powers in (wanted_powers, wanted_powers | REPEATING_POWERS):
        count = count_in_pyramid(state, powers) + count_in_zone(state, STOCK_II, powers)
        count += count_in_zone(state, STOCK_III, powers)
        if all_powers & FETCHES_FROM_BONEYARD != 0:
            count += count_in_zone(state, BONEYARD, powers)
        for seat in range(state.seat_count):
            count += count_in_zones(state, seat, OWNED_ZONES, powers) + count_in_zone(state, REVEALED + seat, powers)
            if all_powers & UNEARTHS != 0:
                count += count_in_zone(state, TOMB + seat, powers)
        if count == 0:
            break
    return count


def count_obtainable_unowned(state: ValleyState, seat: i64, wanted_powers: i64, takes_from_stock: bool) -> i64:
    """The number of cards with at least one of the `wanted_powers` that no player owns and this player can get in their
    next turn.

    These are the cards in the pyramid; those in the boneyard, if any player owns a card that reaches there or can get one; and
    those of each level of the stock from which a card can reach the pyramid by then. `takes_from_stock` says that the player can
    take cards directly from the stock. The pyramid is expected not to be rebuilt yet by the active player.
    """
    count = count_in_pyramid(state, wanted_powers)
    in_boneyard = count_in_zone(state, BONEYARD, wanted_powers)
    if in_boneyard > 0 and boneyard_is_within_reach(state):
        count += in_boneyard
    turns_ahead = seat - state.active
    if turns_ahead <= 0:
        turns_ahead += state.seat_count
    # The maximum number of cards that leave the stock before that turn.
    from_stock = SLOT_COUNT * (turns_ahead - 1) + 1 - state.cells[PYRAMID_CHANGED]
    for slot in range(SLOT_COUNT):
        if state.cells[PYRAMID_START + slot] < 0:
            from_stock += 1
    if takes_from_stock or from_stock > 0:
        count += count_in_zone(state, STOCK_II, wanted_powers)
    if takes_from_stock or from_stock > state.count(STOCK_II):
        count += count_in_zone(state, STOCK_III, wanted_powers)
    return count


def max_own_cards_reached_from_tomb(state: ValleyState, seat: i64) -> i64:
    """The maximum of `max_own_cards_reached` in a tomb. Another card may execute that card there."""
    max_reached: i64 = 0
    for i in range(state.count(TOMB + seat)):
        reached = state.catalogue.power_table.max_own_cards_reached[state.card_at(TOMB + seat, i)]
        if reached > max_reached:
            max_reached = reached
    return max_reached


def powers_in_tomb(state: ValleyState, seat: i64) -> i64:
    """The powers of all cards in a tomb, as one sum of bits."""
    bits: i64 = 0
    for i in range(state.count(TOMB + seat)):
        bits |= state.catalogue.power_table.powers[state.card_at(TOMB + seat, i)]
    return bits


def boneyard_is_within_reach(state: ValleyState) -> bool:
    """Whether a card that fetches from the boneyard is in the pyramid, or owned by any player outside the tombs."""
    if count_in_pyramid(state, FETCHES_FROM_BONEYARD) > 0:
        return True
    for seat in range(state.seat_count):
        if count_in_zones(state, seat, OWNED_ZONES, FETCHES_FROM_BONEYARD) > 0:
            return True
    return False


MAX_CARD_GOLD: Final[i64] = 9
NEXT_HAND_CARDS: Final[i64] = 5  # drawn at the end of a turn
# A card with one of these powers can cause one more execution of a card.
REPEATING_POWERS: Final[i64] = REPEATS_ACTION | RETURNS_FROM_PLAY
# Zones of a player.
HAND_ONLY: Final = vec[i64]([HAND])
DRAWABLE: Final = vec[i64]([HAND, DECK, DECK_TOP])  # cards that can be in the hand before the discard pile is shuffled
UNDRAWN: Final = vec[i64]([DECK, DECK_TOP])
DISCARD_ONLY: Final = vec[i64]([DISCARD])
DISCARDED_AT_END: Final = vec[i64]([DISCARD, HAND, PLAYED])  # the discard pile after the end of the turn
WhichTurn = i64  # a turn of the player: one of the three below
THIS_TURN: Final[i64] = 0
NEXT_TURN: Final[i64] = 1  # the turn that follows the current one
LATER_TURN: Final[i64] = 2  # the player's next turn, with turns of other players before it
HELPING_POWERS: Final[i64] = (
    UNEARTHS
    | REACHES_OWN_CARDS
    | GETS_CARDS_BELOW_PRICE
    | FETCHES_FROM_OTHERS
    | FETCHES_FROM_BONEYARD
    | FETCHES_FROM_STOCK
    | ENTOMBS
)
ENDLESS_DECK: Final[i64] = 999  # a deck size that no number of drawn cards reaches


def min_cards_to_pay(state: ValleyState, seat: i64, zones: vec[i64], price: i64) -> i64:
    """The minimum number of cards of these zones that pays a price; UNAFFORDABLE if all together do not."""
    cells = state.cells
    gold = state.catalogue.gold
    card_counts = vec[i64]([0] * (MAX_CARD_GOLD + 1))  # the number of cards with each gold value
    for zone in zones:
        start = state.zone_starts[zone + seat] + 1
        for i in range(start, start + cells[start - 1]):
            card_counts[gold[cells[i]]] += 1
    paid_cards: i64 = 0
    for value in range(MAX_CARD_GOLD, 0, -1):
        left = card_counts[value]
        while left > 0 and price > 0:
            left -= 1
            price -= value
            paid_cards += 1
    if price > 0:
        return UNAFFORDABLE
    return paid_cards


@final
class TurnResources:
    """What a player can do in one turn with the held cards, which are in the zones `held_zones`.

    When the turn begins, `hand_count` of these are in the hand and `deck_count` in the deck. The player's other cards are in
    the zones `other_zones`.

    The other attributes count held cards: `wanted_count` those with one of the powers `wanted_powers`, `repeating_count` those
    with one of `repeating_powers`, `unearthing_count` those with UNEARTHS, `fetching_count` those that bring a card into the
    hand, `redrawing_count` those that draw as many cards as they discard, `drawing_count` those that draw a fixed number.
    `drawn_cards` is the number of cards that the latter draw together. `held_powers` are the powers of all held cards.
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
        self.wanted_count: i64 = 0
        self.repeating_count: i64 = 0
        self.unearthing_count: i64 = 0
        self.fetching_count: i64 = 0
        self.drawn_cards: i64 = 0
        self.drawing_count: i64 = 0
        self.redrawing_count: i64 = 0
        self.held_powers: i64 = 0
        self.fetches_are_unlimited = False
        cells = state.cells
        starts = state.zone_starts
        powers = state.catalogue.power_table.powers
        relevant_powers = wanted_powers | repeating_powers | HELPING_POWERS
        for zone in held_zones:
            start = starts[zone + seat] + 1
            for i in range(start, start + cells[start - 1]):
                card_powers = powers[cells[i]] & relevant_powers
                if card_powers != 0:
                    self.held_powers |= card_powers
                    if card_powers & wanted_powers != 0:
                        self.wanted_count += 1
                    if card_powers & repeating_powers != 0:
                        self.repeating_count += 1
                    if card_powers & (REACHES_OWN_CARDS | UNEARTHS) != 0:
                        self.add_reaching_card(cells[i], card_powers)
        if (
            self.unearthing_count > 0 and self.held_powers & ENTOMBS == 0
        ):  # only what is in the tomb now can be unearthed
            entombed = count_in_zone(state, TOMB + seat, wanted_powers | REPEATING_POWERS)
            if self.unearthing_count > entombed:
                self.unearthing_count = entombed

    def add_reaching_card(self, kind: i64, powers: i64) -> None:
        """Add a held card with REACHES_OWN_CARDS or UNEARTHS to the counts. A card that executes cards in the tomb counts
        like the best one there."""
        reached = self.state.catalogue.power_table.max_own_cards_reached[kind]
        if powers & UNEARTHS != 0:
            self.unearthing_count += 1
            self.held_powers |= powers_in_tomb(self.state, self.seat) & HELPING_POWERS
            reached_from_tomb = max_own_cards_reached_from_tomb(self.state, self.seat)
            if reached_from_tomb > reached:
                reached = reached_from_tomb
        if reached >= UNLIMITED_CARDS:
            self.fetching_count += 1
        elif reached >= AS_MANY_AS_DISCARDED:
            self.redrawing_count += 1
        elif reached > 0:
            self.drawn_cards += reached
            self.drawing_count += 1

    def fetchable_count(self, paid_cards: i64) -> i64:
        """The number of cards that can be fetched into the hand after `paid_cards` cards were paid, without those in the tomb.

        Cards that draw a fixed number are played first. Each card that discards and redraws then leaves the hand one card
        smaller.
        """
        drawn_after_shuffle = self.drawn_cards - self.deck_count
        redraws_left = self.redrawing_count
        hand_size = self.hand_count + self.drawn_cards - self.drawing_count
        if (self.fetching_count == 0 and redraws_left == 0 and drawn_after_shuffle <= 0) or hand_size <= paid_cards:
            return 0
        while redraws_left > 0 and hand_size - 1 > paid_cards:
            hand_size -= 1
            drawn_after_shuffle += hand_size
            redraws_left -= 1
        if drawn_after_shuffle < 0:
            drawn_after_shuffle = 0
        return self.fetching_count + drawn_after_shuffle

    def max_wanted_executions(self, which_turn: WhichTurn, already_executed: bool) -> i64:
        """The maximum number of executions of wanted actions in that turn. `already_executed` says whether a wanted action was
        executed earlier in the turn."""
        fetched = self.fetchable_count(0) + self.unearthing_count
        if fetched == 0:
            if self.wanted_count == 0 and not already_executed:
                return 0
            return self.wanted_count + self.repeating_count
        self.fetches_are_unlimited = self.may_fetch_drawing_cards(which_turn, fetched)
        if self.fetches_are_unlimited:
            fetched = UNLIMITED_CARDS
        fetchable = self.obtainable_wanted_count(which_turn, fetched)
        if self.wanted_count + fetchable == 0 and not already_executed:
            return 0
        fetchable += count_in_zones(self.state, self.seat, self.other_zones, REPEATING_POWERS | UNEARTHS)
        if self.can_get_cards_of_others(which_turn, fetched):
            fetchable += self.count_at_others(REPEATING_POWERS | UNEARTHS)
        # A repeating card in the pyramid must be bought, and fetched in addition to a wanted card.
        if fetched > 1 and which_turn != THIS_TURN:
            fetchable += self.buyable_and_fetchable_count(count_in_pyramid(self.state, REPEATING_POWERS | UNEARTHS), 1)
        if self.held_powers & ENTOMBS != 0:  # an executed card may be entombed, and executed there again
            fetchable += self.unearthing_count
        if fetched > fetchable:
            fetched = fetchable
        return self.wanted_count + self.repeating_count + fetched

    def obtainable_wanted_count(self, which_turn: WhichTurn, fetched: i64) -> i64:
        """The number of wanted cards, not counting held ones, that the player can get in that turn with `fetched` fetches."""
        state = self.state
        wanted = count_in_zones(state, self.seat, self.other_zones, self.wanted_powers)
        if self.unearthing_count > 0:
            wanted += count_in_zone(state, TOMB + self.seat, self.wanted_powers)
        if self.can_get_cards_of_others(which_turn, fetched):
            wanted += self.count_at_others(self.wanted_powers)
        if which_turn == THIS_TURN:
            unowned = count_in_pyramid(state, self.wanted_powers)
        else:
            unowned = count_obtainable_unowned(
                state, self.seat, self.wanted_powers, self.held_powers & FETCHES_FROM_STOCK != 0
            )
        min_cost = state.catalogue.power_table.min_cost_by_power[self.wanted_powers]
        return wanted + self.buyable_and_fetchable_count(unowned, min_cost)

    def count_at_others(self, powers: i64) -> i64:
        """The number of cards of other players with at least one of these powers."""
        count: i64 = 0
        for other_seat in range(self.state.seat_count):
            if other_seat != self.seat:
                count += count_in_zones(self.state, other_seat, OWNED_ZONES, powers)
        return count

    def may_fetch_drawing_cards(self, which_turn: WhichTurn, fetched: i64) -> bool:
        """Whether cards can be fetched that draw several cards each, and more than the deck holds: then the discard pile is
        shuffled, and this class does not count what they can bring."""
        drawn = self.cards_drawn_by_several(self.seat, self.other_zones)
        if self.can_get_cards_of_others(which_turn, fetched):
            for other_seat in range(self.state.seat_count):
                if other_seat != self.seat:
                    drawn += self.cards_drawn_by_several(other_seat, OWNED_ZONES)
        return drawn > 0 and drawn + self.drawn_cards > self.deck_count

    def cards_drawn_by_several(self, seat: i64, zones: vec[i64]) -> i64:
        """The number of cards that those cards of these zones draw together which draw more than one each."""
        cells = self.state.cells
        max_reached = self.state.catalogue.power_table.max_own_cards_reached
        drawn: i64 = 0
        for zone in zones:
            start = self.state.zone_starts[zone + seat] + 1
            for i in range(start, start + cells[start - 1]):
                reached = max_reached[cells[i]]
                if AS_MANY_AS_DISCARDED <= reached < UNLIMITED_CARDS:
                    reached = self.hand_count + self.drawn_cards
                if 1 < reached < UNLIMITED_CARDS:
                    drawn += reached
        return drawn

    def can_get_cards_of_others(self, which_turn: WhichTurn, fetched: i64) -> bool:
        """Whether the player can get cards of other players: with held or fetched cards, or out of the boneyard."""
        if which_turn == THIS_TURN:
            return self.held_powers & FETCHES_FROM_OTHERS != 0
        if self.held_powers & (FETCHES_FROM_OTHERS | FETCHES_FROM_BONEYARD) != 0:
            return True
        if which_turn == LATER_TURN:
            for other_seat in range(self.state.seat_count):
                if (
                    other_seat != self.seat
                    and count_in_zones(self.state, other_seat, OWNED_ZONES, FETCHES_FROM_BONEYARD) > 0
                ):
                    return True
        if fetched < 2:
            return False
        powers = FETCHES_FROM_OTHERS | FETCHES_FROM_BONEYARD
        return (
            count_in_zones(self.state, self.seat, self.other_zones, powers) + count_in_pyramid(self.state, powers) > 0
        )

    def buyable_and_fetchable_count(self, card_count: i64, min_cost: i64) -> i64:
        """How many of `card_count` cards without an owner, each costing at least `min_cost`, can be bought and then fetched."""
        bought: i64 = 0
        while bought < card_count:
            paid_cards = bought + 1
            if self.held_powers & GETS_CARDS_BELOW_PRICE == 0:
                paid_cards = min_cards_to_pay(self.state, self.seat, self.held_zones, min_cost * paid_cards)
            if self.fetchable_count(paid_cards) + self.unearthing_count <= (
                0 if self.fetches_are_unlimited else bought
            ):
                break
            bought += 1
        return bought


def max_executions_by_opponent(state: ValleyState, opponent: i64, wanted_powers: i64) -> i64:
    """The maximum number of wanted actions that an opponent can execute in their next turn, once the active player ends this
    one."""
    hand_count = state.count(HAND + opponent)
    deck_count = state.count(DECK + opponent) + state.count(DECK_TOP + opponent)
    which_turn = NEXT_TURN
    if opponent != (state.active + 1) % state.seat_count:
        which_turn = LATER_TURN
        hand_count += state.catalogue.power_table.max_cards_between_turns
        deck_count -= state.catalogue.power_table.max_cards_between_turns
    return TurnResources(
        state, opponent, DRAWABLE, DISCARD_ONLY, hand_count, deck_count, wanted_powers, REPEATING_POWERS
    ).max_wanted_executions(which_turn, False)


def max_executions_next_turn(state: ValleyState, seat: i64, wanted_powers: i64) -> i64:
    """The maximum number of wanted actions that the player who ends a turn can execute in their next one, before the discard
    pile is shuffled."""
    deck_count = ENDLESS_DECK
    if state.catalogue.power_table.max_cards_between_turns >= UNLIMITED_CARDS:
        deck_count = 0
    return TurnResources(
        state, seat, UNDRAWN, DISCARDED_AT_END, NEXT_HAND_CARDS, deck_count, wanted_powers, REPEATING_POWERS
    ).max_wanted_executions(LATER_TURN, False)


def max_executions_this_turn(state: ValleyState, seat: i64, wanted_powers: i64) -> i64:
    """The maximum number of wanted actions that the active player can still execute this turn, given the hand.

    A card that returns a card from play is counted once, for its own use of that card, and not as repeating it.
    """
    cells = state.cells
    powers = state.catalogue.power_table.powers
    hand_powers: i64 = 0
    start = state.zone_starts[HAND + seat] + 1
    hand_count = cells[start - 1]
    for i in range(start, start + hand_count):
        hand_powers |= powers[cells[i]]
    if hand_powers & (wanted_powers | UNEARTHS | REPEATS_ACTION | REACHES_OWN_CARDS) == 0:
        return 0
    already_executed = count_in_zone(state, EXECUTED, wanted_powers) > 0
    has_source = already_executed or hand_powers & (wanted_powers | UNEARTHS) != 0
    if not has_source and not may_reach_wanted(state, seat, wanted_powers):
        return 0
    deck_count = ENDLESS_DECK
    held_zones = HAND_ONLY
    if hand_powers & REACHES_OWN_CARDS != 0 or (
        hand_powers & UNEARTHS != 0 and max_own_cards_reached_from_tomb(state, seat) > 0
    ):
        deck_count = state.count(DECK + seat) + state.count(DECK_TOP + seat)
        held_zones = DRAWABLE
    return TurnResources(
        state, seat, held_zones, DISCARD_ONLY, hand_count, deck_count, wanted_powers, REPEATS_ACTION
    ).max_wanted_executions(THIS_TURN, already_executed)


def may_reach_wanted(state: ValleyState, seat: i64, wanted_powers: i64) -> bool:
    """Whether the player owns a wanted card or one that could fetch it, or a wanted card is in the pyramid. A quick check before
    the exact one."""
    cells = state.cells
    powers = state.catalogue.power_table.powers
    owned_powers: i64 = 0
    for zone in OWNED_ZONES:
        start = state.zone_starts[zone + seat] + 1
        for i in range(start, start + cells[start - 1]):
            owned_powers |= powers[cells[i]]
    if owned_powers & (wanted_powers | UNEARTHS | FETCHES_FROM_OTHERS) != 0:
        return True
    for slot in range(SLOT_COUNT):
        kind = cells[PYRAMID_START + slot]
        if kind >= 0:
            owned_powers |= powers[kind]
    return owned_powers & wanted_powers != 0
