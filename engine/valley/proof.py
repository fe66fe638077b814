"""What only trying tells of a catalogue: an action that no position allows, or that cannot be carried through.

Each action is tried in positions that give it all it could want: many cards in every zone of two players, a full pyramid, a
card bought, another executed. They are drawn by luck from the catalogue itself, so that what is found once is found again.
"""

from collections.abc import Sequence
from typing import Any, Final

from engine.core.luck import key
from engine.core.rules import NOBODY
from engine.core.tasks import DEPTH
from engine.valley.card import Catalogue, Part
from engine.valley.house import Fault
from engine.valley.layout import blank
from engine.valley.parts import DiscardToDraw, EachMayEntombTopDiscard, EntombMany, LookAtHand, PullFromHand, SetAside
from engine.valley.parts.draws import can_execute, execute
from engine.valley.parts.opponents import ByOthers
from engine.valley.state import (
    BONEYARD,
    BOUGHT,
    DECK,
    DISCARD,
    EXECUTED,
    HAND,
    LOOKED,
    PLAYED,
    PYRAMID,
    REVEALED,
    SLOTS,
    STOCK_III,
    TOMB,
    ValleyState,
)
from engine.valley.turn import begin_turn

TRIALS: Final = 24  # positions for each action
ANSWERS: Final = 200  # that an action may ask for
GOING_ON: Final = (DiscardToDraw, EachMayEntombTopDiscard, EntombMany, SetAside)
PLENTY: Final = ((HAND, 4), (DECK, 4), (DISCARD, 6), (TOMB, 5), (PLAYED, 2))


def prove(cards: Catalogue) -> list[Fault]:
    """All actions that could never be executed, or not to their end. Costs about a millisecond a trial."""
    found = []
    for kind, card in enumerate(cards.cards):
        if cards.action[kind] >= 0:
            reason = hindrance(cards, kind)
            if reason:
                found.append(Fault(card.name, "action", reason))
    return found


def hindrance(cards: Catalogue, kind: int) -> str:
    """Why an action can never be executed; "" if it can."""
    parts = cards.cards[kind].action
    if pulls_unseen(parts):
        return "PullFromHand shows a hand that its player has not seen: put LookAtHand right before it"
    taken = takes_away(parts)
    if taken:
        return f"{taken} may leave nothing for the parts behind it, as its player may go on: put it last"
    possible = 0
    for trial in range(TRIALS):
        s = generous(cards, kind, trial)
        if can_execute(s, 0, kind):
            possible += 1
            fault = carry_out(s, kind, trial)
            if fault:
                return fault
    return "" if possible else "could never be executed"


def pulls_unseen(parts: Sequence[Part[Any]]) -> bool:
    """Whether a part would show cards of another's hand at which its player has not just looked."""
    for place, part in enumerate(parts):
        if isinstance(part, PullFromHand) and not (place and isinstance(parts[place - 1], LookAtHand)):
            return True
        if isinstance(part, ByOthers) and pulls_unseen(part.then):
            return True
    return False


def takes_away(parts: Sequence[Part[Any]]) -> str:
    """The name of a part that asks its player again and again, or all players, and so may take away what a part behind it needs;
    "" if there is none."""
    for part in parts:
        if isinstance(part, GOING_ON) and part.tried:
            return type(part).__name__
        inner = takes_away(part.then) if isinstance(part, ByOthers) else ""
        if inner:
            return inner
    return ""


def generous(cards: Catalogue, kind: int, trial: int) -> ValleyState:
    """A position of two players in which the card has just been played by the first."""
    s = blank(cards, 2)
    begin_turn(s, 0)
    box = [one for one, card in enumerate(cards.cards) for _ in range(card.copies) if card.level > 1]
    starters = [one for one, card in enumerate(cards.cards) for _ in range(min(card.copies, 2)) if card.level == 1]
    drawn = sorted(range(len(box)), key=lambda place: key(trial, kind, place))
    pile = [box[place] for place in drawn]
    for slot in range(SLOTS):
        s.row[PYRAMID + slot] = pile.pop()
    for who in (0, 1):
        for zone, many in PLENTY[: 4 if who else 5]:
            for _ in range(many):
                lay(s, zone + who, pile.pop())
        for one in starters[who::2]:
            lay(s, (HAND if key(trial, one) % 2 else DECK) + who, one)
    for one in pile:
        lay(s, BONEYARD if s.size(BONEYARD) < 4 else STOCK_III, one)
    s.row[BOUGHT] = 7
    s.put(PLAYED, kind)
    for one, card in enumerate(cards.cards):
        if one != kind and cards.action[one] >= 0 and card.level == 1:
            s.put(EXECUTED, one)
            break
    return s


def lay(s: ValleyState, zone: int, kind: int) -> None:
    """Into a bag, or onto a pile."""
    if zone == BONEYARD or DISCARD <= zone < TOMB:
        s.lay(zone, kind)
    else:
        s.put(zone, kind)


def carry_out(s: ValleyState, kind: int, trial: int) -> str:
    """Execute with answers by luck; why that does not come to its end."""
    depth = int(s.row[DEPTH])
    try:
        execute(s, 0, kind)
        s.run()
        for step in range(ANSWERS):
            if s.broken:
                return "breaks off in the middle: a part finds nothing to do"
            if s.mover == NOBODY or s.row[DEPTH] <= depth:
                break
            s.apply(s.menu[key(trial, kind, step) % s.offered])
        else:
            return "asks for no end of answers"
    except IndexError:
        return "moves more cards than there is room for"
    for zone in (LOOKED, REVEALED):
        if s.size(zone):
            return "leaves cards lying that were looked at or revealed"
    return ""
