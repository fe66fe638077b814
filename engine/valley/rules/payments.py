"""Hands as money: which cards of a hand pay for what.

A payment is a set of cards that covers the price and from which no card could be left out, but for a few where those are asked
for. Which cards these are hangs on what each is worth and on which are equal, and on nothing else. So hands that look alike as
money share one purse, which the catalogue keeps; its payments for a price are found once, and from then on only read off.
"""

from typing import Final, final

from engine.core.arrays import i64, vec
from engine.core.cells.moves import SECOND_SHIFT
from engine.core.luck import U32_MASK, hash32

MAX_SHAPE_CARDS: Final[i64] = 12  # cards in a hand whose shape goes into 60 bits, five of them a card
MAX_CACHED_PURSES: Final[i64] = (
    8192  # purses that are kept at a time, about 3 kB each; sixty games with six players meet 900
)
PRICE_COUNT: Final[i64] = 8  # from 0 to 7
NOT_COUNTED: Final[i64] = -1
NO_CARD: Final[i64] = -99  # below every price
MOST_SPARE: Final[i64] = (
    3  # cards of a payment that could be left out, at most: both Linen Bandages, and one of them again
)
MOST_LAID_OUT: Final[i64] = 7  # cards for one purchase: as many as a move has room for
CARD_BITS: Final[i64] = 7  # bits of a card in a move
SIZE_BITS: Final = 4  # see `packed`; a payment has at most MOST_LAID_OUT cards
SIZE: Final = 15
COPIES_BITS: Final = 4
COPIES: Final = 15


@final
class PaymentSteps:
    """Ways to pay, card by card: see `Payments`."""

    def __init__(self) -> None:
        self.places: Final[list[int]] = []
        self.units: Final[list[int]] = []
        self.complete: Final[list[int]] = []

    def add(self, index: int, unit: int, complete: bool) -> None:
        self.places.append(index)
        self.units.append(unit)
        self.complete.append(1 if complete else 0)


@final
class Payments:
    """All payments for one price, in the order of the menu, as steps. A step lays out one more card.

    Payments that begin alike share their beginning: the i-th step keeps what lies below `units[i]` in the move and adds there
    the card at `places[i]` of the hand, counted from 1. Where `complete[i]` is 1 the price is paid; `count` payments are
    complete.
    """

    def __init__(self, steps: PaymentSteps) -> None:
        n = len(steps.places)
        self.step_count: Final[i64] = n
        self.count: Final[i64] = sum(steps.complete)
        self.places: Final = vec[i64]([0] * n)
        self.units: Final = vec[i64]([0] * n)
        self.complete: Final = vec[i64]([0] * n)
        for i in range(n):
            self.places[i] = steps.places[i]
            self.units[i] = steps.units[i]
            self.complete[i] = steps.complete[i]


@final
class CardGroup:
    """Equal cards: what each is worth, the place of the first of them in the hand, counted from 1, and how many there are."""

    def __init__(self, gold: int, first_place: int) -> None:
        self.gold: Final = gold
        self.first_place: Final = first_place
        self.copies = 1


