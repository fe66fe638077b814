"""The dialogs of a review: for a turn to go to, a comment, the name of a variation, and words to find."""

from collections.abc import Callable
from typing import Final

from engine.core.history.annotations import COMMENT, VARIATION_NAME
from vok_tui.replay.review import Review
from vok_tui.review.note_keys import MAIN_LINE_HAS_NO_NAME, NoteKeys
from vok_tui.review.paint_bar import current_turn_text
from vok_tui.screens.base.text_dialog import TextDialog

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
        """Ask for a comment on the step."""
        previous = self._review.annotations.get(COMMENT, self._review.node).text
        text = f"What do you say about {current_turn_text(self._review)}?"
        self._show(
            TextDialog("Comment", text, previous, COMMENT.max_chars), self._callback_to_write(self._notes.write_comment)
        )

    def ask_variation_name(self) -> None:
        """Ask for a name of the current variation."""
        start = self._review.line_tree.variation_start(self._review.node)
        if not start:
            self._say(MAIN_LINE_HAS_NO_NAME)
            return
        previous, text = self._review.variation_name((start,)), "What is this variation called?"
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
        if review.go_to_text(words, 1):
            return ""
        review.go_to_first_or_last(-1)
        if not review.go_to_text(words, 1):
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
