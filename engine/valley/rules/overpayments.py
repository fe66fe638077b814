"""Payments with extra cards, which could be left out. They are offered only if an action can use the extra cards in play."""

from typing import Final, final

from engine.core.arrays import i64, vec
from engine.core.cells.moves import SECOND_SHIFT
from engine.valley.rules.payment_trie import (
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
SIZE: Final = 15
COPIES_BITS: Final = 4
COPIES: Final = 15

CardSet = int  # the cards of one payment, see `card_set_of_one`


@final
class Overpayments:
    """The overpayments of one hand, which consists of groups of equal cards.

    `exact` are the payments without extra cards for the same price; None for a price of 0. `extra_cards` is the number of cards
    that actions can still use in play. `places_using_play` are the places in the hand of the cards with these actions, as a sum
    of bits. If such a card is laid out, its action cannot be executed, so one extra card less is allowed.

    A card set is a number that stands for the cards of one payment: see `card_set_of_one`.
    """

    def __init__(self, groups: list[CardGroup]) -> None:
        self.groups: Final = groups
        self.lists: Final[dict[int, PaymentTrie]] = {}
        self.card_sets: Final[dict[int, list[int]]] = {}  # card sets
        self.sets_by_extra: Final[dict[int, list[list[int]]]] = {}  # by the number of extra cards
        # Number of payments, if `places_using_play` is 0.
        self.counts: Final = vec[i64]([NOT_COUNTED] * (2 * PRICE_COUNT * MAX_EXTRA_CARDS))

    def payments(
        self, exact: PaymentTrie | None, price: i64, best_doubled: bool, extra_cards: i64, places_using_play: HandPlaces
    ) -> PaymentTrie:
        """All payments: first those of `exact`, then those with one extra card, and so on. Payments of no card, and of more than
        MAX_PAYMENT_CARDS cards, are left out."""
        key = overpayment_key(price, best_doubled, extra_cards, places_using_play)
        known = self.lists.get(key)
        if known is None:
            steps = PaymentTrieBuilder()
            for card_set in self._card_sets(exact, price, best_doubled, extra_cards, places_using_play):
                places = self._places(card_set)
                move_unit: i64 = 1 << SECOND_SHIFT  # a shifted literal has only 32 bits when compiled
                for i in range(len(places)):
                    steps.add(places[i], move_unit, i + 1 == len(places))
                    move_unit <<= CARD_BITS
            known = self.lists[key] = PaymentTrie(steps)
        return known

    def places_of_nth_payment(
        self,
        exact: PaymentTrie | None,
        price: i64,
        best_doubled: bool,
        extra_cards: i64,
        places_using_play: HandPlaces,
        nth: i64,
    ) -> list[int]:
        """The places in the hand of the cards of the nth of `payments`, which are not built for it."""
        return self._places(self._card_sets(exact, price, best_doubled, extra_cards, places_using_play)[nth])

    def count(
        self, exact: PaymentTrie | None, price: i64, best_doubled: bool, extra_cards: i64, places_using_play: HandPlaces
    ) -> i64:
        """The length of `payments`."""
        if places_using_play != 0:
            return len(self._card_sets(exact, price, best_doubled, extra_cards, places_using_play))
        at = price * MAX_EXTRA_CARDS + min(extra_cards, MAX_EXTRA_CARDS) - 1
        if best_doubled:
            at += PRICE_COUNT * MAX_EXTRA_CARDS
        count = self.counts[at]
        if count == NOT_COUNTED:
            count = self.counts[at] = len(self._card_sets(exact, price, best_doubled, extra_cards, places_using_play))
        return count

    def _card_sets(
        self, exact: PaymentTrie | None, price: i64, best_doubled: bool, extra_cards: i64, places_using_play: HandPlaces
    ) -> list[int]:
        """The card sets of `payments`, in the same order."""
        if extra_cards > MAX_EXTRA_CARDS and places_using_play == 0:
            extra_cards = MAX_EXTRA_CARDS
        key = overpayment_key(price, best_doubled, extra_cards, places_using_play)
        known = self.card_sets.get(key)
        if known is None:
            found: list[int] = []
            for more in range(min(extra_cards, MAX_EXTRA_CARDS) + 1):
                with_extra = self._sets_with_extra(exact, price, best_doubled, more)
                if places_using_play != 0 and more > 0:
                    using = [
                        i for i, group in enumerate(self.groups) if places_using_play >> group.first_place & 1 == 1
                    ]
                    with_extra = [
                        card_set
                        for card_set in with_extra
                        if sum([copies_of(card_set, i) for i in using]) <= extra_cards - more
                    ]
                found += with_extra
            known = self.card_sets[key] = [card_set for card_set in found if card_set != 0]
        return known

    def _sets_with_extra(self, exact: PaymentTrie | None, price: i64, best_doubled: bool, more: i64) -> list[int]:
        """The card sets with exactly `more` extra cards."""
        at = overpayment_key(price, best_doubled, 0, 0)
        sets_by_extra = self.sets_by_extra.get(at)
        if sets_by_extra is None:
            sets_by_extra = self.sets_by_extra[at] = [[0] if exact is None else self._exact_sets(exact)]
        while len(sets_by_extra) <= more:
            seen = {card_set for with_extra in sets_by_extra for card_set in with_extra}
            further: list[int] = []
            for card_set in sets_by_extra[-1]:
                if card_set & SIZE < MAX_PAYMENT_CARDS:
                    for i in range(len(self.groups)):
                        larger = card_set + card_set_of_one(i)
                        if copies_of(card_set, i) < self.groups[i].copies and larger not in seen:
                            seen.add(larger)
                            further.append(larger)
            sets_by_extra.append(further)
        return sets_by_extra[more]

    def _exact_sets(self, payments: PaymentTrie) -> list[int]:
        """The card sets of payments without extra cards."""
        group_at = {group.first_place: i for i, group in enumerate(self.groups)}
        found: list[int] = []
        set_of_first = [0] * (len(group_at) * PRICE_COUNT + 1)  # the card set of the first n cards
        for i in range(payments.step_count):
            move_unit: int = payments.move_units[i]
            cards = (move_unit.bit_length() - 1 - SECOND_SHIFT) // CARD_BITS
            set_of_first[cards + 1] = set_of_first[cards] + card_set_of_one(group_at[payments.places[i]])
            if payments.complete[i] == 1:
                found.append(set_of_first[cards + 1])
        return found

    def _places(self, card_set: int) -> list[int]:
        """The places of the cards of a card set, the most valuable first."""
        return [group.first_place for i, group in enumerate(self.groups) for _nth in range(copies_of(card_set, i))]


def overpayment_key(price: i64, best_doubled: bool, extra_cards: i64, places_using_play: HandPlaces) -> int:
    """The arguments of `payments` packed into one number."""
    return ((places_using_play * (MAX_PAYMENT_CARDS + 1) + extra_cards) * PRICE_COUNT + price) * 2 + (
        1 if best_doubled else 0
    )


def card_set_of_one(group_index: int) -> CardSet:
    """The card set of one card of a group. The sum of these numbers for the cards of a payment is its card set. It tells the
    number of all cards, and of the cards of each group."""
    card: int = 1
    return 1 + (card << SIZE_BITS + COPIES_BITS * group_index)


def copies_of(card_set: CardSet, group_index: int) -> int:
    """The number of cards of a group in a card set."""
    return card_set >> SIZE_BITS + COPIES_BITS * group_index & COPIES
