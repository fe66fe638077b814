"""Mistakes of a catalogue that only a trial finds: an action that can never be executed, or that cannot be finished.

Each action is tried in positions with everything that it could need: many cards in every zone of two players, a full pyramid, a
bought card, an executed card. The cards in them are drawn from the catalogue by a fixed seed, so that every run finds the same.
"""

from collections.abc import Sequence
from typing import Any, Final

from engine.core.game import NOBODY
from engine.core.luck import seeded_hash
from engine.core.tasks import DEPTH_CELL, MAX_FRAMES
from engine.valley.cards.card import AXE, EXECUTES_NOTHING, Card, Part
from engine.valley.cards.catalogue import Catalogue
from engine.valley.custom import CardFault
from engine.valley.custom.catalogue_rules import executes_cards
from engine.valley.parts.boneyard import SetAside
from engine.valley.parts.deck import call_action, can_execute_outside_hand
from engine.valley.parts.hand import DiscardToDraw
from engine.valley.parts.one_opponent import LookAtHand, PullFromHand
from engine.valley.parts.opponents import OpponentPart
from engine.valley.parts.tomb import EachMayEntombTopDiscard, EntombMany
from engine.valley.rules.turn import begin_turn
from engine.valley.state.valley_state import (
    BONEYARD,
    DECK,
    DISCARD,
    EXECUTED,
    HAND,
    HIGHEST_BOUGHT,
    LOOKED_AT,
    PLAYED,
    PYRAMID_START,
    REVEALED,
    SLOT_COUNT,
    STOCK_III,
    TOMB,
    ValleyState,
)
from engine.valley.state.zone_layout import empty_table

TRIALS_PER_ACTION: Final = 24  # positions in which each action is tried
MAX_ANSWERS: Final = 200  # the maximum that an action may ask for
OPEN_ENDED_PARTS: Final = (DiscardToDraw, EachMayEntombTopDiscard, EntombMany, SetAside)
FRAMES_EACH: Final = (3, 4)  # maximum waiting frames for a card that executes another, and for an axe with six players
SPARE_FRAMES: Final = 12  # frames for the turn, the first action and a trial
CARDS_PER_ZONE: Final = ((HAND, 4), (DECK, 4), (DISCARD, 6), (TOMB, 5), (PLAYED, 2))


def find_unplayable_actions(catalogue: Catalogue) -> list[CardFault]:
    """All actions that can never be executed, or never finished. Takes about a millisecond for each trial."""
    found = []
    many = [sum([card.copies for card in catalogue.cards if one(card)]) for one in (executes_other_cards, is_axe)]
    if FRAMES_EACH[0] * many[0] + FRAMES_EACH[1] * many[1] > MAX_FRAMES - SPARE_FRAMES:
        what = f"{many[0]} cards carry out the action of another and {many[1]} answer as an axe does"
        found.append(CardFault("", "action", f"{what}: together these could bring about more than there is place for"))
    for kind, card in enumerate(catalogue.cards):
        if catalogue.programs.names.count(card.name) > len(card.action):
            found.append(CardFault(card.name, "name", "is what a part of an action is called; choose another"))
        if catalogue.action[kind] >= 0:
            reason = why_unplayable(catalogue, kind)
            if reason:
                found.append(CardFault(card.name, "action", reason))
    return found


def executes_other_cards(card: Card) -> bool:
    """Whether the action of the card executes those of other cards, or lets others do so."""
    return card.execution_source() != EXECUTES_NOTHING or any(executes_cards(part) for part in card.action)


def is_axe(card: Card) -> bool:
    """Whether the card reacts as an Axe does."""
    return card.reaction == AXE


