"""Overpayments: payments with extra cards, which are not needed for the price.

They are offered only if an action can use the extra cards in play.
"""

from typing import Final, final

from engine.core.arrays import i64, vec
from engine.core.cells.moves import SECOND_SHIFT
from engine.valley.payments.payment_trie import (
    CARD_BITS,
    MAX_EXTRA_CARDS,
    MAX_PAYMENT_CARDS,
    PRICE_COUNT,
    CardGroup,
    HandPlaces,
    PaymentTrie,
    PaymentTrieBuilder,
)

NOT_COUNTED: Final[i64] = -1
SIZE_BITS: Final = 4  # see `card_set_of_one`; a payment has at most MAX_PAYMENT_CARDS cards
SIZE_MASK: Final = 15
COPIES_BITS: Final = 4
COPIES_MASK: Final = 15

CardSet = int  # the cards of one payment, see `card_set_of_one`


@final
class Overpayments:
    """The overpayments of one hand, which consists of groups of equal cards.

    The methods share these parameters. `exact` are the payments without extra cards for the same price; None for a
    price of 0. `usable_extra_cards` is the number of cards that actions can still use in play. `places_using_cards_in_play` are
    the places in the hand of the cards with these actions. If such a card is laid out, its action cannot be executed, so one
    extra card less is allowed.
    """

    def __init__(self, groups: list[CardGroup]) -> None:
        self.groups: Final = groups
        self.tries: Final[dict[int, PaymentTrie]] = {}
        self.card_sets: Final[dict[int, list[CardSet]]] = {}
        self.sets_by_extra: Final[dict[int, list[list[CardSet]]]] = {}  # the list index is the number of extra cards
        # The number of payments if `places_using_cards_in_play` is 0.
        self.payment_counts: Final = vec[i64]([NOT_COUNTED] * (2 * PRICE_COUNT * MAX_EXTRA_CARDS))

    def all_payments(
        self,
        exact: PaymentTrie | None,
        price: i64,
        best_doubled: bool,
        usable_extra_cards: i64,
        places_using_cards_in_play: HandPlaces,
    ) -> PaymentTrie:
        """All payments: first `exact`, then those with one extra card, and so on. Payments of no card, and of more than
        MAX_PAYMENT_CARDS cards, are left out."""
        key = overpayment_key(price, best_doubled, usable_extra_cards, places_using_cards_in_play)
        payments = self.tries.get(key)
        if payments is None:
            builder = PaymentTrieBuilder()
            for card_set in self._card_sets(exact, price, best_doubled, usable_extra_cards, places_using_cards_in_play):
                places = self._places_of(card_set)
                move_unit: i64 = 1 << SECOND_SHIFT  # a shifted literal has only 32 bits when compiled
                for i in range(len(places)):
                    builder.add_step(places[i], move_unit, i + 1 == len(places))
                    move_unit <<= CARD_BITS
            payments = self.tries[key] = PaymentTrie(builder)
        return payments

    def places_of_payment(
        self,
        exact: PaymentTrie | None,
        price: i64,
        best_doubled: bool,
        usable_extra_cards: i64,
        places_using_cards_in_play: HandPlaces,
        payment_index: i64,
    ) -> list[int]:
        """The places in the hand of the cards of one of `all_payments`. Does not build the tree."""
        return self._places_of(
            self._card_sets(exact, price, best_doubled, usable_extra_cards, places_using_cards_in_play)[payment_index]
        )

    def all_payment_count(
        self,
        exact: PaymentTrie | None,
        price: i64,
        best_doubled: bool,
        usable_extra_cards: i64,
        places_using_cards_in_play: HandPlaces,
    ) -> i64:
        """The number of `all_payments`."""
        if places_using_cards_in_play != 0:
            return len(self._card_sets(exact, price, best_doubled, usable_extra_cards, places_using_cards_in_play))
        index = price * MAX_EXTRA_CARDS + min(usable_extra_cards, MAX_EXTRA_CARDS) - 1
        if best_doubled:
            index += PRICE_COUNT * MAX_EXTRA_CARDS
        count = self.payment_counts[index]
        if count == NOT_COUNTED:
            count = self.payment_counts[index] = len(
                self._card_sets(exact, price, best_doubled, usable_extra_cards, places_using_cards_in_play)
            )
        return count

    def _card_sets(
        self,
        exact: PaymentTrie | None,
        price: i64,
        best_doubled: bool,
        usable_extra_cards: i64,
        places_using_cards_in_play: HandPlaces,
    ) -> list[CardSet]:
        """The card sets of `all_payments`, in the same order."""
        if usable_extra_cards > MAX_EXTRA_CARDS and places_using_cards_in_play == 0:
            usable_extra_cards = MAX_EXTRA_CARDS
        key = overpayment_key(price, best_doubled, usable_extra_cards, places_using_cards_in_play)
        cached = self.card_sets.get(key)
        if cached is None:
            card_sets: list[int] = []
            for extra_count in range(min(usable_extra_cards, MAX_EXTRA_CARDS) + 1):
                with_extra = self._card_sets_with_extra(exact, price, best_doubled, extra_count)
                if places_using_cards_in_play != 0 and extra_count > 0:
                    groups_using_cards_in_play = [
                        i
                        for i, group in enumerate(self.groups)
                        if places_using_cards_in_play >> group.first_place & 1 == 1
                    ]
                    with_extra = [
                        card_set
                        for card_set in with_extra
                        if sum([copies_of(card_set, i) for i in groups_using_cards_in_play])
                        <= usable_extra_cards - extra_count
                    ]
                card_sets += with_extra
            cached = self.card_sets[key] = [card_set for card_set in card_sets if card_set != 0]
        return cached

    def _card_sets_with_extra(
        self, exact: PaymentTrie | None, price: i64, best_doubled: bool, extra_count: i64
    ) -> list[CardSet]:
        """The card sets with exactly `extra_count` extra cards."""
        key = overpayment_key(price, best_doubled, 0, 0)
        sets_by_extra = self.sets_by_extra.get(key)
        if sets_by_extra is None:
            sets_by_extra = self.sets_by_extra[key] = [[0] if exact is None else self._card_sets_of(exact)]
        while len(sets_by_extra) <= extra_count:
            seen = {card_set for with_extra in sets_by_extra for card_set in with_extra}
            with_one_more: list[int] = []
            for card_set in sets_by_extra[-1]:
                if card_set & SIZE_MASK < MAX_PAYMENT_CARDS:
                    for i in range(len(self.groups)):
                        larger = card_set + card_set_of_one(i)
                        if copies_of(card_set, i) < self.groups[i].copies and larger not in seen:
                            seen.add(larger)
                            with_one_more.append(larger)
            sets_by_extra.append(with_one_more)
        return sets_by_extra[extra_count]

    def _card_sets_of(self, payments: PaymentTrie) -> list[CardSet]:
        """The card sets of payments without extra cards."""
        group_at_place = {group.first_place: i for i, group in enumerate(self.groups)}
        card_sets: list[int] = []
        prefix_sets = [0] * (len(group_at_place) * PRICE_COUNT + 1)  # at index n, the set of the first n cards
        for i in range(payments.step_count):
            move_unit: int = payments.move_units[i]
            cards_before = (move_unit.bit_length() - 1 - SECOND_SHIFT) // CARD_BITS
            prefix_sets[cards_before + 1] = prefix_sets[cards_before] + card_set_of_one(
                group_at_place[payments.places[i]]
            )
            if payments.complete[i] == 1:
                card_sets.append(prefix_sets[cards_before + 1])
        return card_sets

    def _places_of(self, card_set: CardSet) -> list[int]:
        """The places of the cards of a card set, the most valuable first."""
        return [group.first_place for i, group in enumerate(self.groups) for _ in range(copies_of(card_set, i))]


def overpayment_key(
    price: i64, best_doubled: bool, usable_extra_cards: i64, places_using_cards_in_play: HandPlaces
) -> int:
    """The parameters of `all_payments`, except `exact`, packed into one number."""
    return ((places_using_cards_in_play * (MAX_PAYMENT_CARDS + 1) + usable_extra_cards) * PRICE_COUNT + price) * 2 + (
        1 if best_doubled else 0
    )


def card_set_of_one(group_index: int) -> CardSet:
    """The card set that contains one card of a group.

    The card set of a payment is the sum of these numbers for its cards. It holds the number of all cards in the lowest bits,
    then the number of cards of each group.
    """
    card: int = 1
    return 1 + (card << SIZE_BITS + COPIES_BITS * group_index)


def copies_of(card_set: CardSet, group_index: int) -> int:
    """The number of cards of a group in a card set."""
    return card_set >> SIZE_BITS + COPIES_BITS * group_index & COPIES_MASK
