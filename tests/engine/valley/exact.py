"""The slow and exact definition of "may be executed".

The rulebook: if one of the parts of an action cannot be executed, the action may not be executed at all. So an action may be
executed if its player can complete all its parts, by some answers of their own and whatever the others answer. It is tried out
here on copies, with every answer that the words of each part allow, whether the menu offers it or not; no part's `possible`
is asked. A part that had to do something and could not sets `broken`.

What others hold is hidden from that player. So it must be sure on each table that looks the same to them: the one at hand, those
in which others hold as much as may be of one sort, and some drawn by luck.
"""

from engine.core.rules import NOTHING
from engine.core.tasks import DEPTH, STACK
from engine.valley.card import BOAT, CAT, REPEATS, TABLE
from engine.valley.hidden import ORDERS, as_may_be, determinize
from engine.valley.parts.draws import KeepOne, Repeat, execute
from engine.valley.parts.hands import (
    Discard,
    DiscardToDraw,
    Entomb,
    EntombFromDiscard,
    Give,
    Recover,
    Sacrifice,
    Unearth,
)
from engine.valley.parts.opponents import PlunderDiscard
from engine.valley.parts.reach import ANYWHERE
from engine.valley.parts.takes import SacrificeFromPyramid, SwapOrSacrifice, Take
from engine.valley.pyramid import ChooseFall
from engine.valley.reactions import Sail, Snatch
from engine.valley.state import (
    BONEYARD,
    DISCARD,
    EXECUTED,
    HAND,
    LOOKED,
    PLAYED,
    SLOTS,
    TOMB,
    ValleyState,
)
from engine.valley.verbs import (
    CRUMBLE,
    DISCARD_CARD,
    ENTOMB,
    GIVE,
    KEEP,
    PASS,
    PLUNDER,
    RAZE,
    REACT,
    RECOVER,
    REPEAT,
    REVEAL,
    SACRIFICE,
    SWAP,
    TAKE,
    UNEARTH,
    move1,
    move2,
)
from tests.engine.valley import exact_later
from tests.engine.valley.exact_moves import cards_in, or_not, slots


def turn_frames(s: ValleyState) -> int:
    """How many frames, from the lowest, are the run of the turn; what lies above is an action or what answers it."""
    floor = 0
    while floor < s.row[DEPTH] and s.tape.name(s.row[STACK + 3 * floor])[0] in ("Turn", "Playing"):
        floor += 1
    return floor


def table_shown(s: ValleyState, who: int) -> list[int]:
    held = [kind for kind in set(s.kinds(HAND + who)) if s.cards.answers[kind] == TABLE]
    return [move1(REVEAL, kind) for kind in held if who != s.active]


def answers_from_hand(part: object, s: ValleyState, who: int, it: int) -> list[int]:
    """Every answer that the words of a part about the own cards allow."""
    if isinstance(part, Sacrifice):
        return cards_in(s, HAND, who, SACRIFICE) + table_shown(s, who)
    if isinstance(part, Discard):
        return cards_in(s, HAND, who, DISCARD_CARD, part.which) + table_shown(s, who)
    if isinstance(part, DiscardToDraw):
        return or_not(cards_in(s, HAND, who, DISCARD_CARD), part.may)
    if isinstance(part, Give):
        return cards_in(s, HAND, who, GIVE)
    if isinstance(part, Entomb):
        return or_not(cards_in(s, HAND, who, ENTOMB, part.which), part.may)
    if isinstance(part, EntombFromDiscard):
        return cards_in(s, DISCARD, who, ENTOMB) if s.size(DISCARD + who) >= part.least else []
    if isinstance(part, Recover):
        return cards_in(s, DISCARD, who, RECOVER)
    if isinstance(part, Unearth):
        return cards_in(s, TOMB, who, UNEARTH)
    if isinstance(part, KeepOne):
        return cards_in(s, LOOKED, who, KEEP)
    return []


