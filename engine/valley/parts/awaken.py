"""A part that executes the action of a card in the tomb, where the card stays."""

from typing import Final, final

from engine.core.row import i64
from engine.core.rules import NOTHING
from engine.valley.card import AWAKENS, PLAIN, Part, lay
from engine.valley.parts.draws import NoteExecuted, can_as, execute_as
from engine.valley.parts.trial import leads_on
from engine.valley.state import TOMB, ValleyState
from engine.valley.verbs import AWAKEN, first, move1

AWAKENED_NOTE: Final[i64] = lay("Executed in the tomb", NoteExecuted())


@final
class Awaken(Part[ValleyState]):
    """Execute the action of a card in the own tomb, but never one that may not be repeated, and never one that itself carries
    out other actions (this card, Tyet Amulet)."""

    def relays(self) -> i64:
        return AWAKENS

    def can(self, s: ValleyState, who: i64, it: i64, kind: i64) -> bool:
        address = s.cards.action[kind]
        if address < 0 or s.cards.repeatable[kind] == 0 or s.cards.relays[kind] != PLAIN:
            return False
        possible = can_as(AWAKENED_NOTE, s, who, kind)
        return possible and leads_on(self, s, who, it, move1(AWAKEN, kind), kind)

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        for i in range(s.size(TOMB + who)):
            if self.can(s, who, it, s.card(TOMB + who, i)):
                return True
        return False

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        last: i64 = NOTHING
        for i in range(s.size(TOMB + who)):
            kind = s.card(TOMB + who, i)
            if kind != last and self.can(s, who, it, kind):
                s.offer(move1(AWAKEN, kind))
            last = kind

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move < 0:
            s.broken = True
            return it
        kind = first(move)
        if s.told is not None:
            s.tell("awakened", who, (kind,))
        execute_as(AWAKENED_NOTE, s, who, kind)
        return kind