def why_unplayable(catalogue: Catalogue, kind: int) -> str:
    """Why an action can never be executed; "" if it can."""
    parts = catalogue.cards[kind].action
    if pulls_from_unseen_hand(parts):
        return "PullFromHand shows a hand that its player has not seen: put LookAtHand right before it"
    taken = open_ended_part_name(parts)
    if taken:
        return f"{taken} may leave nothing for the parts behind it, as its player may go on: put it last"
    possible = 0
    for trial in range(TRIALS_PER_ACTION):
        state = rich_position(catalogue, kind, trial)
        if can_execute_outside_hand(state, 0, kind):
            possible += 1
            fault = execute_and_find_fault(state, kind, trial)
            if fault:
                return fault
    return "" if possible else "could never be executed"


def pulls_from_unseen_hand(parts: Sequence[Part[Any]]) -> bool:
    """Whether a part takes a card out of another player's hand that the active player has not just looked at, and so would show
    it."""
    for place, part in enumerate(parts):
        if isinstance(part, PullFromHand) and not (place and isinstance(parts[place - 1], LookAtHand)):
            return True
        if isinstance(part, OpponentPart) and pulls_from_unseen_hand(part.then):
            return True
    return False


def open_ended_part_name(parts: Sequence[Part[Any]]) -> str:
    """The name of a part that asks a player again and again, or asks all players, and so may use up what a later part needs; ""
    if there is none."""
    for part in parts:
        if isinstance(part, OPEN_ENDED_PARTS) and part.needs_trial:
            return type(part).__name__
        inner = open_ended_part_name(part.then) if isinstance(part, OpponentPart) else ""
        if inner:
            return inner
    return ""


def rich_position(catalogue: Catalogue, kind: int, trial: int) -> ValleyState:
    """A position of two players in which the first has just played the card."""
    state = empty_table(catalogue, 2)
    begin_turn(state, 0)
    box = [other for other, card in enumerate(catalogue.cards) for _ in range(card.copies) if card.level > 1]
    starters = [
        other for other, card in enumerate(catalogue.cards) for _ in range(min(card.copies, 2)) if card.level == 1
    ]
    drawn = sorted(range(len(box)), key=lambda place: seeded_hash(trial, kind, place))
    pile = [box[place] for place in drawn]
    for slot in range(SLOT_COUNT):
        state.cells[PYRAMID_START + slot] = pile.pop()
    for seat in (0, 1):
        for zone, many in CARDS_PER_ZONE[: 4 if seat else 5]:
            for _ in range(many):
                place_card(state, zone + seat, pile.pop())
        for other in starters[seat::2]:
            place_card(state, (HAND if seeded_hash(trial, other) % 2 else DECK) + seat, other)
    for other in pile:
        place_card(state, BONEYARD if state.count(BONEYARD) < 4 else STOCK_III, other)
    state.cells[HIGHEST_BOUGHT] = 7
    state.add(PLAYED, kind)
    for other, card in enumerate(catalogue.cards):
        if other != kind and catalogue.action[other] >= 0 and card.level == 1:
            state.add(EXECUTED, other)
            break
    return state


def place_card(state: ValleyState, zone: int, kind: int) -> None:
    """Put a card into a bag or onto a pile."""
    if zone == BONEYARD or DISCARD <= zone < TOMB:
        state.push(zone, kind)
    else:
        state.add(zone, kind)


def execute_and_find_fault(state: ValleyState, kind: int, trial: int) -> str:
    """Execute the action with random answers. Returns why it cannot be finished; "" if it can."""
    depth = int(state.cells[DEPTH_CELL])
    state.lazy_menu = True  # the menu of the turn behind the action lists hundreds of purchases, which nobody reads
    try:
        call_action(state, 0, kind)
        state.run()
        for step in range(MAX_ANSWERS):
            if state.broken:
                return "breaks off in the middle: a part finds nothing to do"
            if state.mover == NOBODY or state.cells[DEPTH_CELL] <= depth:
                break
            state.apply(state.menu[seeded_hash(trial, kind, step) % state.move_count])
        else:
            return "asks for no end of answers"
    except IndexError:
        return "moves more cards than there is room for"
    for zone in (LOOKED_AT, REVEALED):
        if state.count(zone):
            return "leaves cards lying that were looked at or revealed"
    return ""
