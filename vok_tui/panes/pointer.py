"""Where the cursor goes: to the nearest thing in a direction, or on to the next part of the table."""

from collections.abc import Mapping, Sequence
from typing import Final

from vok_tui.panes.grid import Rect, Thing

Spots = Mapping[Thing, Rect]
NEVER: Final = frozenset({"key"})  # keys in the last line are for the mouse


def step(spots: Spots, cursor: Thing | None, direction: str, answers: int) -> Thing | None:
    """The thing next to the cursor; the cursor itself if there is none. Answers out of sight are reached too."""
    here = spots.get(cursor) if cursor is not None else None
    if cursor is None or here is None:
        return first(spots)
    if cursor.where == "answer" and direction in ("up", "down"):
        index = cursor.index + (1 if direction == "down" else -1)
        if 0 <= index < answers:
            return Thing("answer", index)
    best, least = cursor, float("inf")
    for thing, rect in spots.items():
        far = distance(here, rect, direction) if thing.where not in NEVER and thing != cursor else None
        if far is not None and far < least:
            best, least = thing, far
    return best


def distance(here: Rect, there: Rect, direction: str) -> float | None:
    """How far a rectangle lies in a direction; None if it lies in another. What lies straight ahead is nearer than what lies
    aside, and a row counts as two columns."""
    along = {
        "up": here.y - there.bottom,
        "down": there.y - here.bottom,
        "left": here.x - there.right,
        "right": there.x - here.right,
    }[direction]
    if along < 0:
        return None
    if direction in ("up", "down"):
        return (
            2 * along
            + _gap(here.x, here.right, there.x, there.right)
            + _offset(here.x, here.right, there.x, there.right)
        )
    return (
        along
        + 4 * _gap(here.y, here.bottom, there.y, there.bottom)
        + _offset(here.y, here.bottom, there.y, there.bottom)
    )


def _gap(a: int, b: int, c: int, d: int) -> int:
    """How far two stretches are apart; 0 if they overlap."""
    return max(0, c - b + 1, a - d + 1)


def _offset(a: int, b: int, c: int, d: int) -> float:
    """A little for middles that lie apart, to tell equals from each other."""
    return abs(a + b - c - d) / 200


def first(spots: Spots) -> Thing | None:
    """Any thing to begin with."""
    return next((thing for thing in spots if thing.where not in NEVER), None)


def jump(spots: Spots, cursor: Thing | None, parts: Sequence[Sequence[str]], by: int) -> Thing | None:
    """The first thing of the next part that has any, or of the one before."""
    at = next((i for i, part in enumerate(parts) if cursor is not None and cursor.where in part), -1 if by > 0 else 0)
    for away in range(1, len(parts) + 1):
        part = parts[(at + by * away) % len(parts)]
        for where in part:
            there = sorted((thing for thing in spots if thing.where == where), key=lambda thing: thing.index)
            if there:
                return there[0]
    return cursor
