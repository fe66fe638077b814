"""Step 2 of a turn: all cards in play and in hand go to the discard pile, where it matters in the order that their owner
wishes."""

from typing import Final, final

from engine.core.row import i64, vec
from engine.core.rules import FIRST_RULES, NOTHING
from engine.core.tasks import Task
from engine.valley.card import program
from engine.valley.powers import TAKES_OTHERS, TAKES_OWN
from engine.valley.prospects import OWNED, OnTheTable, uses_to_come
from engine.valley.state import (
    DECK,
    DISCARD,
    HAND,
    PLAYED,
    SEEN,
    SHOWN,
    TOMB,
    ValleyState,
)
from engine.valley.state import (
    TOP as DECK_TOP,
)
from engine.valley.verbs import PASS, TOP, VERB, first, move1

HAND_SIZE: Final = 5
DEEPEST: Final[i64] = 15  # cards of a discard pile whose order is asked at most


def top_matters(s: ValleyState, who: i64) -> i64:
    """The kind of a card whose action looks at the top of this player's discard pile, which an opponent may come to execute, or
    the player if it looks at the own pile; NOTHING if there is none."""
    for kind in s.cards.minds_own_top:
        if may_execute(s, who, kind):
            return kind
    for kind in s.cards.minds_top:
        for foe in range(s.n):
            if foe != who and may_execute(s, foe, kind):
                return kind
    return NOTHING


def depth_that_counts(s: ValleyState, who: i64) -> i64:
    """How many cards, from the top, of the discard pile that is laid now somebody may come to take off it: an upper bound. Where
    the pile is shuffled at once, that ends with the top card of those who own such a card (ours)."""
    if s.cards.rules == FIRST_RULES:
        return 1 if top_matters(s, who) >= 0 else 0
    every = s.cards.prospects.all
    lies = s.size(DECK + who) + s.size(DECK_TOP + who) >= HAND_SIZE
    most: i64 = 1
    if lies:
        most = DEEPEST
    found: i64 = 0
    fresh: OnTheTable | None = None
    if every & TAKES_OWN != 0:
        if lies:
            fresh = OnTheTable(s, TAKES_OWN)
        found = uses_to_come(s, who, TAKES_OWN, fresh, True)
    if every & TAKES_OTHERS != 0:
        if lies and (fresh is None or not s.cards.prospects.alike):
            fresh = OnTheTable(s, TAKES_OTHERS)
        for foe in range(s.n):
            if foe != who and found < most:
                found += uses_to_come(s, foe, TAKES_OTHERS, fresh, False)
    if found > most:
        found = most
    return found


def reason_to_order(s: ValleyState, who: i64) -> i64:
    """The kind of a card that makes the order of this player's discards matter, one that somebody owns before one that may be
    bought; NOTHING if there is none."""
    kind = top_matters(s, who)
    if kind >= 0 or depth_that_counts(s, who) == 0:
        return kind
    for owned in (True, False):
        for kind in range(len(s.cards.prospects.does)):
            if s.cards.prospects.does[kind] & (TAKES_OTHERS | TAKES_OWN) != 0:
                for foe in range(s.n):
                    if may_execute(s, foe, kind) == owned:
                        return kind
    return NOTHING


def may_execute(s: ValleyState, who: i64, kind: i64) -> bool:
    """Whether a player has a card of the kind, or one entombed and a card that brings it up or executes it there."""
    if owns(s, who, kind):
        return True
    return s.has(TOMB + who, kind) and owns_one_of(s, who, s.cards.unearths)


def owns(s: ValleyState, who: i64, kind: i64) -> bool:
    """Whether a card of the kind is in this player's hand, deck or discard pile or in play, which everybody can know."""
    row = s.row
    for zone in OWNED:
        start = s.at[zone + who] + 1
        for i in range(start, start + row[start - 1]):
            if row[i] == kind:
                return True
    return False


def owns_one_of(s: ValleyState, who: i64, kinds: vec[i64]) -> bool:
    for kind in kinds:
        if owns(s, who, kind):
            return True
    return False


def offer_tops(s: ValleyState, zone: i64, before: i64) -> None:
    """Offer each kind in a bag to lie on top, but for those of the bag that was offered `before`."""
    last: i64 = NOTHING
    for i in range(s.size(zone)):
        kind = s.card(zone, i)
        if kind != last and (before < 0 or not s.has(before, kind)):
            s.offer(move1(TOP, kind))
        last = kind


@final
class DiscardAll(Task[ValleyState]):
    """Step 2: all cards in play and in hand go to the discard pile.

    The rulebook lets their owner choose the order. It matters as deep as somebody may come to take cards off the pile: so deep it
    is asked, the top card first. Otherwise the pile is laid as most would lay it, in falling order of kind, so that starters of
    the hand lie on top (ours).
    """

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        if s.size(HAND + who) + s.size(PLAYED + who) < 2:
            return
        s.deep = depth_that_counts(s, who)
        if s.deep == 0:
            return
        offer_tops(s, HAND + who, NOTHING)
        offer_tops(s, PLAYED + who, HAND + who)
        if s.offered == 1:
            s.offered = 0

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        s.clear(SHOWN + who)
        s.clear(SEEN + who)
        if s.told is not None:
            s.tell("discarded_hand", who, tuple(s.kinds(HAND + who)))
        last: i64 = NOTHING
        if move >= 0:
            if s.deep > 1:
                s.call(ORDERING, who, ordering(s.deep - 1, 1, s.size(DISCARD + who)))
            last = first(move)
            if not s.take(PLAYED + who, last):
                s.take(HAND + who, last)
        s.stack_up(PLAYED + who, DISCARD + who)
        s.stack_up(HAND + who, DISCARD + who)
        if last >= 0:
            s.lay(DISCARD + who, last)
        return it


def ordering(more: i64, laid: i64, below: i64) -> i64:
    """What `OrderDiscards` is told: how many cards are still to be chosen, how many lie at their place, from the top down, and
    how many cards lie below those that are discarded now."""
    return more + (DEEPEST + 1) * (laid + (DEEPEST + 1) * below)


@final
class OrderDiscards(Task[ValleyState]):
    """Which card lies next below those on top, among the cards that were discarded just now; `it` is as `ordering` packs it. To
    pass leaves the others as they lie."""

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        end = s.size(DISCARD + who) - it // (DEEPEST + 1) % (DEEPEST + 1)
        for i in range(end - 1, it // (DEEPEST + 1) // (DEEPEST + 1) - 1, -1):
            kind = s.card(DISCARD + who, i)
            j = end - 1
            while s.card(DISCARD + who, j) != kind:
                j -= 1
            if j == i:
                s.offer(move1(TOP, kind))
        if s.offered == 1:
            s.offered = 0
        if s.offered > 0:
            s.offer(PASS)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move < 0 or move & VERB == PASS:
            return it
        more = it % (DEEPEST + 1)
        laid = it // (DEEPEST + 1) % (DEEPEST + 1)
        if more > 1 and laid < DEEPEST:
            s.call(ORDERING, who, ordering(more - 1, laid + 1, it // (DEEPEST + 1) // (DEEPEST + 1)))
        s.tuck(DISCARD + who, first(move), laid)
        return it


ORDERING: Final[i64] = program("Ordering", OrderDiscards())
