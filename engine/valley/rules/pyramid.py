"""Crumbling and rebuilding (rulebook, "Crumbling Pyramid" and "Taking a Turn", step 3).

Slots: base 0 1 2 from the left, middle 3 (above 0 and 1) and 4 (above 1 and 2), top 5 (above 3 and 4).
"""

from typing import ClassVar, Final, final

from engine.core.arrays import i64
from engine.core.game import NOTHING
from engine.core.moves import first_argument, pack_move
from engine.core.tasks import Subject
from engine.valley.catalogue.card import Part, add_rules_program
from engine.valley.catalogue.declarations import CONSEQUENCE, EventText, PartSpec
from engine.valley.catalogue.verbs import SLOT, Verb
from engine.valley.state import PYRAMID_CHANGED, PYRAMID_START, SLOT_COUNT, ValleyState

CRUMBLE: Final[i64] = 11  # argument: slot of the card that falls
FALLS: Final = "{0} falls{then}."


def pyramid_is_empty(state: ValleyState) -> bool:
    """Whether all slots are empty."""
    cells = state.cells
    for cell in range(PYRAMID_START, PYRAMID_START + SLOT_COUNT):
        if cells[cell] >= 0:
            return False
    return True


def remove_and_crumble(state: ValleyState, slot: i64, chooser: i64) -> i64:
    """Remove the card in a slot, let the pyramid crumble, and return the kind of the card. If two cards could fall into the
    middle of the base, the seat `chooser` is asked which one falls. The caller has emitted why the card leaves."""
    cells = state.cells
    kind = cells[PYRAMID_START + slot]
    cells[PYRAMID_START + slot] = NOTHING
    cells[PYRAMID_CHANGED] = 1
    if slot == 0:
        drop_card(state, 3, 0)
    elif slot == 2:
        drop_card(state, 4, 2)
    elif slot == 1:
        if cells[PYRAMID_START + 3] < 0:
            drop_card(state, 4, 1)
        elif cells[PYRAMID_START + 4] < 0:
            drop_card(state, 3, 1)
        else:
            state.call(CRUMBLING_PROGRAM, chooser, NOTHING)
    elif slot < 5:
        drop_card(state, 5, slot)
    return kind


def drop_card(state: ValleyState, upper_slot: i64, lower_slot: i64, chooser: i64 = NOTHING) -> None:
    """Let the card in `upper_slot`, if any, fall into the empty `lower_slot`, and then the top card into `upper_slot`. `chooser`
    is the seat that chose it; NOTHING if no other card could fall."""
    cells = state.cells
    cells[PYRAMID_START + lower_slot] = cells[PYRAMID_START + upper_slot]
    cells[PYRAMID_START + upper_slot] = NOTHING
    if upper_slot < 5 and cells[PYRAMID_START + 5] >= 0:
        cells[PYRAMID_START + upper_slot] = cells[PYRAMID_START + 5]
        cells[PYRAMID_START + 5] = NOTHING
    if state.events is not None and cells[PYRAMID_START + lower_slot] >= 0:
        places = (lower_slot, upper_slot)
        fallen = [cells[PYRAMID_START + slot] for slot in places if cells[PYRAMID_START + slot] >= 0]
        if chooser >= 0:
            state.emit("crumbled", chooser, tuple(fallen))
        else:
            state.emit("dropped", state.active, tuple(fallen))


def rebuild_pyramid(state: ValleyState) -> None:
    """Fill the empty slots from the stock, one card at a time, from the base up and from the left."""
    cells = state.cells
    for slot in range(SLOT_COUNT):
        if cells[PYRAMID_START + slot] < 0:
            kind = state.draw_stock()
            if kind < 0:
                return
            cells[PYRAMID_START + slot] = kind
            if state.events is not None:
                state.emit("rebuilt", state.active, (kind, slot), reveals=True)


@final
class ChooseFall(Part[ValleyState]):
    """Two cards could fall into the empty middle of the base; the player chooses one."""

    spec: ClassVar[PartSpec] = PartSpec(
        verbs=(Verb("crumble", CRUMBLE, (SLOT,), "let {0} fall"),),
        asks="Two cards could fall: which one does?",
        event_texts={
            "crumbled": EventText("You let {0} fall{then}.", "{who} lets {0} fall{then}.", cut_before=", then "),
            "dropped": EventText(FALLS, FALLS, facts=(CONSEQUENCE,)),
        },
    )

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        state.offer(pack_move(CRUMBLE, 3))
        state.offer(pack_move(CRUMBLE, 4))

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        drop_card(state, first_argument(move), 1, seat)
        return subject


CRUMBLING_PROGRAM: Final[i64] = add_rules_program("Crumbling", ChooseFall())
