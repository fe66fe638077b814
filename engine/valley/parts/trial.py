"""Whether an action can be brought to its end, where a look at the table does not tell: it is tried on a copy.

An action of which one part cannot be executed may not be executed at all (rulebook, "Executing Actions"). So a player may do
it who can be sure to complete all its parts: by some answers of their own, whatever the others answer. Most parts change
nothing that a part behind them looks at, and need not be tried; others can only help those behind, and need not be tried where
these could be carried out at once.
"""

from typing import Final, final

from engine.core.row import i64
from engine.core.rules import NOTHING
from engine.core.tasks import DEPTH, STACK, TAPE, Task, program
from engine.valley.card import Part
from engine.valley.state import ACTIVE, DECK, DISCARD, HAND, REVEALED, SMALL, TOP, ValleyState
from engine.valley.verbs import END

TRIAL_LUCK: Final[i64] = 20140  # a trial shuffles with luck of its own: what is hidden must not show in a menu


def leads_on(part: Part[ValleyState], s: ValleyState, who: i64, it: i64, move: i64, settled: i64) -> bool:
    """Whether the parts behind this one can be carried out once it was answered with `move`, which makes `settled` of `it`."""
    if part.next < 0:
        return True
    if part.helps and TAPE[part.next].possible(s, who, settled):
        return True
    if not part.tried:
        return False
    t = s.copy()
    t.reseed(TRIAL_LUCK)
    t.call(TRIAL, who, NOTHING)
    floor = t.row[DEPTH]
    t.call(part.next, who, NOTHING)
    settled = part.perform(t, who, it, move)  # what it calls lies above the frame, which waits with what was settled
    t.row[STACK + 3 * floor + 2] = settled
    t.run()
    return completes(t, floor)


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
    """Whether so many cards can come off the own deck, and there is room for them in a zone (HAND, LOOKED, REVEALED)."""
    return s.drawable(who) >= cards and (zone == HAND or s.size(zone + who) + cards <= SMALL)


def whatever_comes(part: Part[ValleyState], s: ValleyState, who: i64, cards: i64, zone: i64, it: i64) -> bool:
    """Whether so many cards can come off the own deck into a zone (HAND, LOOKED, REVEALED), and the parts behind this one can be
    carried out whichever these are; the last of them is `it` if they are revealed."""
    if not enough(s, who, cards, zone):
        return False
    if part.helps and part.rest(s, who, it):
        return True
    return part.tried and after_all(part, s, who, cards, zone, it)


def after_all(part: Part[ValleyState], s: ValleyState, who: i64, cards: i64, zone: i64, it: i64) -> bool:
    """Whether the parts behind can be carried out after each deal of so many cards, which there are."""
    if cards == 0:
        return TAPE[part.next].possible(s, who, it)
    source: i64 = TOP + who
    first: i64 = s.size(source) - 1
    if first < 0:
        source = DECK + who
        first = 0
        if s.size(source) == 0:
            source = DISCARD + who
    last: i64 = NOTHING
    for i in range(first, s.size(source)):
        kind = s.card(source, i)
        if kind != last:
            last = kind
            t = s.copy()
            t.take(source, kind)
            if source == DISCARD + who:
                t.pour(source, DECK + who)
            t.put(zone + who, kind)
            settled = it
            if zone == REVEALED:
                settled = kind
            if not after_all(part, t, who, cards - 1, zone, settled):
                return False
    return True


@final
class EndOfTrial(Task[ValleyState]):
    """Lies below all that is tried, and asks, so that nothing of what lies below is carried out."""

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        s.offer(END)


TRIAL: Final[i64] = program("Trial", EndOfTrial())
