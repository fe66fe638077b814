"""Small files of the player that are written whole: settings, approvals, analyses, own cards, charts."""

import os
from contextlib import suppress
from pathlib import Path

from saves.format.appender import sync_folder_of


def replace_file(path: Path, data: bytes) -> None:
    """Write a file whole. On return it is on the disk; if it cannot be written, the earlier one is unchanged and nothing else is
    left. An earlier file keeps its permissions, and a link its target; a new one is the player's alone. Raises OSError."""
    path = path.resolve()
    new_path = path.with_name(f"{path.name}.{os.getpid()}.new")
    mode = 0o600
    with suppress(FileNotFoundError):
        mode = path.stat().st_mode & 0o777
    try:
        with suppress(FileNotFoundError):
            new_path.unlink()
        fd = os.open(new_path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
        with os.fdopen(fd, "wb") as file:
            os.fchmod(fd, mode)
            file.write(data)
            file.flush()
            os.fsync(fd)
        new_path.replace(path)
        sync_folder_of(path)
    except OSError:
        with suppress(OSError):
            new_path.unlink()
        raise
