"""Writes to the terminal in a thread, so that the game never waits for it.

A terminal may stop reading, because its window is halted or its connection hangs. Frames are put into a queue, and a thread
writes them. If the queue is too long, further frames are dropped. A frame contains only what has changed, so when the terminal
has caught up after that, a full repaint is requested.
"""

import os
import select
from collections import deque
from collections.abc import Callable
from threading import Condition, Thread
from typing import Final

from vok_tui.terminal.glyphs import to_ascii

MAX_UNSENT_BYTES: Final = 1 << 17  # about two full repaints; a slow connection lags behind no further than that
CHUNK_BYTES: Final = 4096
CLOSE_TIMEOUT_SECONDS: Final = 1.0  # for a slow terminal to read the last output


class TerminalWriter:
    """Writes to the file descriptor `fd` in its own thread. After texts were dropped, `request_full_repaint` is called in that
    thread as soon as the terminal has caught up."""

    def __init__(self, fd: int, ascii_only: bool, request_full_repaint: Callable[[], None]) -> None:
        self._fd: Final = fd
        self._ascii_only: Final = ascii_only
        self._request_full_repaint: Final = request_full_repaint
        self._unsent: Final[deque[bytes]] = deque()
        self._unsent_bytes = 0
        self._has_dropped = False
        self._is_sending = False
        self._is_closing = False
        self._condition: Final = Condition()
        self._thread: Final = Thread(target=self._run, name="terminal-output", daemon=True)
        self._thread.start()

    def write(self, text: str) -> None:
        """Queue a text and return at once. The text is dropped if the terminal is too far behind."""
        data = (to_ascii(text) if self._ascii_only else text).encode("utf-8", "backslashreplace")
        with self._condition:
            if self._unsent_bytes > MAX_UNSENT_BYTES:
                self._has_dropped = True
            else:
                self._unsent.append(data)
                self._unsent_bytes += len(data)
                self._condition.notify()

    @property
    def is_idle(self) -> bool:
        """Whether the terminal has taken everything that was written."""
        with self._condition:
            return not (self._unsent or self._is_sending)

    def drop_unsent(self) -> None:
        """Drop everything that was not sent yet. The next frame must be a full repaint."""
        with self._condition:
            self._unsent.clear()
            self._unsent_bytes = 0

    def close(self) -> None:
        """Send what is left, but wait at most `CLOSE_TIMEOUT_SECONDS` for a terminal that does not read."""
        with self._condition:
            self._is_closing = True
            self._condition.notify()
        self._thread.join(CLOSE_TIMEOUT_SECONDS)

    def _run(self) -> None:
        while True:
            with self._condition:
                self._is_sending = False
                while not self._unsent:
                    if self._is_closing:
                        return
                    if self._has_dropped:
                        self._has_dropped = False
                        self._request_full_repaint()
                    self._condition.wait()
                data = self._unsent.popleft()
                self._is_sending = True
                self._unsent_bytes -= len(data)
                if len(data) > CHUNK_BYTES:
                    self._unsent.appendleft(data[CHUNK_BYTES:])
                    self._unsent_bytes += len(data) - CHUNK_BYTES
            try:
                self._send(data[:CHUNK_BYTES])
            except OSError:  # the terminal is gone: nobody can read what is written from now on
                return

    def _send(self, data: bytes) -> None:
        while data:
            try:
                data = data[os.write(self._fd, data) :]
            except BlockingIOError:  # another process has made the file non-blocking; it is shared with the shell
                select.select([], [self._fd], [])
