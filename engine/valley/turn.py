"""The four steps of a turn (rulebook, "Taking a Turn"), as a program, and the end of the game."""

from typing import Final, final

from engine.core.row import i64, vec
from engine.core.rules import NOTHING
from engine.core.tasks import Task
from engine.valley.buying import buy, count_purchases, offer_purchases, purchase, purse_of
from engine.valley.card import ANYWHERE, IN_FRONT, OUT_OF_HAND, program
from engine.valley.parts.choice import entomb
from engine.valley.parts.draws import EXECUTED_NOTE, can_as, execute
from engine.valley.parts.takes import offer_raze, raze
from engine.valley.pyramid import is_empty, rebuild, remove
from engine.valley.state import (
    ACTIVE,
    ANY_ROW,
    BONEYARD,
    BOUGHT,
    CHANGED,
    DECK,
    DISCARD,
    DOUBLED,
    ENTOMBED,
    EXECUTED,
    GILDED,
    HAND,
    PLAYED,
    PYRAMID,
    REBATE,
    SEEN,
    SHOWN,
    TOMB,
    TURN_NUMBER,
    ValleyState,
)  # fmt: skip
from engine.valley.state import (
    TOP as DECK_TOP,
)
from engine.valley.verbs import BUY, END, ENTOMB, EXECUTE, TOP, VERB, A, first, move1

HAND_SIZE: Final = 5
OWNED: Final = vec[i64]([DECK, DISCARD, HAND, DECK_TOP, PLAYED])  # where the cards of a player lie, but for the tomb


def can_from_play(s: ValleyState, who: i64, kind: i64) -> bool:
    """Whether the action of a card in hand, which looks at what is in play, could be carried out: the card lies there for the
    question."""
    s.take(HAND + who, kind)
    s.put(PLAYED + who, kind)
    possible = can_as(EXECUTED_NOTE, s, who, kind)
    s.take(PLAYED + who, kind)
    s.put(HAND + who, kind)
    return possible


def can_without_itself(s: ValleyState, who: i64, cell: i64) -> bool:
    """Whether the action of the card in a cell of the hand, which looks at the hand, could be carried out: the card itself steps
    aside for the question, as it will be in play by then."""
    row = s.row
    start = s.at[HAND + who]
    size = row[start]
    end = start + size
    kind = row[cell]
    row[cell] = row[end]
    row[start] = size - 1
    possible = s.cards.opening[kind].possible(s, who, NOTHING)
    row[start] = size
    row[end] = row[cell]
    row[cell] = kind
    return possible


def offer_plays(s: ValleyState, who: i64, firsts: vec[i64]) -> None:
    """Offer to execute and to entomb each kind of card in the hand; `firsts` are the places where they begin, from 1."""
    row = s.row
    start = s.at[HAND + who]
    size = row[start]
    if 2 * size > len(s.menu):
        s.make_room(2 * size)
    menu = s.menu
    offered: i64 = 0
    asked = s.cards.asked
    opening = s.cards.opening
    may_entomb = row[ENTOMBED] == 0
    for place in firsts:
        kind = row[start + place]
        where = asked[kind]
        possible = False
        if where == ANYWHERE:
            possible = opening[kind].possible(s, who, NOTHING)
        elif where == OUT_OF_HAND:
            possible = can_without_itself(s, who, start + place)
        elif where == IN_FRONT:
            possible = can_from_play(s, who, kind)
        if possible:
            menu[offered] = EXECUTE | (kind + 1) << A
            offered += 1
        if may_entomb:
            menu[offered] = ENTOMB | (kind + 1) << A
            offered += 1
    s.offered = offered


@final
class PlayCards(Task[ValleyState]):
    """Step 1: buy, execute and entomb in any order and as often as you like, but entomb only once."""

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        purse = purse_of(s, who)
        offer_plays(s, who, purse.firsts)
        if s.brief:
            s.counted = count_purchases(s, purse) + 1
            s.offered += s.counted
        else:
            offer_purchases(s, who, purse)
            s.offer(END)

    def counted(self, s: ValleyState, who: i64, it: i64, i: i64) -> i64:
        if i == s.counted - 1:
            return END
        return purchase(s, who, i)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        verb = move & VERB
        if verb == END:
            return it
        s.call(PLAY, who, NOTHING)
        if verb == BUY:
            buy(s, who, move)
            return it
        s.row[DOUBLED] = 0
        if verb == EXECUTE:
            kind = first(move)
            s.leave_hand(who, kind)
            s.put(PLAYED + who, kind)
            if s.told is not None:
                s.tell("executed", who, (kind,))
            execute(s, who, kind)
        else:
            kind = first(move)
            s.row[ENTOMBED] = 1
            s.leave_hand(who, kind)
            entomb(s, who, kind)
        return it


def top_matters(s: ValleyState, who: i64) -> i64:
    """The kind of a card whose action looks at the top of this player's discard pile, which an opponent may come to execute, or
    the player if it looks at the own pile; NOTHING if there is none."""
    for kind in s.cards.minds_own_top:
        if may_execute(s, who, kind):
            return kind
    for kind in s.cards.minds_top:
        for foe in range(s.n):
            if foe != who and may_execute(s, foe, kind):
                return kind
    return NOTHING


