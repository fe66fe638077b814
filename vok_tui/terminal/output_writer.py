"""Writes to the terminal in a thread, so that the game never waits for it.

A terminal may stop reading: a halted window, a line that hangs. Frames are put into a queue, and a thread writes them. When the
queue is too long, later frames are dropped. When the terminal has caught up, the whole picture is asked for, because a frame
contains only what has changed.
"""

import os
import select
from collections import deque
from collections.abc import Callable
from threading import Condition, Thread
from typing import Final

from vok_tui.terminal.glyphs import to_ascii

MAX_UNSENT_BYTES: Final = 1 << 17  # about two whole pictures, so that a slow connection does not lag behind further
CHUNK_BYTES: Final = 4096
LAST_WORDS_SECONDS: Final = 1.0  # how long to wait for a slow terminal to read the last output


class TerminalWriter:
    """Writes to the file `fd` in its own thread. `ask_whole_picture` is called in that
    thread when the terminal has caught up after texts were dropped."""

    def __init__(self, fd: int, ascii_only: bool, ask_whole_picture: Callable[[], None]) -> None:
        self._fd: Final = fd
        self._ascii_only: Final = ascii_only
        self._ask_whole_picture: Final = ask_whole_picture
        self._unsent: Final[deque[bytes]] = deque()
        self._bytes = 0
        self._dropped = False
        self._sending = False  # whether a piece is being written
        self._closing = False
        self._condition: Final = Condition()
        self._thread: Final = Thread(target=self._run, name="terminal-output", daemon=True)
        self._thread.start()

    def write(self, text: str) -> None:
        """Queue a text. Returns at once; the text is dropped if the terminal is too far behind."""
        data = (to_ascii(text) if self._ascii_only else text).encode("utf-8", "backslashreplace")
        with self._condition:
            if self._bytes > MAX_UNSENT_BYTES:
                self._dropped = True
            else:
                self._unsent.append(data)
                self._bytes += len(data)
                self._condition.notify()

    @property
    def is_idle(self) -> bool:
        """Whether the terminal has taken everything that was written."""
        with self._condition:
            return not (self._unsent or self._sending)

    def drop_unsent(self) -> None:
        """Drop everything that was not sent, because the next picture does not depend on it."""
        with self._condition:
            self._unsent.clear()
            self._bytes = 0

    def close(self) -> None:
        """Send the rest, but wait no longer than `LAST_WORDS_SECONDS` for a terminal that does not read."""
        with self._condition:
            self._closing = True
            self._condition.notify()
        self._thread.join(LAST_WORDS_SECONDS)

    def _run(self) -> None:
        while True:
            with self._condition:
                self._sending = False
                while not self._unsent:
                    if self._closing:
                        return
                    if self._dropped:
                        self._dropped = False
                        self._ask_whole_picture()
                    self._condition.wait()
                data = self._unsent.popleft()
                self._sending = True
                self._bytes -= len(data)
                if len(data) > CHUNK_BYTES:
                    self._unsent.appendleft(data[CHUNK_BYTES:])
                    self._bytes += len(data) - CHUNK_BYTES
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
