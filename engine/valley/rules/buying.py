"""Buying a card: its price, the payments and the purchase (rulebook, "Buying Cards").

A purchase is one action: the slot, then the cards laid out. The menu offers each set of cards that pays the price and contains no
card that is not needed. Overpaying is legal but mostly useless. Only if the player can still execute an action that uses cards in
play (Linen Bandages), the menu has one more answer. It asks for the purchase, with as many extra cards as such actions can use.
"""

from typing import Final

from engine.core.action import move_arguments
from engine.core.arrays import i64
from engine.core.game import NOTHING
from engine.core.moves import ARGUMENT_MASK, FIRST_SHIFT, SECOND_SHIFT, first_argument, shift_left
from engine.valley.catalogue.powers import USES_CARDS_IN_PLAY
from engine.valley.payments import CARD_BITS, MAX_PAYMENT_CARDS, MAX_SHAPE_CARDS, HandPlaces, PaymentTrie, Purse
from engine.valley.rules.prospects import max_executions_this_turn
from engine.valley.rules.pyramid import remove_and_crumble
from engine.valley.rules.reactions import BOAT_PROGRAM, call_for_opponents
from engine.valley.state import (
    ANY_ROW,
    DISCARD,
    GILDED,
    HAND,
    HIGHEST_BOUGHT,
    NEXT_DOUBLED,
    PLAYED,
    PYRAMID_START,
    REBATE,
    SLOT_COUNT,
    ValleyState,
)

BUY: Final[i64] = 1  # arguments: slot, then the kinds laid out
OVERPAY: Final[i64] = 29  # no argument: asks for a purchase with extra cards
BASE_SLOTS: Final[i64] = 3  # cards in slots 0 to 2 can be bought
MAX_HAND_PLACES: Final[i64] = 40  # more than any hand holds
SHAPE_BITS: Final[i64] = 5  # bits for each card in the shape of a hand


def current_gold(state: ValleyState, kind: i64) -> i64:
    """The gold value of a card in the active player's hand."""
    if state.cells[GILDED] == 1:
        return state.catalogue.gilded_gold[kind]
    return state.catalogue.gold[kind]


def current_price(state: ValleyState, kind: i64) -> i64:
    """What a card costs the active player now, at least 0."""
    cost = state.catalogue.cost[kind] - state.cells[REBATE]
    if cost < 0:
        cost = 0
    return cost


def cached_purse(state: ValleyState, seat: i64) -> Purse:
    """The purse of the active player `seat`. Purses are cached by the shape of the hand, except for very large hands."""
    cells = state.cells
    start = state.zone_starts[HAND + seat] + 1
    size = cells[start - 1]
    if size > MAX_SHAPE_CARDS:
        return new_purse(state, seat, 0)
    golds = state.catalogue.gold
    if cells[GILDED] == 1:
        golds = state.catalogue.gilded_gold
    shape: i64 = 0
    last: i64 = NOTHING
    for i in range(start, start + size):
        kind = cells[i]
        shape = shape << SHAPE_BITS | golds[kind] << 1
        if kind == last:
            shape += 1
        last = kind
    purse = state.catalogue.purse_cache.find(shape)
    if purse is None:
        purse = new_purse(state, seat, shape)
        state.catalogue.purse_cache.add(purse)
    return purse


def new_purse(state: ValleyState, seat: i64, shape: i64) -> Purse:
    """The purse of the active player `seat`, without a look into the cache."""
    kinds = state.kinds(HAND + seat)
    equals_previous = [i > 0 and kinds[i - 1] == kinds[i] for i in range(len(kinds))]
    return Purse([current_gold(state, kind) for kind in kinds], equals_previous, shape)