def may_execute(s: ValleyState, who: i64, kind: i64) -> bool:
    """Whether a player has a card of the kind, or one entombed and a card that brings it up or executes it there."""
    if owns(s, who, kind):
        return True
    return s.has(TOMB + who, kind) and owns_one_of(s, who, s.cards.unearths)


def owns(s: ValleyState, who: i64, kind: i64) -> bool:
    """Whether a card of the kind is in this player's hand, deck or discard pile or in play, which everybody can know."""
    row = s.row
    for zone in OWNED:
        start = s.at[zone + who] + 1
        for i in range(start, start + row[start - 1]):
            if row[i] == kind:
                return True
    return False


def owns_one_of(s: ValleyState, who: i64, kinds: vec[i64]) -> bool:
    for kind in kinds:
        if owns(s, who, kind):
            return True
    return False


def offer_tops(s: ValleyState, zone: i64, before: i64) -> None:
    """Offer each kind in a bag to lie on top, but for those of the bag that was offered `before`."""
    last: i64 = NOTHING
    for i in range(s.size(zone)):
        kind = s.card(zone, i)
        if kind != last and (before < 0 or not s.has(before, kind)):
            s.offer(move1(TOP, kind))
        last = kind


@final
class DiscardAll(Task[ValleyState]):
    """Step 2: all cards in play and in hand go to the discard pile.

    The rulebook lets their owner choose the order. What matters of it is the top card, and only while an opponent has a card
    whose action looks at it: so just that is asked, and only then. Otherwise the pile is laid as most would lay it, in
    falling order of kind, so that starters of the hand lie on top (ours).
    """

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        if s.size(HAND + who) + s.size(PLAYED + who) < 2 or top_matters(s, who) < 0:
            return
        offer_tops(s, HAND + who, NOTHING)
        offer_tops(s, PLAYED + who, HAND + who)
        if s.offered == 1:
            s.offered = 0

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        s.clear(SHOWN + who)
        s.clear(SEEN + who)
        if s.told is not None:
            s.tell("discarded_hand", who, tuple(s.kinds(HAND + who)))
        last: i64 = NOTHING
        if move >= 0:
            last = first(move)
            if not s.take(PLAYED + who, last):
                s.take(HAND + who, last)
        s.stack_up(PLAYED + who, DISCARD + who)
        s.stack_up(HAND + who, DISCARD + who)
        if last >= 0:
            s.lay(DISCARD + who, last)
        return it


@final
class SacrificeIfUntouched(Task[ValleyState]):
    """Step 3: if the pyramid was not changed at all during the turn, sacrifice any card of it."""

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        if s.row[CHANGED] == 0 and not is_empty(s):
            offer_raze(s)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move >= 0:
            raze(s, who, first(move))
        return it


@final
class RebuildPyramid(Task[ValleyState]):
    """Step 3 of who plays alone: the pyramid is filled before the robbers come."""

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        rebuild(s)
        return it


@final
class RobTheBase(Task[ValleyState]):
    """Robbers come to who plays alone, once the pyramid is rebuilt: the costliest card of the base, of equals the leftmost,
    goes to the boneyard, and the pyramid crumbles (ours). Where two cards could fall, the player says which."""

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        row = s.row
        worst: i64 = NOTHING
        for slot in range(3):
            kind = row[PYRAMID + slot]
            if kind >= 0 and (worst < 0 or s.cards.cost[kind] > s.cards.cost[row[PYRAMID + worst]]):
                worst = slot
        if worst >= 0:
            kind = remove(s, worst, who)
            s.lay(BONEYARD, kind)
            if s.told is not None:
                s.tell("robbed", who, (kind,))
        return it


@final
class RebuildAndDraw(Task[ValleyState]):
    """Steps 3 and 4: fill the pyramid from the stock, draw a new hand of five cards. Then the next player clockwise has a turn,
    unless stock and pyramid are empty and all have had the same number of turns."""

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        rebuild(s)
        s.draw_to_hand(who, HAND_SIZE)
        if who < s.n - 1 or s.stock() > 0 or not is_empty(s):
            s.row[TURN_NUMBER] += 1
            begin_turn(s, (who + 1) % s.n)
        return it


PLAY: Final[i64] = program("Playing", PlayCards())
TURN: Final[i64] = program("Turn", PlayCards(), DiscardAll(), SacrificeIfUntouched(), RebuildAndDraw())
TURN_ALONE: Final[i64] = program(
    "Turn alone",
    PlayCards(),
    DiscardAll(),
    SacrificeIfUntouched(),
    RebuildPyramid(),
    RobTheBase(),
    RebuildAndDraw(),
)


def begin_turn(s: ValleyState, who: i64) -> None:
    """A clean record and the program of a turn."""
    row = s.row
    row[ACTIVE] = who
    row[ENTOMBED] = 0
    row[CHANGED] = 0
    row[BOUGHT] = NOTHING
    row[GILDED] = 0
    row[REBATE] = 0
    row[DOUBLED] = 0
    row[ANY_ROW] = 0
    s.clear(EXECUTED)
    s.call(TURN if s.n > 1 else TURN_ALONE, who, NOTHING)
