"""Reactions: Boat, Mummified Cat and Axe. (The parts that the Offering Table stops handle it themselves.)

An offer puts a frame on the stack for every opponent, in turn order. If only the holders of the card had a frame, the stack would
reveal who they are. Only holders are asked, and a declined offer leaves no trace. The event "may_react" tells, for each opponent
whose turn it is to be asked, that it may hold the card as far as everybody knows. It is the same whether or not it does.
"""

from typing import ClassVar, Final, final

from engine.core.arrays import i64
from engine.core.game import NOTHING, Event
from engine.core.moves import VERB_MASK, first_argument, pack_move, pack_move2, second_argument
from engine.core.tasks import DEPTH_CELL, STACK_START, Subject
from engine.valley.catalogue.card import AXE, BOAT, MUMMIFIED_CAT, OFFERING_TABLE, Part, add_rules_program
from engine.valley.catalogue.declarations import GAINS_CARD, LOSES_CARD, REACTION, REVEALS_CARDS, EventText, PartSpec
from engine.valley.catalogue.verbs import CARD, PASS, SLOT, Verb
from engine.valley.rules.pyramid import remove_and_crumble
from engine.valley.state import BONEYARD, DECK, DISCARD, HAND, LOOKED_AT, PYRAMID_START, SHOWN, ValleyState

DISCARD_CARD: Final[i64] = 5  # argument: kind, from the hand
REVEAL: Final[i64] = 7  # argument: kind of the Offering Table
REACT: Final[i64] = 9  # arguments: kind, and a slot if it takes a card from the pyramid
DISCARDING: Final = Verb("discard", DISCARD_CARD, (CARD,), "discard {0}")
REACTING: Final = Verb("react", REACT, (CARD, SLOT), "react with {0}", "react with {0}: take {1}", zone="hand")


def call_for_opponents(state: ValleyState, program_address: i64, seat: i64, subject: Subject) -> None:
    """Put a program on the stack for each opponent of `seat`. The one to the left carries it out first."""
    distance = state.seat_count - 1
    while distance > 0:  # last in, first out
        state.call(program_address, (seat + distance) % state.seat_count, subject)
        distance -= 1


def sacrifice_removed(state: ValleyState, seat: i64, kind: i64) -> None:
    """Put a card that `seat` sacrifices on the boneyard. The caller has removed it from its zone. An opponent's Mummified Cat
    may snatch it."""
    state.push(BONEYARD, kind)
    if state.events is not None:
        state.emit("sacrificed", seat, (kind,))
    call_for_opponents(state, MUMMIFIED_CAT_PROGRAM, seat, kind)


def discard_from_hand(state: ValleyState, seat: i64, kind: i64) -> None:
    """Discard a card from the hand of `seat`, as the result of an action."""
    state.remove_from_hand_openly(seat, kind)
    discard_removed(state, seat, kind)
    if state.events is not None:
        state.emit("discarded", seat, (kind,))


def discard_removed(state: ValleyState, seat: i64, kind: i64) -> None:
    """Discard a card as the result of an action. The caller has removed it from its zone. An Axe makes all opponents discard."""
    state.push(DISCARD + seat, kind)
    if state.catalogue.reactions[kind] == AXE:
        call_for_opponents(state, AXE_PROGRAM, seat, kind)


def asks_secretly(state: ValleyState) -> bool:
    """Whether a seat is asked only because it holds a reaction. Nobody else may know this before the reaction is used."""
    return state.move_count > 0 and state.top_address() in (MUMMIFIED_CAT_PROGRAM, BOAT_PROGRAM)


def may_have_asked_others(events: list[Event], viewer: int) -> bool:
    """Whether, by public knowledge, a seat other than the viewer may have been asked whether it reacts to one of these events."""
    return any(event.verb == "may_react" and event.seat != viewer for event in events)


def emit_if_may_hold_reaction(state: ValleyState, seat: i64, reaction: i64) -> None:
    """Emit an event if, by public knowledge, `seat` may hold the reaction that it can use now."""
    if state.events is not None and may_hold_reaction(state, seat, reaction):
        state.emit("may_react", seat)


