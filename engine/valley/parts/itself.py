"""Parts that deal with cards in play, and with the very card whose action is being executed.

No part knows a card by name: which one is under way, the frames tell that wait until an action is finished. Cards whose
actions are under way stay where they are until then, except for what their own action does with them (ours).
"""

from typing import Final, final

from engine.core.row import i64
from engine.core.rules import NOTHING
from engine.core.tasks import DEPTH, STACK
from engine.valley.card import AT_OTHERS, IN_DECK, IN_PLAY, IN_PYRAMID, IN_TOMB, Part
from engine.valley.parts.awaken import AWAKENED_NOTE
from engine.valley.parts.choice import EntombChosen, PickUpChosen
from engine.valley.parts.draws import EXECUTED_NOTE
from engine.valley.parts.trial import leads_on
from engine.valley.parts.which import Which
from engine.valley.state import CHANGED, DISCARD, PLAYED, PYRAMID, REVEALED, SLOTS, TOMB, ValleyState
from engine.valley.verbs import RETURN


def under_way(s: ValleyState) -> i64:
    """Where the frame lies that waits for the innermost action to be finished; NOTHING if none is under way."""
    for frame in range(s.row[DEPTH] - 1, -1, -1):
        cell = STACK + 3 * frame
        if s.row[cell] == EXECUTED_NOTE or s.row[cell] == AWAKENED_NOTE:
            return cell
    return NOTHING


def lies_in(s: ValleyState, who: i64) -> i64:
    """The zone in which the card lies whose action is being executed (in play, revealed, tomb); NOTHING if it is gone."""
    cell = under_way(s)
    if cell < 0:
        return NOTHING
    zone = PLAYED + who
    if s.row[cell] == AWAKENED_NOTE:
        zone = TOMB + who
    elif s.has(REVEALED + who, s.row[cell + 2]):
        zone = REVEALED + who
    if not s.has(zone, s.row[cell + 2]):
        return NOTHING
    return zone


@final
class Finished(Which):
    """Cards in play whose actions are not under way."""

    def fits(self, s: ValleyState, who: i64, kind: i64) -> bool:
        bound = -s.count(REVEALED + who, kind)
        for frame in range(s.row[DEPTH]):
            cell = STACK + 3 * frame
            if s.row[cell] == EXECUTED_NOTE and s.row[cell + 2] == kind:
                bound += 1
        if bound < 0:
            bound = 0
        return s.count(PLAYED + who, kind) > bound


FINISHED: Final = Finished()


@final
class EntombFromPlay(EntombChosen):
    """Entomb one of the own cards in play, but not this one."""

    def __init__(self) -> None:
        super().__init__(PLAYED, FINISHED)


@final
class ReturnFromPlay(PickUpChosen):
    """Put one of the own cards in play, played for its action or for its gold, into the hand; but not this one."""

    def __init__(self) -> None:
        super().__init__(PLAYED, RETURN, "returned", FINISHED)


@final
class LayOnTheirs(Part[ValleyState]):
    """Put this very card on top of the discard pile of the chosen opponent, who is `it`."""

    def minds(self) -> int:
        return IN_PLAY

    def changes(self) -> int:
        return IN_PLAY | IN_DECK | IN_TOMB | AT_OTHERS

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return lies_in(s, who) >= 0 and leads_on(self, s, who, it, NOTHING, it)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        zone = lies_in(s, who)
        if zone < 0 or it < 0 or it >= s.n:
            s.broken = True
            return it
        kind = s.row[under_way(s) + 2]
        s.take(zone, kind)
        s.lay(DISCARD + it, kind)
        if s.told is not None:
            s.tell("gave", who, (kind, it))
        return it


@final
class FallIntoPyramid(Part[ValleyState]):
    """Put this very card into the pyramid as though it were rebuilt: into the first space from the base up and from the left."""

    def minds(self) -> int:
        return IN_PLAY

    def changes(self) -> int:
        return IN_PLAY | IN_DECK | IN_TOMB | IN_PYRAMID

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return lies_in(s, who) >= 0 and leads_on(self, s, who, it, NOTHING, it)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        zone = lies_in(s, who)
        for slot in range(SLOTS):
            if zone >= 0 and s.row[PYRAMID + slot] < 0:
                kind = s.row[under_way(s) + 2]
                s.take(zone, kind)
                s.row[PYRAMID + slot] = kind
                s.row[CHANGED] = 1
                if s.told is not None:
                    s.tell("fell", who, (kind,))
                return kind
        s.broken = True
        return it
