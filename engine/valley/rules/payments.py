"""Hands as money: which cards of a hand can pay for what.

A payment is a set of cards that covers the price and needs all of its cards. An overpayment has extra cards that could be left
out; it is offered only if an action can use them in play. Both depend only on the gold of each card, and on which cards are
equal. So hands that are alike as money share one purse. The catalogue keeps the purses.
"""

from typing import Final, final

from engine.core.arrays import i64, mypyc_attr, vec
from engine.core.cells.moves import SECOND_SHIFT
from engine.core.luck import U32_MASK, hash32
from engine.valley.rules.overpayments import NOT_COUNTED, Overpayments
from engine.valley.rules.payment_trie import (
    CARD_BITS,
    PRICE_COUNT,
    CardGroup,
    HandPlaces,
    PaymentTrie,
    PaymentTrieBuilder,
)

MAX_SHAPE_CARDS: Final[i64] = 12  # cards in a hand whose shape fits into 60 bits, five for each card
MAX_CACHED_PURSES: Final[i64] = 8192  # cached purses, about 3 kB each; sixty games with six players need 900
NO_CARD: Final[i64] = -99  # less than every price


@mypyc_attr(acyclic=True)  # the garbage collector need not visit it
@final
class Purse:
    """A hand as groups of equal cards, the most valuable first.

    `golds` is the gold of each card. `same_as_before` says for each card whether it is of the same kind as the card before.
    `shape` packs both into 60 bits; 0 for an empty hand.
    """

    def __init__(self, golds: list[int], same_as_before: list[bool], shape: i64) -> None:
        self.shape: Final[i64] = shape
        groups: list[CardGroup] = []
        for i in range(len(golds)):
            if same_as_before[i]:
                groups[-1].copies += 1
            else:
                groups.append(CardGroup(golds[i], i + 1))
        # The groups in the order of the hand.
        self.first_places: Final = vec[i64]([group.first_place for group in groups])
        groups.sort(key=gold_of_group, reverse=True)
        self.groups: Final = groups
        self.gold_from: Final = [0]  # the total gold of the groups from the i-th on
        for group in reversed(groups):
            self.gold_from.insert(0, self.gold_from[0] + group.gold * group.copies)
        self.highest_gold: Final[i64] = groups[0].gold if groups else 0  # the gold of the most valuable card
        # The gold of all cards without the cheapest.
        self.gold_of_all_but_one: Final[i64] = self.gold_from[0] - groups[-1].gold if groups else NO_CARD
        self.cached_payments: Final[list[PaymentTrie | None]] = [None] * (2 * PRICE_COUNT)
        self._overpayments: Overpayments | None = None  # made on first use
        # The number of payments, computed on first use.
        self.payment_counts: Final = vec[i64]([NOT_COUNTED] * (2 * PRICE_COUNT))
        for price in range(self.gold_from[0] + 1, PRICE_COUNT):
            self.payment_counts[price] = 0

    def exact_payment_count(self, price: i64, best_doubled: bool = False) -> i64:
        """The number of payments for a price up to 7. A price of 0 or less has one payment: no card."""
        if price <= 0:
            return 1
        index = price
        if best_doubled:
            index += PRICE_COUNT
        count = self.payment_counts[index]
        if count == NOT_COUNTED:
            count = self.payment_counts[index] = self.exact_payments(price, best_doubled).count
        return count

    def exact_payments(self, price: i64, best_doubled: bool = False) -> PaymentTrie:
        """All payments without extra cards for a price from 1 to 7. With `best_doubled` the first card, the most valuable of its
        payment, counts twice its gold."""
        index = price
        if best_doubled:
            index += PRICE_COUNT
        payments = self.cached_payments[index]
        if payments is None:
            steps = PaymentTrieBuilder()
            if best_doubled:
                self._add_doubled_payments(price, steps)
            else:
                self._add_payments(0, price, 1 << SECOND_SHIFT, steps)
            payments = self.cached_payments[index] = PaymentTrie(steps)
        return payments

    def all_payments(
        self, price: i64, best_doubled: bool, extra_cards: i64, places_using_play: HandPlaces
    ) -> PaymentTrie:
        """All payments and overpayments with cards, for a price from 0 to 7. `Overpayments` describes the arguments."""
        return self._all_overpayments().payments(
            self._exact_payments_or_none(price, best_doubled), price, best_doubled, extra_cards, places_using_play
        )

    def places_of_nth_payment(
        self, price: i64, best_doubled: bool, extra_cards: i64, places_using_play: HandPlaces, nth: i64
    ) -> list[int]:
        """The places of the cards of the nth of `all_payments`."""
        return self._all_overpayments().places_of_nth_payment(
            self._exact_payments_or_none(price, best_doubled), price, best_doubled, extra_cards, places_using_play, nth
        )

    def all_payment_count(self, price: i64, best_doubled: bool, extra_cards: i64, places_using_play: HandPlaces) -> i64:
        """The length of `all_payments`; for a price of 0 or less one more, the payment of no card."""
        if price <= 0:
            return self._all_overpayments().count(None, 0, best_doubled, extra_cards, places_using_play) + 1
        return self._all_overpayments().count(
            self._exact_payments_or_none(price, best_doubled), price, best_doubled, extra_cards, places_using_play
        )

    def _all_overpayments(self) -> Overpayments:
        """Made on first use."""
        found = self._overpayments
        if found is None:
            found = self._overpayments = Overpayments(self.groups)
        return found

    def _exact_payments_or_none(self, price: i64, best_doubled: bool) -> PaymentTrie | None:
        if price <= 0:
            return None
        return self.exact_payments(price, best_doubled)

    def _add_payments(self, first: int, owed: int, move_unit: int, steps: PaymentTrieBuilder) -> None:
        """Add the steps that pay `owed` with cards of the groups from `first` on; the next card goes to `move_unit`.

        The most valuable cards come first, so the last one is the cheapest: if it is needed, all are. As long as the other
        groups cover what is owed, each group that is tried leads to a payment.
        """
        while self.gold_from[first] >= owed:
            group = self.groups[first]
            first += 1
            left = owed
            next_place_value = move_unit
            for _ in range(group.copies):
                left -= group.gold
                steps.add(group.first_place, next_place_value, left <= 0)
                if left <= 0:
                    break
                next_place_value <<= CARD_BITS
                if self.gold_from[first] >= left:
                    self._add_payments(first, left, next_place_value, steps)

    def _add_doubled_payments(self, owed: int, steps: PaymentTrieBuilder) -> None:
        """The same if the first card counts twice. If the cheapest card is needed, all are, the doubled one too."""
        for i in range(len(self.groups)):
            group = self.groups[i]
            if self.gold_from[i] + group.gold < owed:
                break
            left = owed - 2 * group.gold
            steps.add(group.first_place, 1 << SECOND_SHIFT, left <= 0)
            if left > 0:  # other cards of this kind count once
                group.copies -= 1
                self.gold_from[i] -= group.gold
                self._add_payments(i, left, 1 << SECOND_SHIFT << CARD_BITS, steps)
                group.copies += 1
                self.gold_from[i] += group.gold


def gold_of_group(group: CardGroup) -> int:
    """The key by which groups are sorted."""
    return group.gold


EMPTY_PURSE: Final = Purse([], [], 0)


@mypyc_attr(acyclic=True)  # the garbage collector need not visit it
@final
class PurseCache:
    """The purses of recent hands. Each shape has two entries side by side: the latest purse and the one before. Older ones are
    dropped."""

    def __init__(self) -> None:
        self._purses: Final = vec[Purse]([EMPTY_PURSE for _ in range(MAX_CACHED_PURSES)])

    def find(self, shape: i64) -> Purse | None:
        """The cached purse of this shape, or None."""
        index = cache_index(shape)
        purse = self._purses[index]
        if purse.shape == shape:
            return purse
        purse = self._purses[index + 1]
        if purse.shape == shape:
            return purse
        return None

    def add(self, purse: Purse) -> None:
        """Cache a purse that is not cached yet."""
        index = cache_index(purse.shape)
        self._purses[index + 1] = self._purses[index]
        self._purses[index] = purse


def cache_index(shape: i64) -> i64:
    """The first of the two places in the cache for a purse of this shape."""
    return hash32((shape ^ shape >> 32) & U32_MASK) & MAX_CACHED_PURSES - 2