def may_hold_reaction(state: ValleyState, seat: i64, reaction: i64) -> bool:
    """Whether, by public knowledge, this reaction may be in the hand of `seat`."""
    for zone in (HAND, DECK, LOOKED_AT):
        for kind in state.kinds(zone + seat):
            if state.catalogue.reactions[kind] == reaction:
                return True
    return False


def offer_offering_table_unless_active(state: ValleyState, seat: i64) -> None:
    """Offer to show each Offering Table in the hand against an opponent's action that demands a discard or a sacrifice. In the
    turn of `seat` itself nothing is offered."""
    if seat == state.active:
        return
    table_kind = state.first_hand_kind_with_reaction(seat, OFFERING_TABLE)
    while table_kind >= 0:
        state.offer(pack_move(REVEAL, table_kind))
        table_kind = next_hand_kind_with_same_reaction(state, seat, table_kind)


def next_hand_kind_with_same_reaction(state: ValleyState, seat: i64, kind: i64) -> i64:
    """The next higher kind in the hand with the same reaction; NOTHING if there is none."""
    reaction = state.catalogue.reactions[kind]
    if state.catalogue.reaction_copies[reaction] > 1:
        for i in range(state.count(HAND + seat)):
            other_kind = state.card_at(HAND + seat, i)
            if other_kind > kind and state.catalogue.reactions[other_kind] == reaction:
                return other_kind
    return NOTHING


def show_offering_table(state: ValleyState, seat: i64, table_kind: i64) -> None:
    """Show the Offering Table. It stays in the hand, where all players now know it."""
    if not state.has(SHOWN + seat, table_kind):
        state.add(SHOWN + seat, table_kind)
    if state.events is not None:
        state.emit("showed", seat, (table_kind,), reveals=True)


@final
class MummifiedCatReaction(Part[ValleyState]):
    """Mummified Cat: its owner discards it and takes `subject`, the card that an opponent has just sacrificed."""

    spec: ClassVar[PartSpec] = PartSpec(
        verbs=(REACTING,),
        asks_or_pass="Take the sacrificed {subject} with your {card}?",
        event_texts={
            "snatched": EventText(
                "Your {0} snatches {1}.", "{who}'s {0} snatches {1}.", taken_at=1, facts=(GAINS_CARD, REACTION)
            )
        },
    )

    def kind_causing_question(self, state: ValleyState, seat: i64, subject: Subject) -> i64:
        return first_argument(state.menu[0])

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        if subject < 0 or state.top(BONEYARD) != subject:
            return
        emit_if_may_hold_reaction(state, seat, MUMMIFIED_CAT)
        cat = state.first_hand_kind_with_reaction(seat, MUMMIFIED_CAT)
        while cat >= 0:
            state.offer(pack_move(REACT, cat))
            cat = next_hand_kind_with_same_reaction(state, seat, cat)
        if state.move_count > 0:
            state.offer(PASS)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move & VERB_MASK == REACT and move >= 0:
            cat = first_argument(move)
            state.remove_from_hand_openly(seat, cat)
            state.push(DISCARD + seat, cat)
            state.push(DISCARD + seat, state.pop(BONEYARD))
            if state.catalogue.reaction_copies[MUMMIFIED_CAT] > 1:
                cancel_mummified_cat_offers(state, subject)
            if state.events is not None:
                state.emit("snatched", seat, (cat, subject), reveals=True)
        return subject


def cancel_mummified_cat_offers(state: ValleyState, sacrificed_kind: i64) -> None:
    """Cancel the remaining offers of a sacrificed card that was taken. Otherwise opponents who are asked later could take an
    older card of its kind."""
    cell = STACK_START + 3 * state.cells[DEPTH_CELL] - 3
    while (
        cell >= STACK_START and state.cells[cell] == MUMMIFIED_CAT_PROGRAM and state.cells[cell + 2] == sacrificed_kind
    ):
        state.cells[cell + 2] = NOTHING
        cell -= 3


