"""Parts that draw, look at, reveal and execute cards of the own deck, or name a set."""

from typing import ClassVar, Final, final

from engine.core.arrays import i64
from engine.core.events import ALL_SEATS, NO_SEATS, Event, SeatSet, only_seat
from engine.core.game import NOTHING
from engine.core.tasks import DEPTH_CELL, Subject
from engine.valley.catalogue.card import CHECK_IN_PLAY, EXECUTES_AGAIN, ExecutionSource, Part, add_action_program
from engine.valley.catalogue.declarations import (
    AT_OTHERS,
    BY_CHANCE,
    BY_LUCK,
    CARD_COUNT,
    CONSEQUENCE,
    EVERYWHERE_IF_TRIAL,
    EXECUTES_CARD,
    IN_DECK,
    IN_HAND,
    REVEALS_CARDS,
    ROUTINE,
    EventText,
    PartSpec,
)
from engine.valley.catalogue.verbs import CARD, SET, Verb
from engine.valley.parts.choosing import (
    ChooseCard,
    ChooseNumber,
    can_draw,
    rest_completes_after,
    rest_completes_after_every_draw,
    rest_completes_after_every_reveal,
)
from engine.valley.parts.filters import CardFilter
from engine.valley.rules.discards import call_ordering
from engine.valley.rules.reactions import discard_removed
from engine.valley.state import DISCARD, EXECUTED, EXECUTED_ELSEWHERE, HAND, LOOKED_AT, REVEALED, ValleyState

KEEP: Final[i64] = 14  # kind of a card that was looked at
REPEAT: Final[i64] = 17  # kind whose action was executed this turn


@final
class Draw(Part[ValleyState]):
    """Draw `cards` cards. Impossible if deck and discard pile together hold fewer."""

    spec: ClassVar[PartSpec] = PartSpec(
        "Draw",
        (CARD_COUNT,),
        obstacle="fewer than {cards} cards are left to draw",
        event_texts={
            "shuffled": EventText(
                "You shuffle your discard pile into a new deck.",
                "{who} shuffles the discard pile into a new deck.",
                cut_before=" into ",
                facts=(ROUTINE,),
            ),
            "drew": EventText("You draw {all}.", "{who} draws {number}.", facts=(CONSEQUENCE,)),
        },
        reads=IN_DECK,
        writes=IN_HAND | IN_DECK,
        adds_to=IN_HAND,
    )

    def __init__(self, cards: int = 1) -> None:
        super().__init__()
        self.cards: i64 = cards

    def obstacle(self, state: ValleyState, seat: i64) -> str:
        return "no card is left to draw" if self.cards == 1 else super().obstacle(state, seat)

    def signature(self) -> str:
        return f"Draw({self.cards})"

    def max_own_cards_reached(self) -> int:
        return int(self.cards)

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return rest_completes_after_every_draw(self, state, seat, self.cards, HAND, subject)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        draw_or_break(state, seat, self.cards)
        return subject


def draw_or_break(state: ValleyState, seat: i64, count: i64) -> None:
    """Draw `count` cards into the hand. If fewer are left, draw all of them and set `state.broken`."""
    if state.drawable_count(seat) < count:
        state.broken = True
    state.draw_to_hand(seat, count)


@final
class LookAt(Part[ValleyState]):
    """Look at the top `cards` cards of the player's deck."""

    spec: ClassVar[PartSpec] = PartSpec(
        "LookAt",
        (CARD_COUNT,),
        obstacle="fewer than {cards} cards are left to look at",
        event_texts={
            "looked": EventText("You look at {0}.", "{who} looks at a card of the deck.", facts=(CONSEQUENCE,))
        },
        reads=IN_DECK,
        writes=IN_DECK,
    )

    def __init__(self, cards: int) -> None:
        super().__init__()
        self.cards: i64 = cards

    def obstacle(self, state: ValleyState, seat: i64) -> str:
        return "no card is left to look at" if self.cards == 1 else super().obstacle(state, seat)

    def signature(self) -> str:
        return f"LookAt({self.cards})"

    def max_own_cards_reached(self) -> int:
        return int(self.cards)

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return rest_completes_after_every_draw(self, state, seat, self.cards, LOOKED_AT, subject)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if not can_draw(state, seat, self.cards, LOOKED_AT):
            state.broken = True
            return subject
        for _ in range(self.cards):
            kind = state.draw(seat)
            state.add(LOOKED_AT + seat, kind)
            if state.events is not None:
                state.emit("looked", seat, (kind,), seat, True)
        return subject


