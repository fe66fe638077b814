"""A modal list of the answers to a question, for trying another one than the one that was given."""

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from vok_tui.screens.base.base_screen import SizeGuardedScreen
from vok_tui.settings.keys import bindings
from vok_tui.widgets.option_list import SafeOptionList


class TryAnswerDialog(SizeGuardedScreen, ModalScreen[int | None]):
    """Returns the index of the chosen answer, or None if it was closed."""

    BINDINGS = bindings("ask")
    AUTO_FOCUS = "SafeOptionList"

    def __init__(self, text: str, answers: Sequence[str]) -> None:
        super().__init__()
        self.text = text
        self.answers = answers
        self._marked = 0

    def compose(self) -> ComposeResult:
        with Vertical(id="answers"):
            yield Static("Try another answer", classes="title", markup=False)
            yield Static(self.text, markup=False)
            yield SafeOptionList(*[Option(f"  {answer}") for answer in self.answers], markup=False)

    @on(OptionList.OptionHighlighted)
    def _mark(self, event: OptionList.OptionHighlighted) -> None:
        """Put a sign before the marked answer, because a colour alone is not enough."""
        rows, previous = self.query_one(SafeOptionList), self._marked
        self._marked = event.option_index
        rows.replace_option_prompt_at_index(previous, f"  {self.answers[previous]}")
        rows.replace_option_prompt_at_index(self._marked, f"▸ {self.answers[self._marked]}")

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)

    def action_choose(self) -> None:
        """Choose the marked answer."""
        self.query_one(SafeOptionList).action_select()

    def action_move_focus(self, step: int) -> None:
        """Mark the next answer, or the one before."""
        rows = self.query_one(SafeOptionList)
        if step > 0:
            rows.action_cursor_down()
        else:
            rows.action_cursor_up()

    def action_back(self) -> None:
        """Close without a choice."""
        self.dismiss(None)
