"""The door of a save for readers: the file itself, its prefix and its header.

Reading asks for no lock, so a game may be watched or listed while somebody plays it.
"""

import os
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from saves.errors import BadHeader, CannotRead, NewerFormat, NotASave
from saves.format import FORMAT, HEAD, HEADER, MAGIC, PREFIX, Frame, frame_at, unpacked
from saves.records import Header, read_header
from saves.versions import Lift

CHUNK: Final = 1 << 20  # bytes read at a time: a file may be of any size, what we hold of it is bounded


class Opening(NamedTuple):
    """What the first bytes say: the format, the header lifted to the present one, and the frame that held it."""

    version: int
    header: Header
    frame: Frame
    lift: Lift


@contextmanager
def reading(path: Path) -> Iterator[int]:
    """The descriptor of an ordinary file. Raises NotASave for anything else, CannotRead."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise CannotRead(path, error) from None
    try:
        must_be_a_file(path, fd)
        yield fd
    except OSError as error:
        raise CannotRead(path, error) from None
    finally:
        os.close(fd)


def must_be_a_file(path: Path, fd: int) -> None:
    """Raises NotASave for a folder, a pipe, a device."""
    mode = os.fstat(fd).st_mode
    if stat.S_ISDIR(mode):
        raise NotASave(path, "a folder")
    if not stat.S_ISREG(mode):
        raise NotASave(path, "no ordinary file")


def opening(path: Path, fd: int) -> Opening:
    """Read prefix and header. Raises NotASave, NewerFormat, BadHeader."""
    data = os.pread(fd, PREFIX.size + HEAD.size + HEADER, 0)
    version = _version(path, data)
    try:
        frame = frame_at(data, PREFIX.size, zlib.crc32(data[: PREFIX.size]), HEADER)
        if frame is None:
            raise ValueError("cut off")
        lift = Lift(version)
        return Opening(version, read_header(lift.header(unpacked(frame.body, HEADER))), frame, lift)
    except ValueError as error:
        raise BadHeader(path, str(error)) from None


def _version(path: Path, data: bytes) -> int:
    if not data:
        raise NotASave(path, "an empty file")
    if len(data) < PREFIX.size or not data.startswith(MAGIC):
        raise NotASave(path, "a file of another program")
    _, version = PREFIX.unpack_from(data)
    if version > FORMAT:
        raise NewerFormat(path, version, FORMAT)
    return int(version)
