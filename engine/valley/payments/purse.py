"""Which cards of a hand can pay which price.

A payment is a set of cards that covers the price and needs all of its cards. An overpayment has extra cards that could be left
out; it is offered only if an action can use them in play. Both depend only on the gold of each card, and on which cards are
equal. So hands that are equal in this share one purse. The catalogue caches the purses.
"""

from typing import Final, final

from engine.core.arrays import i64, mypyc_attr, vec
from engine.core.cells.moves import SECOND_SHIFT
from engine.core.luck import U32_MASK, hash32
from engine.valley.payments.overpayments import NOT_COUNTED, Overpayments
from engine.valley.payments.payment_trie import (
    CARD_BITS,
    PRICE_COUNT,
    CardGroup,
    HandPlaces,
    PaymentTrie,
    PaymentTrieBuilder,
)

MAX_SHAPE_CARDS: Final[i64] = 12  # maximum number of cards in a hand whose shape fits into 60 bits, five for each card
MAX_CACHED_PURSES: Final[i64] = 8192  # about 3 kB each; sixty games with six players need 900
BELOW_ALL_PRICES: Final[i64] = -99


@mypyc_attr(acyclic=True)  # the garbage collector need not visit it
@final
class Purse:
    """A hand as groups of equal cards, the most valuable first.

    `golds` is the gold of each card. `equals_previous` says for each card whether it is of the same kind as the previous card.
    `shape` packs both into 60 bits; 0 for an empty hand, and for one of more than MAX_SHAPE_CARDS cards.
    """

    def __init__(self, golds: list[int], equals_previous: list[bool], shape: i64) -> None:
        self.shape: Final[i64] = shape
        groups: list[CardGroup] = []
        for i in range(len(golds)):
            if equals_previous[i]:
                groups[-1].copies += 1
            else:
                groups.append(CardGroup(golds[i], i + 1))
        # The place of the first card of each kind, in the order of the hand.
        self.first_place_of_each_kind: Final = vec[i64]([group.first_place for group in groups])
        groups.sort(key=gold_of_group, reverse=True)
        self.groups: Final = groups
        self.gold_from: Final = [0]  # at each index, the total gold of the groups from that index on
        for group in reversed(groups):
            self.gold_from.insert(0, self.gold_from[0] + group.gold * group.copies)
        self.highest_gold: Final[i64] = groups[0].gold if groups else 0  # the gold of the most valuable card
        self.gold_without_cheapest: Final[i64] = self.gold_from[0] - groups[-1].gold if groups else BELOW_ALL_PRICES
        self.cached_payments: Final[list[PaymentTrie | None]] = [None] * (2 * PRICE_COUNT)
        self._overpayments: Overpayments | None = None  # created on first use
        # The number of payments, computed on first use.
        self.payment_counts: Final = vec[i64]([NOT_COUNTED] * (2 * PRICE_COUNT))
        for price in range(self.gold_from[0] + 1, PRICE_COUNT):
            self.payment_counts[price] = 0

    def exact_payment_count(self, price: i64, best_doubled: bool = False) -> i64:
        """The number of payments for a price of at most 7. A price of 0 or less has one payment: no card."""
        if price <= 0:
            return 1
        index = price
        if best_doubled:
            index += PRICE_COUNT
        count = self.payment_counts[index]
        if count == NOT_COUNTED:
            count = self.payment_counts[index] = self.exact_payments(price, best_doubled).payment_count
        return count

    def exact_payments(self, price: i64, best_doubled: bool = False) -> PaymentTrie:
        """All payments without extra cards for a price from 1 to 7. With `best_doubled`, the most valuable card of
        each payment counts twice its gold."""
        index = price
        if best_doubled:
            index += PRICE_COUNT
        payments = self.cached_payments[index]
        if payments is None:
            builder = PaymentTrieBuilder()
            if best_doubled:
                self._add_doubled_payments(price, builder)
            else:
                self._add_payments(0, price, 1 << SECOND_SHIFT, builder)
            payments = self.cached_payments[index] = PaymentTrie(builder)
        return payments

    def all_payments(
        self, price: i64, best_doubled: bool, usable_extra_cards: i64, places_using_cards_in_play: HandPlaces
    ) -> PaymentTrie:
        """All payments and overpayments for a price from 0 to 7, except the payment of no card. `Overpayments` describes the
        parameters."""
        return self._get_overpayments().all_payments(
            self._exact_payments_or_none(price, best_doubled),
            price,
            best_doubled,
            usable_extra_cards,
            places_using_cards_in_play,
        )

    def places_of_payment(
        self,
        price: i64,
        best_doubled: bool,
        usable_extra_cards: i64,
        places_using_cards_in_play: HandPlaces,
        payment_index: i64,
    ) -> list[int]:
        """The places in the hand of the cards of one of `all_payments`."""
        return self._get_overpayments().places_of_payment(
            self._exact_payments_or_none(price, best_doubled),
            price,
            best_doubled,
            usable_extra_cards,
            places_using_cards_in_play,
            payment_index,
        )

    def all_payment_count(
        self, price: i64, best_doubled: bool, usable_extra_cards: i64, places_using_cards_in_play: HandPlaces
    ) -> i64:
        """The number of `all_payments`, plus the payment of no card for a price of 0 or less."""
        if price <= 0:
            return (
                self._get_overpayments().all_payment_count(
                    None, 0, best_doubled, usable_extra_cards, places_using_cards_in_play
                )
                + 1
            )
        return self._get_overpayments().all_payment_count(
            self._exact_payments_or_none(price, best_doubled),
            price,
            best_doubled,
            usable_extra_cards,
            places_using_cards_in_play,
        )

    def _get_overpayments(self) -> Overpayments:
        """The overpayments of this hand, created on first use."""
        overpayments = self._overpayments
        if overpayments is None:
            overpayments = self._overpayments = Overpayments(self.groups)
        return overpayments

    def _exact_payments_or_none(self, price: i64, best_doubled: bool) -> PaymentTrie | None:
        if price <= 0:
            return None
        return self.exact_payments(price, best_doubled)

    def _add_payments(self, first_group: int, owed: int, move_unit: int, builder: PaymentTrieBuilder) -> None:
        """Add the steps that pay `owed` with cards of the groups from `first_group` on. The next card is added to the move at
        `move_unit`.

        The most valuable cards come first, so the last one is the cheapest: if it is needed, all are. The loop stops when the
        remaining groups cannot pay, so each group that is tried leads to a payment.
        """
        while self.gold_from[first_group] >= owed:
            group = self.groups[first_group]
            first_group += 1
            left = owed
            next_move_unit = move_unit
            for _ in range(group.copies):
                left -= group.gold
                builder.add_step(group.first_place, next_move_unit, left <= 0)
                if left <= 0:
                    break
                next_move_unit <<= CARD_BITS
                if self.gold_from[first_group] >= left:
                    self._add_payments(first_group, left, next_move_unit, builder)

    def _add_doubled_payments(self, owed: int, builder: PaymentTrieBuilder) -> None:
        """Add the steps of all payments if the first card counts twice. If the cheapest card is needed, all are, also the doubled
        one."""
        for i in range(len(self.groups)):
            group = self.groups[i]
            if self.gold_from[i] + group.gold < owed:
                break
            left = owed - 2 * group.gold
            builder.add_step(group.first_place, 1 << SECOND_SHIFT, left <= 0)
            if left > 0:  # other cards of this kind count once
                group.copies -= 1
                self.gold_from[i] -= group.gold
                self._add_payments(i, left, 1 << SECOND_SHIFT << CARD_BITS, builder)
                group.copies += 1
                self.gold_from[i] += group.gold


def gold_of_group(group: CardGroup) -> int:
    """The sort key of groups."""
    return group.gold


EMPTY_PURSE: Final = Purse([], [], 0)


@mypyc_attr(acyclic=True)  # the garbage collector need not visit it
@final
class PurseCache:
    """The purses of recent hands. Two adjacent entries belong to each hash: the latest purse and the one before it. Older ones
    are dropped."""

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
    """The first of the two indices in the cache for a purse of this shape."""
    return hash32((shape ^ shape >> 32) & U32_MASK) & MAX_CACHED_PURSES - 2
