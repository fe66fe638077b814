"""Textual's driver, with changes for lost, slow, huge and remote terminals.

When the terminal is gone, the game ends at once (Textual would read the end of input for ever). A terminal that does not read
does not block the game. At most `MAX_SIZE` of a window is painted. Ctrl-Z stops the game only if a shell can continue it. If the
mouse is on over SSH, it reports clicks but not movements. An ASCII terminal receives only ASCII.
"""

import fcntl
import os
import select
import signal
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any, Final

from textual._time import get_time
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Resize
from textual.geometry import Size
from textual.message import Message

from vok_tui.terminal.detection import USUAL_SIZE, Terminal, window_size
from vok_tui.terminal.input_parser import InputParser
from vok_tui.terminal.output_writer import TerminalWriter

# Maximum columns and lines that are painted: more than the table can use, and still fast.
MAX_SIZE: Final = Size(500, 200)
MAX_CONTINUED_CHECKS: Final = 5  # checks for the signal with which a shell continues the game; it may arrive late
CONTINUED_CHECK_SECONDS: Final = 0.01
IDLE_SECONDS: Final = 0.1  # pause between two checks whether to stop reading
SOON_SECONDS: Final = 0.02  # the same while an Escape waits for what may follow it


class TerminalLost(Message):
    """The terminal is gone. No more input will arrive."""


class FullRepaintNeeded(Message):
    """The whole screen must be repainted, because frames were dropped or the game was suspended."""


class WindowCropped(Message):
    """The window is larger than `MAX_SIZE`, so only a part of it is painted."""

    def __init__(self, size: Size) -> None:
        super().__init__()
        self.size = size


class NotSuspended(Message):
    """The player asked to suspend the game, but no shell could continue it."""


class VokDriver(LinuxDriver):
    """Textual's driver with these changes."""

    terminal = Terminal()

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._writer: TerminalWriter | None = None
        self._last_size = Size(0, 0)  # of the window
        self._has_terminal = False
        self._suspended = False
        self._continued = False
        self._size = self._get_terminal_size()

    # -- to the terminal

    def start_application_mode(self) -> None:
        """Take over the terminal. If that fails, restore it and raise the error."""
        self._has_terminal = True
        out: int = self._file.fileno() if self._file is not None else 2
        self._writer = TerminalWriter(out, self.terminal.ascii, lambda: self.send_message(FullRepaintNeeded()))
        start: Callable[[], None] = super().start_application_mode
        try:
            start()
        except BaseException:  # such as no memory for a thread; Textual would leave the terminal half taken over
            self.stop_application_mode()
            raise

    def stop_application_mode(self) -> None:
        """Restore the terminal to its earlier state. Drop frames that it has not read yet."""
        self._has_terminal = False
        if self._writer is not None:
            self._writer.drop_unsent()
        super().stop_application_mode()

    def write(self, data: str) -> None:
        """Send text to the terminal, without waiting for it."""
        if self._writer is not None:
            self._writer.write(data)

    def close(self) -> None:
        """Send what is left and stop the writer."""
        if self._writer_thread is not None and self._writer_thread.ident is None:
            self._writer_thread = None  # there was no memory to start it
        super().close()
        if self._writer is not None:
            self._writer.close()

    def _enable_mouse_support(self) -> None:
        if not self.terminal.remote:
            super()._enable_mouse_support()
        elif self._mouse:
            self.write("\x1b[?1000h\x1b[?1006h")  # clicks and the wheel, in the encoding without a maximum column

    # -- from the terminal

    def run_input_thread(self) -> None:
        """Read keys until told to stop. Invalid UTF-8 is skipped; the end of input ends the thread."""
        parser = InputParser(self._debug)
        decode = getincrementaldecoder("utf-8")("surrogateescape").decode
        while not self.exit_event.is_set():
            if select.select([self.fileno], [], [], SOON_SECONDS if parser.needs_tick else IDLE_SECONDS)[0]:
                read_at = get_time()
                data = self._read()
                if not data:
                    self.send_message(TerminalLost())
                    return
                for message in parser.feed(decode(data), monotonic()):
                    message.time = read_at  # see `has_no_pending_io`
                    self.process_message(message)
            for message in parser.tick(monotonic()):
                self.process_message(message)

    def process_message(self, message: Message) -> None:
        """Pass on a message from the terminal. The size in a Resize is cropped to `MAX_SIZE`."""
        if isinstance(message, Resize):
            size = self._crop_and_notify_player(message.size)
            message = Resize(size, size, pixel_size=message.pixel_size)
        super().process_message(message)

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, 4096)
        except OSError:
            return b""

    def send_message(self, message: Message) -> None:
        """Send a message to the app. Does nothing if it has ended: a signal may still arrive then."""
        with suppress(RuntimeError):
            if not self._loop.is_closed():
                super().send_message(message)

    @property
    def has_no_pending_io(self) -> bool:
        """Whether the terminal has taken everything that was painted, and no earlier input waits to be read. If so, a key whose
        `time` is later than now was pressed when the picture was visible."""
        try:
            unread = fcntl.ioctl(self.fileno, termios.FIONREAD, bytes(4))
        except OSError:  # the terminal is gone
            return True
        return not any(unread) and (self._writer is None or self._writer.is_idle)

    # -- the size of the window

    def _get_terminal_size(self) -> tuple[int, int]:
        columns, lines = self._crop_and_notify_player(Size(*(window_size(os.environ) or USUAL_SIZE)))
        return columns, lines

    def _crop_and_notify_player(self, size: Size) -> Size:
        """The size that is painted of a window of this size. If the window is too large, the player is notified once."""
        painted = Size(min(size.width, MAX_SIZE.width), min(size.height, MAX_SIZE.height))
        if painted != size and size != self._last_size:
            self.send_message(WindowCropped(size))
        self._last_size = size
        return painted

    # -- to the shell and back

    @property
    def can_suspend(self) -> bool:
        """Whether there may be a shell that can continue this process.

        A shell puts each job into its own process group, so the group of the session's first process is not a job of a shell.
        """
        return os.getpgrp() != os.getsid(0)

    def _sigtstp_application(self, *_: Any) -> None:
        """Stop the whole process group, because a shell waits for the group. The operating system does not stop an orphaned
        group, for which no shell waits; then the game continues."""
        if not self.can_suspend:
            self.send_message(NotSuspended())
            return
        if self._has_terminal:
            self.suspend_application_mode()
            self._suspended = self._must_signal_resume = True
        self._continued = False
        signal.signal(signal.SIGTSTP, signal.SIG_IGN)
        os.killpg(0, signal.SIGTSTP)  # the other processes first
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)  # this process stops here, unless its group is orphaned
        signal.signal(signal.SIGTSTP, self._sigtstp_application)
        for _check in range(MAX_CONTINUED_CHECKS):
            if not self._continued:
                time.sleep(CONTINUED_CHECK_SECONDS)
        if not self._continued:
            self.send_message(NotSuspended())
        self._retake_terminal()

    def _sigcont_application(self, *_: Any) -> None:
        """Handle the signal that the process was continued, perhaps after a stop that could not be caught."""
        self._continued = True
        self._retake_terminal()

    def _retake_terminal(self) -> None:
        """Take over the terminal again after a stop, and repaint everything."""
        if self._suspended:
            self._suspended = False
            self.resume_application_mode()
        self.send_message(FullRepaintNeeded())


def driver_class_for(detected: Terminal) -> type[VokDriver]:
    """The driver class for a terminal. Textual needs a class, because it makes the driver itself."""

    class DriverForTerminal(VokDriver):
        terminal = detected

    return DriverForTerminal
