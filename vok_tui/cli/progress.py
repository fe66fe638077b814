"""A progress bar on stderr, with the time left."""

import os
import sys
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

REDRAW_SECONDS: Final = 0.2
BAR_COLUMNS: Final = 16


class ProgressBar:
    """The progress of a command that may take long. It is drawn only if stderr is a terminal, and only after `delay` seconds, so
    a short command shows none. `close` removes it."""

    def __init__(self, total: int, noun: str, delay: float = 0.0) -> None:
        """`total` is the number of steps, `noun` what they are called, such as "games"."""
        self._is_terminal: Final = sys.stderr is not None and sys.stderr.isatty()
        self._total, self._noun = total, noun
        self._draw_at = time.monotonic() + delay
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        if not delay:
            self.update(0)

    def update(self, done: int, heading: str = "", note: str = "") -> None:
        """Show that `done` steps are done, between `heading` and `note`."""
        now = time.monotonic()
        if not self._is_terminal or now < self._draw_at:
            return
        self._draw_at = now + REDRAW_SECONDS
        if self._bar is None or self._task is None:
            self._bar = _new_bar()
            self._bar.start()
            self._task = self._bar.add_task("", total=self._total, note="", noun=self._noun)
        self._bar.update(self._task, completed=done, description=heading, note=note)
        self._bar.refresh()

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
        self._draw_at = float("inf")


def _new_bar() -> "Progress":
    """A bar of one line that disappears when it stops."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task
    from rich.table import Column
    from rich.text import Text

    from vok_tui.shared.detection import USUAL_SIZE, detect_terminal, window_size

    window_columns, _ = window_size(os.environ) or USUAL_SIZE

    class AsciiConsole(Console):
        encoding = "ascii"

    class StatusColumn(ProgressColumn):
        def render(self, task: Task) -> Text:
            fields = task.fields
            done = f"{task.completed:.0f}/{task.total or 0:.0f} {fields['noun']}"
            parts = (task.description, done, time_left_text(task.time_remaining), fields["note"])
            text = Text("  ".join(filter(None, parts)), no_wrap=True)
            text.truncate(console.width - BAR_COLUMNS - 2, overflow="ellipsis")
            return text

    console = (AsciiConsole if detect_terminal(os.environ).ascii else Console)(stderr=True, width=window_columns)
    return Progress(
        BarColumn(BAR_COLUMNS),
        StatusColumn(Column(no_wrap=True)),
        console=console,
        transient=True,
        auto_refresh=False,
    )


def time_left_text(seconds: float | None) -> str:
    """The time left in words; "" if it is unknown."""
    if seconds is None:
        return ""
    if seconds < 100:
        return f"{seconds:.0f} s left"
    return f"{seconds / 60:.0f} min left" if seconds < 6000 else f"{seconds / 3600:.0f} h left"
