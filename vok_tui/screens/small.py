"""What stands on a terminal that is too small for the table. The game waits beneath, and comes back with the room."""

from typing import Final

from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

from vok_tui.keynames import shown
from vok_tui.keys import EVERYWHERE, bindings
from vok_tui.screens.leaving import LeavingScreen

NEEDS: Final = (80, 24)  # columns and lines


def too_small(columns: int, lines: int) -> bool:
    """Whether so little room is not enough."""
    return columns < NEEDS[0] or lines < NEEDS[1]


class TooSmall(LeavingScreen, ModalScreen[None]):
    """What there is, what is needed, and how to leave. It goes by itself; of what lies beneath no key works meanwhile."""

    BINDINGS = bindings(EVERYWHERE, "leave")

    def compose(self) -> ComposeResult:
        yield Static("", id="small", markup=False)

    def on_mount(self) -> None:
        self._look()

    def on_resize(self) -> None:
        self._look()

    def on_screen_resume(self) -> None:
        self._look()

    def _look(self) -> None:
        columns, lines = self.app.size
        if too_small(columns, lines):
            self.query_one("#small", Static).update(
                f"Vok needs {NEEDS[0]} columns and {NEEDS[1]} lines, here are {columns} and {lines}: "
                f"please enlarge the window. Your game waits; {self._leaving()} leaves."
            )
        else:
            self.dismiss()

    def _leaving(self) -> str:
        """The key that leaves, wherever config.toml has moved it; of several the shortest."""
        keys = [shown(key) for key, found in self.active_bindings.items() if found.binding.id == "leave"]
        return min(keys, key=len)
