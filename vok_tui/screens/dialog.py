"""Dialogs that ask for an option, for a text or for one of many answers. The footer of each has its own keys, and covers that of
the screen below."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Click
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from vok_tui.screens.base import SizeGuardedScreen
from vok_tui.screens.widgets import CleanInput, KeyFooter, SafeOptionList
from vok_tui.shared.shortcuts import bindings

ROW_COLUMNS: Final = 60  # of options side by side: the width of a dialog without its border
BUTTON_COLUMNS: Final = 6  # of a button, beside its label
MIN_BUTTON_COLUMNS: Final = 16
MAX_FRAMED_ROWS: Final = 3  # of options; more are a list without frames, which the smallest window shows whole


class DialogOption(NamedTuple):
    """An option of a dialog: its result and its label."""

    result: str
    label: str


def option_rows(options: Sequence[DialogOption]) -> list[list[DialogOption]]:
    """The options in rows that a dialog has room for."""
    rows: list[list[DialogOption]] = []
    columns_left = 0
    for option in options:
        columns = max(MIN_BUTTON_COLUMNS, cell_len(option.label) + BUTTON_COLUMNS)
        if columns > columns_left:
            rows.append([])
            columns_left = ROW_COLUMNS
        rows[-1].append(option)
        columns_left -= columns
    return rows


class ActionButton(Static, can_focus=True):
    """A button for an option, labelled with its key if there is one."""

    def __init__(self, option: DialogOption, key: str = "") -> None:
        super().__init__(option.label, markup=False)
        self.option = option
        self.key = f"{key} " if key else ""

    def render(self) -> Content:
        left, right = ("▸ ", " ◂") if self.has_focus else ("  ", "  ")
        return Content.assemble(left, (self.key, "$lapis"), self.option.label, right)


class Dialog(SizeGuardedScreen, ModalScreen[str]):
    """Returns the result of the chosen option, or "" if it was closed. The first option has the focus."""

    BINDINGS = bindings("ask")
    AUTO_FOCUS = "ActionButton"

    def __init__(
        self,
        title: str,
        text: str,
        options: Sequence[DialogOption],
        to_read: Mapping[str, Callable[[], object]] | None = None,
    ) -> None:
        """`to_read` shows something over the dialog, which stays, instead of a result."""
        super().__init__()
        self.heading = title
        self.text = text
        self.options = options
        self.to_read: Final = to_read or {}

    def compose(self) -> ComposeResult:
        rows = option_rows(self.options)
        with Vertical(id="ask", classes="list" if len(rows) > MAX_FRAMED_ROWS else ""):
            yield Static(self.heading, classes="title", markup=False)
            yield Static(self.text, markup=False)
            for row in rows:
                with Horizontal():
                    for option in row:
                        yield ActionButton(option)
        yield KeyFooter()

    def on_click(self, event: events.Click) -> None:
        self._choose(event.widget)

    def action_choose(self) -> None:
        """Choose the focused option."""
        self._choose(self.focused)

    def _choose(self, button: Widget | None) -> None:
        if isinstance(button, ActionButton):
            result = button.option.result
            self.to_read.get(result, partial(self.dismiss, result))()

    def action_back(self) -> None:
        """Close without a choice."""
        self.dismiss("")


class TextDialog(SizeGuardedScreen, ModalScreen[str | None]):
    """Returns the text, which may be empty, or None if it was closed."""

    BINDINGS = bindings("text")
    AUTO_FOCUS = "Input"

    def __init__(self, title: str, text: str, value: str, max_chars: int) -> None:
        super().__init__()
        self.heading = title
        self.text = text
        self.value = value
        self.max_chars = max_chars

    def compose(self) -> ComposeResult:
        with Vertical(id="ask"):
            yield Static(self.heading, classes="title", markup=False)
            yield Static(self.text, markup=False)
            yield CleanInput(self.value, max_length=self.max_chars, compact=True, id="asked")
            with Horizontal():
                yield ActionButton(DialogOption("done", "Done"))
                yield ActionButton(DialogOption("", "Back"))
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False

    @on(Click)
    def _button_clicked(self, event: Click) -> None:
        if isinstance(event.widget, ActionButton):
            self._close_with(event.widget.option.result)

    def action_done(self) -> None:
        """Accept the text; on a button, do what it says."""
        self._close_with(self.focused.option.result if isinstance(self.focused, ActionButton) else "done")

    def _close_with(self, result: str) -> None:
        self.dismiss(self.query_one(Input).value if result else None)


class TryAnswerDialog(SizeGuardedScreen, ModalScreen[int | None]):
    """Returns the index of the chosen answer, or None if it was closed."""

    BINDINGS = bindings("ask")
    AUTO_FOCUS = "SafeOptionList"

    def __init__(self, text: str, answers: Sequence[str], title: str = "Try another answer") -> None:
        super().__init__()
        self.title = title
        self.text = text
        self.answers = answers
        self._marked = 0

    def compose(self) -> ComposeResult:
        with Vertical(id="answers"):
            yield Static(self.title or "", classes="title", markup=False)
            yield Static(self.text, markup=False)
            yield SafeOptionList(*[Option(f"  {answer}") for answer in self.answers], markup=False)
        yield KeyFooter()

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
        self.query_one(SafeOptionList).action_select()

    def action_move_focus(self, step: int) -> None:
        """Mark the next answer, or the one before."""
        rows = self.query_one(SafeOptionList)
        if step > 0:
            rows.action_cursor_down()
        else:
            rows.action_cursor_up()
