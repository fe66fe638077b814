"""Textual's driver, with changes for lost, slow, huge and remote terminals.

When the terminal is gone, the game ends at once (Textual would read the end of input for ever). A terminal that does not read
does not block the game. At most `MAX_SIZE` of a window is painted. Ctrl-Z stops the game only if a shell can continue it. Over
SSH the mouse, if it is on, reports clicks but not every movement. An ASCII terminal receives only ASCII.
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
from typing import Any, Final

from textual._time import get_time
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Resize
from textual.geometry import Size
from textual.message import Message

from vok_tui.terminal.detection import Terminal
from vok_tui.terminal.input_parser import InputParser
from vok_tui.terminal.output_writer import TerminalWriter

# Maximum columns and lines that are painted: more than the table can use, and still fast.
MAX_SIZE: Final = Size(500, 200)
CONTINUED_LOOKS: Final = 5  # how long to wait for the signal with which a shell continues us; it may arrive late
CONTINUED_SECONDS: Final = 0.01


class TerminalLost(Message):
    """The terminal is gone. No more input will arrive."""


class WholePictureNeeded(Message):
    """The terminal needs the whole picture: it reads again after frames were dropped, or the game was suspended."""


class WindowCropped(Message):
    """The window is larger than what is painted of it."""

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
        self._told_size = Size(0, 0)
        self._taken = False
        self._suspended = False
        self._continued = False
        self._size = self._get_terminal_size()

    # -- to the terminal

    def start_application_mode(self) -> None:
        """Take the terminal."""
        self._taken = True
        out: int = self._file.fileno() if self._file is not None else 2
        self._writer = TerminalWriter(out, self.terminal.ascii, lambda: self.send_message(WholePictureNeeded()))
        start: Callable[[], None] = super().start_application_mode
        start()

    def stop_application_mode(self) -> None:
        """Restore the terminal to its earlier state. Frames that it has not read yet are dropped."""
        self._taken = False
        if self._writer is not None:
            self._writer.drop_unsent()
        super().stop_application_mode()

    def write(self, data: str) -> None:
        """Write a text. Never waits for the terminal."""
        if self._writer is not None:
            self._writer.write(data)

    def close(self) -> None:
        """Send the rest and stop the writer."""
        super().close()
        if self._writer is not None:
            self._writer.close()

    def _enable_mouse_support(self) -> None:
        if not self.terminal.remote:
            super()._enable_mouse_support()
        elif self._mouse:
            self.write("\x1b[?1000h\x1b[?1006h")  # clicks and the wheel, in the encoding without a limit of columns

    # -- from the terminal

    def run_input_thread(self) -> None:
        """Read keys until told to stop. Invalid UTF-8 is skipped; the end of input ends the thread."""
        reports = InputParser(self._debug)
        decode = getincrementaldecoder("utf-8")("replace").decode
        while not self.exit_event.is_set():
            if select.select([self.fileno], [], [], 0.1)[0]:
                began = get_time()
                data = self._read()
                if not data:
                    self.send_message(TerminalLost())
                    return
                for message in reports.feed(decode(data)):
                    message.time = began  # what was read later was typed later; see `has_no_pending_io`
                    self.process_message(message)
            for message in reports.tick():
                self.process_message(message)

    def process_message(self, message: Message) -> None:
        """Pass on what the terminal reports. A reported size is bounded too."""
        if isinstance(message, Resize):
            size = self._cropped(message.size)
            message = Resize(size, size, pixel_size=message.pixel_size)
        super().process_message(message)

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, 4096)
        except OSError:
            return b""

    def send_message(self, message: Message) -> None:
        """Send a message to the app, unless it has ended: a signal may still come then."""
        with suppress(RuntimeError):
            if not self._loop.is_closed():
                super().send_message(message)

    @property
    def has_no_pending_io(self) -> bool:
        """Whether the terminal has taken all that was painted, and nothing typed before that waits to be read. A key whose
        `time` is later than the moment of this answer was pressed with the picture in sight."""
        try:
            waiting = fcntl.ioctl(self.fileno, termios.FIONREAD, bytes(4))
        except OSError:  # the terminal is gone
            return True
        return not any(waiting) and (self._writer is None or self._writer.is_idle)

    # -- the size of the window

    def _get_terminal_size(self) -> tuple[int, int]:
        columns, lines = self._cropped(Size(*super()._get_terminal_size()))
        return columns, lines

    def _cropped(self, size: Size) -> Size:
        """The part of a window that is painted. If it is not the whole window, the player is told once."""
        painted = Size(min(size.width, MAX_SIZE.width), min(size.height, MAX_SIZE.height))
        if painted != size and size != self._told_size:
            self.send_message(WindowCropped(size))
        self._told_size = size
        return painted

    # -- to the shell and back

    @property
    def can_suspend(self) -> bool:
        """Whether there may be a shell that can continue us.

        A shell puts each job into its own process group, so the group of the session's first process is not a job of a shell.
        """
        return os.getpgrp() != os.getsid(0)

    def _sigtstp_application(self, *_: Any) -> None:
        """Stop our whole process group, because a shell waits for the group. The operating system does not stop an orphaned
        group, for which no shell waits: then the game goes on."""
        if not self.can_suspend:
            self.send_message(NotSuspended())
            return
        if self._taken:
            self.suspend_application_mode()
            self._suspended = self._must_signal_resume = True
        self._continued = False
        signal.signal(signal.SIGTSTP, signal.SIG_IGN)
        os.killpg(0, signal.SIGTSTP)  # the other processes first
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)  # here this process stops, if the system stops it
        signal.signal(signal.SIGTSTP, self._sigtstp_application)
        for _look in range(CONTINUED_LOOKS):
            if not self._continued:
                time.sleep(CONTINUED_SECONDS)
        if not self._continued:
            self.send_message(NotSuspended())
        self._take_again()

    def _sigcont_application(self, *_: Any) -> None:
        """The process was continued, perhaps after a stop that could not be caught."""
        self._continued = True
        self._take_again()

    def _take_again(self) -> None:
        """Take the terminal again after a stop, and show the whole picture."""
        if self._suspended:
            self._suspended = False
            self.resume_application_mode()
        self.send_message(WholePictureNeeded())


def driver_for(given: Terminal) -> type[VokDriver]:
    """The driver class for a terminal. Textual makes the object itself."""

    class Fitted(VokDriver):
        terminal = given

    return Fitted
