"""Why an action cannot be executed now, in a clause for the player who holds the card."""

from typing import Final

from engine.core.game import NOTHING
from engine.core.tasks import Task
from engine.valley.cards.card import AXE
from engine.valley.parts.deck import EXECUTED_PROGRAM
from engine.valley.rules.pyramid import pyramid_is_empty
from engine.valley.state.valley_state import HAND, HIGHEST_BOUGHT, PLAYED, ValleyState

NO_OPPONENT: Final = "there is no opponent"
# By how a part begins in its own words, the more special before the more general; {n} is the number in them.
REACTION_OBSTACLES: Final = {int(AXE): "a reaction: it answers that an action makes you discard it"}
OBSTACLES: Final = {
    "ChooseOpponent to ByIt(Take": "the pyramid holds too few cards",
    "ChooseOpponent to LookAtHand": "no opponent holds a card",
    "DrawAndWith": "too few cards are left to draw",
    "Draw(1)": "no card is left to draw",
    "Draw": "fewer than {n} cards are left to draw",
    "LookAt": "fewer than {n} cards are left to look at",
    "RevealTop": "no card is left to reveal",
    "Repeat": "no action executed this turn can be repeated now",
    "Entomb(Starters)": "no starter card in hand",
    "EntombMany(Starters)": "no starter card in hand",
    "EntombFromPlay": "no other card in play",
    "ReturnFromPlay": "no other card in play",
    "EntombTop": "no card is left in your deck",
    "RevealForSet": "fewer than {n} cards are left to reveal",
    "Awaken": "no action of a card in your tomb can be executed now",
    "HoldsInTomb(SetCards": "no set card in your tomb",
    "SacrificeFromTomb(SetCards": "no set card in your tomb",
    "SacrificeFromTomb": "no fitting card in your tomb",
    "EachTakesTop": "fewer cards in the boneyard than players",
    "SetAside": "the boneyard is empty",
    "SwapWithBoneyard": "the boneyard is empty",
    "LayOnTheirs": "the card is no longer at hand",
    "FallIntoPyramid": "the card is no longer at hand",
    "EachOpponentDraws": "there is no opponent",
    "ChooseOpponent": "no opponent can be chosen",
    "ByIt": "no opponent can be chosen",
    "LookAtHand": "no opponent holds a card",
    "TakeAsLeftSelects": "there is no opponent",
    "EntombFromDiscard": "fewer than {n} cards in your discard pile",
    "Recover": "your discard pile is empty",
    "Unearth": "your tomb is empty",
    "TakeFromStock": "the stock is empty",
    "Take(CostsUpToTomb": "all cards in the pyramid cost more than the cards in your tomb number",
    "Take(LowestCost": "the pyramid holds too few cards",
    "Take(CostsUpTo": "no card in the pyramid costs {n} or less",
    "Take(TwiceIt": "all cards in the pyramid cost too much for the cards in hand",
    "Take(SameSetAsIt": "no set card in hand matches one in the pyramid",
    "Take(SameSetAsTomb": "no card in the pyramid is of a set in your tomb",
    "Take(NewSet": "no card in the pyramid is of a set that your tomb lacks",
    "SacrificeFromPyramid(CostsUpTo": "no card in the pyramid costs {n} or less",
    "Take(CheaperThanBought": "no card in the pyramid costs less than one you bought",
    "Take": "no card in the pyramid may be taken",
    "EachOpponent": NO_OPPONENT,
    "PlunderDiscard": "no opponent has a discard pile",
}
HAND_PARTS: Final = ("Sacrifice(", "Discard(", "DiscardToDraw", "Entomb(", "SetAside", "EntombMany")
PYRAMID_PARTS: Final = ("Take(", "SacrificeFromPyramid", "SwapOrSacrifice", "TakeAsLeft", "SwapWithBoneyard")


def obstacle(state: ValleyState, seat: int, kind: int) -> str:
    """The last part that stands in the way of the action of a card in hand, when the card itself has been played."""
    address = state.catalogue.action[kind]
    if address < 0:
        return REACTION_OBSTACLES.get(int(state.catalogue.answers[kind]), "a reaction: it answers what opponents do")
    played = state.copy()
    played.remove(HAND + seat, kind)
    played.add(PLAYED + seat, kind)
    played.call(EXECUTED_PROGRAM, seat, kind)
    part: Task[ValleyState] | None = state.tape.task(address)
    first_part = blocking_part = state.tape.task(address).signature()
    while part is not None:
        if not part.is_possible(played, seat, NOTHING):
            blocking_part = part.signature()
        if part.signature() == "ChooseOpponent":  # what follows waits for the choice
            if blocking_part == "ChooseOpponent" and state.seat_count > 1 and part.next_part is not None:
                blocking_part += f" to {part.next_part.signature()}"
            break
        part = part.next_part
    if played.count(HAND + seat) == 0 and f"{first_part}(".startswith(HAND_PARTS):
        return "no other card in hand"
    return obstacle_of_part(played, blocking_part)


def obstacle_of_part(state: ValleyState, part: str) -> str:
    """Why a part cannot be carried out."""
    if part.startswith(PYRAMID_PARTS) and pyramid_is_empty(state):
        return "the pyramid is empty"
    if part.startswith("Take(CheaperThanBought") and state.cells[HIGHEST_BOUGHT] < 0:
        return "you have bought no card this turn"
    number = "".join([char for char in part if char.isdigit()])
    for beginning, text in OBSTACLES.items():
        if part.startswith(beginning):
            return NO_OPPONENT if state.seat_count == 1 and "opponent" in text else text.replace("{n}", number)
    return "one of its parts cannot be carried out"
