"""Room: what all screens share.

Moving the focus repaints a whole Textual screen (some 15 kB on the line); a room repaints only what changed. It also
knows when it is too small to be of use, which the app answers with a sentence.
"""

from typing import Final

from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

NEEDS: Final = (80, 24)  # columns and lines
WIDE: Final = 110  # from here on there is room for more than is needed


class Room(Screen[None]):
    """A screen of ours. From `WIDE` columns on it has the class `-wide`, from 34 lines on `-tall`."""

    AUTO_FOCUS = None
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (34, "-tall")]  # noqa: RUF012
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)

    def action_back(self) -> None:
        """To where the player came from."""
        self.app.pop_screen()
