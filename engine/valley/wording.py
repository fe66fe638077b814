"""Menus, questions, the story and reasons in words. Most of the words are declared by the parts."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from engine.core.action import Action
from engine.core.game import NOBODY, NOTHING, Event, Question
from engine.core.tasks import DEPTH_CELL, STACK_START, Task
from engine.core.wording import copies_of, seat_name
from engine.valley.catalogue.card import AXE, Part
from engine.valley.catalogue.verbs import CARD, PASS, SEAT, SLOT
from engine.valley.declared import EVENT_TEXTS, VERBS
from engine.valley.parts.deck import EXECUTED_PROGRAM
from engine.valley.parts.opponents import ChooseOpponent
from engine.valley.state import HAND, PLAYED, PYRAMID_START, SLOT_COUNT, ValleyState

REACTION_OBSTACLES: Final = {int(AXE): "it reacts to an action that makes you discard it"}


def why_not_executable(state: ValleyState, seat: int, kind: int) -> str:
    """Why the action of a card in hand cannot be executed: the obstacle of the last part that cannot be completed. For the check,
    the card counts as played."""
    address = state.catalogue.action_address[kind]
    if address < 0:
        return REACTION_OBSTACLES.get(int(state.catalogue.reactions[kind]), "it reacts to what opponents do")
    played = state.copy()
    played.remove(HAND + seat, kind)
    played.add(PLAYED + seat, kind)
    played.call(EXECUTED_PROGRAM, seat, kind)
    part: Any = state.programs.task(address)
    first_part: Part[ValleyState] = part
    blocking_part = first_part
    while part is not None:
        if not part.can_be_completed(played, seat, NOTHING):
            blocking_part = part
        if isinstance(part, ChooseOpponent):  # the later parts depend on the choice
            break
        part = part.next_part
    if played.count(HAND + seat) == 0 and first_part.needs_hand_card():
        return "no other card in hand"
    obstacle = blocking_part.obstacle(played, seat)
    if state.seat_count == 1 and "opponent" in obstacle:
        return "there is no opponent"
    return obstacle or "one of its parts cannot be carried out"


EXECUTION_PROGRAMS: Final = ("Executed", "Executed elsewhere", "Executed in the tomb")
SLOT_NAMES: Final = ("left", "middle", "right", "upper left", "upper right", "top")
PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")


def slot_card_name(state: ValleyState, slot: int) -> str:
    """The name of the card in a slot, with its place if the pyramid holds another one of the kind: "Boat (left)"."""
    kind = state.cells[PYRAMID_START + slot]
    name = state.catalogue.cards[kind].name
    same_kind = [other for other in range(SLOT_COUNT) if state.cells[PYRAMID_START + other] == kind]
    return name if len(same_kind) == 1 else f"{name} ({SLOT_NAMES[slot]})"


def top_task(state: ValleyState) -> Task[ValleyState] | None:
    """The part on top of the stack; None if the stack is empty."""
    address = state.top_address()
    return state.programs.task(address) if address >= 0 else None


def argument_text(state: ValleyState, argument_type: str, value: int) -> str:
    """An argument of a verb in words. `argument_type` is CARD, SLOT, SEAT or SET. Seats are counted from 1."""
    if argument_type == CARD:
        return state.catalogue.cards[value].name
    if argument_type == SLOT:
        return slot_card_name(state, value)
    return f"player {value + 1}" if argument_type == SEAT else state.catalogue.set_names[value]


def action_text(state: ValleyState, action: Action) -> str:
    verb, arguments = VERBS[action.verb], action.arguments
    part = top_task(state)
    text = verb.says
    if isinstance(part, Part) and part.spec.says_pass and verb.number == PASS:
        text = part.spec.says_pass
    elif isinstance(part, Part) and part.spec.says and part.spec.verbs[0] == verb:
        text = part.spec.says
    elif verb.says_with_rest and len(arguments) > len(PLACEHOLDER.findall(verb.says)):
        text = verb.says_with_rest
    words = {
        str(place): argument_text(state, argument_type, value)
        for place, (argument_type, value) in enumerate(zip(verb.argument_types, arguments, strict=False))
    }
    if "{rest}" in text:
        words["rest"] = ", ".join(state.catalogue.cards[kind].name for kind in arguments[1:])
    return PLACEHOLDER.sub(lambda placeholder: words[placeholder[1]], text)


def running_card_names(state: ValleyState) -> tuple[str, ...]:
    """The names of the cards whose actions are being executed, the outermost first."""
    under_way = []
    for frame in range(state.cells[DEPTH_CELL]):
        cell = STACK_START + 3 * frame
        if state.programs.program_and_part_at(state.cells[cell])[0] in EXECUTION_PROGRAMS:
            under_way.append(state.catalogue.cards[state.cells[cell + 2]].name)
    return tuple(under_way)


def question(state: ValleyState) -> Question:
    """The question of the part on top of the stack. Its card is the one that reacts, or else the one whose action is being
    executed."""
    if state.mover == NOBODY:
        return Question(NOBODY, "The game is over")
    seat = int(state.mover)
    subject = state.top_subject()
    part = top_task(state)
    under_way = running_card_names(state)
    card = under_way[-1] if under_way else ""
    if not isinstance(part, Part):
        return Question(seat, "Choose", card)
    causing_kind = part.kind_causing_question(state, seat, subject)
    if causing_kind >= 0:
        card = state.catalogue.cards[causing_kind].name
    text = part.question(state) or "Choose"
    if "{subject}" in text:
        text = text.replace("{subject}", state.catalogue.cards[subject].name)
    return Question(seat, text.replace("{card}", card), card)


def count_and_join_names(names: Sequence[str]) -> str:
    """The names as one phrase, with equal names counted: "Boat, two Urns and Shabti"."""
    counts = [copies_of(name, copies) for name, copies in Counter(names).items()]
    return " and ".join([", ".join(counts[:-1]), counts[-1]] if len(counts) > 1 else counts)


def limit_text(max_cards: int) -> str:
    """A maximum number of cards in words: "5 cards or fewer"."""
    if max_cards < 2:
        return "at most one card" if max_cards else "no card"
    return f"{max_cards} cards or fewer"


def event_sentence(state: ValleyState, event: Event, viewer: int, names: tuple[str, ...]) -> str:
    """The sentence for an event; "" if the table shows the event clearly enough."""
    texts = EVENT_TEXTS[event.verb]
    text = texts.you if event.seat == viewer else texts.others
    not_cards = (texts.seat_at, texts.set_at, texts.limit_at)
    kinds = [value for place, value in enumerate(event.arguments) if place not in not_cards]
    cards = [state.catalogue.cards[kind].name for kind in kinds if 0 <= kind < len(state.catalogue)]
    if not text or (texts.silent_without_cards and not cards):
        return ""
    is_known = event.is_fully_known_to(viewer)
    assert is_known or ("{0}" not in text and "{all}" not in text), event.verb
    words = {str(place): name for place, name in enumerate(cards)}
    words["who"] = seat_name(event.seat, names)
    words["all"] = count_and_join_names(cards) or "no card"
    words["then"] = f", then {cards[1]}" if len(cards) > 1 else ""
    words["number"] = "a card" if len(cards) == 1 else f"{len(cards)} cards"
    words["paid"] = f"with {count_and_join_names(cards[1:])}" if len(cards) > 1 else "for nothing"
    if texts.seat_at >= 0:
        other_seat = event.arguments[texts.seat_at]
        words["whom"] = "you" if other_seat == viewer else seat_name(other_seat, names)
        words["whose"] = "your" if other_seat == viewer else f"{seat_name(other_seat, names)}'s"
    if texts.set_at >= 0:
        words["set"] = state.catalogue.set_names[event.arguments[texts.set_at]]
    if texts.limit_at >= 0:
        words["limit"] = limit_text(event.arguments[texts.limit_at])
    return PLACEHOLDER.sub(lambda placeholder: words[placeholder[1]], text)
