"""Which cards of a hand can pay which price.

A payment is a set of cards that covers the price and needs all of its cards. An overpayment has extra cards that could be left
out; it is offered only if an action can use them in play. Both depend only on the gold of each card, and on which cards are
equal. So hands that are equal in this share one purse. The catalogue caches the purses. A prefix tree holds all payments for a
price.
"""

from typing import Final, final

from engine.core.arrays import i64, mypyc_attr, vec
from engine.core.luck import U32_MASK, hash32
from engine.core.moves import SECOND_SHIFT

PRICE_COUNT: Final[i64] = 8  # from 0 to 7
# Maximum number of extra cards in a payment: for two Linen Bandages, and for repeating one.
MAX_EXTRA_CARDS: Final[i64] = 3
MAX_PAYMENT_CARDS: Final[i64] = 7  # maximum number of cards in a payment, as many as fit into a move
CARD_BITS: Final[i64] = 7  # bits for each card in a move
HandPlaces = i64  # a set of places in a hand, counted from 1: one bit for each


@mypyc_attr(acyclic=True)  # the garbage collector need not visit it
@final
class PaymentTrieBuilder:
    """Collects the steps of a `PaymentTrie`."""

    def __init__(self) -> None:
        self.places: Final[list[int]] = []
        self.move_units: Final[list[int]] = []
        self.complete: Final[list[int]] = []

    def add_step(self, hand_place: int, move_unit: int, complete: bool) -> None:
        """Add a step that lays out one more card. The parameters are its items in `places`, `move_units` and `complete`."""
        self.places.append(hand_place)
        self.move_units.append(move_unit)
        self.complete.append(1 if complete else 0)


@mypyc_attr(acyclic=True)  # the garbage collector need not visit it
@final
class PaymentTrie:
    """All payments for one price, in the order of the menu, as an immutable prefix tree. Payments that begin with the same cards
    share these steps.

    A step lays out one more card. The nodes of the tree are stored depth first: step i keeps the bits of the move below
    `move_units[i]`, and adds there the card at `places[i]` of the hand, counted from 1. If `complete[i]` is 1, the price is
    paid. `payment_count` is the number of complete payments.
    """

    def __init__(self, builder: PaymentTrieBuilder) -> None:
        step_count = len(builder.places)
        self.step_count: Final[i64] = step_count
        self.payment_count: Final[i64] = sum(builder.complete)
        self.places: Final = vec[i64]([0] * step_count)
        self.move_units: Final = vec[i64]([0] * step_count)
        self.complete: Final = vec[i64]([0] * step_count)
        for i in range(step_count):
            self.places[i] = builder.places[i]
            self.move_units[i] = builder.move_units[i]
            self.complete[i] = builder.complete[i]


@mypyc_attr(acyclic=True)  # the garbage collector need not visit it
@final
class CardGroup:
    """Equal cards: the gold of each card, the place of the first one in the hand (from 1), and the number of cards."""

    def __init__(self, gold: int, first_place: int) -> None:
        self.gold: Final = gold
        self.first_place: Final = first_place
        self.copies = 1