def offer_purchase_with_each_payment(
    state: ValleyState, seat: i64, payments: PaymentTrie, unpaid_purchase: i64
) -> None:
    """Offer `unpaid_purchase`, a purchase without cards, with each of the payments."""
    move = unpaid_purchase
    cells = state.cells
    hand = state.zone_starts[HAND + seat]
    count = state.move_count
    if count + payments.step_count > len(state.menu):
        state.reserve_menu(payments.step_count)
    menu = state.menu
    # When compiled, `zip` reads the three arrays without index checks; with strict=True it would create tuples.
    for place, move_unit, complete in zip(payments.places, payments.move_units, payments.complete):  # noqa: B905
        move = move & move_unit - 1 | (cells[hand + place] + 1) * move_unit
        menu[count] = move
        count += complete  # an incomplete payment is overwritten by the next one
    state.move_count = count


def paid_move_at(state: ValleyState, seat: i64, payments: PaymentTrie, unpaid_purchase: i64, payment_index: i64) -> i64:
    """The move at this index, from 0, among those that `offer_purchase_with_each_payment` would offer."""
    move = unpaid_purchase
    hand = state.zone_starts[HAND + seat]
    for place, move_unit, complete in zip(payments.places, payments.move_units, payments.complete):  # noqa: B905
        move = move & move_unit - 1 | (state.cells[hand + place] + 1) * move_unit
        if complete == 1:
            if payment_index == 0:
                break
            payment_index -= 1
    return move


def spendable_gold(state: ValleyState, seat: i64) -> i64:
    """The gold of all cards in the active player's hand, which is the highest price that they can pay. If the next card counts
    twice, it is the most valuable one."""
    total: i64 = 0
    highest: i64 = 0
    for i in range(state.count(HAND + seat)):
        gold = current_gold(state, state.card_at(HAND + seat, i))
        total += gold
        if gold > highest:
            highest = gold
    if state.cells[NEXT_DOUBLED] == 1:
        total += highest
    return total


def slot_count_for_buying(state: ValleyState) -> i64:
    """The number of slots, counted from slot 0, from which the active player may buy: those of the base, or all."""
    slots = BASE_SLOTS
    if state.cells[ANY_ROW] == 1:
        slots = SLOT_COUNT
    return slots


def extra_card_limit(state: ValleyState, seat: i64, purse: Purse) -> i64:
    """The maximum number of extra cards in a payment of the active player: those that actions can still use in play.

    0 if every buyable card is so expensive that the whole hand is needed.
    """
    max_cost = purse.gold_without_cheapest
    if state.cells[NEXT_DOUBLED] == 1:
        max_cost += purse.highest_gold
    can_overpay = False
    for cell in range(PYRAMID_START, PYRAMID_START + slot_count_for_buying(state)):
        if state.cells[cell] >= 0 and state.catalogue.cost[state.cells[cell]] - state.cells[REBATE] <= max_cost:
            can_overpay = True
    if not can_overpay:
        return 0
    uses = max_executions_this_turn(state, seat, USES_CARDS_IN_PLAY)
    if uses > MAX_PAYMENT_CARDS:
        uses = MAX_PAYMENT_CARDS
    return uses


def hand_places_using_cards_in_play(state: ValleyState, seat: i64) -> HandPlaces:
    """The places in the hand of cards with an action that uses cards in play. Such a card cannot be laid out and executed."""
    places_using_cards_in_play: HandPlaces = 0
    for i in range(state.count(HAND + seat)):
        if (
            state.catalogue.power_table.powers[state.card_at(HAND + seat, i)] & USES_CARDS_IN_PLAY != 0
            and i < MAX_HAND_PLACES
        ):
            places_using_cards_in_play |= shift_left(1, i + 1)
    return places_using_cards_in_play


def can_overpay(state: ValleyState, seat: i64, purse: Purse) -> bool:
    """Whether the active player can buy a card with extra cards that actions can still use in play."""
    if not state.catalogue.overpaying:
        return False
    extra_cards = extra_card_limit(state, seat, purse)
    if extra_cards == 0:
        return False
    places = hand_places_using_cards_in_play(state, seat)
    best_doubled = state.cells[NEXT_DOUBLED] == 1
    for slot in range(slot_count_for_buying(state)):
        kind = state.cells[PYRAMID_START + slot]
        if kind >= 0 and purse.has_overpayments(current_price(state, kind), best_doubled, extra_cards, places):
            return True
    return False


