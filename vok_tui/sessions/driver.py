"""Textual's driver for a session: it reads from a connection and writes to it, or to nobody.

The app does not notice when a connection ends. The next one may lead to another terminal: then what depends on the terminal is
set again, and everything is painted.
"""

from asyncio import TimerHandle
from codecs import getincrementaldecoder
from collections.abc import Callable
from time import monotonic
from typing import Any, Final, Protocol

from textual import constants
from textual.app import App
from textual.events import AppFocus, Resize
from textual.geometry import Size

from vok_tui.shared.detection import Terminal
from vok_tui.terminal.driver import SOON_SECONDS, InputParser, VokDriver
from vok_tui.terminal.glyphs import to_ascii

# Take over the terminal: the second screen, no cursor, reports of focus, all keys as escape codes (the protocol of kitty), and
# whole pastes. The client takes this back, whatever happens to the session.
KEYBOARD_FLAGS: Final = 0b11001
ENTER: Final = "\x1b[?1049h\x1b[?25l\x1b[?1004h"
ENTER_LATER: Final = "\x1b[?2004h\x1b[?7l"
ASK_SYNCHRONIZED: Final = "\x1b[?2026$p"  # a terminal that knows the answer shows each frame as a whole
TICK_SECONDS: Final = 1.0  # between two looks at input that waits for its rest


class Line(Protocol):
    """The connection to a client, as the driver sees it."""

    def send_output(self, data: bytes) -> None:
        """Send bytes for the terminal, or drop them and ask for a full repaint later."""

    def send_suspend(self) -> None:
        """Let the client give the terminal back to its shell."""

    @property
    def has_dropped(self) -> bool:
        """Whether output was dropped, and nothing is painted anew yet."""

    @property
    def has_no_pending_io(self) -> bool:
        """Whether the terminal has taken everything, and no earlier key waits."""


class SessionDriver(VokDriver):
    """The driver of a session. `line` is None while nobody is connected."""

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        self.line: Line | None = None
        self._window = size or (80, 24)
        self._may_suspend = False
        self._tick_timer: TimerHandle | None = None
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._begin_reading()

    def _begin_reading(self) -> None:
        self._parser = InputParser(self._debug)
        self._decode = getincrementaldecoder("utf-8")("surrogateescape").decode

    # -- connections

    def take_line(
        self, line: Line, window: tuple[int, int], *, mouse: bool, may_suspend: bool, asks_sync: bool
    ) -> bool:
        """Use this connection from now on, on a terminal that shows nothing of the game yet. The caller paints. Returns whether
        the window has the size of the one before."""
        self.line, self._may_suspend, self._mouse = line, may_suspend, mouse
        self._down_buttons.clear()
        self._begin_reading()
        self._enter(asks_sync)
        size_before = self._size
        self.fence.begin()
        self.set_window(window)
        self.send_message(AppFocus())
        return self._size == size_before

    def drop_line(self) -> None:
        """Nobody is connected any more."""
        self.line = None
        if self._tick_timer is not None:
            self._tick_timer.cancel()

    def _enter(self, asks_sync: bool) -> None:
        keyboard = "" if constants.DISABLE_KITTY_KEY else f"\x1b[>{KEYBOARD_FLAGS}u"
        self.write(ENTER + keyboard + (ASK_SYNCHRONIZED if asks_sync else "") + ENTER_LATER)
        self._enable_mouse_support()

    def set_window(self, window: tuple[int, int]) -> None:
        """The window has this many columns and lines."""
        self._window = window
        columns, lines = self._get_terminal_size()
        if self._size != (columns, lines):
            self._size = columns, lines
            size = Size(columns, lines)
            self.send_message(Resize(size, size))

    def handle_input(self, data: bytes, read_at: float) -> None:
        """Parse what the terminal has sent, and was read at this time, of the clock of `Message.time`."""
        self.pass_on(self._parser.feed(self._decode(data), monotonic()), read_at)
        self._tick_soon()

    def _tick_soon(self) -> None:
        if self._tick_timer is not None:
            self._tick_timer.cancel()
        wait = SOON_SECONDS if self._parser.needs_tick else TICK_SECONDS
        self._tick_timer = self._loop.call_later(wait, self._tick) if self._parser.is_waiting else None

    def _tick(self) -> None:
        for message in self._parser.tick(monotonic()):
            self.process_message(message)
        self._tick_soon()

    def suspend(self, stop_process: Callable[[], None]) -> None:
        """Let the client give the terminal back to its shell."""
        del stop_process  # the session goes on
        if self.line is not None:
            self.line.send_suspend()

    # -- what Textual calls

    def start_application_mode(self) -> None:
        """Nothing: each connection takes over its terminal."""

    def stop_application_mode(self) -> None:
        """Nothing: the client restores its terminal."""

    def disable_input(self) -> None:
        """Nothing: messages for an app that ends are dropped."""

    def close(self) -> None:
        if self._tick_timer is not None:
            self._tick_timer.cancel()

    def write(self, data: str) -> None:
        """Send text to the terminal, without waiting for it."""
        if self.line is not None and not self.is_needless(data):
            self.line.send_output((to_ascii(data) if self.terminal.ascii else data).encode("utf-8", "backslashreplace"))

    def _send_to_fence(self, text: str) -> bool:
        if self.line is None or self.line.has_dropped:
            return False
        self.write(text)
        return not self.line.has_dropped

    @property
    def has_no_pending_io(self) -> bool:
        return self.line is not None and self.line.has_no_pending_io

    @property
    def can_suspend(self) -> bool:
        """Whether the client has a shell that can continue it."""
        return self._may_suspend

    def _get_terminal_size(self) -> tuple[int, int]:
        columns, lines = self._crop_and_notify_player(Size(*self._window))
        return columns, lines

    def _sigtstp_application(self, *_: Any) -> None:
        """Ignore the signal: nobody could continue the session."""

    def _sigcont_application(self, *_: Any) -> None:
        """Nothing: the terminal is the client's."""


def driver_class_for_session(detected: Terminal, started: Callable[[SessionDriver], None]) -> type[SessionDriver]:
    """The driver class for a session that begins on this terminal. `started` is called when the app has begun to use it."""

    class DriverForSession(SessionDriver):
        terminal = detected

        def start_application_mode(self) -> None:
            started(self)

    return DriverForSession
