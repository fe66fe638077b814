"""A part that executes the action of a card in the tomb, where the card stays."""

from typing import Final, final

from engine.core.row import i64
from engine.valley.card import AWAKENS, EVERYWHERE, PLAIN, lay
from engine.valley.parts.choice import ChooseCard
from engine.valley.parts.draws import NoteExecuted, can_as, execute_as
from engine.valley.parts.which import Which
from engine.valley.state import TOMB, ValleyState
from engine.valley.verbs import AWAKEN

AWAKENED_NOTE: Final[i64] = lay("Executed in the tomb", NoteExecuted())


@final
class Awakening(Which):
    """Cards whose actions may be executed where they lie, in the tomb."""

    def fits(self, s: ValleyState, who: i64, kind: i64) -> bool:
        if s.cards.action[kind] < 0 or s.cards.repeatable[kind] == 0 or s.cards.relays[kind] != PLAIN:
            return False
        return can_as(AWAKENED_NOTE, s, who, kind)


@final
class Awaken(ChooseCard):
    """Execute the action of a card in the own tomb, but never one that may not be repeated, and never one that itself carries
    out other actions (this card, Tyet Amulet)."""

    def __init__(self) -> None:
        super().__init__(TOMB, AWAKEN, Awakening())

    def minds(self) -> int:
        return EVERYWHERE

    def relays(self) -> i64:
        return AWAKENS

    def do_with(self, s: ValleyState, who: i64, it: i64, kind: i64) -> None:
        if s.told is not None:
            s.tell("awakened", who, (kind,))
        execute_as(AWAKENED_NOTE, s, who, kind)
