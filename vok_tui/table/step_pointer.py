"""A pointer among the steps of the others since your turn: the step that is pointed at, what it changed on the table, and what
has changed since the viewer's last answer. All of it is made from the viewer's own views."""

from collections.abc import Collection, Sequence
from typing import Any, Final

from engine.core.game import NOBODY
from vok_tui.game.session import Session
from vok_tui.game.story import StoryChapter
from vok_tui.painting.grid import Target
from vok_tui.panes.scene import Board, IdleReason
from vok_tui.panes.story.steps import ChapterNotes, Step, StepKey

NONE_YET: Final = "Nobody has done anything since your turn."
FIRST: Final = "That was the first step since your turn."


class StepPointer:
    """Points at a step of the others since your turn, or at none. For one session; `highlighted_step` is the `Step.key` of that
    step."""

    def __init__(self, session: Session, board: Board) -> None:
        self.highlighted_step: StepKey | None = None
        self.changed_since_answer: frozenset[Target] = frozenset()
        self.changed_by_highlighted_step: frozenset[Target] = frozenset()
        self._session: Final = session
        self._board: Final = board
        self._view: Any = None
        self._notes: Final[dict[tuple[int, ...], ChapterNotes]] = {}

    def update_marks(self, view: Any, nodes_since: Collection[int]) -> None:
        """The position has changed, and is shown as `view`. `nodes_since` are the nodes of the others' steps since your turn:
        what is pointed at stays so while it is among them, also when your turn comes."""
        session = self._session
        self._view = view
        self.changed_since_answer = frozenset()
        if session.next_viewer == NOBODY:
            self.changed_since_answer = self._board.changed_targets(session.view_after_your_last_answer(), view)
        if self.highlighted_step is not None and (
            self.highlighted_step[0] not in nodes_since or session.next_viewer != NOBODY
        ):
            self.point_at_none()

    def chapter_notes(self, chapter: StoryChapter) -> ChapterNotes:
        """What the board says of a chapter of the story. Kept once it was asked."""
        session = self._session
        is_over = chapter.chapter != session.chapter
        key = (session.viewer, chapter.start_node, chapter.end_node, len(chapter.sentences), is_over)
        if key not in self._notes:
            before, after = (
                session.view_at(chapter.start_node),
                session.view_at(chapter.end_node) if is_over else self._view,
            )
            self._notes[key] = self._board.chapter_notes(before, after, chapter, is_over)
        return self._notes[key]

    def move_pointer(self, by: int, steps: Sequence[Step]) -> IdleReason:
        """Point at the step before (-1), at first at the latest one, or at the one behind (1); behind the latest, at none.
        Returns why nothing has changed, else ""."""
        keys = [step.key for step in steps]
        at = keys.index(self.highlighted_step) if self.highlighted_step in keys else len(keys)
        if not keys:
            return NONE_YET
        if at + by < 0:
            return FIRST
        self.point_at_none()
        if at + by < len(keys):
            self._point_at(steps[at + by])
        return ""

    def point_at_none(self) -> None:
        """Point at no step."""
        self.highlighted_step, self.changed_by_highlighted_step = None, frozenset()

    def _point_at(self, step: Step) -> None:
        self.highlighted_step = step.key
        changed = self._board.changed_targets(*self._session.views_around(step.node))
        hand = {
            target for target in self.changed_since_answer if target.area == "hand"
        }  # the cards of the hand may have moved since
        stays = {target for target in changed if target.area != "hand"}
        self.changed_by_highlighted_step = frozenset(
            stays | (hand if stays != changed else set()) | {Target("seat", step.seat)}
        )