def answers_on_the_table(part: object, s: ValleyState, who: int, it: int) -> list[int]:
    """Every answer that the words of a part about anything else allow."""
    if isinstance(part, Take):
        return or_not([move1(TAKE, slot) for slot in slots(s) if part.reach.fits(s, who, it, slot)], part.may)
    if isinstance(part, (SacrificeFromPyramid, SwapOrSacrifice)):
        reach = part.reach if isinstance(part, SacrificeFromPyramid) else ANYWHERE
        razed = [move1(RAZE, slot) for slot in slots(s) if reach.fits(s, who, it, slot)]
        swapped = [move2(SWAP, one, other) for one in slots(s) for other in slots(s, range(one + 1, SLOTS))]
        return razed + swapped if isinstance(part, SwapOrSacrifice) else razed
    if isinstance(part, ChooseFall):
        return [move1(CRUMBLE, 3), move1(CRUMBLE, 4)]
    if isinstance(part, PlunderDiscard):
        foes = [foe for foe in range(s.n) if foe != who and (s.size(DISCARD + foe) or s.owned(foe) <= part.spare)]
        return [move1(PLUNDER, foe) for foe in foes]
    if isinstance(part, Repeat):
        return [
            move1(REPEAT, kind)
            for kind in s.kinds(EXECUTED)
            if s.cards.repeatable[kind] and s.cards.relays[kind] != REPEATS
        ]
    if isinstance(part, Snatch):
        cat = s.holds(who, CAT)
        return [PASS, move1(REACT, cat)] if cat >= 0 and s.top(BONEYARD) == it else []
    if isinstance(part, Sail):
        boat = s.holds(who, BOAT)
        sails = [move2(REACT, boat, slot) for slot in slots(s, range(3))]
        return [PASS, *sails] if boat >= 0 and sails else []
    return []


def answers(s: ValleyState) -> list[int]:
    """Every answer that the words of the next part allow; none, if it asks nothing or finds nothing to choose from."""
    at = STACK + 3 * s.row[DEPTH] - 3
    part, who, it = s.tape.task(s.row[at]), s.row[at + 1], s.row[at + 2]
    found = answers_from_hand(part, s, who, it) or answers_on_the_table(part, s, who, it)
    return found or exact_later.answers(part, s, who, it)


def step(s: ValleyState, move: int) -> None:
    """Carry out the next part, and nothing that would follow by itself."""
    at = STACK + 3 * s.row[DEPTH] - 3
    part, who, it = s.tape.task(s.row[at]), s.row[at + 1], s.row[at + 2]
    if part.behind is None:
        s.row[DEPTH] -= 1
        part.perform(s, who, it, move)
    else:
        s.row[at] += 1
        s.row[at + 2] = part.perform(s, who, it, move)


def completes(s: ValleyState, floor: int) -> bool:
    """Whether all that lies above the lowest `floor` frames can be carried out, whatever the others answer. Uses `s` up."""
    while not s.broken and s.row[DEPTH] > floor:
        moves = answers(s)
        if moves:
            mine = s.row[STACK + 3 * s.row[DEPTH] - 2] == s.active
            return (any if mine else all)(completes_after(s, move, floor) for move in moves)
        step(s, NOTHING)
    return not s.broken


def completes_after(s: ValleyState, move: int, floor: int) -> bool:
    """The same, when the next part has been answered with `move`."""
    t = s.copy()
    step(t, move)
    return completes(t, floor)


def worlds(s: ValleyState, kind: int) -> list[ValleyState]:
    """Tables that look the same to the player whose turn it is, the one at hand first; that one alone where the action of a card
    has nothing to do with what others hold, or nothing follows that."""
    parts = s.cards.cards[kind].action
    if s.mover != s.active or len(parts) < 2 or not parts[0].meets:
        return [s]
    arranged = [as_may_be(s, s.mover, order) for order in range(ORDERS)]
    return [s, *arranged, *[determinize(s, s.mover, seed) for seed in range(2)]]


def could_be_executed(s: ValleyState, kind: int) -> bool:
    """Whether the player whose turn it is can be sure to complete the action of a card in hand."""
    return all(could_be_executed_here(world, kind) for world in worlds(s, kind))


def could_be_executed_here(s: ValleyState, kind: int) -> bool:
    """The same of a table on which all cards are known."""
    t = s.copy()
    who = t.mover
    floor = t.row[DEPTH]
    t.take(HAND + who, kind)
    t.put(PLAYED + who, kind)
    execute(t, who, kind)
    return completes(t, floor)
