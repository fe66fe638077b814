"""The panes of every table, besides status, question and footer. To add one, write its module and name it here."""

from collections.abc import Mapping
from typing import Final

from vok_tui.painting.grid import Rect
from vok_tui.panes.arrangement import PaneArrangement
from vok_tui.panes.overlay import Overlay, StandingPane
from vok_tui.panes.points import POINTS, STANDING_POINTS
from vok_tui.panes.reader import READER, STANDING_READER
from vok_tui.panes.story.story import STANDING_STORY, STORY

OVERLAYS: Final[tuple[Overlay, ...]] = (READER, STORY, POINTS)
"""The panes that a key lays over the table."""

STANDING_PANES: Final[tuple[StandingPane, ...]] = (STANDING_STORY, STANDING_READER, STANDING_POINTS)
"""The panes that stand on the table where there is room, in the order in which they take their places."""


def standing_places(
    places: PaneArrangement, width: int, panes: tuple[StandingPane, ...] = STANDING_PANES
) -> Mapping[str, Rect]:
    """Where the panes stand on a table of this width, by their ids: where the board wants them, else in their slots."""
    found = {"question": places.question, **{name: place for name, place in places.panes.items() if place is not None}}
    for pane in panes:
        slot = pane.slot
        if slot is None or pane.id in places.panes or slot.of_pane not in found or width < slot.min_columns:
            continue
        other = found[slot.of_pane]
        left = other.height - slot.lines - 1
        if left >= slot.min_lines_left:
            found[slot.of_pane] = Rect(other.x, other.y, other.width, left)
            found[pane.id] = Rect(other.x, other.bottom - slot.lines, other.width, slot.lines)
    return found


def with_question_over_curve(standing: Mapping[str, Rect], wanted_lines: int) -> Mapping[str, Rect]:
    """The places of the panes, where a question that wants more lines than it has takes the place of the curve below it."""
    question, curve = standing["question"], standing.get(STANDING_POINTS.id)
    if curve is None or wanted_lines <= question.height or (curve.x, curve.width) != (question.x, question.width):
        return standing
    found = {name: place for name, place in standing.items() if name != STANDING_POINTS.id}
    return {**found, "question": Rect(question.x, question.y, question.width, curve.bottom - question.y)}
