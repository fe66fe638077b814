"""Appends records to an open file, so that a failed write can be repeated.

Memory holds what the disk has not confirmed. A write that fails, for instance because the disk is full, is undone as a whole. If
waiting for the disk fails, nobody knows what it has lost, so all bytes since the last confirmation are written again.

`seal` writes the seal, and the next record clears it. Both wait until the disk has confirmed everything before.
"""

import os
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from saves.errors import CannotWrite
from saves.format.frames import (
    MAX_BODY_BYTES,
    MAX_HEADER_BYTES,
    PREFIX_STRUCT,
    UNSEALED_BYTES,
    Seal,
    frame_record,
    pack,
    prefix,
)
from saves.format.header import Header, write_header
from saves.lock import Lock

SYNC_FILE: Final = getattr(os, "fdatasync", os.fsync)  # not every system has fdatasync, which is faster


class Appender:
    """The end of a save whose lock we hold. `end` is the byte behind its last sound record, `crc` the check of that record,
    `entries` the number of records behind the header, `sealed` whether the file has a seal. `prefix_bytes` are written before
    any record."""

    def __init__(
        self, lock: Lock, end: int, crc: int, entries: int = 0, sealed: bool = False, prefix_bytes: bytes = b""
    ) -> None:
        self.lock: Final = lock
        self._crc = crc
        self._entries = entries
        self._sealed = sealed  # whether there may be a seal on the disk
        self._confirmed = end  # number of bytes that the disk has confirmed
        self._tail = bytearray(prefix_bytes)  # all bytes after these
        self._written = 0  # number of bytes of the tail that the system has accepted

    def add_record(self, body: object, max_bytes: int = MAX_BODY_BYTES) -> None:
        """Add a record, without writing it yet."""
        record, self._crc = frame_record(pack(body), self._crc, max_bytes)
        self._tail += record
        self._entries += 1

    def write(self) -> None:
        """Hand all records to the system in one write. Then they survive this process. Raises CannotWrite; then the file ends
        where it ended before."""
        before = self._written
        if before == len(self._tail):
            return
        if self._sealed:
            self._stamp(UNSEALED_BYTES)
            self._sealed = False
        try:
            while self._written < len(self._tail):
                self._written += os.pwrite(self.lock.fd, self._tail[self._written :], self._confirmed + self._written)
        except OSError as error:
            self._written = before
            with suppress(OSError):  # if this fails too, the next write overwrites what is there
                os.ftruncate(self.lock.fd, self._confirmed + before)
            raise CannotWrite(self.lock.path, error) from None

    def sync(self) -> None:
        """Write, and wait until the disk has confirmed it. Then it survives the machine. Raises CannotWrite."""
        self.write()
        try:
            SYNC_FILE(self.lock.fd)
        except OSError as error:
            self._written = 0
            raise CannotWrite(self.lock.path, error) from None
        self._confirmed += self._written
        del self._tail[: self._written]
        self._written = 0

    def seal(self, closed_at: int) -> None:
        """Sync and write the seal. A sealed file stays as it is. Raises CannotWrite."""
        self.sync()
        if not self._sealed:
            self._sealed = True  # even half a seal would have to be cleared
            self._stamp(Seal(self._entries, self._crc, closed_at).pack())

    def add_and_seal(self, last_bodies: Sequence[object], closed_at: int) -> None:
        """Sync, add the last records and seal. If there is no room for all of it, nothing is written. Raises CannotWrite."""
        self.sync()
        crc, entries = self._crc, self._entries
        try:
            for body in last_bodies:
                self.add_record(body)
            self.sync()
        except CannotWrite:
            self._crc, self._entries = crc, entries
            self._tail.clear()
            with suppress(OSError):
                os.ftruncate(self.lock.fd, self._confirmed)
            raise
        self.seal(closed_at)

    def _stamp(self, seal: bytes) -> None:
        """Write these 20 bytes in place of the seal, and wait until the disk has confirmed them. Raises CannotWrite."""
        try:
            os.pwrite(self.lock.fd, seal, PREFIX_STRUCT.size)
            SYNC_FILE(self.lock.fd)
        except OSError as error:
            raise CannotWrite(self.lock.path, error) from None


def create_save(path: Path, header: Header) -> Appender:
    """Create a file with its header. When this returns, its bytes and its name are on the disk. Raises AlreadyThere or
    CannotWrite; then there is no new file."""
    start = prefix()
    fields = write_header(header)
    # The header is not an entry.
    records = Appender(Lock.create(path), 0, zlib.crc32(start), entries=-1, prefix_bytes=start + UNSEALED_BYTES)
    try:
        records.add_record(fields, MAX_HEADER_BYTES)
        records.sync()
        sync_folder_of(path)
    except (OSError, CannotWrite) as error:
        with suppress(OSError):
            path.unlink()
        records.lock.release()
        raise CannotWrite(path, error) if isinstance(error, OSError) else error from None
    return records


def sync_folder_of(path: Path) -> None:
    """Make the name of a file as durable as its bytes. Raises OSError."""
    fd = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
