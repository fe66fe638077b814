"""Why an action cannot be executed now, as a clause for the player who holds the card."""

from typing import Any, Final

from engine.core.game import NOTHING
from engine.valley.catalogue.card import AXE, Part
from engine.valley.parts.deck import EXECUTED_PROGRAM
from engine.valley.parts.one_opponent import ChooseOpponent
from engine.valley.state.valley_state import HAND, PLAYED, ValleyState

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
