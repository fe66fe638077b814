"""The base classes of all screens.

A change of focus repaints a whole Textual screen (about 15 kB on the line); these screens repaint only what changed. If the
terminal is too small, they are covered by a note.
"""

from typing import Final

from textual.reactive import Reactive
from textual.widget import Widget

from vok_tui.screens.leaving import LeavingScreen
from vok_tui.screens.too_small import TooSmall, too_small

WIDE_COLUMNS: Final = 110  # from this width on, screens use wider styles


class SizeGuardedScreen(LeavingScreen):
    """A screen that shows a note instead while the terminal is too small."""

    def on_resize(self) -> None:
        self._check_size()

    def on_screen_resume(self) -> None:
        self._check_size()

    def _check_size(self) -> None:
        if self.is_active and too_small(*self.app.size):
            self.app.push_screen(TooSmall())


class BaseScreen(SizeGuardedScreen):
    """The base of all full screens. Has the CSS class `-wide` from `WIDE_COLUMNS` columns on, and `-tall` from 34 lines on."""

    AUTO_FOCUS = None
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE_COLUMNS, "-wide")]  # noqa: RUF012  as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-short"), (34, "-tall")]  # noqa: RUF012  as Textual declares it
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)

    def action_back(self) -> None:
        """Close this screen."""
        self.dismiss()
