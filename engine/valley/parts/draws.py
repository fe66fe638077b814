"""Parts that draw, look and reveal: everything that comes off a deck or the stock."""

from typing import Final, final

from engine.core.row import i64
from engine.core.rules import NOTHING
from engine.core.tasks import DEPTH
from engine.valley.card import AT_OTHERS, BY_LUCK, EVERYWHERE, IN_DECK, IN_FRONT, IN_HAND, REPEATS, Part, lay
from engine.valley.parts.choice import ChooseCard
from engine.valley.parts.trial import enough, leads_on, whatever_comes
from engine.valley.parts.which import Which
from engine.valley.reactions import discarded
from engine.valley.state import DISCARD, EXECUTED, HAND, LOOKED, REVEALED, ValleyState
from engine.valley.verbs import KEEP, REPEAT


@final
class Draw(Part[ValleyState]):
    """Draw `cards` cards; with fewer in deck and discard pile together it cannot be done."""

    def __init__(self, cards: int = 1) -> None:
        super().__init__()
        self.cards: i64 = cards

    def words(self) -> str:
        return f"Draw({self.cards})"

    def minds(self) -> int:
        return IN_DECK

    def changes(self) -> int:
        return IN_HAND | IN_DECK

    def fills(self) -> int:
        return IN_HAND

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return whatever_comes(self, s, who, self.cards, HAND, it)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        draw(s, who, self.cards)
        return it


def draw(s: ValleyState, who: i64, cards: i64) -> None:
    """Draw so many cards, and no fewer."""
    if s.drawable(who) < cards:
        s.broken = True
    s.draw_to_hand(who, cards)


@final
class LookAt(Part[ValleyState]):
    """Look at the top `cards` cards of the own deck."""

    def __init__(self, cards: int) -> None:
        super().__init__()
        self.cards: i64 = cards

    def words(self) -> str:
        return f"LookAt({self.cards})"

    def minds(self) -> int:
        return IN_DECK

    def changes(self) -> int:
        return IN_DECK

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return whatever_comes(self, s, who, self.cards, LOOKED, it)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if not enough(s, who, self.cards, LOOKED):
            s.broken = True
            return it
        for _ in range(self.cards):
            kind = s.draw(who)
            s.put(LOOKED + who, kind)
            if s.told is not None:
                s.tell("looked", who, (kind,), who, True)
        return it


@final
class KeepOne(ChooseCard):
    """One of the cards looked at goes to the hand, the others to the discard pile. (That is no discard.)"""

    def __init__(self) -> None:
        super().__init__(LOOKED, KEEP)

    def minds(self) -> int:
        return EVERYWHERE if self.tried else 0

    def changes(self) -> int:
        return IN_HAND | IN_DECK

    def fills(self) -> int:
        return IN_HAND

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        if not self.tried or s.size(LOOKED + who) == 0:
            return self.rest(s, who, it)
        return super().possible(s, who, it)

    def do_with(self, s: ValleyState, who: i64, it: i64, kind: i64) -> None:
        s.take(LOOKED + who, kind)
        s.put(HAND + who, kind)
        if s.told is not None:
            s.tell("kept", who, (kind,), who)
        while s.size(LOOKED + who) > 0:
            other = s.pull(LOOKED + who, 0)
            s.lay(DISCARD + who, other)
            if s.told is not None:
                s.tell("discarded", who, (other,))


@final
class RevealTop(Part[ValleyState]):
    """Reveal the top card of the own deck; it becomes `it`."""

    def minds(self) -> int:
        return IN_DECK

    def changes(self) -> int:
        return IN_DECK | BY_LUCK

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return whatever_comes(self, s, who, 1, REVEALED, it)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        return reveal(s, who)


def reveal(s: ValleyState, who: i64) -> i64:
    """Reveal the top card of the deck; returns its kind."""
    if not enough(s, who, 1, REVEALED):
        s.broken = True
        return NOTHING
    kind = s.draw(who)
    s.lay(REVEALED + who, kind)
    if s.told is not None:
        s.tell("revealed", who, (kind,), reveals=True)
    return kind


def can_execute(s: ValleyState, who: i64, kind: i64) -> bool:
    """Whether the action of a card that is not in hand could be carried out as things stand."""
    address = s.cards.action[kind]
    if address < 0 or s.cards.asked[kind] != IN_FRONT:
        return address >= 0 and s.tape.tasks[address].possible(s, who, NOTHING)
    return can_as(EXECUTED_NOTE, s, who, kind)


def can_as(note: i64, s: ValleyState, who: i64, kind: i64) -> bool:
    """The same for an action that looks at what is in play: it must be under way for the question, as `note` tells."""
    s.call(note, who, kind)
    possible = s.tape.tasks[s.cards.action[kind]].possible(s, who, NOTHING)
    s.row[DEPTH] -= 1
    return possible


def execute(s: ValleyState, who: i64, kind: i64) -> None:
    """Carry out an action, and when all its parts are done note that it was executed this turn."""
    execute_as(EXECUTED_NOTE, s, who, kind)


def execute_as(note: i64, s: ValleyState, who: i64, kind: i64) -> None:
    """The same with the frame that tells where the card lies."""
    s.call(note, who, kind)
    s.call(s.cards.action[kind], who, NOTHING)


@final
class NoteExecuted(Part[ValleyState]):
    """The action of `it` has been executed. Only a finished action counts, so nothing can repeat itself."""

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if not s.has(EXECUTED, it):
            s.put(EXECUTED, it)
        return it


EXECUTED_NOTE: Final[i64] = lay("Executed", NoteExecuted())  # of a card in play or revealed


@final
class ExecuteIt(Part[ValleyState]):
    """Execute the action of `it` if that is possible; then it must be done. The card is not played: it was not in hand."""

    def minds(self) -> int:
        return EVERYWHERE if self.tried else 0

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return leads_on(self, s, who, it, NOTHING, it)

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
    """Discard the revealed card, `it`, unless its action has moved it elsewhere."""

    def minds(self) -> int:
        return 0

    def changes(self) -> int:
        return IN_DECK | AT_OTHERS

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return leads_on(self, s, who, it, NOTHING, it)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if it >= 0 and s.take(REVEALED + who, it):
            discarded(s, who, it)
        return it


@final
class Repeatable(Which):
    """Cards whose actions may be carried out once more, as things stand."""

    def fits(self, s: ValleyState, who: i64, kind: i64) -> bool:
        return s.cards.repeatable[kind] != 0 and s.cards.relays[kind] != REPEATS and can_execute(s, who, kind)


@final
class Repeat(ChooseCard):
    """Carry out once more an action that was executed this turn. (One that itself repeats another is left out: whatever it
    could repeat can be chosen here directly.)"""

    def __init__(self) -> None:
        super().__init__(EXECUTED, REPEAT, Repeatable())

    def relays(self) -> i64:
        return REPEATS

    def zone_of(self, who: i64, it: i64) -> i64:
        return EXECUTED

    def do_with(self, s: ValleyState, who: i64, it: i64, kind: i64) -> None:
        if s.told is not None:
            s.tell("repeated", who, (kind,))
        execute(s, who, kind)
