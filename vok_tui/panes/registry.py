"""The panes of every table, except status, question and footer. To add one, write its module and list it here."""

from collections.abc import Mapping
from typing import Final

from vok_tui.painting.grid import Rect
from vok_tui.panes.overlay import FixedPane, Overlay
from vok_tui.panes.points import FIXED_POINTS, POINTS
from vok_tui.panes.reader import FIXED_READER, READER
from vok_tui.panes.scene import PaneArrangement
from vok_tui.panes.story import FIXED_STORY, STORY

OVERLAYS: Final[tuple[Overlay, ...]] = (READER, STORY, POINTS)
"""The panes that a key opens over the table."""

FIXED_PANES: Final[tuple[FixedPane, ...]] = (FIXED_STORY, FIXED_READER, FIXED_POINTS)
"""The panes with a fixed place, in the order in which they take parts of other panes."""


def fixed_pane_rects(
    arrangement: PaneArrangement, width: int, panes: tuple[FixedPane, ...] = FIXED_PANES
) -> Mapping[str, Rect]:
    """The rectangles of the question and the fixed panes on a table of this width, by their ids: as the board arranges them, or
    else in their slots. A pane for which there is no room is missing."""
    rects = {
        "question": arrangement.question,
        **{name: rect for name, rect in arrangement.panes.items() if rect is not None},
    }
    for pane in panes:
        slot = pane.slot
        if slot is None or pane.id in arrangement.panes or slot.from_pane not in rects or width < slot.min_columns:
            continue
        other = rects[slot.from_pane]
        lines_left = other.height - slot.lines - 1
        if lines_left >= slot.min_lines_left:
            rects[slot.from_pane] = Rect(other.x, other.y, other.width, lines_left)
            rects[pane.id] = Rect(other.x, other.bottom - slot.lines, other.width, slot.lines)
    return rects


def without_useless_curve(
    rects: Mapping[str, Rect], needed_question_lines: int, *, has_begun: bool
) -> Mapping[str, Rect]:
    """The rectangles of the panes. The pane above the curve takes its lines if the curve has not begun, or if that pane is the
    question and needs more lines than it has."""
    curve = rects.get(FIXED_POINTS.id)
    if curve is None:
        return rects
    above = next(
        (
            name
            for name in ("question", FIXED_STORY.id)
            if name in rects
            # in the same columns, directly above the curve or with a blank line between them
            and (rects[name].x, rects[name].width) == (curve.x, curve.width)
            and 0 <= curve.y - rects[name].bottom <= 1
        ),
        "",
    )
    is_crowded = above == "question" and needed_question_lines > rects["question"].height
    if has_begun and not is_crowded:
        return rects
    others = {name: rect for name, rect in rects.items() if name != FIXED_POINTS.id}
    if not above:
        return others
    pane = rects[above]
    return {**others, above: Rect(pane.x, pane.y, pane.width, curve.bottom - pane.y)}
