"""Cursor movement: to the nearest target in a direction, or to the next group of targets."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from vok_tui.painting.grid import Rect, Target

TargetRects = Mapping[Target, Rect]
MORE: Final = "more"  # the area of the signs that there are more answers above (index 0) and below (1)
MOUSE_ONLY_AREAS: Final = frozenset(
    {"key", MORE}
)  # areas that the cursor skips: the keys in the footer, and these signs


def next_target(
    targets: TargetRects,
    cursor: Target | None,
    direction: str,
    listed_count: int,
    areas_walked_in_lines: Collection[str] = (),
) -> Target | None:
    """The nearest target in a direction; the cursor itself if there is none. Between answers it moves in their list, of which
    `listed_count` may be chosen, also those that are scrolled out of sight. To the left and right, from a target in one of the
    `areas_walked_in_lines` to another in one of them, those on the same lines come before all others."""
    start = targets.get(cursor) if cursor is not None else None
    if cursor is None or start is None:
        return first_target(targets)
    if cursor.area == "answer" and direction in ("up", "down"):
        index = cursor.index + (1 if direction == "down" else -1)
        if 0 <= index < listed_count:
            return Target("answer", index)
    if cursor.area in areas_walked_in_lines and direction in ("left", "right"):
        on_same_lines = {
            target: rect
            for target, rect in targets.items()
            if target.area in areas_walked_in_lines and rect.y < start.bottom and start.y < rect.bottom
        }
        nearest = nearest_target(on_same_lines, cursor, start, direction)
        if nearest != cursor:
            return nearest
    return nearest_target(targets, cursor, start, direction)


def nearest_target(targets: TargetRects, cursor: Target, start: Rect, direction: str) -> Target:
    """The nearest target to the rectangle `start` of the cursor in a direction; the cursor itself if there is none."""
    nearest, smallest_distance = cursor, float("inf")
    for target, rect in targets.items():
        if target.area in MOUSE_ONLY_AREAS or target == cursor:
            continue
        distance = weighted_distance(start, rect, direction)
        if distance is not None and distance < smallest_distance:
            nearest, smallest_distance = target, distance
    return nearest


def weighted_distance(start: Rect, end: Rect, direction: str) -> float | None:
    """The distance between two rectangles in a direction; None if `end` is not in that direction. A sideways offset adds to the
    distance, and a row counts as two columns."""
    along = {
        "up": start.y - end.bottom,
        "down": end.y - start.bottom,
        "left": start.x - end.right,
        "right": end.x - start.right,
    }[direction]
    if along < 0:
        return None
    if direction in ("up", "down"):
        along_weight, gap_weight, sides = 2, 1, (start.x, start.right, end.x, end.right)
    else:
        along_weight, gap_weight, sides = 1, 4, (start.y, start.bottom, end.y, end.bottom)
    first, first_end, other, other_end = sides
    gap = max(0, other - first_end + 1, first - other_end + 1)  # 0 if they overlap
    tie_break = abs(first + first_end - other - other_end) / 200  # a hundredth of the distance between the centres
    return along_weight * along + gap_weight * gap + tie_break


def first_target(targets: TargetRects) -> Target | None:
    """The target to start with: the first one that was painted; None if only the mouse can reach any."""
    return next((target for target in targets if target.area not in MOUSE_ONLY_AREAS), None)


def target_in_next_group(
    targets: TargetRects, cursor: Target | None, groups: Sequence[Sequence[str]], direction: int
) -> Target | None:
    """The first target of the next group (`direction` 1) or the previous one (-1). Groups without targets are skipped; the
    cursor stays if no group has any."""
    default = -1 if direction > 0 else 0
    current = next((i for i, areas in enumerate(groups) if cursor is not None and cursor.area in areas), default)
    for offset in range(1, len(groups) + 1):
        for area in groups[(current + direction * offset) % len(groups)]:
            in_area = [target for target in targets if target.area == area]
            if in_area:
                return min(in_area, key=lambda target: target.index)
    return cursor
