"""What the keys for notes do: write marks, comments and names of variations, promote or hide variations, and try answers."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.core.action import Action
from engine.core.history.annotations import COMMENT, HIDDEN, MAIN_LINE, MARK, VARIATION_NAME, Annotated, Annotations
from saves import SaveError, new_annotation
from vok_tui.game.story import last_public_node
from vok_tui.replay.review import Review
from vok_tui.replay.review_notes import ReviewNotes

Outcome = str  # a sentence: what was done, or why it was not done
MAIN_LINE_HAS_NO_NAME = "The main line has no name: go to a variation first."


class AnswersToTry(NamedTuple):
    """The answers that can be tried at a step; if there are none, `obstacle` is a sentence that says why."""

    actions: Sequence[Action]
    obstacle: str


class NoteKeys:
    """Writes notes on the current step of a review, or on its variation."""

    def __init__(self, review: Review, notes: ReviewNotes) -> None:
        self._review = review
        self._notes = notes

    @property
    def obstacle(self) -> str:
        """Why nothing can be written; "" if it can."""
        return self._notes.obstacle

    def cycle_mark(self) -> Outcome:
        """Give the step the next mark; after the last one, none."""
        node = self._review.node
        value = (self._review.annotations.get(MARK, node).value + 1) % len(MARK.value_words)
        done = f"Marked: {MARK.value_words[value]}." if value else "The mark is gone."
        return self._write(Annotated(MARK, node, "", value), done)

    def write_comment(self, text: str) -> Outcome:
        """Write a comment on the step; an empty text deletes it."""
        return self._write(
            new_annotation(COMMENT, text, self._review.node), "Written." if text.strip() else "The comment is gone."
        )

    def name_variation(self, text: str) -> Outcome:
        """Name the variation; an empty text deletes the name."""
        start = self._review.line_tree.variation_start(self._review.node)
        if not start:
            return MAIN_LINE_HAS_NO_NAME
        return self._write(
            new_annotation(VARIATION_NAME, text, start), "Named." if text.strip() else "The name is gone."
        )

    def promote_variation(self) -> Outcome:
        """Make the variation the line that continues from where it branches off."""
        line_tree, start = self._review.line_tree, self._review.line_tree.variation_start(self._review.node)
        if not start:
            return "This is the main line."
        siblings = line_tree.step_tree.children[line_tree.step_tree.parents[start]]
        highest = max(self._review.annotations.get(MAIN_LINE, node).value for node in siblings)
        return self._write(
            Annotated(MAIN_LINE, start, "", highest + 1), "This line is the main one now. The game stays as it was."
        )

    def toggle_variation_hidden(self) -> Outcome:
        """Hide the variation, or show it again."""
        start = self._review.line_tree.variation_start(self._review.node)
        if not start:
            return "The main line cannot be hidden: go to a variation first."
        hides = not self._review.line_tree.is_variation_hidden(start)
        done = "Hidden: one line says so. Nothing is deleted." if hides else "Shown again."
        node = self._review.node
        outcome = self._write(Annotated(HIDDEN, start, "", int(hides)), done)
        self._review.go_to(start if hides else node)
        return outcome

    def answers_to_try(self) -> AnswersToTry:
        """The answers that can be tried at the step."""
        if self._notes.obstacle:
            return AnswersToTry((), self._notes.obstacle)
        if not self._review.match.is_over:
            return AnswersToTry((), "Answers are tried in finished games. Enter plays on from here.")
        actions = self._review.answers()
        return AnswersToTry(actions, "" if actions else "The game is over at this step. Go back to an earlier one.")

    def try_answer(self, action: Action) -> Outcome:
        """Try an answer at the step: write it as a variation after the seal, and go there."""
        child = 0

        def change() -> Annotations:
            nonlocal child
            child = self._notes.write_tried_answer(self._review.shown_node, action)
            return self._review.match.log.annotations

        outcome = self._change(change, "A variation of the analysis. The game stays as it was.")
        if child:
            self._review.go_to(last_public_node(self._review.match, child), keep_line=False)
        return outcome

    def retract_latest(self) -> Outcome:
        """Retract the latest note or tried answer."""
        if self._review.annotations.last_retractable_index() < 0:
            return "Nothing was written here that could be taken back."
        return self._change(self._notes.retract_latest, "The latest note is taken back.")

    def _write(self, entry: Annotated, done: str) -> Outcome:
        return self._change(lambda: self._notes.write_annotation(entry), done)

    def _change(self, change: Callable[[], Annotations | None], done: str) -> Outcome:
        """Make a change and return `done`, or else why the change failed."""
        if self._notes.obstacle:
            return self._notes.obstacle
        try:
            annotations = change()
        except SaveError as error:
            return str(error)
        if annotations is not None:
            self._review.update_annotations(annotations)
        return done
