"""Tells keys and clicks that were made before the question on the screen could be seen: they never answer it."""

from math import inf
from typing import Any, Final

from textual._time import get_time
from textual.screen import Screen

from vok_tui.painting.surface import GridSurface
from vok_tui.terminal.app import TerminalApp

LOOK_SECONDS: Final = 0.005  # from one look whether the question is on the screen to the next


class TypedAhead:
    """Knows since when the question can be seen that a surface on a screen shows."""

    def __init__(self, screen: Screen[Any], surface: GridSurface) -> None:
        self._screen: Final = screen
        self._surface: Final = surface
        self._seen_since = inf
        self._questions = 0  # that were asked so far

    def question_changed(self) -> None:
        """Another question is asked, which is still to be painted."""
        self._seen_since = inf
        self._questions += 1
        self._look(self._questions)

    def is_early(self, pressed_at: float) -> bool:
        """Whether a key or a click of this time (`Message.time`) was made before the question could be seen."""
        return pressed_at <= self._seen_since

    def _look(self, question: int) -> None:
        """Note the time once the question is on the screen, unless another one is asked by then."""
        if question != self._questions:
            return
        app = self._screen.app
        if not isinstance(app, TerminalApp) or (self._surface.has_rendered_latest_grid and app.has_no_pending_io):
            self._seen_since = get_time()
        else:
            self._screen.set_timer(LOOK_SECONDS, lambda: self._look(question))
