"""Where Vok keeps its files: one folder for data and one file for configuration, or `VOK_HOME` for both.

The data folder contains `saves/` with the games and `saves/bin/` with the deleted ones, `crashes/` with crash reports,
`allowed-bots.json` with the external bots that the player has approved, `lessons/` with unfinished guided games,
`learning.jsonl` with what the player has learned, `own-cards/` with the cards of the player's box and their calibrations, and
`screens/` with pictures of the screen.
"""

import errno
import json
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

PICTURES: Final = "screens"  # the folder of saved screens, in the data folder
CRASHES: Final = "crashes"  # the folder of crash reports, in the data folder


def data_folder() -> Path:
    """`VOK_HOME` if it is set, otherwise the user's data folder on this system. It may not exist yet. Raises NoHomeFolder."""
    from saves.shelf import vok_home

    return vok_home()


def config_file() -> Path:
    """`config.toml` in `VOK_HOME` if that is set, otherwise in the user's configuration folder. It may not exist. Raises
    NoHomeFolder."""
    from saves.shelf import vok_home

    return vok_home("config") / "config.toml"


def append_line(home: Path, file_name: str, line: bytes) -> None:
    """Append a line to a file of the data folder; both are made if they are missing. If the last line in the file has no end, it
    is ended first. Raises OSError, also if only a part fits on the disk, and for a link, a pipe or a device: nothing is written
    there, and nothing is waited for."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = home / file_name
    try:
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        fd = os.open(path, flags, 0o600)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise OSError(errno.ELOOP, "it is a link", str(path)) from None
        raise
    try:
        status = os.fstat(fd)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is not an ordinary file", str(path))
        is_cut_off = status.st_size > 0 and os.pread(fd, 1, status.st_size - 1) != b"\n"
        whole = b"\n" * is_cut_off + line + b"\n"
        if os.write(fd, whole) < len(whole):  # the next line begins in a line of its own
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
    finally:
        os.close(fd)


def read_lines(
    home: Path, file_name: str, max_bytes: int, max_line_bytes: int, *, latest: bool = False
) -> Iterator[dict[str, Any]]:
    """The JSON objects in a file of the data folder that has one on each line. Of a longer file than `max_bytes` it is the first
    ones, or the latest. A line that is damaged or too long costs only that line; a file that cannot be read has none."""
    from saves.errors import SaveError  # loads the saves, which not each command needs
    from saves.format.file_start import open_for_reading

    try:
        with open_for_reading(home / file_name) as fd, open(fd, "rb", closefd=False) as file:
            start = max(0, os.fstat(fd).st_size - max_bytes) if latest else 0
            file.seek(start)
            lines = file.read(max_bytes).split(b"\n")[start > 0 :]
    except (SaveError, OSError):
        return
    for line in lines:
        fields: object = None
        with suppress(ValueError, RecursionError):
            fields = json.loads(line) if len(line) <= max_line_bytes else None
        if isinstance(fields, dict):
            yield fields


def short_path(path: Path) -> str:
    """A path for display, with `~` for the home folder and without control characters."""
    from saves.clean_text import visible  # loads the saves, which not each command needs

    with suppress(ValueError, RuntimeError):
        return visible(f"~/{path.relative_to(Path.home())}")
    return visible(str(path))
