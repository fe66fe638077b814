"""Parts that deal with the pyramid and with what lies on the table: take, swap, sacrifice from the pyramid, the stock."""

from typing import Final, final

from engine.core.row import i64, mypyc_attr
from engine.core.rules import NOTHING
from engine.valley.card import Part
from engine.valley.parts.hands import entomb
from engine.valley.pyramid import is_empty, remove
from engine.valley.reactions import sacrifice
from engine.valley.state import BOUGHT, CHANGED, DISCARD, HAND, PYRAMID, SLOTS, TOMB, ValleyState
from engine.valley.verbs import RAZE, SWAP, TAKE, VERB, first, move1, move2, second


@mypyc_attr(allow_interpreted_subclasses=True)
class Reach:
    """Which cards of the pyramid a take may choose."""

    def words(self) -> str:
        return type(self).__name__

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

    def fits(self, s: ValleyState, who: i64, it: i64, slot: i64) -> bool:
        return it >= 0 and s.cards.set[it] >= 0 and s.cards.set[s.row[PYRAMID + slot]] == s.cards.set[it]


@final
class SameSetAsTomb(Reach):
    """A set card of a set of which the own tomb holds a card."""

    def fits(self, s: ValleyState, who: i64, it: i64, slot: i64) -> bool:
        wanted = s.cards.set[s.row[PYRAMID + slot]]
        if wanted < 0:
            return False
        for i in range(s.size(TOMB + who)):
            if s.cards.set[s.card(TOMB + who, i)] == wanted:
                return True
        return False


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


ON_DISCARDS: Final[i64] = DISCARD
TO_HAND: Final[i64] = HAND
TO_TOMB: Final[i64] = TOMB


@final
class Take(Part[ValleyState]):
    """Take a card from the pyramid, which crumbles; `to` ON_DISCARDS (unless the text says otherwise), TO_HAND or TO_TOMB.
    The card becomes `it`."""

    def __init__(self, reach: Reach, to: int = ON_DISCARDS) -> None:
        super().__init__()
        self.reach: Final = reach
        self.to: i64 = to

    def words(self) -> str:
        return f"Take({self.reach.words()}, {'hand' if self.to == HAND else 'tomb' if self.to == TOMB else 'discard'})"

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        for slot in range(SLOTS):
            if s.row[PYRAMID + slot] >= 0 and self.reach.fits(s, who, it, slot):
                return True
        return False

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        for slot in range(SLOTS):
            if s.row[PYRAMID + slot] >= 0 and self.reach.fits(s, who, it, slot):
                s.offer(move1(TAKE, slot))

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move < 0:
            s.broken = True
            return it
        kind = remove(s, first(move), who)
        if s.told is not None:
            s.tell("took", who, (kind,))
        if self.to == TOMB:
            entomb(s, who, kind)
        elif self.to == HAND:
            s.enter_hand_openly(who, kind)
        else:
            s.lay(DISCARD + who, kind)
        return kind


@final
class TakeFromStock(Part[ValleyState]):
    """Take the top card of the stock."""

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return s.stock() > 0

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        kind = s.draw_stock()
        if kind < 0:
            s.broken = True
            return it
        s.lay(DISCARD + who, kind)
        if s.told is not None:
            s.tell("took_from_stock", who, (kind,), reveals=True)
        return kind


def offer_raze(s: ValleyState) -> None:
    """Offer each card of the pyramid to be sacrificed."""
    for slot in range(SLOTS):
        if s.row[PYRAMID + slot] >= 0:
            s.offer(move1(RAZE, slot))


def raze(s: ValleyState, who: i64, slot: i64) -> i64:
    """Sacrifice a card of the pyramid, which crumbles before anybody answers. Returns its kind."""
    kind = s.row[PYRAMID + slot]
    sacrifice(s, who, kind)  # what is called later lies on top and is carried out first
    return remove(s, slot, who)


@final
class SacrificeFromPyramid(Part[ValleyState]):
    """Sacrifice a card of the pyramid, which crumbles."""

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return not is_empty(s) and self.rest(s, who, it)

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        offer_raze(s)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move < 0:
            s.broken = True
            return it
        return raze(s, who, first(move))


@final
class SwapOrSacrifice(Part[ValleyState]):
    """Swap two cards of the pyramid, which does not crumble, or sacrifice one, and it does."""

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return not is_empty(s) and self.rest(s, who, it)

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        offer_raze(s)
        for slot in range(SLOTS):
            if s.row[PYRAMID + slot] >= 0:
                for other in range(slot + 1, SLOTS):
                    if s.row[PYRAMID + other] >= 0:
                        s.offer(move2(SWAP, slot, other))

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move < 0:
            s.broken = True
            return it
        if move & VERB == RAZE:
            return raze(s, who, first(move))
        one = PYRAMID + first(move)
        other = PYRAMID + second(move)
        kind = s.row[one]
        s.row[one] = s.row[other]
        s.row[other] = kind
        s.row[CHANGED] = 1
        if s.told is not None:
            s.tell("swapped", who, (s.row[one], kind))
        return NOTHING
