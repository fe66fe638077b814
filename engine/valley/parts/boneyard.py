"""Parts that deal with the boneyard, of which only the top card is known to those who did not keep count."""

from typing import Final, final

from engine.core.row import i64
from engine.core.rules import NOTHING
from engine.valley.card import (
    AT_OTHERS,
    EVERYWHERE,
    IN_BONEYARD,
    IN_DECK,
    IN_HAND,
    IN_PYRAMID,
    SETS_ASIDE,
    Part,
    lay,
)
from engine.valley.parts.choice import ChooseCard
from engine.valley.parts.takes import ChooseSlot
from engine.valley.parts.trial import leads_on
from engine.valley.reactions import sacrifice
from engine.valley.state import ASIDE, BONEYARD, CHANGED, DISCARD, HAND, PYRAMID, ValleyState
from engine.valley.verbs import EXCHANGE, SACRIFICE, SET_ASIDE, move1


def take_top(s: ValleyState, who: i64) -> i64:
    """Take the top card of the boneyard; returns its kind."""
    kind = s.lift(BONEYARD)
    s.lay(DISCARD + who, kind)
    if s.told is not None:
        s.tell("took_from_boneyard", who, (kind,), reveals=True)
    return kind


@final
class EachTakesTop(Part[ValleyState]):
    """If the boneyard holds at least as many cards as there are players, each player, the active one first, takes its top
    card."""

    def minds(self) -> int:
        return IN_BONEYARD

    def changes(self) -> int:
        return IN_BONEYARD | IN_DECK | AT_OTHERS

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return s.size(BONEYARD) >= s.n and leads_on(self, s, who, it, NOTHING, it)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if s.size(BONEYARD) < s.n:
            s.broken = True
            return it
        for k in range(s.n):
            take_top(s, (who + k) % s.n)
        return it


@final
class SetAside(ChooseCard):
    """Set aside a card from the hand and take the top card of the boneyard, once or more often; `begun` after the first, when
    one may stop."""

    def __init__(self, begun: bool = False) -> None:
        super().__init__(HAND, SET_ASIDE, may=begun)

    def words(self) -> str:
        return "SetAside(begun)" if self.may else "SetAside"

    def minds(self) -> int:
        return IN_HAND | IN_BONEYARD

    def changes(self) -> int:
        return IN_HAND | IN_DECK | IN_BONEYARD | SETS_ASIDE

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return s.size(BONEYARD) > 0 and super().possible(s, who, it)

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        if s.size(BONEYARD) > 0:
            super().options(s, who, it)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        super().perform(s, who, it, move)
        return it

    def do_with(self, s: ValleyState, who: i64, it: i64, kind: i64) -> None:
        s.leave_hand(who, kind)
        s.put(ASIDE, kind)
        if s.told is not None:
            s.tell("set_aside", who, (kind,))
        take_top(s, who)
        s.call(SET_ASIDE_ON, who, NOTHING)


SET_ASIDE_ON: Final[i64] = lay("Setting aside", SetAside(begun=True))


@final
class SacrificeAside(ChooseCard):
    """Sacrifice the cards set aside, in any order."""

    def __init__(self) -> None:
        super().__init__(ASIDE, SACRIFICE)

    def minds(self) -> int:
        return EVERYWHERE if self.tried else 0

    def changes(self) -> int:
        return IN_BONEYARD | AT_OTHERS

    def zone_of(self, who: i64, it: i64) -> i64:
        return ASIDE

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return leads_on(self, s, who, it, NOTHING, NOTHING)

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        super().options(s, who, it)
        if s.offered == 1:
            s.offered = 0

    def do_with(self, s: ValleyState, who: i64, it: i64, kind: i64) -> None:
        s.take(ASIDE, kind)
        s.call(SACRIFICE_ON, who, NOTHING)  # lies below what others answer
        sacrifice(s, who, kind)

    def forgo(self, s: ValleyState, who: i64, it: i64) -> i64:
        if s.size(ASIDE) == 0:
            return it
        kind = s.card(ASIDE, 0)
        self.do_with(s, who, it, kind)
        return kind


SACRIFICE_ON: Final[i64] = lay("Sacrificing", SacrificeAside())


@final
class SwapWithBoneyard(ChooseSlot):
    """Swap a card of the pyramid, which does not crumble, with the top card of the boneyard. It is no sacrifice."""

    def __init__(self) -> None:
        super().__init__(EXCHANGE)

    def minds(self) -> int:
        return IN_PYRAMID | IN_BONEYARD

    def changes(self) -> int:
        return IN_PYRAMID | IN_BONEYARD

    def fits(self, s: ValleyState, who: i64, it: i64, slot: i64) -> bool:
        if s.row[PYRAMID + slot] < 0 or s.size(BONEYARD) == 0:
            return False
        return leads_on(self, s, who, it, move1(EXCHANGE, slot), s.top(BONEYARD))

    def do_with(self, s: ValleyState, who: i64, it: i64, slot: i64) -> i64:
        cell = PYRAMID + slot
        gone = s.row[cell]
        come = s.lift(BONEYARD)
        s.lay(BONEYARD, gone)
        s.row[cell] = come
        s.row[CHANGED] = 1
        if s.told is not None:
            s.tell("exchanged", who, (gone, come), reveals=s.size(BONEYARD) > 1)
        return come
