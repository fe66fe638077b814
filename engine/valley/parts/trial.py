"""Whether an action can be brought to its end, where a look at the table does not tell: it is tried on a copy.

An action of which one part cannot be executed may not be executed at all (rulebook, "Executing Actions"). So a player may do
it who can be sure to complete all its parts: by some answers of their own, whatever the others answer. Most parts change
nothing that a part behind them looks at, and need not be tried; others can only help those behind, and need not be tried where
these could be carried out at once. Where luck decides which card comes off a deck or off the stock, each that may come is tried.

What a player cannot know must not show in the menu. So where hidden cards of others may come into it, an action is tried on
tables as they may be for all that the player knows, in place of the table as it is.
"""

from typing import Final, final

from engine.core.row import i64
from engine.core.rules import FIRST_RULES, NOTHING
from engine.core.tasks import DEPTH, STACK, Task
from engine.valley.card import Part, program
from engine.valley.hidden import ORDERS, as_may_be
from engine.valley.state import (
    ACTIVE,
    DECK,
    DISCARD,
    REVEALED,
    SMALL,
    STOCK_II,
    STOCK_III,
    TOMB,
    TOP,
    ValleyState,
)
from engine.valley.verbs import END

TRIAL_LUCK: Final[i64] = 20140  # a trial shuffles with luck of its own: what is hidden must not show in a menu


def leads_on(part: Part[ValleyState], s: ValleyState, who: i64, it: i64, move: i64, settled: i64) -> bool:
    """Whether the parts behind this one can be carried out once it was answered with `move`, which makes `settled` of `it`."""
    behind = part.behind
    if behind is None:
        return True
    if part.helps and behind.possible(s, who, settled):
        return True
    if not part.tried:
        return False
    if not part.meets:
        return leads_on_at(part, s.copy(), who, it, move)
    for t in tables(s, who):
        if not leads_on_at(part, t, who, it, move):
            return False
    return True


def leads_on_at(part: Part[ValleyState], t: ValleyState, who: i64, it: i64, move: i64) -> bool:
    """The same, tried on a table that is used up."""
    behind = part.behind
    assert behind is not None
    t.reseed(TRIAL_LUCK)
    t.call(TRIAL, who, NOTHING)
    floor = t.row[DEPTH]
    t.call(t.tape.address(behind), who, NOTHING)
    settled = part.perform(t, who, it, move)  # what it calls lies above the frame, which waits with what was settled
    t.row[STACK + 3 * floor + 2] = settled
    t.run()
    return completes(t, floor)


def tables(s: ValleyState, who: i64) -> list[ValleyState]:
    """The table as it may be for all that a player knows, a few times. By the first rules the table as it is was looked at."""
    if s.n == 1 or s.cards.rules == FIRST_RULES:
        return [s.copy()]
    return [as_may_be(s, who, order) for order in range(ORDERS)]


def completes(s: ValleyState, floor: i64) -> bool:
    """Whether all that lies above the lowest `floor` frames can surely be carried out. `s` stands at a question."""
    if s.broken:
        return False
    if s.row[DEPTH] <= floor:
        return True
    mine = s.mover == s.row[ACTIVE]
    if mine and s.row[DEPTH] == floor + 1:  # what a menu offers leads to the end of its own program
        return True
    for i in range(s.offered):
        t = s.copy()
        t.apply(s.answer(i))
        if completes(t, floor) == mine:
            return mine
    return not mine


def enough(s: ValleyState, who: i64, cards: i64, zone: i64) -> bool:
    """Whether so many cards can come off the own deck, and there is room for them in a zone (HAND, TOMB, LOOKED, REVEALED)."""
    return s.drawable(who) >= cards and (zone < TOP or s.size(zone + who) + cards <= SMALL)


def whatever_comes(part: Part[ValleyState], s: ValleyState, who: i64, cards: i64, zone: i64, it: i64) -> bool:
    """Whether so many cards can come off the own deck into a zone (HAND, TOMB, LOOKED, REVEALED), and the parts behind this one
    can be carried out whichever these are; the last of them is `it` if all see it."""
    if not enough(s, who, cards, zone):
        return False
    if part.helps and part.rest(s, who, it):
        return True
    return part.tried and after_all(part, s, who, cards, zone, it)


def after_all(part: Part[ValleyState], s: ValleyState, who: i64, cards: i64, zone: i64, it: i64) -> bool:
    """Whether the parts behind can be carried out after each deal of so many cards, which there are."""
    if cards == 0:
        return part.rest(s, who, it)
    for t, kind in each_draw(s, who):
        t.put(zone + who, kind)
        settled = it
        if zone in (REVEALED, TOMB):
            settled = kind
        if not after_all(part, t, who, cards - 1, zone, settled):
            return False
    return True


def each_draw(s: ValleyState, who: i64) -> list[tuple[ValleyState, int]]:
    """A copy for each kind that may be the next card off a deck, with that card taken, and the kind."""
    source: i64 = TOP + who
    first: i64 = s.size(source) - 1
    if first < 0:
        source = DECK + who
        first = 0
        if s.size(source) == 0:
            source = DISCARD + who
    found: list[tuple[ValleyState, int]] = []
    last: i64 = NOTHING
    for i in range(first, s.size(source)):
        kind = s.card(source, i)
        if kind != last:
            last = kind
            t = s.copy()
            t.take(source, kind)
            if source == DISCARD + who:
                t.pour(source, DECK + who)
            found.append((t, kind))
    return found


def whatever_lies_on_top(part: Part[ValleyState], s: ValleyState, who: i64, cards: i64, it: i64) -> bool:
    """Whether the parts behind can be carried out after this one, which turns up so many cards of the own deck, whichever these
    are; there are so many."""
    if part.behind is None or (part.helps and part.rest(s, who, NOTHING)):
        return True
    return part.tried and on_each_deck(part, s, who, cards, it, [])


def on_each_deck(part: Part[ValleyState], s: ValleyState, who: i64, cards: i64, it: i64, drawn: list[int]) -> bool:
    """The same where these have come off the deck before, and are to lie on top of it again."""
    if cards == 0:
        for kind in reversed(drawn):
            s.lay(TOP + who, kind)
        return leads_on(part, s, who, it, NOTHING, NOTHING)
    for t, kind in each_draw(s, who):
        if not on_each_deck(part, t, who, cards - 1, it, [*drawn, kind]):
            return False
    return True


def whatever_the_stock_gives(part: Part[ValleyState], s: ValleyState, who: i64) -> bool:
    """Whether the parts behind can be carried out whichever card of the stock comes onto the own discard pile, which is `it`
    then. The stock is not empty."""
    if part.helps and part.rest(s, who, NOTHING):
        return True
    if not part.tried:
        return False
    zone = STOCK_II if s.size(STOCK_II) > 0 else STOCK_III
    last: i64 = NOTHING
    for i in range(s.size(zone)):
        kind = s.card(zone, i)
        if kind != last:
            last = kind
            t = s.copy()
            t.take(zone, kind)
            t.lay(DISCARD + who, kind)
            if not part.rest(t, who, kind):
                return False
    return True


@final
class EndOfTrial(Task[ValleyState]):
    """Lies below all that is tried, and asks, so that nothing of what lies below is carried out."""

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        s.offer(END)


TRIAL: Final[i64] = program("Trial", EndOfTrial())