@final
class BoatReaction(Part[ValleyState]):
    """Boat: after an opponent's purchase and the crumbling, its owner discards it and takes a card from the base. The
    pyramid crumbles again, and the owner of the Boat chooses how."""

    spec: ClassVar[PartSpec] = PartSpec(
        verbs=(REACTING,),
        asks_or_pass="Take a card from the base with your {card}?",
        event_texts={
            "sailed": EventText(
                "Your {0} sails and takes {1}.",
                "{who}'s {0} sails and takes {1}.",
                taken_at=1,
                facts=(GAINS_CARD, REACTION),
            ),
            "may_react": EventText("", ""),
        },
    )

    def kind_causing_question(self, state: ValleyState, seat: i64, subject: Subject) -> i64:
        return first_argument(state.menu[0])

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        for slot in range(3):
            if state.cells[PYRAMID_START + slot] >= 0:
                emit_if_may_hold_reaction(state, seat, BOAT)
                break
        boat = state.first_hand_kind_with_reaction(seat, BOAT)
        while boat >= 0:
            for slot in range(3):
                if state.cells[PYRAMID_START + slot] >= 0:
                    state.offer(pack_move2(REACT, boat, slot))
            boat = next_hand_kind_with_same_reaction(state, seat, boat)
        if state.move_count > 0:
            state.offer(PASS)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move & VERB_MASK == REACT and move >= 0:
            boat = first_argument(move)
            state.remove_from_hand_openly(seat, boat)
            state.push(DISCARD + seat, boat)
            # Whether another Boat is offered is checked after the pyramid has crumbled.
            if state.catalogue.reaction_copies[BOAT] > 1:
                state.call(BOAT_PROGRAM, seat, NOTHING)
            if state.events is not None:
                taken_kind = state.cells[PYRAMID_START + second_argument(move)]
                state.emit("sailed", seat, (boat, taken_kind), reveals=True)
            state.push(DISCARD + seat, remove_and_crumble(state, second_argument(move), seat))
        return subject


@final
class AxeReaction(Part[ValleyState]):
    """Axe, which is `subject`: each opponent of its owner discards the card with the highest cost in hand, and shows the others
    as proof. That card may be another Axe. The Offering Table stops this, except in its owner's turn (rulebook, "Offering
    Table")."""

    spec: ClassVar[PartSpec] = PartSpec(
        verbs=(DISCARDING, Verb("reveal", REVEAL, (CARD,), "show {0}", zone="hand")),
        asks="Discard the card with the highest cost in your hand",
        event_texts={
            "discarded": EventText("You discard {0}.", "{who} discards {0}.", facts=(LOSES_CARD,)),
            "showed": EventText(
                "You show {0} and are not affected.",
                "{who} shows {0} and is not affected.",
                facts=(REACTION, REVEALS_CARDS),
            ),
        },
    )

    def kind_causing_question(self, state: ValleyState, seat: i64, subject: Subject) -> i64:
        return subject

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        cost = state.catalogue.cost
        highest_cost: i64 = NOTHING
        for i in range(state.count(HAND + seat)):
            if cost[state.card_at(HAND + seat, i)] > highest_cost:
                highest_cost = cost[state.card_at(HAND + seat, i)]
        previous_kind: i64 = NOTHING
        for i in range(state.count(HAND + seat)):
            kind = state.card_at(HAND + seat, i)
            if kind != previous_kind and cost[kind] == highest_cost:
                previous_kind = kind
                state.offer(pack_move(DISCARD_CARD, kind))
        offer_offering_table_unless_active(state, seat)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move < 0:
            return subject
        kind = first_argument(move)
        if move & VERB_MASK == REVEAL:
            show_offering_table(state, seat, kind)
            return subject
        discard_from_hand(state, seat, kind)
        state.show_hand(seat)
        if state.events is not None:
            state.emit("showed_hand", seat, tuple(state.kinds(HAND + seat)), reveals=True)
        return subject


AXE_PROGRAM: Final[i64] = add_rules_program("Axe discarded", AxeReaction())
MUMMIFIED_CAT_PROGRAM: Final[i64] = add_rules_program("Mummified Cat offered", MummifiedCatReaction())
BOAT_PROGRAM: Final[i64] = add_rules_program("Boat offered", BoatReaction())
