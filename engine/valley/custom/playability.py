"""Faults of a catalogue that only a trial finds: actions that can never be executed, or that cannot be completed.

Each action is tried in positions with everything that it could need: many cards in every zone of two players, a full pyramid, a
bought card, an executed card. The positions are made from fixed seeds, so every run finds the same faults.
"""

from collections.abc import Container, Sequence
from typing import Any, Final

from engine.core.game import NOBODY
from engine.core.luck import seeded_hash
from engine.core.tasks import DEPTH_CELL, MAX_FRAMES
from engine.valley import state as layout
from engine.valley.catalogue.card import AXE, EXECUTES_NOTHING, Card, Part
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.custom import CardFault
from engine.valley.custom.catalogue_text import part_executes_cards
from engine.valley.parts.boneyard import SacrificeAside, SetAside
from engine.valley.parts.deck import EXECUTED_PROGRAM, KeepOne, LookAt, call_action, can_execute_outside_hand
from engine.valley.parts.hand import DiscardToDraw
from engine.valley.parts.opponents import LookAtHand, OpponentPart, PullFromHand
from engine.valley.parts.tomb import EachMayEntombTopDiscard, EntombMany
from engine.valley.state import ValleyState, empty_table
from engine.valley.turn import begin_turn

TRIALS_PER_ACTION: Final = 24  # positions in which each action is tried
MAX_ANSWERS: Final = 200  # questions that one action may ask
OPEN_ENDED_PARTS: Final = (DiscardToDraw, EachMayEntombTopDiscard, EntombMany, SetAside)
FRAMES_PER_EXECUTING_CARD: Final = 3  # maximum waiting frames of a card that executes another one
FRAMES_PER_AXE: Final = 4  # maximum waiting frames of an axe, with six players
RESERVED_FRAMES: Final = 12  # for the turn, the first action and a trial
CARDS_PER_ZONE: Final = ((layout.HAND, 4), (layout.DECK, 4), (layout.DISCARD, 6), (layout.TOMB, 5), (layout.PLAYED, 2))


def find_unplayable_actions(catalogue: Catalogue, tried_programs: Container[str] = ()) -> list[CardFault]:
    """All actions that can never be executed or completed, and names that clash with a part. Each action has TRIALS_PER_ACTION
    trials of about a millisecond, unless its program has a signature in `tried_programs`."""
    faults = []
    executing = sum([card.copies for card in catalogue.cards if card_executes_cards(card)])
    axes = sum([card.copies for card in catalogue.cards if is_axe(card)])
    if FRAMES_PER_EXECUTING_CARD * executing + FRAMES_PER_AXE * axes > MAX_FRAMES - RESERVED_FRAMES:
        reason = (
            f"{executing} cards execute actions of others and {axes} react as an axe: one action could trigger too many"
        )
        faults.append(CardFault("", "action", reason))
    for kind, card in enumerate(catalogue.cards):
        if catalogue.programs.names.count(card.name) > len(card.action):
            faults.append(CardFault(card.name, "name", "is also the name of a part; choose another"))
        if catalogue.action_address[kind] >= 0 and card.action[0].program_signature not in tried_programs:
            reason = why_unplayable(catalogue, kind)
            if reason:
                faults.append(CardFault(card.name, "action", reason))
    return faults


def card_executes_cards(card: Card) -> bool:
    """Whether the action of the card executes those of other cards, or lets others do so."""
    return card.execution_source() != EXECUTES_NOTHING or any(part_executes_cards(part) for part in card.action)


def is_axe(card: Card) -> bool:
    """Whether the card has the reaction of an Axe."""
    return card.reaction == AXE


def why_unplayable(catalogue: Catalogue, kind: int) -> str:
    """Why the action of a card can never be executed or completed; "" if it can."""
    parts = catalogue.cards[kind].action
    if pulls_from_unseen_hand(parts):
        return "PullFromHand shows a hand that its player has not seen: put LookAtHand right before it"
    open_ended_part = misplaced_open_ended_part(parts)
    if open_ended_part:
        return f"{open_ended_part} may leave nothing for the parts after it, because its player may go on: put it last"
    interrupted_part = part_interrupted_by_others(parts)
    if interrupted_part:
        closing = "KeepOne" if interrupted_part == LookAt.spec.word else "SacrificeAside"
        return f"{interrupted_part} leaves cards lying that another card could use: put {closing} right after it"
    was_possible = False
    for trial_number in range(TRIALS_PER_ACTION):
        state = rich_position(catalogue, kind, trial_number)
        if can_execute_outside_hand(state, 0, kind, EXECUTED_PROGRAM):
            was_possible = True
            reason = execute_and_find_fault(state, kind, trial_number)
            if reason:
                return reason
    return "" if was_possible else "could never be executed"