@final
class KeepOne(ChooseCard):
    """Put one of the cards that were looked at into the hand and the others on the discard pile. (They are not discarded.)"""

    spec: ClassVar[PartSpec] = PartSpec(
        "KeepOne",
        verbs=(Verb("keep", KEEP, (CARD,), "keep {0}"),),
        asks="Which card goes to your hand?",
        event_texts={
            "kept": EventText("You keep {0}.", "{who} keeps a card.", facts=(CONSEQUENCE,)),
            "laid": EventText(
                "You put {all} on your discard pile.",
                "{who} puts {all} on the discard pile.",
                silent_without_cards=True,
                facts=(CONSEQUENCE,),
            ),
        },
        reads=EVERYWHERE_IF_TRIAL,
        writes=IN_HAND | IN_DECK,
        adds_to=IN_HAND,
    )

    def __init__(self) -> None:
        super().__init__(LOOKED_AT)

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        if not self.needs_trial or state.count(LOOKED_AT + seat) == 0:
            return self.rest_can_be_completed(state, seat, subject)
        return super().can_be_completed(state, seat, subject)

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        state.remove(LOOKED_AT + seat, kind)
        state.add(HAND + seat, kind)
        if state.events is not None:
            state.emit("kept", seat, (kind,), seat)
        lay_on_discards(state, seat, state.kinds(LOOKED_AT + seat), ALL_SEATS - only_seat(seat))
        state.clear(LOOKED_AT + seat)


def lay_on_discards(state: ValleyState, seat: i64, kinds: list[int], reveals_to: SeatSet) -> None:
    """Put these cards on the discard pile, where they are not discarded. Their owner chooses the order if it may matter. The
    seats `reveals_to` see them for the first time."""
    cards_below = state.count(DISCARD + seat)
    for kind in kinds:
        state.push(DISCARD + seat, kind)
    if state.events is not None:
        state.emit_event(Event("laid", seat, tuple(kinds), reveals_to=reveals_to if kinds else NO_SEATS))
    call_ordering(state, seat, cards_below)


@final
class RevealTop(Part[ValleyState]):
    """Reveal the top card of the player's deck; it becomes `subject`."""

    spec: ClassVar[PartSpec] = PartSpec(
        "RevealTop",
        obstacle="no card is left to reveal",
        event_texts={
            "revealed": EventText("You reveal {0}.", "{who} reveals {0}.", facts=(CONSEQUENCE, REVEALS_CARDS))
        },
        reads=IN_DECK,
        writes=IN_DECK | BY_LUCK,
    )

    def max_own_cards_reached(self) -> int:
        return 1

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return rest_completes_after_every_draw(self, state, seat, 1, REVEALED, subject)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        return reveal_top_or_break(state, seat)


def reveal_top_or_break(state: ValleyState, seat: i64) -> i64:
    """Reveal the top card of the deck. Returns its kind. If no card can be revealed, sets `state.broken` and returns NOTHING."""
    if not can_draw(state, seat, 1, REVEALED):
        state.broken = True
        return NOTHING
    kind = state.draw(seat)
    state.push(REVEALED + seat, kind)
    if state.events is not None:
        state.emit("revealed", seat, (kind,), reveals=True)
    return kind


def can_execute_outside_hand(state: ValleyState, seat: i64, kind: i64, frame_program: i64) -> bool:
    """Whether the action of a card outside the hand can be carried out now, above a frame of `frame_program`."""
    address = state.catalogue.action_address[kind]
    if address < 0 or state.catalogue.placement_for_check[kind] != CHECK_IN_PLAY:
        return address >= 0 and state.programs.tasks[address].can_be_completed(state, seat, NOTHING)
    return can_execute_above_frame(state, seat, kind, frame_program)


