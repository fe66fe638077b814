"""Recognizes keys and clicks that were made before the question on the screen was visible: they never answer it."""

from math import inf
from typing import Any, Final

from textual._time import get_time
from textual.screen import Screen

from vok_tui.painting.surface import GridSurface
from vok_tui.terminal.app import TerminalApp

POLL_SECONDS: Final = 0.005  # interval between two checks whether the question is on the screen


class TypedAhead:
    """Knows since when the current question has been visible on a surface."""

    def __init__(self, screen: Screen[Any], surface: GridSurface) -> None:
        self._screen: Final = screen
        self._surface: Final = surface
        self._visible_since = inf
        self._question_count = 0  # number of the current question

    def handle_new_question(self) -> None:
        """A new question was asked, which is not yet painted."""
        self._visible_since = inf
        self._question_count += 1
        self._note_when_visible(self._question_count)

    def is_early(self, pressed_at: float) -> bool:
        """Whether a key or click at this time (`Message.time`) was made before the question was visible."""
        return pressed_at <= self._visible_since

    def _note_when_visible(self, question_number: int) -> None:
        """Note the time if the question is on the screen, else check again later. Stops if another question is asked."""
        if question_number != self._question_count:
            return
        app = self._screen.app
        if not isinstance(app, TerminalApp) or (self._surface.has_rendered_latest_grid and app.has_no_pending_io):
            self._visible_since = get_time()
        else:
            self._screen.set_timer(POLL_SECONDS, lambda: self._note_when_visible(question_number))
