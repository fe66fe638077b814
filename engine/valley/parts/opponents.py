"""Parts that reach for other players, and those that change the turn: everybody else's business."""

from typing import Final, final

from engine.core.row import i64
from engine.core.tasks import program
from engine.valley.card import Part
from engine.valley.state import DISCARD, GILDED, HAND, REBATE, ValleyState
from engine.valley.verbs import PLUNDER, first, move1


@final
class UnlessSpared(Part[ValleyState]):
    """An opponent carries out `then`, unless they own at most `spare` cards or hold none. It is asked when their turn comes: a
    reaction on the way may have changed either."""

    def __init__(self, *then: Part[ValleyState], spare: int) -> None:
        super().__init__()
        self.then: i64 = program("", *then)
        self.spare: i64 = spare
        self.said: Final = f"UnlessSpared({', '.join([part.words() for part in then])}, spare {spare})"

    def words(self) -> str:
        return self.said

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if s.owned(who) <= self.spare:
            if s.told is not None:
                s.tell("spared", who)
        elif s.size(HAND + who) > 0:
            s.call(self.then, who, it)
        return it


@final
class EachOpponent(Part[ValleyState]):
    """Every opponent, in turn order, carries out `then`, except those who own at most `spare` cards and those with no card in
    hand. It can be executed even if that spares all of them, but not where there is no opponent at all."""

    def __init__(self, *then: Part[ValleyState], spare: int = 0) -> None:
        super().__init__()
        self.each: i64 = program("", UnlessSpared(*then, spare=spare))
        self.said: Final = f"EachOpponent({', '.join([part.words() for part in then])}, spare {spare})"

    def words(self) -> str:
        return self.said

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return s.n > 1 and self.rest(s, who, it)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        k = s.n - 1
        while k > 0:  # last in, first out: the nearest opponent is put on top
            s.call(self.each, (who + k) % s.n, it)
            k -= 1
        return it


@final
class PlunderDiscard(Part[ValleyState]):
    """Choose an opponent; the top card of their discard pile goes on top of one's own. An opponent who owns at most `spare`
    cards may be chosen and is not affected."""

    def __init__(self, spare: int) -> None:
        super().__init__()
        self.spare: i64 = spare

    def words(self) -> str:
        return f"PlunderDiscard(spare {self.spare})"

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        for foe in range(s.n):
            if foe != who and (s.size(DISCARD + foe) > 0 or s.owned(foe) <= self.spare):
                return True
        return False

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        for foe in range(s.n):
            if foe != who and (s.size(DISCARD + foe) > 0 or s.owned(foe) <= self.spare):
                s.offer(move1(PLUNDER, foe))

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move < 0:
            s.broken = True
            return it
        foe = first(move)
        if s.owned(foe) <= self.spare:
            if s.told is not None:
                s.tell("spared", foe)
            return it
        kind = s.lift(DISCARD + foe)
        s.lay(DISCARD + who, kind)
        if s.told is not None:
            s.tell("plundered", who, (kind, foe))
        return kind


@final
class GildHand(Part[ValleyState]):
    """For the rest of the turn every card in the hand is worth 4 gold, whatever is printed."""

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        s.row[GILDED] = 1
        return it


@final
class CheaperPurchases(Part[ValleyState]):
    """For the rest of the turn each purchase costs `by` less, never below 0."""

    def __init__(self, by: int) -> None:
        super().__init__()
        self.by: i64 = by

    def words(self) -> str:
        return f"CheaperPurchases({self.by})"

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        s.row[REBATE] += self.by
        return it
