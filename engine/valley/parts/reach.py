"""Which cards of the pyramid a part of an action reaches."""

from typing import Final, final

from engine.core.row import i64, mypyc_attr
from engine.valley.card import BY_LUCK, IN_TOMB
from engine.valley.state import BOUGHT, PYRAMID, SLOTS, TOMB, ValleyState


@mypyc_attr(allow_interpreted_subclasses=True)
class Reach:
    """Which cards of the pyramid a take may choose."""

    def words(self) -> str:
        return type(self).__name__

    def minds(self) -> int:
        """Where it looks beyond the pyramid (see `engine.valley.card`)."""
        return 0

    def fits(self, s: ValleyState, who: i64, it: i64, slot: i64) -> bool:
        return True


@final
class Anywhere(Reach):
    """Any card of the pyramid."""


@final
class InBase(Reach):
    """A card of the base."""

    def fits(self, s: ValleyState, who: i64, it: i64, slot: i64) -> bool:
        return slot < 3


@final
class CostsUpTo(Reach):
    """A card whose printed cost is at most `cost`."""

    def __init__(self, cost: int) -> None:
        self.cost: i64 = cost

    def words(self) -> str:
        return f"CostsUpTo({self.cost})"

    def fits(self, s: ValleyState, who: i64, it: i64, slot: i64) -> bool:
        return s.cards.cost[s.row[PYRAMID + slot]] <= self.cost


@final
class TwiceIt(Reach):
    """A card that costs at most twice as much as `it`."""

    def minds(self) -> int:
        return BY_LUCK

    def fits(self, s: ValleyState, who: i64, it: i64, slot: i64) -> bool:
        return it >= 0 and s.cards.cost[s.row[PYRAMID + slot]] <= 2 * s.cards.cost[it]


@final
class CheaperThanBought(Reach):
    """A card that costs less than a card bought this turn."""

    def fits(self, s: ValleyState, who: i64, it: i64, slot: i64) -> bool:
        return s.cards.cost[s.row[PYRAMID + slot]] < s.row[BOUGHT]


@final
class SameSetAsIt(Reach):
    """A set card of the same set as `it`."""

    def minds(self) -> int:
        return BY_LUCK

    def fits(self, s: ValleyState, who: i64, it: i64, slot: i64) -> bool:
        return it >= 0 and s.cards.set[it] >= 0 and s.cards.set[s.row[PYRAMID + slot]] == s.cards.set[it]


@final
class SameSetAsTomb(Reach):
    """A set card of a set of which the own tomb holds a card."""

    def minds(self) -> int:
        return IN_TOMB

    def fits(self, s: ValleyState, who: i64, it: i64, slot: i64) -> bool:
        row = s.row
        sets = s.cards.set
        wanted = sets[row[PYRAMID + slot]]
        if wanted < 0:
            return False
        start = s.at[TOMB + who] + 1
        for i in range(start, start + row[start - 1]):
            if sets[row[i]] == wanted:
                return True
        return False


@final
class NewSet(Reach):
    """A set card of a set of which the own tomb holds none."""

    def minds(self) -> int:
        return IN_TOMB

    def fits(self, s: ValleyState, who: i64, it: i64, slot: i64) -> bool:
        return s.cards.set[s.row[PYRAMID + slot]] >= 0 and not SAME_SET.fits(s, who, it, slot)


@final
class CostsUpToTomb(Reach):
    """A card whose printed cost is at most the number of cards in the own tomb."""

    def minds(self) -> int:
        return IN_TOMB

    def fits(self, s: ValleyState, who: i64, it: i64, slot: i64) -> bool:
        return s.cards.cost[s.row[PYRAMID + slot]] <= s.size(TOMB + who)


@final
class LowestCost(Reach):
    """The card with the lowest cost; the player chooses among equals."""

    def fits(self, s: ValleyState, who: i64, it: i64, slot: i64) -> bool:
        cost = s.cards.cost[s.row[PYRAMID + slot]]
        for cell in range(PYRAMID, PYRAMID + SLOTS):
            if s.row[cell] >= 0 and s.cards.cost[s.row[cell]] < cost:
                return False
        return True


@final
class HighestCost(Reach):
    """The card with the highest cost; the player chooses among equals."""

    def fits(self, s: ValleyState, who: i64, it: i64, slot: i64) -> bool:
        cost = s.cards.cost[s.row[PYRAMID + slot]]
        for cell in range(PYRAMID, PYRAMID + SLOTS):
            if s.row[cell] >= 0 and s.cards.cost[s.row[cell]] > cost:
                return False
        return True


ANYWHERE: Final = Anywhere()
SAME_SET: Final = SameSetAsTomb()