@final
class Purse:
    """A hand as groups of equal cards, the costliest first. `golds` tells for each card what it is worth, `same_as_before`
    whether it is of the same kind as the card before; `shape` is both in a number of 60 bits, 0 for a hand without cards."""

    def __init__(self, golds: list[int], same_as_before: list[bool], shape: i64) -> None:
        self.shape: Final[i64] = shape
        groups: list[CardGroup] = []
        for i in range(len(golds)):
            if same_as_before[i]:
                groups[-1].copies += 1
            else:
                groups.append(CardGroup(golds[i], i + 1))
        self.first_places: Final = vec[i64]([group.first_place for group in groups])  # in the order of the hand
        groups.sort(key=gold_of_group, reverse=True)
        self.groups: Final = groups
        self.gold_from: Final = [0]  # what the groups from the i-th on are worth together
        for group in reversed(groups):
            self.gold_from.insert(0, self.gold_from[0] + group.gold * group.copies)
        self.best: Final[i64] = groups[0].gold if groups else 0  # what the costliest card is worth
        self.most_but_one: Final[i64] = (
            self.gold_from[0] - groups[-1].gold if groups else NO_CARD
        )  # what all but one can pay
        self.cached_payments: Final[list[Payments | None]] = [None] * (2 * PRICE_COUNT)
        self.wider: Final[dict[int, Payments]] = {}  # those with cards that could be left out
        self.laid: Final[dict[int, list[int]]] = {}  # the same as packed cards
        self.levels: Final[dict[int, list[list[int]]]] = {}  # by how many cards could be left out
        self.wider_ways: Final = vec[i64](
            [NOT_COUNTED] * (2 * PRICE_COUNT * MOST_SPARE)
        )  # how many, if no place counts
        self.payment_counts: Final = vec[i64](
            [NOT_COUNTED] * (2 * PRICE_COUNT)
        )  # how many payments there are, once they were laid out
        for price in range(self.gold_from[0] + 1, PRICE_COUNT):
            self.payment_counts[price] = 0

    def payment_count(self, price: i64, doubled: bool = False, spare: i64 = 0, users: i64 = 0) -> i64:
        """How many payments there are for a price up to 7; for one of 0 or less, the one of nothing. With `spare` those of `wide`
        are counted too."""
        if price <= 0:
            price = 0
        if spare > 0:
            return self._many_wide(price, doubled, spare, users) + (1 if price == 0 else 0)
        if price == 0:
            return 1
        index = price
        if doubled:
            index += PRICE_COUNT
        count = self.payment_counts[index]
        if count == NOT_COUNTED:
            count = self.payment_counts[index] = self.payments(price, doubled).count
        return count

    def payments(self, price: i64, doubled: bool = False) -> Payments:
        """All payments for a price from 1 to 7. With `doubled` the first card laid out, the costliest of its payment, is worth
        twice its gold."""
        index = price
        if doubled:
            index += PRICE_COUNT
        payments = self.cached_payments[index]
        if payments is None:
            steps = PaymentSteps()
            if doubled:
                self._add_doubled_payments(price, steps)
            else:
                self._add_payments(0, price, 1 << SECOND_SHIFT, steps)
            payments = self.cached_payments[index] = Payments(steps)
        return payments

    def wide(self, price: i64, doubled: bool, spare: i64, users: i64) -> Payments:
        """All payments for a price from 0 to 7, also those of which cards could be left out: as many of `spare` as there are left
        when those laid out are taken from it that lie at the places `users`, a sum of bits. First come those of `payments`, then
        those with a card more, and so on. The payment of nothing is not among them, nor one of more than MOST_LAID_OUT cards."""
        key = wide_key(price, doubled, spare, users)
        known = self.wider.get(key)
        if known is None:
            steps = PaymentSteps()
            for laid in self._widened(price, doubled, spare, users):
                places = self._places(laid)
                unit: i64 = 1 << SECOND_SHIFT  # a literal that is shifted further has 32 bits when compiled
                for i in range(len(places)):
                    steps.add(places[i], unit, i + 1 == len(places))
                    unit <<= CARD_BITS
            known = self.wider[key] = Payments(steps)
        return known

    def wide_places(self, price: i64, doubled: bool, spare: i64, users: i64, nth: i64) -> list[int]:
        """The places of the cards of one payment of `wide`, which need not be built for it."""
        return self._places(self._widened(price, doubled, spare, users)[nth])

    def _many_wide(self, price: i64, doubled: bool, spare: i64, users: i64) -> i64:
        """How many payments `wide` has."""
        if users != 0:
            return len(self._widened(price, doubled, spare, users))
        at = price * MOST_SPARE + min(spare, MOST_SPARE) - 1
        if doubled:
            at += PRICE_COUNT * MOST_SPARE
        ways = self.wider_ways[at]
        if ways == NOT_COUNTED:
            ways = self.wider_ways[at] = len(self._widened(price, doubled, spare, users))
        return ways

    def _widened(self, price: i64, doubled: bool, spare: i64, users: i64) -> list[int]:
        """The payments of `wide`, each as `packed` cards."""
        if spare > MOST_SPARE and users == 0:
            spare = MOST_SPARE
        key = wide_key(price, doubled, spare, users)
        known = self.laid.get(key)
        if known is None:
            found: list[int] = []
            for more in range(min(spare, MOST_SPARE) + 1):
                level = self._level(price, doubled, more)
                if users != 0 and more > 0:
                    using = [i for i, group in enumerate(self.groups) if users >> group.first_place & 1 == 1]
                    level = [laid for laid in level if sum([copies_of(laid, i) for i in using]) <= spare - more]
                found += level
            known = self.laid[key] = [laid for laid in found if laid != 0]
        return known

    def _level(self, price: i64, doubled: bool, more: i64) -> list[int]:
        """The payments of which so many cards could be left out."""
        at = wide_key(price, doubled, 0, 0)
        levels = self.levels.get(at)
        if levels is None:
            levels = self.levels[at] = [self._narrow(self.payments(price, doubled)) if price > 0 else [0]]
        while len(levels) <= more:
            seen = {laid for level in levels for laid in level}
            further: list[int] = []
            for laid in levels[-1]:
                if laid & SIZE < MOST_LAID_OUT:
                    for i in range(len(self.groups)):
                        wider = laid + packed(i)
                        if copies_of(laid, i) < self.groups[i].copies and wider not in seen:
                            seen.add(wider)
                            further.append(wider)
            levels.append(further)
        return levels[more]

    def _narrow(self, payments: Payments) -> list[int]:
        """Payments as packed cards."""
        group_at = {group.first_place: i for i, group in enumerate(self.groups)}
        found: list[int] = []
        laid = [0] * (len(group_at) * PRICE_COUNT + 1)  # by how many cards
        for i in range(payments.step_count):
            unit: int = payments.units[i]
            cards = (unit.bit_length() - 1 - SECOND_SHIFT) // CARD_BITS
            laid[cards + 1] = laid[cards] + packed(group_at[payments.places[i]])
            if payments.complete[i] == 1:
                found.append(laid[cards + 1])
        return found

    def _places(self, laid: int) -> list[int]:
        """The places of packed cards, the costliest first."""
        return [group.first_place for i, group in enumerate(self.groups) for _nth in range(copies_of(laid, i))]

    def _add_payments(self, first: int, owed: int, unit: int, steps: PaymentSteps) -> None:
        """Add the steps that pay `owed` with cards of the groups from `first` on, the next card going to `unit`.

        As the costliest cards come first, the last one laid out is the cheapest of its set: if it was needed, all are.
        While the rest covers what is owed, each group tried leads to a payment.
        """
        while self.gold_from[first] >= owed:
            group = self.groups[first]
            first += 1
            left = owed
            next_unit = unit
            for _ in range(group.copies):
                left -= group.gold
                steps.add(group.first_place, next_unit, left <= 0)
                if left <= 0:
                    break
                next_unit <<= CARD_BITS
                if self.gold_from[first] >= left:
                    self._add_payments(first, left, next_unit, steps)

    def _add_doubled_payments(self, owed: int, steps: PaymentSteps) -> None:
        """The same where the first card counts twice. If the cheapest was needed then, all are, the doubled one included."""
        for i in range(len(self.groups)):
            group = self.groups[i]
            if self.gold_from[i] + group.gold < owed:
                break
            left = owed - 2 * group.gold
            steps.add(group.first_place, 1 << SECOND_SHIFT, left <= 0)
            if left > 0:  # the others of its kind are worth what they are
                group.copies -= 1
                self.gold_from[i] -= group.gold
                self._add_payments(i, left, 1 << SECOND_SHIFT << CARD_BITS, steps)
                group.copies += 1
                self.gold_from[i] += group.gold