NOT_COUNTED: Final[i64] = -1
NO_OVERPAYMENT: Final = 99  # more cards than any payment has
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
        self.fewest_uses: Final[dict[int, int]] = {}

    def payments(
        self,
        exact: PaymentTrie | None,
        price: i64,
        best_doubled: bool,
        usable_extra_cards: i64,
        places_using_cards_in_play: HandPlaces,
    ) -> PaymentTrie:
        """First those with one extra card, then with two, and so on. Payments of more than MAX_PAYMENT_CARDS cards are left
        out."""
        key = overpayment_key(price, best_doubled, usable_extra_cards, places_using_cards_in_play)
        payments = self.tries.get(key)
        if payments is None:
            builder = PaymentTrieBuilder()
            for card_set in self._card_sets(exact, usable_extra_cards, places_using_cards_in_play):
                places = self._places_of(card_set)
                move_unit: i64 = 1 << SECOND_SHIFT  # a shifted literal has only 32 bits when compiled
                for i in range(len(places)):
                    builder.add_step(places[i], move_unit, i + 1 == len(places))
                    move_unit <<= CARD_BITS
            payments = self.tries[key] = PaymentTrie(builder)
        return payments

    def exist(
        self,
        exact: PaymentTrie | None,
        price: i64,
        best_doubled: bool,
        usable_extra_cards: i64,
        places_using_cards_in_play: HandPlaces,
    ) -> bool:
        """Whether there are `payments`. They need not be listed for that: if there are any, there is one with one extra card."""
        key = overpayment_key(price, best_doubled, 0, places_using_cards_in_play)
        fewest_uses = self.fewest_uses.get(key)
        if fewest_uses is None:
            fewest_uses = self.fewest_uses[key] = self._fewest_uses(exact, places_using_cards_in_play)
        return fewest_uses < usable_extra_cards

    def _fewest_uses(self, exact: PaymentTrie | None, places_using_cards_in_play: HandPlaces) -> int:
        """The smallest number of cards at these places in a payment with one extra card; NO_OVERPAYMENT if there is no such
        payment."""
        other_cards: i64 = 0
        using_cards: i64 = 0
        for group in self.groups:
            if places_using_cards_in_play >> group.first_place & 1 == 1:
                using_cards += group.copies
            else:
                other_cards += group.copies
        if exact is None:
            return 0 if other_cards > 0 else 1 if using_cards > 0 else NO_OVERPAYMENT
        fewest = NO_OVERPAYMENT
        first_unit: i64 = 1 << SECOND_SHIFT  # a shifted literal has only 32 bits when compiled
        uses_so_far = vec[i64]([0] * (int(MAX_PAYMENT_CARDS) + 2))  # at index n, of the first n cards
        for place, move_unit, complete in zip(exact.places, exact.move_units, exact.complete):  # noqa: B905
            size: i64 = 0
            unit = first_unit
            while unit < move_unit:
                unit <<= CARD_BITS
                size += 1
            uses = uses_so_far[size] + (places_using_cards_in_play >> place & 1)
            size += 1
            uses_so_far[size] = uses
            if complete == 1 and size < MAX_PAYMENT_CARDS:
                if other_cards > size - uses:
                    fewest = min(fewest, int(uses))
                elif using_cards > uses:
                    fewest = min(fewest, int(uses) + 1)
        return fewest

    def _card_sets(
        self, exact: PaymentTrie | None, usable_extra_cards: i64, places_using_cards_in_play: HandPlaces
    ) -> list[CardSet]:
        """The card sets of `payments`, in the same order."""
        using = [i for i, group in enumerate(self.groups) if places_using_cards_in_play >> group.first_place & 1 == 1]
        card_sets: list[int] = [0] if exact is None else self._card_sets_of(exact)
        seen = set(card_sets)
        found: list[int] = []
        for extra_count in range(1, min(usable_extra_cards, MAX_EXTRA_CARDS) + 1):
            with_one_more: list[int] = []
            for card_set in card_sets:
                if card_set & SIZE_MASK < MAX_PAYMENT_CARDS:
                    for i in range(len(self.groups)):
                        larger = card_set + card_set_of_one(i)
                        if copies_of(card_set, i) < self.groups[i].copies and larger not in seen:
                            seen.add(larger)
                            with_one_more.append(larger)
            card_sets = with_one_more
            limit = usable_extra_cards - extra_count
            found += [one for one in card_sets if sum([copies_of(one, i) for i in using]) <= limit]
        return found

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
    """The parameters of `payments`, except `exact`, packed into one number."""
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

    def overpayments(
        self, price: i64, best_doubled: bool, usable_extra_cards: i64, places_using_cards_in_play: HandPlaces
    ) -> PaymentTrie:
        """All overpayments for a price from 0 to 7. `Overpayments` describes the parameters."""
        return self._get_overpayments().payments(
            self._exact_payments_or_none(price, best_doubled),
            price,
            best_doubled,
            usable_extra_cards,
            places_using_cards_in_play,
        )

    def has_overpayments(
        self, price: i64, best_doubled: bool, usable_extra_cards: i64, places_using_cards_in_play: HandPlaces
    ) -> bool:
        """Whether there are `overpayments`."""
        return self._get_overpayments().exist(
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
