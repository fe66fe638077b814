"""Each part that takes a chosen card out of a tomb declares so for its verb and its event, because the table books the points."""

from typing import Any

from engine.core.arrays import i64
from engine.core.tasks import Subject
from engine.valley.catalogue.card import EXECUTES_NOTHING
from engine.valley.catalogue.declarations import CARD_FILTER, FLAG, LEAVES_TOMB, NUMBER, SET_NAME, EventText, PartSpec
from engine.valley.catalogue.verbs import CARD, Verb
from engine.valley.declared import DECLARING_CLASSES, events_with, verbs_with
from engine.valley.parts.choosing import ChooseCard
from engine.valley.parts.filters import ANY
from engine.valley.state import DISCARD, TOMB, ValleyState
from tests.engine.valley.walks import start
from tests.tables import each_row

VALUES = {NUMBER: 1, FLAG: False, CARD_FILTER: ANY, SET_NAME: "Statues"}
CHOOSING = [cls for cls in DECLARING_CLASSES if issubclass(cls, ChooseCard) and cls.spec.word]


def leaving_undeclared(cls: Any) -> list[str]:
    """The verb and the events of a part that takes a card out of a tomb, as far as its spec does not declare it."""
    part = cls(*[VALUES[argument.value_type] for argument in cls.spec.arguments])
    if part.zone != TOMB or part.execution_source() != EXECUTES_NOTHING:
        return []
    state = start(2, 1)
    state.add(TOMB, 0)
    state.events = events = []
    part.apply_to(state, 0, 0, 0)
    if state.count(TOMB):
        return []
    verb = cls.spec.verbs[0]
    texts = cls.spec.event_texts
    undeclared = [] if LEAVES_TOMB in verb.facts else [verb.name]
    return undeclared + [
        event.verb
        for event in events
        if event.verb not in events_with(LEAVES_TOMB) and LEAVES_TOMB not in getattr(texts.get(event.verb), "facts", ())
    ]


@each_row("cls", CHOOSING)
def test_a_part_that_takes_a_card_out_of_a_tomb_declares_it(cls: Any):
    assert leaving_undeclared(cls) == []


def test_the_shipped_verbs_that_leave_a_tomb_are_found():
    assert {"unearth", "sacrifice"} <= verbs_with(LEAVES_TOMB)
    assert {"unearthed", "sacrificed"} <= events_with(LEAVES_TOMB)


class SilentlyExhume(ChooseCard):
    """Put a card of the tomb on the discard pile, without a declaration of that."""

    spec = PartSpec(
        "SilentlyExhume",
        verbs=(Verb("dig_up", 60, (CARD,), "dig up {0}"),),
        event_texts={"dug_up": EventText("You dig up {0}.", "{who} digs up {0}.")},
    )

    def __init__(self) -> None:
        super().__init__(TOMB)

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        self.remove_from_zone(state, seat, kind)
        state.push(DISCARD + seat, kind)
        state.emit("dug_up", seat, (kind,))


def test_a_part_that_forgets_the_declaration_is_named():
    assert leaving_undeclared(SilentlyExhume) == ["dig_up", "dug_up"]