def pulls_from_unseen_hand(parts: Sequence[Part[Any]]) -> bool:
    """Whether one of these parts pulls a card from a hand that the active player has not just looked at. Its menu would show that
    hand."""
    for i, part in enumerate(parts):
        if isinstance(part, PullFromHand) and not (i and isinstance(parts[i - 1], LookAtHand)):
            return True
        if isinstance(part, OpponentPart) and pulls_from_unseen_hand(part.then):
            return True
    return False


def misplaced_open_ended_part(parts: Sequence[Part[Any]]) -> str:
    """The word of a part that asks one player repeatedly, or all players, and so may use up what a later part needs; "" if there
    is none."""
    for part in parts:
        if isinstance(part, OPEN_ENDED_PARTS) and part.needs_trial:
            return part.spec.word
        inner_name = misplaced_open_ended_part(part.then) if isinstance(part, OpponentPart) else ""
        if inner_name:
            return inner_name
    return ""


def part_interrupted_by_others(parts: Sequence[Part[Any]]) -> str:
    """The word of a part whose cards still lie there when a later part executes another card, or lets opponents act: these could
    take them for their own. "" if there is none."""
    lying = ""
    for part in parts:
        lets_opponents_set_aside = lying == SetAside.spec.word and isinstance(part, OpponentPart)
        if lying and (part_executes_cards(part) or lets_opponents_set_aside):
            return lying
        if isinstance(part, (LookAt, SetAside)):
            lying = part.spec.word
        elif isinstance(part, (KeepOne, SacrificeAside)):
            lying = ""
        inner = part_interrupted_by_others(part.then) if isinstance(part, OpponentPart) else ""
        if inner:
            return inner
    return ""


def rich_position(catalogue: Catalogue, kind: int, trial_number: int) -> ValleyState:
    """A position of two players with many cards in every zone, in which the first has just played the card. Each `trial_number`
    gives another one."""
    state = empty_table(catalogue, 2)
    begin_turn(state, 0)
    stock = [other for other, card in enumerate(catalogue.cards) for _ in range(card.copies) if card.level > 1]
    starters = [
        other for other, card in enumerate(catalogue.cards) for _ in range(min(card.copies, 2)) if card.level == 1
    ]
    shuffled = sorted(range(len(stock)), key=lambda i: seeded_hash(trial_number, kind, i))
    pile = [stock[i] for i in shuffled]
    for slot in range(layout.SLOT_COUNT):
        state.cells[layout.PYRAMID_START + slot] = pile.pop()
    for seat in (0, 1):
        for zone, card_count in CARDS_PER_ZONE[: 4 if seat else 5]:
            for _ in range(card_count):
                place_card(state, zone + seat, pile.pop())
        for other in starters[seat::2]:
            place_card(state, (layout.HAND if seeded_hash(trial_number, other) % 2 else layout.DECK) + seat, other)
    for other in pile:
        place_card(state, layout.BONEYARD if state.count(layout.BONEYARD) < 4 else layout.STOCK_III, other)
    state.cells[layout.HIGHEST_BOUGHT] = 7
    state.add(layout.PLAYED, kind)
    for other, card in enumerate(catalogue.cards):
        if other != kind and catalogue.action_address[other] >= 0 and card.level == 1:
            state.add(layout.EXECUTED, other)
            break
    return state


def place_card(state: ValleyState, zone: int, kind: int) -> None:
    """Put a card into a bag or onto a pile."""
    if zone == layout.BONEYARD or layout.DISCARD <= zone < layout.TOMB:
        state.push(zone, kind)
    else:
        state.add(zone, kind)


def execute_and_find_fault(state: ValleyState, kind: int, trial_number: int) -> str:
    """Execute the action with answers drawn by `trial_number`. Returns why it could not be completed; "" if it could."""
    depth = int(state.cells[DEPTH_CELL])
    state.lazy_menu = True  # the menu after the action would list hundreds of purchases, which are not needed
    try:
        call_action(state, 0, kind)
        state.run()
        for step in range(MAX_ANSWERS):
            if state.broken:
                return "stops in the middle: a part finds nothing to do"
            if state.mover == NOBODY or state.cells[DEPTH_CELL] <= depth:
                break
            state.apply(state.menu[seeded_hash(trial_number, kind, step) % state.move_count])
        else:
            return f"asks more than {MAX_ANSWERS} questions"
    except IndexError:
        return "moves more cards than a zone can hold"
    for zone in (layout.LOOKED_AT, layout.REVEALED, layout.ASIDE):
        if state.count(zone):
            return "does not say where the cards go that were looked at, revealed or set aside"
    return ""
