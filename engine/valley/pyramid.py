"""Crumbling and rebuilding (rulebook, "Crumbling Pyramid" and "Taking a Turn", step 3).

Slots: base 0 1 2 from the left, middle 3 (above 0 and 1) and 4 (above 1 and 2), top 5 (above 3 and 4).
"""

from typing import Final, final

from engine.core.row import i64
from engine.core.rules import NOTHING
from engine.core.tasks import Task
from engine.valley.card import program
from engine.valley.state import CHANGED, PYRAMID, SLOTS, ValleyState
from engine.valley.verbs import CRUMBLE, first, move1


def is_empty(s: ValleyState) -> bool:
    """Whether no card lies in the pyramid."""
    row = s.row
    for cell in range(PYRAMID, PYRAMID + SLOTS):
        if row[cell] >= 0:
            return False
    return True


def remove(s: ValleyState, slot: i64, chooser: i64) -> i64:
    """Take the card out of a slot; the pyramid crumbles at once. Only an empty middle of the base with two cards above it
    asks, and then `chooser` says which one falls."""
    row = s.row
    kind = row[PYRAMID + slot]
    row[PYRAMID + slot] = NOTHING
    row[CHANGED] = 1
    if slot == 0:
        fall(s, 3, 0)
    elif slot == 2:
        fall(s, 4, 2)
    elif slot == 1:
        if row[PYRAMID + 3] < 0:
            fall(s, 4, 1)
        elif row[PYRAMID + 4] < 0:
            fall(s, 3, 1)
        else:
            s.call(CRUMBLING, chooser, NOTHING)
    elif slot < 5:
        fall(s, 5, slot)
    return kind


def fall(s: ValleyState, upper: i64, lower: i64) -> None:
    """The card in `upper`, if there is one, falls into the empty `lower`, and what lies above follows."""
    row = s.row
    row[PYRAMID + lower] = row[PYRAMID + upper]
    row[PYRAMID + upper] = NOTHING
    if upper < 5 and row[PYRAMID + 5] >= 0:
        row[PYRAMID + upper] = row[PYRAMID + 5]
        row[PYRAMID + 5] = NOTHING


def rebuild(s: ValleyState) -> None:
    """Fill the empty slots from the stock, one card at a time, from the base up and from the left."""
    row = s.row
    for slot in range(SLOTS):
        if row[PYRAMID + slot] < 0:
            kind = s.draw_stock()
            if kind < 0:
                return
            row[PYRAMID + slot] = kind
            if s.told is not None:
                s.tell("rebuilt", s.active, (kind, slot), reveals=True)


@final
class ChooseFall(Task[ValleyState]):
    """Either of the two middle cards may fall into the empty middle of the base; the player chooses."""

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        s.offer(move1(CRUMBLE, 3))
        s.offer(move1(CRUMBLE, 4))

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        fall(s, first(move), 1)
        if s.told is not None:
            s.tell("crumbled", who, (s.row[PYRAMID + 1],))
        return it


CRUMBLING: Final[i64] = program("Crumbling", ChooseFall())
