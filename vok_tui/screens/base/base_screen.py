"""The base classes of all screens.

Textual repaints the whole screen when the focus changes (about 15 kB); these screens repaint only what changed, to the cell
(`vok_tui.terminal.exact_updates`). If the terminal is too small, a note covers them.
"""

from typing import ClassVar, Final

from textual.reactive import Reactive
from textual.widget import Widget

from vok_tui.screens.base.safe_closing import SafeClosingScreen
from vok_tui.screens.base.too_small import TooSmallScreen, is_too_small
from vok_tui.terminal.exact_updates import ExactCompositor

WIDE_COLUMNS: Final = 110  # screens at least this wide use wider styles


class SizeGuardedScreen(SafeClosingScreen):
    """A screen that is covered by a note while the terminal is too small."""

    def on_resize(self) -> None:
        self._check_size()

    def on_screen_resume(self) -> None:
        self._check_size()

    def _check_size(self) -> None:
        if self.is_active and is_too_small(*self.app.size):
            self.app.push_screen(TooSmallScreen())


class BaseScreen(SizeGuardedScreen):
    """The base class of all full screens. It has the CSS class `-wide` if it has at least `WIDE_COLUMNS` columns, and `-tall`
    if it has at least 34 lines."""

    KEYS_SECTION: ClassVar[str] = ""  # the section of the help with the keys of this screen
    AUTO_FOCUS = None
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE_COLUMNS, "-wide")]  # noqa: RUF012  as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-short"), (34, "-tall")]  # noqa: RUF012  as Textual declares it
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)

    def __init__(self) -> None:
        super().__init__()
        self._compositor = ExactCompositor()

    def on_compose(self) -> None:
        """Set the classes that depend on the size before the widgets are mounted. Textual sets them after its first layout, and
        styles all widgets again if they have changed."""
        width, height = self.app.size
        by_width = self._get_breakpoint_classes(width, self.HORIZONTAL_BREAKPOINTS)
        by_height = self._get_breakpoint_classes(height, self.VERTICAL_BREAKPOINTS)
        self.add_class(*by_width, *by_height, update=False)

    def action_back(self) -> None:
        """Close this screen."""
        self.dismiss()
