"""Notes on a game: what they are, the dialogs that ask for them, and their keys in a review.

A game that was finished when it was opened has no open file: its save is opened for each change. A game that has just ended at
the table still has its open file, and the changes are appended there.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from engine.core.action import Action
from engine.core.journal import COMMENT, HIDDEN, MAIN_LINE, MARK, VARIATION_NAME, Annotated, Annotations
from saves import SaveError, new_annotation
from vok_tui.game.story import last_public_node
from vok_tui.learning.notes import ReviewNotes
from vok_tui.learning.review import Review
from vok_tui.screens.dialog import TextDialog
from vok_tui.screens.review.paint_page import current_turn_text

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
            return AnswersToTry((), "Answers are tried in finished games. {review_play} plays on from here.")
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


MAX_TURN_DIGITS: Final = 6
MAX_SEARCH_CHARS: Final = 60


class TextQuestions:
    """`show` opens a dialog and passes its text to a function, None if it was cancelled; `say` shows the outcome to the
    player."""

    def __init__(
        self,
        review: Review,
        notes: NoteKeys,
        show: Callable[[TextDialog, Callable[[str | None], None]], None],
        say: Callable[[str], None],
    ) -> None:
        self._review: Final = review
        self._notes: Final = notes
        self._show: Final = show
        self._say: Final = say
        self._latest_search = ""

    def ask_turn_to_go_to(self) -> None:
        """Ask for the number of a turn, and go there."""

        def go(text: str | None) -> None:
            if text is not None and text.strip().isdecimal():
                self._review.go_to_turn(int(text))
            self._say("" if text is None or text.strip().isdecimal() else "A turn is a whole number.")

        unit = self._review.chapter.unit
        self._show(TextDialog(f"Go to a {unit}", f"The number of the {unit}:", "", MAX_TURN_DIGITS), go)

    def ask_comment(self) -> None:
        previous = self._review.annotations.get(COMMENT, self._review.node).text
        text = f"What do you say about {current_turn_text(self._review)}?"
        self._show(
            TextDialog("Comment", text, previous, COMMENT.max_chars), self._callback_to_write(self._notes.write_comment)
        )

    def ask_variation_name(self) -> None:
        start = self._review.line_tree.variation_start(self._review.node)
        if not start:
            self._say(MAIN_LINE_HAS_NO_NAME)
            return
        previous, text = self._review.line_tree.variation_name((start,)), "What is this variation called?"
        dialog = TextDialog("Name this line", text, previous, VARIATION_NAME.max_chars)
        self._show(dialog, self._callback_to_write(self._notes.name_variation))

    def ask_words_to_find(self) -> None:
        """Ask for words, and go to the next step whose story or comment contains them."""

        def find(text: str | None) -> None:
            self._latest_search = text or self._latest_search
            self._say(self._find(text) if text else "")

        text = "Words of the story or of a comment:"
        self._show(TextDialog("Find", text, self._latest_search, MAX_SEARCH_CHARS), find)

    def _find(self, words: str) -> str:
        """Go to the next step with these words, continuing at the start of the line. Returns the outcome, "" if it just went
        there."""
        review, previous_node = self._review, self._review.node
        if review.go_to_text(words):
            return ""
        review.go("end", -1)
        if not review.go_to_text(words):
            review.go_to(previous_node)
            return f'No step of this line says "{words}".'
        return (
            "Only this step says so."
            if review.node == previous_node
            else "None after that step: this is the first one."
        )

    def _callback_to_write(self, write: Callable[[str], str]) -> Callable[[str | None], None]:
        """A function for a dialog to call with its text: it writes the text and shows the outcome."""
        return lambda text: self._say("" if text is None else write(text))
