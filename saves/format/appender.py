"""Appends records to an open file in such a way that a failed write can be repeated.

All bytes that the disk has not confirmed stay in memory. A write that fails, for instance because the disk is full, is undone
completely. If waiting for the disk fails, nobody knows what was lost, so all bytes since the last confirmation are written again.

`seal` writes the seal, and the next record clears it. Both first wait until the disk has confirmed everything before them.
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
from saves.format.lock import Lock

SYNC_FILE: Final = getattr(os, "fdatasync", os.fsync)  # not every system has fdatasync, which is faster


class Appender:
    """Writes at the end of a save whose lock we hold. `end` is the offset after its last sound record, `crc` the check of that
    record, `entry_count` the number of records after the header, `is_sealed` whether the file has a seal. `prefix_bytes` are
    written before any record."""

    def __init__(
        self, lock: Lock, end: int, crc: int, entry_count: int = 0, is_sealed: bool = False, prefix_bytes: bytes = b""
    ) -> None:
        self.lock: Final = lock
        self._crc = crc
        self._entry_count = entry_count
        self._is_sealed = is_sealed  # whether there may be a seal on the disk
        self._confirmed = end  # how many bytes of the file the disk has confirmed
        self._tail = bytearray(prefix_bytes)  # all later bytes
        self._written = 0  # how many bytes of the tail the system has accepted

    @property
    def entry_count(self) -> int:
        """The number of records after the header, with those that are not written yet."""
        return self._entry_count

    def add_record(self, body: object, max_bytes: int = MAX_BODY_BYTES) -> None:
        """Add a record, without writing it yet."""
        record, self._crc = frame_record(pack(body), self._crc, max_bytes)
        self._tail += record
        self._entry_count += 1

    def write(self) -> None:
        """Hand all records to the system in one write, so that they survive this process. Raises CannotWrite; then the file
        ends where it did before."""
        written_before = self._written
        if written_before == len(self._tail):
            return
        if self._is_sealed:
            self._write_seal(UNSEALED_BYTES)
            self._is_sealed = False
        try:
            while self._written < len(self._tail):
                self._written += os.pwrite(self.lock.fd, self._tail[self._written :], self._confirmed + self._written)
        except OSError as error:
            self._written = written_before
            with suppress(OSError):  # if this fails too, the next write overwrites what is there
                os.ftruncate(self.lock.fd, self._confirmed + written_before)
            raise CannotWrite(self.lock.path, error) from None

    def sync(self) -> None:
        """Write, and wait until the disk has confirmed all records, so that they survive a crash of the machine. Raises
        CannotWrite."""
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
        """Sync, and write the seal unless the file has one. Raises CannotWrite."""
        self.sync()
        if not self._is_sealed:
            self._is_sealed = True  # before writing: a partly written seal must be cleared too
            self._write_seal(Seal(self._entry_count, self._crc, closed_at).pack())

    def add_and_seal(self, last_bodies: Sequence[object], closed_at: int) -> None:
        """Sync, add the last records, and seal. If the disk is full, nothing is written. Raises CannotWrite."""
        self.sync()
        crc, entry_count = self._crc, self._entry_count
        try:
            for body in last_bodies:
                self.add_record(body)
            self.sync()
        except CannotWrite:
            self._crc, self._entry_count = crc, entry_count
            self._tail.clear()
            with suppress(OSError):
                os.ftruncate(self.lock.fd, self._confirmed)
            raise
        self.seal(closed_at)

    def _write_seal(self, seal_bytes: bytes) -> None:
        """Overwrite the seal, and wait until the disk has confirmed it. Raises CannotWrite."""
        try:
            os.pwrite(self.lock.fd, seal_bytes, PREFIX_STRUCT.size)
            SYNC_FILE(self.lock.fd)
        except OSError as error:
            raise CannotWrite(self.lock.path, error) from None


def create_save(path: Path, header: Header) -> Appender:
    """Create a file with a header. On return, its bytes and its name are on the disk. Raises AlreadyThere or CannotWrite; then
    there is no new file."""
    first_bytes = prefix()
    fields = write_header(header)
    # From -1, because the header is not an entry.
    appender = Appender(
        Lock.create(path), 0, zlib.crc32(first_bytes), entry_count=-1, prefix_bytes=first_bytes + UNSEALED_BYTES
    )
    try:
        appender.add_record(fields, MAX_HEADER_BYTES)
        appender.sync()
        sync_folder_of(path)
    except (OSError, CannotWrite) as error:
        with suppress(OSError):
            path.unlink()
        appender.lock.release()
        raise CannotWrite(path, error) if isinstance(error, OSError) else error from None
    return appender


def sync_folder_of(path: Path) -> None:
    """Wait until the disk has confirmed the name of a file. Raises OSError."""
    fd = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
