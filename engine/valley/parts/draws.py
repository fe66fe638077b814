"""Parts that draw, look and reveal: everything that comes off a deck or the stock."""

from typing import final

from engine.core.row import i64
from engine.core.rules import NOTHING
from engine.core.tasks import TAPE, program
from engine.valley.card import Part
from engine.valley.state import DISCARD, EXECUTED, HAND, LOOKED, REVEALED, ValleyState
from engine.valley.verbs import KEEP, REPEAT, first, move1


@final
class Draw(Part[ValleyState]):
    """Draw `cards` cards; with fewer in deck and discard pile together it cannot be done."""

    def __init__(self, cards: int = 1) -> None:
        super().__init__()
        self.cards: i64 = cards

    def words(self) -> str:
        return f"Draw({self.cards})"

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return s.drawable(who) >= self.cards and (self.next < 0 or self.rest(s, who, it))

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if s.drawable(who) < self.cards:
            s.broken = True
        s.draw_to_hand(who, self.cards)
        return it


@final
class LookAt(Part[ValleyState]):
    """Look at the top `cards` cards of the own deck."""

    def __init__(self, cards: int) -> None:
        super().__init__()
        self.cards: i64 = cards

    def words(self) -> str:
        return f"LookAt({self.cards})"

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return s.drawable(who) >= self.cards

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if s.drawable(who) < self.cards:
            s.broken = True
            return it
        for _ in range(self.cards):
            kind = s.draw(who)
            s.put(LOOKED + who, kind)
            if s.told is not None:
                s.tell("looked", who, (kind,), who, True)
        return it


@final
class KeepOne(Part[ValleyState]):
    """One of the cards looked at goes to the hand, the others to the discard pile."""

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        last: i64 = NOTHING
        for i in range(s.size(LOOKED + who)):
            kind = s.card(LOOKED + who, i)
            if kind != last:
                last = kind
                s.offer(move1(KEEP, kind))

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move < 0:
            s.broken = True
            return it
        kept = first(move)
        s.take(LOOKED + who, kept)
        s.put(HAND + who, kept)
        if s.told is not None:
            s.tell("kept", who, (kept,), who)
        while s.size(LOOKED + who) > 0:
            kind = s.pull(LOOKED + who, 0)
            s.lay(DISCARD + who, kind)
            if s.told is not None:
                s.tell("discarded", who, (kind,))
        return kept


@final
class RevealTop(Part[ValleyState]):
    """Reveal the top card of the own deck; it becomes `it`."""

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return s.drawable(who) > 0

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        kind = s.draw(who)
        if kind < 0:
            s.broken = True
            return kind
        s.lay(REVEALED + who, kind)
        if s.told is not None:
            s.tell("revealed", who, (kind,), reveals=True)
        return kind


def can_execute(s: ValleyState, who: i64, kind: i64) -> bool:
    """Whether the action of a card that is not in hand could be carried out as things stand."""
    address = s.cards.action[kind]
    return address >= 0 and TAPE[address].possible(s, who, NOTHING)


def execute(s: ValleyState, who: i64, kind: i64) -> None:
    """Carry out an action, and when all its parts are done note that it was executed this turn."""
    s.call(EXECUTED_NOTE, who, kind)
    s.call(s.cards.action[kind], who, NOTHING)


@final
class NoteExecuted(Part[ValleyState]):
    """The action of `it` has been executed. Only a finished action counts, so nothing can repeat itself."""

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if not s.has(EXECUTED, it):
            s.put(EXECUTED, it)
        return it


EXECUTED_NOTE = program("Executed", NoteExecuted())


@final
class ExecuteIt(Part[ValleyState]):
    """Execute the action of `it` if that is possible; then it must be done. The card is not played: it was not in hand."""

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if it >= 0:
            if can_execute(s, who, it):
                if s.told is not None:
                    s.tell("executed_revealed", who, (it,))
                execute(s, who, it)
            elif s.told is not None:
                s.tell("could_not_execute", who, (it,))
        return it


@final
class DiscardIt(Part[ValleyState]):
    """The revealed card, `it`, goes to the discard pile."""

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if it >= 0 and s.take(REVEALED + who, it):
            s.lay(DISCARD + who, it)
        return it


@final
class Repeat(Part[ValleyState]):
    """Carry out once more an action that was executed this turn. (One that itself repeats another is left out: whatever it
    could repeat can be chosen here directly.)"""

    def minds_hand(self) -> bool:
        return True

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        for i in range(s.size(EXECUTED)):
            kind = s.card(EXECUTED, i)
            if s.cards.repeatable[kind] == 1 and can_execute(s, who, kind):
                return True
        return False

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        for i in range(s.size(EXECUTED)):
            kind = s.card(EXECUTED, i)
            if s.cards.repeatable[kind] == 1 and can_execute(s, who, kind):
                s.offer(move1(REPEAT, kind))

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move < 0:
            s.broken = True
            return it
        kind = first(move)
        if s.told is not None:
            s.tell("repeated", who, (kind,))
        execute(s, who, kind)
        return kind
