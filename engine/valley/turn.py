"""The four steps of a turn (rulebook, "Taking a Turn"), as a program, and the end of the game.

A game is played to its end by the rules that it was begun with, `s.cards.rules`. What is other since rules 2:

- `discards`: the order of the discards is asked as deep as somebody may come to take cards off that pile, also with a card
  that can be bought and executed in the same turn. By rules 1 only the top card was asked, and only for cards owned already.
- `reactions.Hew`: in one's own turn the Offering Table is not offered against an opponent's Axe.
- `buying`: where something can be done with cards in play, payments with cards that could be left out are offered too.
"""

from typing import Final, final

from engine.core.row import i64, vec
from engine.core.rules import NOTHING
from engine.core.tasks import Task
from engine.valley.buying import buy, count_purchases, offer_purchases, purchase, purse_of
from engine.valley.card import ANYWHERE, IN_FRONT, OUT_OF_HAND, program
from engine.valley.discards import HAND_SIZE, DiscardAll
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
    DOUBLED,
    ENTOMBED,
    EXECUTED,
    GILDED,
    HAND,
    PLAYED,
    PYRAMID,
    REBATE,
    TURN_NUMBER,
    ValleyState,
)  # fmt: skip
from engine.valley.verbs import BUY, END, ENTOMB, EXECUTE, VERB, A, first


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
            s.counted = count_purchases(s, who, purse) + 1
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