def can_execute_above_frame(state: ValleyState, seat: i64, kind: i64, frame_program: i64) -> bool:
    """Whether the action of a card can be carried out now while the card counts as being executed: during the check, a frame of
    `frame_program` is on the stack."""
    state.call(frame_program, seat, kind)
    is_possible = state.programs.tasks[state.catalogue.action_address[kind]].can_be_completed(state, seat, NOTHING)
    state.cells[DEPTH_CELL] -= 1
    return is_possible


def call_action(state: ValleyState, seat: i64, kind: i64) -> None:
    """Put the action of a card in play or revealed on the stack. When all its parts are done, the card is noted as executed this
    turn."""
    call_action_above_frame(state, seat, kind, EXECUTED_PROGRAM)


def call_action_above_frame(state: ValleyState, seat: i64, kind: i64, frame_program: i64) -> None:
    """Put the action of a card on the stack, above a frame of `frame_program`. That program tells where the card is, and notes
    that the action is finished."""
    state.call(frame_program, seat, kind)
    state.call(state.catalogue.action_address[kind], seat, NOTHING)


@final
class NoteExecuted(Part[ValleyState]):
    """Note that the action of the card `subject` was executed this turn. It is noted at the end of the action, so no action can
    repeat itself."""

    def __init__(self, elsewhere: bool = False) -> None:
        super().__init__()
        self.elsewhere: Final = elsewhere  # the card is neither in play nor revealed

    def signature(self) -> str:
        return "NoteExecuted(elsewhere)" if self.elsewhere else "NoteExecuted"

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if not state.has(EXECUTED, subject):
            state.add(EXECUTED, subject)
        if self.elsewhere or state.has(REVEALED + seat, subject):
            note_executed_elsewhere(state, subject)
        return subject


def note_executed_elsewhere(state: ValleyState, kind: i64) -> None:
    """Note that a card whose action was executed this turn is not in play."""
    if state.catalogue.notes_executed_elsewhere and not state.has(EXECUTED_ELSEWHERE, kind):
        state.add(EXECUTED_ELSEWHERE, kind)


EXECUTED_PROGRAM: Final[i64] = add_action_program("Executed", NoteExecuted())  # for a card in play or revealed
# For the repetition of a card that is not in play.
EXECUTED_ELSEWHERE_PROGRAM: Final[i64] = add_action_program("Executed elsewhere", NoteExecuted(elsewhere=True))


def program_of_repetition(state: ValleyState, kind: i64) -> i64:
    """The program of the frame under an action that is repeated. If several cards of the kind were executed, one that is not in
    play is repeated, because cards in play can then still be used."""
    return EXECUTED_ELSEWHERE_PROGRAM if state.has(EXECUTED_ELSEWHERE, kind) else EXECUTED_PROGRAM


@final
class ExecuteIt(Part[ValleyState]):
    """Execute the action of the card `subject`. The player must do so if it is possible. The card does not count as played,
    because it was not in hand."""

    spec: ClassVar[PartSpec] = PartSpec(
        "ExecuteIt",
        event_texts={
            "executed_revealed": EventText(
                "You execute the revealed {0}.", "{who} executes the revealed {0}.", facts=(EXECUTES_CARD, BY_CHANCE)
            ),
            "could_not_execute": EventText("{0} cannot be executed.", "{0} cannot be executed."),
        },
        reads=EVERYWHERE_IF_TRIAL,
    )

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return rest_completes_after(self, state, seat, subject, NOTHING, subject)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if subject >= 0:
            if can_execute_outside_hand(state, seat, subject, EXECUTED_PROGRAM):
                if state.events is not None:
                    state.emit("executed_revealed", seat, (subject,))
                call_action(state, seat, subject)
            elif state.events is not None:
                state.emit("could_not_execute", seat, (subject,))
        return subject


@final
class DiscardIt(Part[ValleyState]):
    """Discard the revealed card `subject`, unless its action has moved it."""

    spec: ClassVar[PartSpec] = PartSpec("DiscardIt", reads=0, writes=IN_DECK | AT_OTHERS)

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return rest_completes_after(self, state, seat, subject, NOTHING, subject)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if subject >= 0 and state.remove(REVEALED + seat, subject):
            discard_removed(state, seat, subject)
        return subject