def offer_overpayments(state: ValleyState, seat: i64) -> None:
    """Offer each buyable card with each payment that has extra cards."""
    purse = cached_purse(state, seat)
    extra_cards = extra_card_limit(state, seat, purse)
    if extra_cards == 0:
        return
    places = hand_places_using_cards_in_play(state, seat)
    best_doubled = state.cells[NEXT_DOUBLED] == 1
    for slot in range(slot_count_for_buying(state)):
        kind = state.cells[PYRAMID_START + slot]
        if kind >= 0:
            payments = purse.overpayments(current_price(state, kind), best_doubled, extra_cards, places)
            offer_purchase_with_each_payment(state, seat, payments, BUY | (slot + 1) << FIRST_SHIFT)


def offer_purchases(state: ValleyState, seat: i64, purse: Purse) -> None:
    """Offer each buyable card with each payment of which no card could be left out."""
    best_doubled = state.cells[NEXT_DOUBLED] == 1
    for slot in range(slot_count_for_buying(state)):
        kind = state.cells[PYRAMID_START + slot]
        if kind >= 0:
            owed = current_price(state, kind)
            if owed == 0:
                state.offer(BUY | (slot + 1) << FIRST_SHIFT)
            else:
                offer_purchase_with_each_payment(
                    state, seat, purse.exact_payments(owed, best_doubled), BUY | (slot + 1) << FIRST_SHIFT
                )


def prepare_and_count_purchases(state: ValleyState, purse: Purse) -> i64:
    """Return the number of purchases that `offer_purchases` would offer, and store in `state` what `purchase_at` needs."""
    state.purse = purse
    count: i64 = 0
    cells = state.cells
    costs = state.catalogue.cost
    rebate = cells[REBATE]
    best_doubled = cells[NEXT_DOUBLED] == 1
    for cell in range(PYRAMID_START, PYRAMID_START + slot_count_for_buying(state)):
        kind = cells[cell]
        if kind >= 0:
            count += purse.exact_payment_count(costs[kind] - rebate, best_doubled)
    return count


def purchase_at(state: ValleyState, seat: i64, purchase_index: i64) -> i64:
    """The purchase at this index, from 0, among those that `offer_purchases` would offer; NOTHING after the last. Call
    `prepare_and_count_purchases` first."""
    purse = state.purse
    best_doubled = state.cells[NEXT_DOUBLED] == 1
    for slot in range(slot_count_for_buying(state)):
        kind = state.cells[PYRAMID_START + slot]
        if kind >= 0:
            owed = current_price(state, kind)
            payment_count = purse.exact_payment_count(owed, best_doubled)
            if purchase_index < payment_count:
                move = BUY | (slot + 1) << FIRST_SHIFT
                if owed > 0:
                    return paid_move_at(state, seat, purse.exact_payments(owed, best_doubled), move, purchase_index)
                return move
            purchase_index -= payment_count
    return NOTHING


def buy(state: ValleyState, seat: i64, move: i64) -> None:
    """Put the cards of the payment into play and the bought card on the discard pile. The pyramid crumbles, then an opponent's
    Boat may sail."""
    packed_cards = move >> SECOND_SHIFT
    if packed_cards > 0:
        state.cells[NEXT_DOUBLED] = 0
    state.cells[ANY_ROW] = 0
    while packed_cards > 0:
        kind = (packed_cards & ARGUMENT_MASK) - 1
        packed_cards >>= CARD_BITS
        state.remove_from_hand_openly(seat, kind)
        state.add(PLAYED + seat, kind)
    call_for_opponents(
        state, BOAT_PROGRAM, seat, NOTHING
    )  # below the crumbling on the stack, so it is carried out later
    kind = state.cells[PYRAMID_START + first_argument(move)]
    if state.events is not None:
        state.emit("bought", seat, (kind, *move_arguments(move)[1:]))
    state.push(DISCARD + seat, remove_and_crumble(state, first_argument(move), seat))
    if state.catalogue.cost[kind] > state.cells[HIGHEST_BOUGHT]:
        state.cells[HIGHEST_BOUGHT] = state.catalogue.cost[kind]
