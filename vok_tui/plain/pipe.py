"""What the plain mode reads from if that is no terminal: a pipe or a file. Without waiting, it can tell whether a line has
come."""

import os
import select
from codecs import BOM_UTF8
from contextlib import suppress
from io import StringIO
from typing import Final, Protocol, TextIO

READ_BYTES: Final = 65_536
MAX_AHEAD_BYTES: Final = 1_000_000  # that are read before somebody wants them


class LineSource(Protocol):
    """Where lines are read from."""

    def readline(self, limit: int, /) -> str:
        """The next line with its end, or its first part if it is longer than `limit`; "" at the end of the input."""

    def isatty(self) -> bool:
        """Whether it is a terminal."""

    def fileno(self) -> int:
        """The number of the open file."""


class PipeReader:
    """Reads lines from an open file by its number. What cannot be decoded is replaced, and a byte order mark at the start is no
    text. `limit` counts bytes."""

    def __init__(self, file_number: int, encoding: str) -> None:
        self._file_number: Final = file_number
        self._encoding: Final = encoding
        self._unread = b""
        self._is_at_end = False
        self._is_at_start = True

    def readline(self, limit: int, /) -> str:
        while b"\n" not in self._unread[:limit] and len(self._unread) < limit and not self._is_at_end:
            self._read()
        end = self._unread.find(b"\n", 0, limit)
        line, self._unread = self._unread[: end + 1 or limit], self._unread[end + 1 or limit :]
        if self._is_at_start:
            self._is_at_start, line = False, line.removeprefix(BOM_UTF8)
        return line.decode(self._encoding, errors="replace")

    def has_line(self, limit: int) -> bool:
        """Whether `readline` gives a whole line. Never waits."""
        with suppress(OSError, ValueError):
            while self.takes_more and select.select([self._file_number], [], [], 0)[0]:
                self._read()
        return b"\n" in self._unread[:limit] or (self._is_at_end and 0 < len(self._unread) < limit)

    @property
    def takes_more(self) -> bool:
        """Whether more can be read before somebody wants it."""
        return not self._is_at_end and len(self._unread) < MAX_AHEAD_BYTES

    def isatty(self) -> bool:
        return False

    def fileno(self) -> int:
        return self._file_number

    def _read(self) -> None:
        try:
            piece = os.read(self._file_number, READ_BYTES)
        except BlockingIOError:  # whoever shares the pipe may have said that nothing waits for it
            select.select([self._file_number], [], [])
            return
        self._unread += piece
        self._is_at_end = not piece


def line_source(stream: TextIO | None) -> LineSource:
    """The lines of stdin: a terminal as it is, anything else by a PipeReader. A stdin that is closed, None, has none."""
    if stream is None:
        return StringIO()
    if not stream.isatty():
        with suppress(OSError, ValueError):  # a stream without an open file
            return PipeReader(stream.fileno(), stream.encoding or "utf-8")
    return stream
