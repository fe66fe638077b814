"""A modal dialog that asks for one line of text."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Click
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from vok_tui.screens.base.base_screen import SizeGuardedScreen
from vok_tui.screens.base.dialog import ActionButton, DialogOption
from vok_tui.settings.keys import bindings
from vok_tui.widgets.clean_input import CleanInput


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

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False

    @on(Click)
    def _button_clicked(self, event: Click) -> None:
        if isinstance(event.widget, ActionButton):
            self._close_with(event.widget.option.result)

    def action_done(self) -> None:
        """Accept the text; on a button, do what it says."""
        self._close_with(self.focused.option.result if isinstance(self.focused, ActionButton) else "done")

    def action_back(self) -> None:
        """Close without a change."""
        self.dismiss(None)

    def _close_with(self, result: str) -> None:
        self.dismiss(self.query_one(Input).value if result else None)
