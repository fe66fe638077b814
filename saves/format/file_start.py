"""Opens a save for reading, and reads the start of the file: its prefix, its header and its seal.

Reading takes no lock, so a game can be watched or listed while somebody plays it.
"""

import os
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from engine.core.game import CURRENT_RULES
from saves.errors import BadHeader, CannotRead, MadeBeforeRelease, NewerFormat, NewerRules, NotASave
from saves.format.frames import (
    FIRST_RECORD_OFFSET,
    FORMAT_VERSION,
    FRAME_HEAD,
    MAGIC,
    MAX_HEADER_BYTES,
    PREFIX_STRUCT,
    SEAL_STRUCT,
    FramedRecord,
    Seal,
    read_frame_if_whole,
    read_seal,
    unpack,
)
from saves.format.header import Header, UnknownRules, read_header

CHUNK_BYTES: Final = 1 << 20  # bytes read at a time, so that a file of any size needs little memory
TEXT_START: Final = b"Vok score"  # of a game as text; see `saves.text.game_score`


class FileStart(NamedTuple):
    """What the beginning of a file contains. `frame` is
    the record of the header, and `seal` is None for a file that was never closed, or if `is_seal_damaged`."""

    header: Header
    frame: FramedRecord
    seal: Seal | None
    is_seal_damaged: bool


@contextmanager
def open_for_reading(path: Path) -> Iterator[int]:
    """The file descriptor of a regular file. Raises NotASave for anything else, and CannotRead."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise CannotRead(path, error) from None
    try:
        check_ordinary_file(path, fd)
        yield fd
    except OSError as error:
        raise CannotRead(path, error) from None
    finally:
        os.close(fd)


def check_ordinary_file(path: Path, fd: int) -> None:
    """Raise NotASave for a folder, a pipe or a device."""
    mode = os.fstat(fd).st_mode
    if stat.S_ISDIR(mode):
        raise NotASave(path, "a folder")
    if not stat.S_ISREG(mode):
        raise NotASave(path, "no ordinary file")


def read_file_start(path: Path, fd: int) -> FileStart:
    """Read prefix, header and seal. Raises NotASave, NewerFormat, NewerRules, MadeBeforeRelease, BadHeader."""
    data = os.pread(fd, PREFIX_STRUCT.size + SEAL_STRUCT.size + FRAME_HEAD.size + MAX_HEADER_BYTES, 0)
    _check_version(path, data)
    try:
        frame = read_frame_if_whole(data, FIRST_RECORD_OFFSET, zlib.crc32(data[: PREFIX_STRUCT.size]), MAX_HEADER_BYTES)
        if frame is None:
            raise ValueError("cut off")
        header = read_header(unpack(frame.body, MAX_HEADER_BYTES))
    except UnknownRules as newer:
        raise NewerRules(path, newer.rules, CURRENT_RULES) from None
    except ValueError as error:
        raise BadHeader(path, str(error)) from None
    seal, is_seal_damaged = _read_seal_and_damage(fd)
    return FileStart(header, frame, seal, is_seal_damaged)


def _read_seal_and_damage(fd: int) -> tuple[Seal | None, bool]:
    """The seal, and whether it is damaged. If it is, it is read once more, because another process may just be writing it."""
    for _ in range(2):
        with suppress(ValueError):
            return read_seal(os.pread(fd, SEAL_STRUCT.size, PREFIX_STRUCT.size)), False
    return None, True


def _check_version(path: Path, data: bytes) -> None:
    """Raise NotASave, NewerFormat or MadeBeforeRelease."""
    if not data:
        raise NotASave(path, "an empty file")
    if len(data) < PREFIX_STRUCT.size or not data.startswith(MAGIC):
        if data.startswith(TEXT_START):
            raise NotASave(path, "a game as text", "vok import makes one of it")
        raise NotASave(path, "a file of another program")
    _, version = PREFIX_STRUCT.unpack_from(data)
    if version > FORMAT_VERSION:
        raise NewerFormat(path, version, FORMAT_VERSION)
    if version < FORMAT_VERSION:
        raise MadeBeforeRelease(path)
