"""Parts that use cards in play, or the card whose action is being executed.

No part knows a card by name. The frame that waits for the end of an action holds the kind of the card. The card stays where it
is until then, unless its own action moves it (our ruling).
"""

from typing import ClassVar, Final, final

from engine.core.arrays import i64
from engine.core.game import NOTHING
from engine.core.tasks import DEPTH_CELL, STACK_START, Subject
from engine.valley.catalogue.card import Part
from engine.valley.catalogue.declarations import AT_OTHERS, IN_DECK, IN_PLAY, IN_PYRAMID, IN_TOMB, EventText, PartSpec
from engine.valley.catalogue.verbs import CARD, Verb
from engine.valley.parts.choosing import ENTOMBING, EntombChosen, PickUpChosen, rest_completes_after
from engine.valley.parts.deck import EXECUTED_ELSEWHERE_PROGRAM, EXECUTED_PROGRAM, note_executed_elsewhere
from engine.valley.parts.filters import CardFilter
from engine.valley.parts.tomb import AWAKENED_PROGRAM
from engine.valley.state import (
    DISCARD,
    EXECUTED,
    PLAYED,
    PYRAMID_CHANGED,
    PYRAMID_START,
    REVEALED,
    SLOT_COUNT,
    TOMB,
    ValleyState,
)

RETURN: Final[i64] = 27  # kind of a card in play that moves to the hand


def frame_cell_of_running_action(state: ValleyState) -> i64:
    """The first cell of the frame that waits for the end of the innermost action; NOTHING if no action is being executed."""
    for frame in range(state.cells[DEPTH_CELL] - 1, -1, -1):
        cell = STACK_START + 3 * frame
        if state.cells[cell] in (EXECUTED_PROGRAM, EXECUTED_ELSEWHERE_PROGRAM, AWAKENED_PROGRAM):
            return cell
    return NOTHING


def zone_of_running_card(state: ValleyState, seat: i64) -> i64:
    """The number of the zone that holds the card whose action is being executed (in play, revealed or tomb); NOTHING if no action
    is being executed, or if the card has moved."""
    cell = frame_cell_of_running_action(state)
    if cell < 0 or state.cells[cell] == EXECUTED_ELSEWHERE_PROGRAM:
        return NOTHING
    zone = PLAYED + seat
    if state.cells[cell] == AWAKENED_PROGRAM:
        zone = TOMB + seat
    elif state.has(REVEALED + seat, state.cells[cell + 2]):
        zone = REVEALED + seat
    if not state.has(zone, state.cells[cell + 2]):
        return NOTHING
    return zone


@final
class FinishedCards(CardFilter):
    """Cards in play whose actions are not being executed."""

    def fits(self, state: ValleyState, seat: i64, kind: i64) -> bool:
        # A revealed copy is executed as a revealed card, not as one of the cards in play.
        running_copies = -state.count_of(REVEALED + seat, kind)
        for frame in range(state.cells[DEPTH_CELL]):
            cell = STACK_START + 3 * frame
            if state.cells[cell] == EXECUTED_PROGRAM and state.cells[cell + 2] == kind:
                running_copies += 1
        if running_copies < 0:
            running_copies = 0
        return state.count_of(PLAYED + seat, kind) > running_copies


FINISHED_CARDS: Final = FinishedCards()


@final
class EntombFromPlay(EntombChosen):
    """Entomb one of the player's cards in play, but not the card that is being executed."""

    spec: ClassVar[PartSpec] = PartSpec(
        "EntombFromPlay", verbs=(ENTOMBING,), asks="Entomb one of your cards in play", obstacle="no other card in play"
    )

    def __init__(self) -> None:
        super().__init__(PLAYED, FINISHED_CARDS)

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        if state.has(EXECUTED, kind):
            note_executed_elsewhere(state, kind)
        super().apply_to(state, seat, subject, kind)


@final
class ReturnFromPlay(PickUpChosen):
    """Return one of the player's cards in play to the hand, whether it was played for its action or for its gold; but not the
    card that is being executed."""

    spec: ClassVar[PartSpec] = PartSpec(
        "ReturnFromPlay",
        verbs=(Verb("return", RETURN, (CARD,), "return {0}"),),
        asks="Which of your cards in play goes back to your hand?",
        obstacle="no other card in play",
        event_texts={"returned": EventText("You put {0} back into your hand.", "{who} puts {0} back into the hand.")},
    )

    def __init__(self) -> None:
        super().__init__(PLAYED, "returned", FINISHED_CARDS)


@final
class LayOnTheirs(Part[ValleyState]):
    """Put the card that is being executed on top of the discard pile of the opponent `subject`."""

    spec: ClassVar[PartSpec] = PartSpec(
        "LayOnTheirs",
        obstacle="the card is no longer at hand",
        reads=IN_PLAY,
        writes=IN_PLAY | IN_DECK | IN_TOMB | AT_OTHERS,
    )

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return zone_of_running_card(state, seat) >= 0 and rest_completes_after(
            self, state, seat, subject, NOTHING, subject
        )

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        zone = zone_of_running_card(state, seat)
        if zone < 0 or subject < 0 or subject >= state.seat_count:
            state.broken = True
            return subject
        kind = state.cells[frame_cell_of_running_action(state) + 2]
        state.remove(zone, kind)
        state.push(DISCARD + subject, kind)
        if state.events is not None:
            state.emit("gave", seat, (kind, subject))
        return subject


@final
class FallIntoPyramid(Part[ValleyState]):
    """Put the card that is being executed into the slot of the pyramid that a rebuilding would fill next."""

    spec: ClassVar[PartSpec] = PartSpec(
        "FallIntoPyramid",
        obstacle="the card is no longer at hand",
        event_texts={"fell": EventText("You put {0} into the pyramid.", "{who} puts {0} into the pyramid.")},
        reads=IN_PLAY,
        writes=IN_PLAY | IN_DECK | IN_TOMB | IN_PYRAMID,
    )

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return zone_of_running_card(state, seat) >= 0 and rest_completes_after(
            self, state, seat, subject, NOTHING, subject
        )

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        zone = zone_of_running_card(state, seat)
        for slot in range(SLOT_COUNT):
            if zone >= 0 and state.cells[PYRAMID_START + slot] < 0:
                kind = state.cells[frame_cell_of_running_action(state) + 2]
                state.remove(zone, kind)
                state.cells[PYRAMID_START + slot] = kind
                state.cells[PYRAMID_CHANGED] = 1
                if state.events is not None:
                    state.emit("fell", seat, (kind,))
                return kind
        state.broken = True
        return subject
