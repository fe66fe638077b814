"""Reads files whose names come from users or other files: only regular files, and only up to a size limit.

Reading a pipe would block for ever, and a device may have no end. The caller checks the contents. It also holds where the
player's own files are, which only the main program knows.
"""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

# Of a learned value or a training run; one with 256 hidden units takes about 5 MB.
MAX_LEARNED_BYTES: Final = 8_000_000
_data_folders: Final[list[Callable[[], Path]]] = []  # at most one


class BadFile(Exception):
    """A file that cannot be used. The text is the reason, for a sentence like "FILE cannot be read: ..."."""


class FileMissing(BadFile):
    """There is no such file."""


def find_data_folder_by(find: Callable[[], Path]) -> None:
    """From now on, let this process find the player's data folder by `find`."""
    _data_folders[:] = [find]


def data_folder() -> Path | None:
    """The player's data folder; None in a process that reads no files of the player. Raises what `find_data_folder_by` says."""
    return _data_folders[0]() if _data_folders else None


def read_text(path: Path, max_bytes: int) -> str:
    """The text of a file, as `decode_text` gives it. Raises BadFile, or FileMissing if there is no such file."""
    from engine.core.plain_text import NotText, decode_text  # late: a client starts without the engine

    try:
        return decode_text(read_bytes(path, max_bytes))
    except NotText as fault:
        raise BadFile(f"it {fault}") from None


def read_bytes(path: Path, max_bytes: int) -> bytes:
    """The bytes of a file. Raises BadFile, or FileMissing if there is no such file. Never waits, and never reads more than
    `max_bytes`."""
    try:
        with open_regular_file(path) as fd, os.fdopen(fd, "rb", closefd=False) as file:
            content = file.read(max_bytes + 1)
    except OSError as error:
        raise _bad_file(error) from None
    if len(content) > max_bytes:
        raise BadFile(f"it is longer than {max_bytes} bytes")
    return content


def check_regular_or_missing(path: Path) -> None:
    """Raise BadFile for a folder, a pipe or a device. A missing file is allowed."""
    try:
        _check_is_regular(path.stat().st_mode)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise _bad_file(error) from None


@contextmanager
def open_regular_file(path: Path) -> Iterator[int]:
    """The file descriptor of an ordinary file. Raises OSError, and BadFile for anything else."""
    fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    try:
        _check_is_regular(os.fstat(fd).st_mode)
        yield fd
    finally:
        os.close(fd)


def _check_is_regular(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise BadFile("it is a folder")
    if not stat.S_ISREG(mode):
        raise BadFile("it is not an ordinary file")


def _bad_file(error: OSError) -> BadFile:
    missing = isinstance(error, (FileNotFoundError, NotADirectoryError))
    return (FileMissing if missing else BadFile)(error.strerror or str(error))
