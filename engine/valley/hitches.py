"""Why an action cannot be executed now, in a clause for the player who holds the card."""

from typing import Final

from engine.core.rules import NOTHING
from engine.core.tasks import Task
from engine.valley.card import AXE
from engine.valley.parts.draws import EXECUTED_NOTE
from engine.valley.pyramid import is_empty
from engine.valley.state import BOUGHT, HAND, PLAYED, ValleyState

ALONE: Final = "there is no opponent"
# By how a part begins in its own words, the more special before the more general; {n} is the number in them.
REACTIONS: Final = {int(AXE): "a reaction: it answers that an action makes you discard it"}
HITCHES: Final = {
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
    "EachOpponent": ALONE,
    "PlunderDiscard": "no opponent has a discard pile",
}
FROM_HAND: Final = ("Sacrifice(", "Discard(", "DiscardToDraw", "Entomb(", "SetAside", "EntombMany")
FROM_PYRAMID: Final = ("Take(", "SacrificeFromPyramid", "SwapOrSacrifice", "TakeAsLeft", "SwapWithBoneyard")


def hitch(s: ValleyState, who: int, kind: int) -> str:
    """The last part that stands in the way of the action of a card in hand, when the card itself has been played."""
    address = s.cards.action[kind]
    if address < 0:
        return REACTIONS.get(int(s.cards.answers[kind]), "a reaction: it answers what opponents do")
    played = s.copy()
    played.take(HAND + who, kind)
    played.put(PLAYED + who, kind)
    played.call(EXECUTED_NOTE, who, kind)
    part: Task[ValleyState] | None = s.tape.task(address)
    first = blamed = s.tape.task(address).words()
    while part is not None:
        if not part.possible(played, who, NOTHING):
            blamed = part.words()
        if part.words() == "ChooseOpponent":  # what follows waits for the choice
            if blamed == "ChooseOpponent" and s.n > 1 and part.behind is not None:
                blamed += f" to {part.behind.words()}"
            break
        part = part.behind
    if played.size(HAND + who) == 0 and f"{first}(".startswith(FROM_HAND):
        return "no other card in hand"
    return reason(played, blamed)


def reason(s: ValleyState, part: str) -> str:
    """Why a part cannot be carried out."""
    if part.startswith(FROM_PYRAMID) and is_empty(s):
        return "the pyramid is empty"
    if part.startswith("Take(CheaperThanBought") and s.row[BOUGHT] < 0:
        return "you have bought no card this turn"
    number = "".join([letter for letter in part if letter.isdigit()])
    for beginning, why in HITCHES.items():
        if part.startswith(beginning):
            return ALONE if s.n == 1 and "opponent" in why else why.replace("{n}", number)
    return "one of its parts cannot be carried out"
