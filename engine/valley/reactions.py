"""Cards that answer what is done: Boat, Mummified Cat and Axe. (Offering Table answers inside the parts that it stops.)

An offer lays a frame for every opponent, in turn order, whoever holds the card: a stack that named only the holders would tell
who they are. Nobody else is asked, and declining leaves no trace.
"""

from typing import Final, final

from engine.core.row import i64
from engine.core.rules import NOTHING
from engine.core.tasks import Task
from engine.valley.card import AXE, BOAT, CAT, TABLE, program
from engine.valley.pyramid import remove
from engine.valley.state import BONEYARD, DISCARD, HAND, PYRAMID, SHOWN, ValleyState
from engine.valley.verbs import DISCARD_CARD, PASS, REACT, REVEAL, VERB, first, move1, move2, second


def call_opponents(s: ValleyState, address: i64, who: i64, it: i64) -> None:
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
    call_opponents(s, SNATCH, who, kind)


def discard(s: ValleyState, who: i64, kind: i64) -> None:
    """A card goes from the hand to the own discard pile, as the result of an action."""
    s.leave_hand(who, kind)
    discarded(s, who, kind)
    if s.told is not None:
        s.tell("discarded", who, (kind,))


def discarded(s: ValleyState, who: i64, kind: i64) -> None:
    """A card that has left its place is discarded as the result of an action: an Axe makes all opponents discard."""
    s.lay(DISCARD + who, kind)
    if s.cards.answers[kind] == AXE:
        call_opponents(s, HEW, who, kind)


def offer_table(s: ValleyState, who: i64) -> None:
    """Against an opponent's action that makes them discard or sacrifice, a player may show the Offering Table instead."""
    if who != s.active:
        offer_shield(s, who)


def offer_shield(s: ValleyState, who: i64) -> None:
    table = s.holds(who, TABLE)
    if table >= 0:
        s.offer(move1(REVEAL, table))


def show_table(s: ValleyState, who: i64, table: i64) -> None:
    """The table goes back to the hand, where all know of it now."""
    if not s.has(SHOWN + who, table):
        s.put(SHOWN + who, table)
    if s.told is not None:
        s.tell("showed", who, (table,))


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


@final
class Hew(Task[ValleyState]):
    """Axe, which is `it`: an opponent of its owner discards the card with the highest cost in hand, and shows the others to
    prove that. It may be another Axe. The Offering Table stops it, whoever's turn it is: it is an opponent's card."""

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        cost = s.cards.cost
        highest: i64 = NOTHING
        for i in range(s.size(HAND + who)):
            if cost[s.card(HAND + who, i)] > highest:
                highest = cost[s.card(HAND + who, i)]
        last: i64 = NOTHING
        for i in range(s.size(HAND + who)):
            kind = s.card(HAND + who, i)
            if kind != last and cost[kind] == highest:
                last = kind
                s.offer(move1(DISCARD_CARD, kind))
        offer_shield(s, who)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move < 0:
            return it
        kind = first(move)
        if move & VERB == REVEAL:
            show_table(s, who, kind)
            return it
        discard(s, who, kind)
        s.show_hand(who)
        if s.told is not None:
            s.tell("showed_hand", who, tuple(s.kinds(HAND + who)), reveals=True)
        return it


HEW: Final[i64] = program("Axe discarded", Hew())
SNATCH: Final[i64] = program("Mummified Cat offered", Snatch())
SAIL: Final[i64] = program("Boat offered", Sail())