@final
class Repeatable(CardFilter):
    """Cards whose actions can be repeated now."""

    def fits(self, state: ValleyState, seat: i64, kind: i64) -> bool:
        return (
            state.catalogue.repeatable[kind] != 0
            and state.catalogue.execution_source[kind] != EXECUTES_AGAIN
            and can_execute_outside_hand(state, seat, kind, program_of_repetition(state, kind))
        )


@final
class Repeat(ChooseCard):
    """Repeat an action that was executed this turn. (An action that repeats others cannot be chosen, because the player can
    choose those directly.)"""

    spec: ClassVar[PartSpec] = PartSpec(
        "Repeat",
        verbs=(Verb("repeat", REPEAT, (CARD,), "repeat {0}", facts=(EXECUTES_CARD,)),),
        asks="Repeat which action?",
        obstacle="no action executed this turn can be repeated now",
        event_texts={"repeated": EventText("You repeat {0}.", "{who} repeats {0}.", facts=(EXECUTES_CARD,))},
    )

    def __init__(self) -> None:
        super().__init__(EXECUTED, Repeatable())

    def asked_zone(self) -> str:
        return "play"

    def execution_source(self) -> ExecutionSource:
        return EXECUTES_AGAIN

    def zone_of(self, seat: i64, subject: Subject) -> i64:
        return EXECUTED

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        if state.events is not None:
            state.emit("repeated", seat, (kind,))
        call_action_above_frame(state, seat, kind, program_of_repetition(state, kind))


NAME: Final[i64] = 25  # number of a set


@final
class NameSet(ChooseNumber):
    """Name a set of the game. Its number becomes `subject`."""

    spec: ClassVar[PartSpec] = PartSpec(
        "NameSet",
        verbs=(Verb("name", NAME, (SET,), "name {0}"),),
        asks="Name a set",
        event_texts={"named": EventText("You name {set}.", "{who} names {set}.", set_at=0, facts=(CONSEQUENCE,))},
        reads=0,
        writes=0,
    )

    def candidate_count(self, state: ValleyState) -> i64:
        return len(state.catalogue.set_names)

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, set_number: i64) -> Subject:
        if state.events is not None:
            state.emit("named", seat, (set_number,))
        return set_number


@final
class RevealForSet(Part[ValleyState]):
    """Reveal the top `cards` cards of the player's deck. Those of the set `subject` go to the hand, the others go on the discard
    pile. (They are not discarded.)"""

    spec: ClassVar[PartSpec] = PartSpec(
        "RevealForSet",
        (CARD_COUNT,),
        obstacle="fewer than {cards} cards are left to reveal",
        event_texts={"kept_openly": EventText("You put {0} into your hand.", "{who} puts {0} into the hand.")},
        reads=IN_DECK,
        writes=IN_HAND | IN_DECK | BY_LUCK,
    )

    def __init__(self, cards: int) -> None:
        super().__init__()
        self.cards: i64 = cards

    def obstacle(self, state: ValleyState, seat: i64) -> str:
        return "no card is left to reveal" if self.cards == 1 else super().obstacle(state, seat)

    def signature(self) -> str:
        return f"RevealForSet({self.cards})"

    def max_own_cards_reached(self) -> int:
        return int(self.cards)

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return can_draw(state, seat, self.cards, REVEALED) and rest_completes_after_every_reveal(
            self, state, seat, self.cards, subject
        )

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if not can_draw(state, seat, self.cards, REVEALED):
            state.broken = True
            return NOTHING
        # Below them may be a revealed card whose action is being executed, such as this one.
        cards_below = state.count(REVEALED + seat)
        for _ in range(self.cards):
            reveal_top_or_break(state, seat)
        others: list[int] = []
        for _ in range(self.cards):
            kind = state.remove_at(REVEALED + seat, cards_below)
            if subject >= 0 and state.catalogue.set[kind] == subject:
                state.add_to_hand_openly(seat, kind)
                if state.events is not None:
                    state.emit("kept_openly", seat, (kind,))
            else:
                others.append(kind)
        lay_on_discards(state, seat, others, NO_SEATS)
        return NOTHING
