"""A disk that loses its power."""

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


class Disk:
    """Records the writes to a disk in order: bytes at an offset, or None for a sync. After a power cut the disk has everything
    from before the last sync, and any part of the later writes."""

    def __init__(self, before: bytes = b"") -> None:
        self.before = before
        self.operations: list[tuple[int, bytes] | None] = []

    @classmethod
    def recording(cls, monkeypatch: pytest.MonkeyPatch, before: bytes = b"") -> "Disk":
        """Record everything that is written into a save from now on. `before` is the content until then."""
        disk = cls(before)
        write, sync = os.pwrite, os.fsync

        def pwrite(fd: int, data: bytes, offset: int) -> int:
            disk.operations.append((offset, bytes(data)))
            return write(fd, data, offset)

        def fdatasync(fd: int) -> None:
            disk.operations.append(None)
            sync(fd)

        monkeypatch.setattr("saves.format.appender.os.pwrite", pwrite)
        monkeypatch.setattr("saves.format.appender.SYNC_FILE", fdatasync)
        return disk

    def states(self) -> list[bytes]:
        """All contents that the file may have after a power cut at any moment."""
        states, safe = [], self.before
        pending: list[tuple[int, bytes]] = []
        for operation in [*self.operations, None]:
            if operation is None:
                for subset in range(1 << len(pending)):
                    written = [write for bit, write in enumerate(pending) if subset >> bit & 1]
                    states += [apply_writes(safe, written)]
                safe, pending = apply_writes(safe, pending), []
            else:
                pending.append(operation)
        return states


def apply_writes(data: bytes, writes: list[tuple[int, bytes]]) -> bytes:
    """The data after these writes."""
    for offset, new in writes:
        data = data.ljust(offset, b"\0")
        data = data[:offset] + new + data[offset + len(new) :]
    return data


@contextmanager
def max_file_size(size: int) -> Iterator[None]:
    """Let the system refuse to write beyond this size, like a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
