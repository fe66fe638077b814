"""The guide at the table of a guided game: it follows the game, answers what the player does, and stores the progress."""

from typing import Final

from engine.core.game import NOBODY
from vok_tui.game.lesson import Lesson, LessonRun, said
from vok_tui.game.sitting import Sitting
from vok_tui.learning.history import REACHED, SKIPPED, LearningHistory
from vok_tui.panes.scene import GuidePage

OPEN_GOAL: Final = "That is allowed. The goal is still open."
DONE_HEADING: Final = "The guided game is done"
LEFT_HEADING: Final = "The guided game is skipped"


class Guide:
    """Guides the player of a sitting through a lesson."""

    first_keys: Final = ()

    def __init__(self, lesson: Lesson, sitting: Sitting, history: LearningHistory) -> None:
        self.lesson: Final = lesson
        self._sitting: Final = sitting
        self._history: Final = history
        self._seat: Final = min(sitting.humans)
        self._run: Final = LessonRun(
            lesson,
            sitting.match,
            self._seat,
            lambda node: sitting.match.game.view(sitting.match.at(node), self._seat),
            history.steps(lesson.id, SKIPPED),
        )
        self._answered_node = sitting.node
        self.was_done = self.is_done  # whether it was done at the last call of `reply`

    @property
    def step(self) -> int:
        """The current step, from 0; the number of steps when the lesson is done."""
        return self._run.at(self._sitting.node).step

    @property
    def is_done(self) -> bool:
        """Whether all steps are done here."""
        return self.step == len(self.lesson.steps)

    @property
    def mark(self) -> str:
        """The words in the status line."""
        return "guided game"

    @property
    def footer_labels(self) -> dict[str, str]:
        """All keys have their usual labels."""
        return {}

    @property
    def idle_keys(self) -> dict[str, bool]:
        """Which keys do nothing."""
        return {"skip_step": self.is_done, "lines": True}

    def page(self) -> GuidePage:
        """What the guide says at the current position."""
        steps, progress = self.lesson.steps, self._run.at(self._sitting.node)
        titles = tuple([step.title for step in steps])
        if progress.step == len(steps):
            heading = LEFT_HEADING if self._history.has_left_lesson(self.lesson.id) else DONE_HEADING
            return GuidePage(heading, self.lesson.closing, (), titles, progress.step, progress.left_out)
        step, view = steps[progress.step], self._sitting.match.game.view(self._sitting.state, self._seat)
        goals = tuple([(said(goal.text, view), done) for goal, done in zip(step.goals, progress.reached, strict=True)])
        heading = f"Step {progress.step + 1} of {len(steps)}: {step.title}"
        return GuidePage(heading, said(step.text, view), goals, titles, progress.step, progress.left_out)

    def skip_step(self) -> None:
        """Skip the current step, and store that."""
        step = self.step
        if step < len(self.lesson.steps):
            self._history.add(self.lesson.id, SKIPPED, str(step))
            self._run.skip(step)
            self._store_progress()

    def reply(self) -> str:
        """The guide's answer to what the player has done since the last call; "" if that was nothing. Stores the progress."""
        match, log = self._sitting.match, self._sitting.match.log
        before, node = self._answered_node, self._sitting.node
        self._answered_node, self.was_done = node, self.is_done
        if before == node or before not in log.path(node):
            return ""
        step_before = self._run.at(before).step
        passed = [later for later in log.path(node) if log.depths[later] > log.depths[before]]
        own = [later for later in passed if match.mover(log.parents[later]) == self._seat]
        if self.step > step_before:
            self._store_progress()
            latest = self.lesson.steps[self.step - 1]
            return latest.missed if self.step - 1 in self._run.at(node).left_out else latest.reply
        if not own or match.mover(node) == NOBODY or self._sitting.question().card:  # a card is still acting
            return ""
        return self.lesson.remarks.get(log.actions[own[-1]].verb, OPEN_GOAL)

    def _store_progress(self) -> None:
        """Store a step that was never reached before, or that the lesson has ended."""
        game, step_count = self.lesson.id, len(self.lesson.steps)
        if self.is_done:
            left_out = self._run.at(self._sitting.node).left_out
            self._history.end_lesson(game, step_count - len(left_out), step_count)
        elif self.step > max(self._history.steps(game, REACHED), default=0):
            self._history.add(game, REACHED, str(self.step))
