"""Room: what all screens share.

Moving the focus repaints a whole Textual screen (some 15 kB on the line); a room repaints only what changed. And a room knows
when it is too small to be of use, and covers itself until there is more.
"""

from typing import Final

from textual.reactive import Reactive
from textual.widget import Widget

from vok_tui.screens.leaving import LeavingScreen
from vok_tui.screens.small import TooSmall, too_small

WIDE: Final = 110  # from here on there is room for more than is needed


class Covered(LeavingScreen):
    """A screen that is covered while the terminal is too small for it."""

    def on_resize(self) -> None:
        self._mind_the_size()

    def on_screen_resume(self) -> None:
        self._mind_the_size()

    def _mind_the_size(self) -> None:
        if self.is_active and too_small(*self.app.size):
            self.app.push_screen(TooSmall())


class Room(Covered):
    """A screen of ours. From `WIDE` columns on it has the class `-wide`, from 34 lines on `-tall`."""

    AUTO_FOCUS = None
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012  as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-short"), (34, "-tall")]  # noqa: RUF012  as Textual declares it
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)

    def action_back(self) -> None:
        """To where the player came from."""
        self.dismiss()
