"""Parts that deal with the pyramid and with what lies on the table: take, swap, sacrifice from the pyramid, the stock."""

from typing import Final, final

from engine.core.row import i64
from engine.core.rules import NOTHING
from engine.valley.card import (
    AT_OTHERS,
    BY_LUCK,
    EVERYWHERE,
    IN_BONEYARD,
    IN_DECK,
    IN_HAND,
    IN_PYRAMID,
    IN_STOCK,
    IN_TOMB,
    Part,
)
from engine.valley.parts.choice import entomb
from engine.valley.parts.numbered import ChooseNumber
from engine.valley.parts.reach import ANYWHERE, Reach
from engine.valley.parts.trial import leads_on, whatever_the_stock_gives
from engine.valley.pyramid import remove
from engine.valley.reactions import sacrifice
from engine.valley.state import CHANGED, DISCARD, HAND, PYRAMID, SLOTS, TOMB, ValleyState
from engine.valley.verbs import PASS, RAZE, SWAP, TAKE, VERB, first, move1, move2, second

ON_DISCARDS: Final[i64] = DISCARD
TO_HAND: Final[i64] = HAND
TO_TOMB: Final[i64] = TOMB


class ChooseSlot(ChooseNumber):
    """Choose a card of the pyramid within reach, by its slot."""

    def __init__(self, verb: i64, reach: Reach = ANYWHERE) -> None:
        super().__init__(verb)
        self.reach: Final = reach

    def minds(self) -> int:
        return IN_PYRAMID | self.reach.minds()

    def many(self, s: ValleyState) -> i64:
        return SLOTS

    def fits(self, s: ValleyState, who: i64, it: i64, slot: i64) -> bool:
        """Whether a card lies in the slot that is within reach and lets the rest be carried out."""
        kind = s.row[PYRAMID + slot]
        if kind < 0 or not self.reach.fits(s, who, it, slot):
            return False
        return self.behind is None or leads_on(self, s, who, it, move1(self.verb, slot), kind)


@final
class Take(ChooseSlot):
    """Take a card from the pyramid, which crumbles; `to` ON_DISCARDS (unless the text says otherwise), TO_HAND or TO_TOMB.
    The card becomes `it`. With `may`, or not."""

    def __init__(self, reach: Reach = ANYWHERE, to: int = ON_DISCARDS, may: bool = False) -> None:
        super().__init__(TAKE, reach)
        self.to: i64 = to
        self.may: Final = may

    def words(self) -> str:
        where = "hand" if self.to == HAND else "tomb" if self.to == TOMB else "discard"
        return f"Take({self.reach.words()}, {'may, ' if self.may else ''}{where})"

    def minds(self) -> int:
        if self.may:
            return EVERYWHERE if self.tried else 0
        return super().minds()

    def changes(self) -> int:
        return IN_PYRAMID | (IN_TOMB if self.to == TOMB else IN_HAND if self.to == HAND else IN_DECK)

    def fills(self) -> int:
        return IN_HAND if self.to == HAND else 0

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return (self.may and leads_on(self, s, who, it, PASS, it)) or super().possible(s, who, it)

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        super().options(s, who, it)
        if self.may and s.offered > 0 and leads_on(self, s, who, it, PASS, it):
            s.offer(PASS)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if self.may and (move < 0 or move & VERB == PASS):
            return it
        return super().perform(s, who, it, move)

    def do_with(self, s: ValleyState, who: i64, it: i64, slot: i64) -> i64:
        kind = remove(s, slot, who)
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

    def minds(self) -> int:
        return IN_STOCK

    def changes(self) -> int:
        return IN_STOCK | IN_DECK | BY_LUCK

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return s.stock() > 0 and whatever_the_stock_gives(self, s, who)

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
class SacrificeFromPyramid(ChooseSlot):
    """Sacrifice a card of the pyramid, which crumbles."""

    def __init__(self, reach: Reach = ANYWHERE) -> None:
        super().__init__(RAZE, reach)

    def words(self) -> str:
        return "SacrificeFromPyramid" if self.reach is ANYWHERE else f"SacrificeFromPyramid({self.reach.words()})"

    def changes(self) -> int:
        return IN_PYRAMID | IN_BONEYARD | AT_OTHERS

    def do_with(self, s: ValleyState, who: i64, it: i64, slot: i64) -> i64:
        return raze(s, who, slot)


@final
class SwapOrSacrifice(ChooseSlot):
    """Swap two cards of the pyramid, which does not crumble, or sacrifice one, and it does."""

    def __init__(self) -> None:
        super().__init__(RAZE)

    def changes(self) -> int:
        return IN_PYRAMID | IN_BONEYARD | AT_OTHERS

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        if super().possible(s, who, it):
            return True
        for slot in range(SLOTS):
            for other in range(slot + 1, SLOTS):
                if self.may_swap(s, who, it, slot, other):
                    return True
        return False

    def may_swap(self, s: ValleyState, who: i64, it: i64, slot: i64, other: i64) -> bool:
        """Whether cards lie in both slots, and the rest can be carried out when they have changed places."""
        if s.row[PYRAMID + slot] < 0 or s.row[PYRAMID + other] < 0:
            return False
        return self.behind is None or leads_on(self, s, who, it, move2(SWAP, slot, other), NOTHING)

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        super().options(s, who, it)
        for slot in range(SLOTS):
            for other in range(slot + 1, SLOTS):
                if self.may_swap(s, who, it, slot, other):
                    s.offer(move2(SWAP, slot, other))

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move >= 0 and move & VERB == SWAP:
            swap(s, who, PYRAMID + first(move), PYRAMID + second(move))
            return NOTHING
        return super().perform(s, who, it, move)

    def do_with(self, s: ValleyState, who: i64, it: i64, slot: i64) -> i64:
        return raze(s, who, slot)


def swap(s: ValleyState, who: i64, one: i64, other: i64) -> None:
    """Two cards of the pyramid change places."""
    kind = s.row[one]
    s.row[one] = s.row[other]
    s.row[other] = kind
    s.row[CHANGED] = 1
    if s.told is not None:
        s.tell("swapped", who, (s.row[one], kind))
