"""What a review asks for in words: a turn to go to, a comment, a name, a word to find."""

from collections.abc import Callable
from typing import Final

from engine.core.history.annotations import COMMENT, VARIATION_NAME
from vok_tui.replay.review import Review
from vok_tui.review.note_keys import MAIN_LINE_HAS_NO_NAME, NoteKeys
from vok_tui.review.paint_bar import current_turn_text
from vok_tui.screens.base.text_dialog import TextDialog

MAX_TURN_DIGITS: Final = 6
MAX_WORD_CHARS: Final = 60  # that are looked for


class TextQuestions:
    """`show` shows a dialog and passes its text on, None if the player went back; `say` tells what came of it."""

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
        self._wanted = ""  # what was looked for last

    def ask_turn_to_go_to(self) -> None:
        """Ask for a turn, and go there."""

        def go(text: str | None) -> None:
            if text is not None and text.strip().isdecimal():
                self._review.go_to_turn(int(text))
            self._say("" if text is None or text.strip().isdecimal() else "A turn is a whole number.")

        unit = self._review.chapter.unit
        self._show(TextDialog(f"Go to a {unit}", f"The number of the {unit}:", "", MAX_TURN_DIGITS), go)

    def ask_comment(self) -> None:
        """Ask for a comment on the step."""
        before = self._review.annotations.get(COMMENT, self._review.node).text
        text = f"What do you say of {current_turn_text(self._review)}?"
        self._show(TextDialog("Comment", text, before, COMMENT.max_chars), self._saying(self._notes.comment))

    def ask_variation_name(self) -> None:
        """Ask for a name of the variation."""
        start = self._review.lines.variation_start(self._review.node)
        if not start:
            self._say(MAIN_LINE_HAS_NO_NAME)
            return
        before, text = self._review.variation_name((start,)), "What is this variation called?"
        dialog = TextDialog("Name this line", text, before, VARIATION_NAME.max_chars)
        self._show(dialog, self._saying(self._notes.name_variation))

    def ask_words_to_find(self) -> None:
        """Ask for a word, and go to the next step of which the story says it."""

        def find(text: str | None) -> None:
            self._wanted = text or self._wanted
            self._say(self._find(text) if text else "")

        text = "Words of the story or of a comment:"
        self._show(TextDialog("Find", text, self._wanted, MAX_WORD_CHARS), find)

    def _find(self, words: str) -> str:
        """Go to the next step that says all these words; behind the last one, to the first. Returns what came of it."""
        review, here = self._review, self._review.node
        if review.go_to_text(words, 1):
            return ""
        review.go_to_end(-1)
        if not review.go_to_text(words, 1):
            review.go_to(here)
            return f'The story says nowhere "{words}".'
        return "Only this step says so." if review.node == here else "None behind that step: this is the first one."

    def _saying(self, write: Callable[[str], str]) -> Callable[[str | None], None]:
        """Write a text, and say what came of it."""
        return lambda text: self._say("" if text is None else write(text))
