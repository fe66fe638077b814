"""Parts that reach for other players, and those that change the turn: everybody else's business."""

from collections.abc import Sequence
from typing import Any, Final, final

from engine.core.row import i64
from engine.core.rules import NOTHING
from engine.core.tasks import Task
from engine.valley.card import AT_OTHERS, EVERYWHERE, IN_DECK, Part, linked, relayed, sum_of
from engine.valley.parts.numbered import ChooseNumber
from engine.valley.parts.trial import leads_on
from engine.valley.reactions import call_opponents
from engine.valley.state import ANY_ROW, DISCARD, DOUBLED, GILDED, HAND, REBATE, ValleyState
from engine.valley.verbs import PLUNDER, move1


class ByOthers(Part[ValleyState]):
    """Others carry out the parts `then`; `besides` is what the part says after them."""

    def __init__(self, then: Sequence[Part[ValleyState]], besides: str = "") -> None:
        super().__init__()
        self.then: Final = tuple(then)
        self.said: Final = f"{type(self).__name__}({', '.join([part.words() for part in then])}{besides})"
        self.changed: Final = sum_of([part.changes() for part in then]) | EVERYWHERE
        self.relayed: Final = relayed(then)

    def words(self) -> str:
        return self.said

    def changes(self) -> int:
        return self.changed

    def relays(self) -> i64:
        return self.relayed


@final
class UnlessSpared(ByOthers):
    """An opponent carries out `then`, unless they own at most `spare` cards or hold none. It is asked when their turn comes: a
    reaction on the way may have changed either."""

    def __init__(self, *then: Part[ValleyState], spare: int) -> None:
        super().__init__(then, f", spare {spare}")
        linked(then)
        self.spare: i64 = spare

    def calls(self) -> list[Task[Any]]:
        return [self.then[0]]

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if s.owned(who) <= self.spare:
            if s.told is not None:
                s.tell("spared", who)
        elif s.size(HAND + who) > 0:
            s.call(s.tape.address(self.then[0]), who, it)
        return it


@final
class EachOpponent(ByOthers):
    """Every opponent, in turn order, carries out `then`, except those who own at most `spare` cards and those with no card in
    hand. It can be executed even if that spares all of them, but not where there is no opponent at all."""

    def __init__(self, *then: Part[ValleyState], spare: int = 0) -> None:
        super().__init__(then, f", spare {spare}")
        self.spare: i64 = spare
        self.each: Final = linked([UnlessSpared(*then, spare=spare)])

    def calls(self) -> list[Task[Any]]:
        return [self.each]

    def minds(self) -> int:
        return EVERYWHERE if self.tried else 0

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return s.n > 1 and leads_on(self, s, who, it, NOTHING, it)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        call_opponents(s, s.tape.address(self.each), who, it)
        return it


class ChooseFoe(ChooseNumber):
    """Choose an opponent, by their seat."""

    def many(self, s: ValleyState) -> i64:
        return s.n

    def fits(self, s: ValleyState, who: i64, it: i64, foe: i64) -> bool:
        return foe != who and super().fits(s, who, it, foe)


@final
class PlunderDiscard(ChooseFoe):
    """Choose an opponent; the top card of their discard pile goes on top of one's own. An opponent who owns at most `spare`
    cards may be chosen and is not affected."""

    def __init__(self, spare: int) -> None:
        super().__init__(PLUNDER)
        self.spare: i64 = spare

    def words(self) -> str:
        return f"PlunderDiscard(spare {self.spare})"

    def minds(self) -> int:
        return AT_OTHERS

    def changes(self) -> int:
        return IN_DECK | AT_OTHERS

    def fits(self, s: ValleyState, who: i64, it: i64, foe: i64) -> bool:
        if foe == who or (s.size(DISCARD + foe) == 0 and s.owned(foe) > self.spare):
            return False
        settled = it
        if s.owned(foe) > self.spare:
            settled = s.top(DISCARD + foe)
        return leads_on(self, s, who, it, move1(PLUNDER, foe), settled)

    def do_with(self, s: ValleyState, who: i64, it: i64, foe: i64) -> i64:
        if s.owned(foe) <= self.spare:
            if s.told is not None:
                s.tell("spared", foe)
            return it
        kind = s.lift(DISCARD + foe)
        s.lay(DISCARD + who, kind)
        if s.told is not None:
            s.tell("plundered", who, (kind, foe))
        return kind


class MarkTurn(Part[ValleyState]):
    """Write down in the record of the turn that something holds for the rest of it."""

    def __init__(self, cell: i64) -> None:
        super().__init__()
        self.cell: Final[i64] = cell

    def minds(self) -> int:
        return 0

    def changes(self) -> int:
        return 0

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        s.row[self.cell] = 1
        return it


@final
class GildHand(MarkTurn):
    """For the rest of the turn every card in the hand is worth 4 gold, whatever is printed."""

    def __init__(self) -> None:
        super().__init__(GILDED)


@final
class CheaperPurchases(MarkTurn):
    """For the rest of the turn each purchase costs `by` less, never below 0."""

    def __init__(self, by: int) -> None:
        super().__init__(REBATE)
        self.by: i64 = by

    def words(self) -> str:
        return f"CheaperPurchases({self.by})"

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        s.row[REBATE] += self.by
        return it


@final
class DoubleNext(MarkTurn):
    """The next card played this turn is worth twice its gold. Played for anything else, it has used that up."""

    def __init__(self) -> None:
        super().__init__(DOUBLED)


@final
class BuyFromAnyRow(MarkTurn):
    """The next card bought this turn may lie in any row of the pyramid."""

    def __init__(self) -> None:
        super().__init__(ANY_ROW)
