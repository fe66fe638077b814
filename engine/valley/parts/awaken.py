"""A part that executes the action of a card in the tomb, where the card stays."""

from typing import ClassVar, Final, final

from engine.core.arrays import i64
from engine.core.tasks import Subject
from engine.valley.catalogue.card import EXECUTES_FROM_TOMB, EXECUTES_NOTHING, ExecutionSource, add_action_program
from engine.valley.catalogue.facts import EXECUTES_CARD
from engine.valley.catalogue.part_spec import EVERYWHERE, EventText, PartSpec
from engine.valley.catalogue.verbs import CARD, Verb
from engine.valley.parts.base.card_filter import CardFilter
from engine.valley.parts.base.choose_card import ChooseCard
from engine.valley.parts.deck import NoteExecuted, call_action_above_frame, can_execute_above_frame
from engine.valley.state.valley_state import TOMB, ValleyState

AWAKEN: Final[i64] = 26  # kind of a card in the tomb whose action is executed
AWAKENED_PROGRAM: Final[i64] = add_action_program("Executed in the tomb", NoteExecuted())


@final
class ExecutableInTomb(CardFilter):
    """Cards whose actions can be executed now from the tomb."""

    def fits(self, state: ValleyState, seat: i64, kind: i64) -> bool:
        if (
            state.catalogue.action_address[kind] < 0
            or state.catalogue.repeatable[kind] == 0
            or state.catalogue.execution_source[kind] != EXECUTES_NOTHING
        ):
            return False
        return can_execute_above_frame(state, seat, kind, AWAKENED_PROGRAM)


@final
class Awaken(ChooseCard):
    """Execute the action of a card in the player's tomb, except actions that cannot be repeated and actions that execute other
    actions (this part, Tyet Amulet)."""

    spec: ClassVar[PartSpec] = PartSpec(
        "Awaken",
        verbs=(Verb("awaken", AWAKEN, (CARD,), "execute {0}", facts=(EXECUTES_CARD,)),),
        asks="Execute the action of which card in your tomb?",
        obstacle="no action of a card in your tomb can be executed now",
        event_texts={
            "awakened": EventText(
                "You execute {0} in your tomb.", "{who} executes {0} in the tomb.", facts=(EXECUTES_CARD,)
            )
        },
        reads=EVERYWHERE,
    )

    def __init__(self) -> None:
        super().__init__(TOMB, ExecutableInTomb())

    def execution_source(self) -> ExecutionSource:
        return EXECUTES_FROM_TOMB

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        if state.events is not None:
            state.emit("awakened", seat, (kind,))
        call_action_above_frame(state, seat, kind, AWAKENED_PROGRAM)