def wide_key(price: i64, doubled: bool, spare: i64, users: i64) -> int:
    """What `wide` is asked for, in a number."""
    return ((users * (MOST_LAID_OUT + 1) + spare) * PRICE_COUNT + price) * 2 + (1 if doubled else 0)


def packed(group: int) -> int:
    """A card of a group as a number. The sum of cards laid out together tells how many there are, and how many of each group."""
    card: int = 1
    return 1 + (card << SIZE_BITS + COPIES_BITS * group)


def copies_of(laid: int, group: int) -> int:
    """How many cards of a group are laid out."""
    return laid >> SIZE_BITS + COPIES_BITS * group & COPIES


def gold_of_group(group: CardGroup) -> int:
    return group.gold


EMPTY_PURSE: Final = Purse([], [], 0)


@final
class PurseCache:
    """Hands met of late. The shape tells two places side by side: the purse met last lies in the one, the other holds the one met
    before, and what is older is forgotten."""

    def __init__(self) -> None:
        self._purses: Final = vec[Purse]([EMPTY_PURSE for _ in range(MAX_CACHED_PURSES)])

    def find(self, shape: i64) -> Purse | None:
        """The purse of this shape, if it is kept."""
        index = cache_index(shape)
        purse = self._purses[index]
        if purse.shape == shape:
            return purse
        purse = self._purses[index + 1]
        if purse.shape == shape:
            return purse
        return None

    def add(self, purse: Purse) -> None:
        """Keep a purse that is not kept."""
        index = cache_index(purse.shape)
        self._purses[index + 1] = self._purses[index]
        self._purses[index] = purse


def cache_index(shape: i64) -> i64:
    return hash32((shape ^ shape >> 32) & U32_MASK) & MAX_CACHED_PURSES - 2
