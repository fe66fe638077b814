"""Cursor movement: to the nearest target in a direction, or to the next group of targets."""

from collections.abc import Mapping, Sequence
from typing import Final

from vok_tui.painting.grid import Rect, Target

TargetRects = Mapping[Target, Rect]
MOUSE_ONLY: Final = frozenset({"key"})  # the keys in the footer


def next_target(targets: TargetRects, cursor: Target | None, direction: str, answer_count: int) -> Target | None:
    """The target next to the cursor; the cursor itself if there is none. Scrolled-out answers are reached too."""
    here = targets.get(cursor) if cursor is not None else None
    if cursor is None or here is None:
        return first_target(targets)
    if cursor.area == "answer" and direction in ("up", "down"):
        index = cursor.index + (1 if direction == "down" else -1)
        if 0 <= index < answer_count:
            return Target("answer", index)
    best, least = cursor, float("inf")
    for target, rect in targets.items():
        how_far = (
            weighted_distance(here, rect, direction) if target.area not in MOUSE_ONLY and target != cursor else None
        )
        if how_far is not None and how_far < least:
            best, least = target, how_far
    return best


def weighted_distance(here: Rect, there: Rect, direction: str) -> float | None:
    """The distance of a rectangle in a direction; None if it does not lie in that direction. A sideways offset adds to the
    distance, and a row counts as two columns."""
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
    """The distance between two intervals; 0 if they overlap."""
    return max(0, c - b + 1, a - d + 1)


def _offset(a: int, b: int, c: int, d: int) -> float:
    """A small term for the distance of the centres, to break ties."""
    return abs(a + b - c - d) / 200


def first_target(targets: TargetRects) -> Target | None:
    """The target to start with."""
    return next((target for target in targets if target.area not in MOUSE_ONLY), None)


def target_in_next_group(
    targets: TargetRects, cursor: Target | None, groups: Sequence[Sequence[str]], by: int
) -> Target | None:
    """The first target of the next group (`by` 1) or the previous one (-1) that has any; the cursor if none has."""
    at = next((i for i, group in enumerate(groups) if cursor is not None and cursor.area in group), -1 if by > 0 else 0)
    for away in range(1, len(groups) + 1):
        group = groups[(at + by * away) % len(groups)]
        for area in group:
            there = sorted((target for target in targets if target.area == area), key=lambda target: target.index)
            if there:
                return there[0]
    return cursor
