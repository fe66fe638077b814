"""Cards that answer what others do: Boat and Mummified Cat. (Offering Table answers inside the parts that it stops.)

An offer lays a frame for every opponent, in turn order, whoever holds the card: a stack that named only the holders would tell
who they are. Nobody else is asked, and declining leaves no trace.
"""

from typing import Final, final

from engine.core.row import i64
from engine.core.tasks import Task, program
from engine.valley.card import BOAT, CAT
from engine.valley.pyramid import remove
from engine.valley.state import BONEYARD, DISCARD, PYRAMID, ValleyState
from engine.valley.verbs import PASS, REACT, VERB, first, move1, move2, second


def offer_to_opponents(s: ValleyState, address: i64, who: i64, it: i64) -> None:
    """A frame for each opponent of `who`; the one to the left is asked first."""
    k = s.n - 1
    while k > 0:  # last in, first out
        s.call(address, (who + k) % s.n, it)
        k -= 1


def sacrifice(s: ValleyState, who: i64, kind: i64) -> None:
    """`who` puts a card on the boneyard, where an opponent's Mummified Cat may snatch it."""
    s.lay(BONEYARD, kind)
    if s.told is not None:
        s.tell("sacrificed", who, (kind,))
    offer_to_opponents(s, SNATCH, who, kind)


@final
class Snatch(Task[ValleyState]):
    """Mummified Cat: discard it and take the card that an opponent has just sacrificed, which is `it`."""

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        cat = s.holds(who, CAT)
        if cat >= 0 and s.top(BONEYARD) == it:
            s.offer(move1(REACT, cat))
            s.offer(PASS)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move & VERB == REACT and move >= 0:
            cat = first(move)
            s.leave_hand(who, cat)
            s.lay(DISCARD + who, cat)
            s.lay(DISCARD + who, s.lift(BONEYARD))
            if s.told is not None:
                s.tell("snatched", who, (cat, it))
        return it


@final
class Sail(Task[ValleyState]):
    """Boat: after an opponent's purchase, and after the pyramid has crumbled, discard it and take a card from the base; the
    pyramid crumbles again, as the owner of the Boat chooses."""

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        boat = s.holds(who, BOAT)
        if boat < 0:
            return
        for slot in range(3):
            if s.row[PYRAMID + slot] >= 0:
                s.offer(move2(REACT, boat, slot))
        if s.offered > 0:
            s.offer(PASS)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move & VERB == REACT and move >= 0:
            boat = first(move)
            s.leave_hand(who, boat)
            s.lay(DISCARD + who, boat)
            kind = remove(s, second(move), who)
            s.lay(DISCARD + who, kind)
            if s.told is not None:
                s.tell("sailed", who, (boat, kind))
        return it


SNATCH: Final[i64] = program("Mummified Cat offered", Snatch())
SAIL: Final[i64] = program("Boat offered", Sail())
