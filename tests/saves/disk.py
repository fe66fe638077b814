"""A disk that loses its power."""

import os

import pytest


class Disk:
    """Everything that a disk was told, in order: bytes at a place, and None for a wait. After a power cut it has everything from
    before the last wait, and of later writes anything or nothing."""

    def __init__(self, before: bytes = b"") -> None:
        self.before = before
        self.told: list[tuple[int, bytes] | None] = []

    @classmethod
    def listening(cls, monkeypatch: pytest.MonkeyPatch, before: bytes = b"") -> "Disk":
        """Record everything that is written into a save from now on. `before` is the content until then."""
        disk = cls(before)
        write, sync = os.pwrite, os.fsync

        def pwrite(fd: int, data: bytes, at: int) -> int:
            disk.told.append((at, bytes(data)))
            return write(fd, data, at)

        def fdatasync(fd: int) -> None:
            disk.told.append(None)
            sync(fd)

        monkeypatch.setattr("saves.format.appender.os.pwrite", pwrite)
        monkeypatch.setattr("saves.format.appender.SYNC_FILE", fdatasync)
        return disk

    def states(self) -> list[bytes]:
        """The file as it may be after a power cut at any moment."""
        states, safe = [], self.before
        pending: list[tuple[int, bytes]] = []
        for one in [*self.told, None]:
            if one is None:
                for kept in range(1 << len(pending)):
                    some = [write for bit, write in enumerate(pending) if kept >> bit & 1]
                    states += [applied(safe, some)]
                safe, pending = applied(safe, pending), []
            else:
                pending.append(one)
        return states


def applied(data: bytes, writes: list[tuple[int, bytes]]) -> bytes:
    for at, new in writes:
        data = data.ljust(at, b"\0")
        data = data[:at] + new + data[at + len(new) :]
    return data
