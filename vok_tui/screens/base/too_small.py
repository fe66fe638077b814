"""The note on a terminal that is too small. The game waits below it until the terminal is large enough."""

from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

from vok_tui.screens.base.safe_closing import SafeClosingScreen
from vok_tui.settings.keys import EVERYWHERE, SHORTCUTS, bindings_of
from vok_tui.terminal.detection import MIN_TERMINAL_SIZE
from vok_tui.terminal.key_names import key_label


def is_too_small(columns: int, lines: int) -> bool:
    """Whether the terminal is too small."""
    return columns < MIN_TERMINAL_SIZE[0] or lines < MIN_TERMINAL_SIZE[1]


class TooSmallScreen(SafeClosingScreen, ModalScreen[None]):
    """Shows the actual and the required size, and how to leave. It closes itself, and blocks all other keys until then."""

    BINDINGS = bindings_of(shortcut for shortcut in SHORTCUTS[EVERYWHERE] if shortcut.id == "leave")

    def compose(self) -> ComposeResult:
        yield Static("", id="small", markup=False)

    def on_mount(self) -> None:
        self._update_text()

    def on_resize(self) -> None:
        self._update_text()

    def on_screen_resume(self) -> None:
        self._update_text()

    def _update_text(self) -> None:
        columns, lines = self.app.size
        if is_too_small(columns, lines):
            min_columns, min_lines = MIN_TERMINAL_SIZE
            self.query_one("#small", Static).update(
                f"Vok needs {min_columns} columns and {min_lines} lines, but this window has {columns} and {lines}: "
                f"please enlarge the window. Your game waits; {self._leave_key()} leaves."
            )
        else:
            self.dismiss()

    def _leave_key(self) -> str:
        """The shortest of the current keys that leave the program."""
        keys = [key_label(key) for key, active in self.active_bindings.items() if active.binding.id == "leave"]
        return min(keys, key=len)
