"""Payments with cards that could be left out, which are asked for only where such cards have a use in play."""

from typing import Final, final

from engine.core.arrays import i64, vec
from engine.core.cells.moves import SECOND_SHIFT
from engine.valley.rules.payment_steps import (
    CARD_BITS,
    MOST_LAID_OUT,
    MOST_SPARE,
    PRICE_COUNT,
    CardGroup,
    Payments,
    PaymentSteps,
)

NOT_COUNTED: Final[i64] = -1
SIZE_BITS: Final = 4  # see `packed`; a payment has at most MOST_LAID_OUT cards
SIZE: Final = 15
COPIES_BITS: Final = 4
COPIES: Final = 15


@final
class WidePayments:
    """The payments of one hand from which cards could be left out; a hand is groups of equal cards.

    `narrow` are the payments for the same price from which no card could be left out, None for a price of 0. `spare` says how
    many cards may be left out, less those laid out that lie at the places `users`, a sum of bits.
    """

    def __init__(self, groups: list[CardGroup]) -> None:
        self.groups: Final = groups
        self.built: Final[dict[int, Payments]] = {}
        self.laid: Final[dict[int, list[int]]] = {}  # the same as packed cards
        self.levels: Final[dict[int, list[list[int]]]] = {}  # by the number of extra cards
        self.counts: Final = vec[i64](
            [NOT_COUNTED] * (2 * PRICE_COUNT * MOST_SPARE)
        )  # their number, if no place counts

    def payments(self, narrow: Payments | None, price: i64, doubled: bool, spare: i64, users: i64) -> Payments:
        """All of them. First come those of `narrow`, then those with a card more, and so on. The payment of nothing is not among
        them, nor one of more than MOST_LAID_OUT cards."""
        key = wide_key(price, doubled, spare, users)
        known = self.built.get(key)
        if known is None:
            steps = PaymentSteps()
            for laid in self._laid_out(narrow, price, doubled, spare, users):
                places = self._places(laid)
                unit: i64 = 1 << SECOND_SHIFT  # a literal that is shifted further has 32 bits when compiled
                for i in range(len(places)):
                    steps.add(places[i], unit, i + 1 == len(places))
                    unit <<= CARD_BITS
            known = self.built[key] = Payments(steps)
        return known

    def places(self, narrow: Payments | None, price: i64, doubled: bool, spare: i64, users: i64, nth: i64) -> list[int]:
        """The places of the cards of one payment, which need not be built for it."""
        return self._places(self._laid_out(narrow, price, doubled, spare, users)[nth])

    def count(self, narrow: Payments | None, price: i64, doubled: bool, spare: i64, users: i64) -> i64:
        """How many there are."""
        if users != 0:
            return len(self._laid_out(narrow, price, doubled, spare, users))
        at = price * MOST_SPARE + min(spare, MOST_SPARE) - 1
        if doubled:
            at += PRICE_COUNT * MOST_SPARE
        count = self.counts[at]
        if count == NOT_COUNTED:
            count = self.counts[at] = len(self._laid_out(narrow, price, doubled, spare, users))
        return count

    def _laid_out(self, narrow: Payments | None, price: i64, doubled: bool, spare: i64, users: i64) -> list[int]:
        """The payments, each as `packed` cards."""
        if spare > MOST_SPARE and users == 0:
            spare = MOST_SPARE
        key = wide_key(price, doubled, spare, users)
        known = self.laid.get(key)
        if known is None:
            found: list[int] = []
            for more in range(min(spare, MOST_SPARE) + 1):
                level = self._level(narrow, price, doubled, more)
                if users != 0 and more > 0:
                    using = [i for i, group in enumerate(self.groups) if users >> group.first_place & 1 == 1]
                    level = [laid for laid in level if sum([copies_of(laid, i) for i in using]) <= spare - more]
                found += level
            known = self.laid[key] = [laid for laid in found if laid != 0]
        return known

    def _level(self, narrow: Payments | None, price: i64, doubled: bool, more: i64) -> list[int]:
        """The payments with this number of extra cards."""
        at = wide_key(price, doubled, 0, 0)
        levels = self.levels.get(at)
        if levels is None:
            levels = self.levels[at] = [[0] if narrow is None else self._packed(narrow)]
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

    def _packed(self, payments: Payments) -> list[int]:
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
        """The places of packed cards, the most valuable first."""
        return [group.first_place for i, group in enumerate(self.groups) for _nth in range(copies_of(laid, i))]


def wide_key(price: i64, doubled: bool, spare: i64, users: i64) -> int:
    """The arguments of `wide` in one number."""
    return ((users * (MOST_LAID_OUT + 1) + spare) * PRICE_COUNT + price) * 2 + (1 if doubled else 0)


def packed(group: int) -> int:
    """A card of a group as a number. The sum over the cards of a payment tells how many there are, and how many of each group."""
    card: int = 1
    return 1 + (card << SIZE_BITS + COPIES_BITS * group)


def copies_of(laid: int, group: int) -> int:
    """The number of cards of a group in a payment."""
    return laid >> SIZE_BITS + COPIES_BITS * group & COPIES
