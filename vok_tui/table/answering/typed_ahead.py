"""Recognizes keys and clicks that were made before the question on the screen was visible: they never answer it."""

import asyncio
from math import inf
from typing import Any, Final

from textual._time import get_time
from textual.screen import Screen
from textual.worker import Worker

from vok_tui.painting.surface import GridSurface
from vok_tui.terminal.app import TerminalApp

POLL_SECONDS: Final = 0.005  # interval between two checks whether the question is on the screen


class TypedAhead:
    """Knows since when the current question has been visible on a surface."""

    def __init__(self, screen: Screen[Any], surface: GridSurface) -> None:
        self._screen: Final = screen
        self._surface: Final = surface
        self._visible_since = inf
        self._polling: Worker[None] | None = None

    def handle_new_question(self) -> None:
        """A question was asked that is not yet painted, or a question is uncovered."""
        self._visible_since = inf
        if self._polling is not None:
            self._polling.cancel()
        self._check_visible()
        if self._visible_since == inf:
            # A one-shot timer of Textual's never calls if the process is interrupted for longer than its interval at the start.
            self._polling = self._screen.run_worker(self._poll_until_visible)

    def is_early(self, pressed_at: float) -> bool:
        """Whether a key or click at this time (`Message.time`) was made before the question was visible."""
        return pressed_at <= self._visible_since

    async def _poll_until_visible(self) -> None:
        """Check until the question is on the screen, or another screen covers it."""
        while self._visible_since == inf and self._screen.is_current:
            await asyncio.sleep(POLL_SECONDS)
            self._check_visible()

    def _check_visible(self) -> None:
        app = self._screen.app
        if not isinstance(app, TerminalApp) or (self._surface.has_rendered_latest_grid and app.has_no_pending_io):
            self._visible_since = get_time()
