"""Records appended to an open file, so that a write that failed can be made again.

What the disk has not confirmed is held in memory. A write that fails, for want of room, say, is taken back as a whole; a disk
that could not be waited for has lost nobody knows what, so all since the last confirmation is written again.
"""

import os
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Final

from saves.errors import CannotWrite
from saves.format import HEADER, LONGEST, framed, packed, prefix
from saves.lock import Lock
from saves.records import Header, write_header

SYNC: Final = getattr(os, "fdatasync", os.fsync)  # not every system has the quicker one


class Appender:
    """The end of a save that is ours. `end` and `check` say where its last good record ends, and how; `first` is to be written
    before any record."""

    def __init__(self, lock: Lock, end: int, check: int, first: bytes = b"") -> None:
        self.lock: Final = lock
        self._check = check
        self._safe = end  # bytes that the disk has confirmed
        self._tail = bytearray(first)  # all that comes behind them
        self._written = 0  # how much of the tail the system has taken

    def put(self, body: object, longest: int = LONGEST) -> None:
        """One more record, not yet written."""
        record, self._check = framed(packed(body), self._check, longest)
        self._tail += record

    def write(self) -> None:
        """Hand all records to the system, in one write: then they outlive this process. Raises CannotWrite, and then the file
        ends where it ended before."""
        before = self._written
        try:
            while self._written < len(self._tail):
                self._written += os.pwrite(self.lock.fd, self._tail[self._written :], self._safe + self._written)
        except OSError as error:
            self._written = before
            with suppress(OSError):  # if this fails too, the next write goes over what is there
                os.ftruncate(self.lock.fd, self._safe + before)
            raise CannotWrite(self.lock.path, error) from None

    def sync(self) -> None:
        """Write, and wait until the disk has it: then it outlives the machine. Raises CannotWrite."""
        self.write()
        try:
            SYNC(self.lock.fd)
        except OSError as error:
            self._written = 0
            raise CannotWrite(self.lock.path, error) from None
        self._safe += self._written
        del self._tail[: self._written]
        self._written = 0


def begin(path: Path, header: Header) -> Appender:
    """A new file with its header; when this returns, both it and its name are on the disk. Raises AlreadyThere, CannotWrite,
    and then there is no file."""
    start = prefix()
    told = write_header(header)
    records = Appender(Lock.begin(path), 0, zlib.crc32(start), start)
    try:
        records.put(told, HEADER)
        records.sync()
        sync_folder(path)
    except (OSError, CannotWrite) as error:
        with suppress(OSError):
            path.unlink()
        records.lock.release()
        raise CannotWrite(path, error) if isinstance(error, OSError) else error from None
    return records


def sync_folder(path: Path) -> None:
    """Make the name of a file as durable as its bytes. Raises OSError."""
    fd = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
