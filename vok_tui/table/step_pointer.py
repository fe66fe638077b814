"""A pointer among the steps of the others since your turn: the highlighted step, what it changed on the table, and what has
changed since the viewer's last answer. Everything is computed from the viewer's own views."""

from collections.abc import Collection, Sequence
from typing import Any, Final

from engine.core.game import NOBODY
from vok_tui.game.session import Session
from vok_tui.game.story import StoryChapter
from vok_tui.painting.grid import Target
from vok_tui.panes.scene import Board, IdleReason
from vok_tui.panes.story.steps import ChapterDetails, Step, StepKey

NONE_YET: Final = "Nobody has done anything since your turn."
AT_FIRST: Final = "That was the first step since your turn."


class StepPointer:
    """Points at a step of the others since your turn, or at none, in one session. `highlighted_step` is its `Step.key`."""

    def __init__(self, session: Session, board: Board) -> None:
        self.highlighted_step: StepKey | None = None
        self.changed_since_answer: frozenset[Target] = frozenset()
        self.changed_by_highlighted_step: frozenset[Target] = frozenset()
        self._session: Final = session
        self._board: Final = board
        self._view: Any = None
        self._details: Final[dict[tuple[int, ...], ChapterDetails]] = {}

    def update_marks(self, view: Any, nodes_since: Collection[int]) -> None:
        """Mark what has changed up to the new position, which is shown as `view`. `nodes_since` are the nodes of the others'
        steps since your turn: the highlighted step stays highlighted as long as it is among them, even when your turn
        begins."""
        session = self._session
        self._view = view
        self.changed_since_answer = frozenset()
        if session.seat_to_take_keyboard == NOBODY:
            self.changed_since_answer = self._board.changed_targets(session.view_after_your_last_answer(), view)
        if self.highlighted_step is not None and (
            self.highlighted_step.node not in nodes_since or session.seat_to_take_keyboard != NOBODY
        ):
            self.point_at_none()

    def chapter_details(self, chapter: StoryChapter) -> ChapterDetails:
        """What the board says about a chapter of the story. Cached."""
        session = self._session
        is_chapter_over = chapter.chapter != session.chapter
        key = (session.viewer, chapter.start_node, chapter.end_node, len(chapter.sentences), is_chapter_over)
        if key not in self._details:
            before, after = (
                session.view_at(chapter.start_node),
                session.view_at(chapter.end_node) if is_chapter_over else self._view,
            )
            self._details[key] = self._board.chapter_details(before, after, chapter, is_chapter_over)
        return self._details[key]

    def move_pointer(self, direction: int, steps: Sequence[Step]) -> IdleReason:
        """Point at the previous step (-1) or at the next one (1). The pointer starts after the latest step, where it points at
        none. Returns why nothing has changed, else ""."""
        keys = [step.key for step in steps]
        current = keys.index(self.highlighted_step) if self.highlighted_step in keys else len(keys)
        if not keys:
            return NONE_YET
        if current + direction < 0:
            return AT_FIRST
        self.point_at_none()
        if current + direction < len(keys):
            self._point_at(steps[current + direction])
        return ""

    def point_at_none(self) -> None:
        """Point at no step."""
        self.highlighted_step, self.changed_by_highlighted_step = None, frozenset()

    def _point_at(self, step: Step) -> None:
        self.highlighted_step = step.key
        changed = self._board.changed_targets(*self._session.views_around(step.node))
        outside_hand = {target for target in changed if target.area != "hand"}
        hand: set[Target] = set()
        if outside_hand != changed:  # cards in hand may have moved since the step: mark all that have changed
            hand = {target for target in self.changed_since_answer if target.area == "hand"}
        self.changed_by_highlighted_step = frozenset(outside_hand | hand | {Target("seat", step.seat)})
