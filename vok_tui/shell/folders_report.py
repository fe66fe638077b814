"""What `vok doctor` says about the folders: where they are, whether they can be written, their free space, and the saves in them.

At most a fixed number of saves are opened, and only the header of each is read. So a folder of any size costs little.
"""

import os
import shutil
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from vok_tui.settings.paths import short_path

MAX_LISTED_FILES: Final = 10_000
MAX_CHECKED_SAVES: Final = 500
MAX_CHECK_SECONDS: Final = 1.0
MIN_FREE_BYTES: Final = 1_000_000  # hundreds of saves
BYTES_UNITS: Final = ("bytes", "kB", "MB", "GB", "TB")


class SaveCounts(NamedTuple):
    """`checked` saves were opened, and Vok cannot open `unreadable` of them. `capped` says that there are more files than were
    listed."""

    found: int
    checked: int
    unreadable: int
    capped: bool


def why_not_writable(folder: Path) -> str:
    """Why nothing can be written into the folder; "" if it can. A folder that does not exist is judged by its nearest existing
    parent, and is not made."""
    here = folder
    while not here.exists() and here != here.parent:
        here = here.parent
    try:
        if not here.is_dir():
            return f"{short_path(here)} is not a folder"
        if not os.access(here, os.W_OK | os.X_OK):
            return f"you may not write into {short_path(here)}"
        if here == folder:
            with tempfile.TemporaryFile(dir=folder) as trial:
                trial.write(b"\0")
    except OSError as fault:
        return f"{short_path(here)}: {fault.strerror or fault}"
    return ""


def free_bytes(folder: Path) -> int | None:
    """The free space where the folder is or will be; None if the system does not say."""
    for here in (folder, *folder.parents):
        try:
            return shutil.disk_usage(here).free
        except OSError:
            continue
    return None


def bytes_in_words(count: int | None) -> str:
    """A number of bytes in words: "12 MB"."""
    if count is None:
        return "unknown"
    amount, unit = float(count), 0
    while amount >= 1000 and unit + 1 < len(BYTES_UNITS):
        amount, unit = amount / 1000, unit + 1
    return f"{amount:.3g} {BYTES_UNITS[unit]}"


def count_and_check_saves(folder: Path) -> SaveCounts:
    """Count the saves of a folder, and open up to MAX_CHECKED_SAVES of them. Raises OSError if the folder cannot be listed;
    without a folder there are none."""
    from saves.errors import SaveError
    from saves.format.opening import open_for_reading, read_opening
    from saves.shelf import SAVE_SUFFIX

    try:
        listed = list(islice(folder.iterdir(), MAX_LISTED_FILES + 1))
    except (FileNotFoundError, NotADirectoryError):
        return SaveCounts(0, 0, 0, capped=False)
    named = [path for path in listed[:MAX_LISTED_FILES] if path.name.endswith(SAVE_SUFFIX) and path.name[0] != "."]
    paths = [path for path in named if path.is_file()]
    checked, unreadable = 0, 0
    until = time.monotonic() + MAX_CHECK_SECONDS
    for path in paths[:MAX_CHECKED_SAVES]:
        checked += 1
        try:
            with open_for_reading(path) as fd:
                read_opening(path, fd)
        except SaveError:
            unreadable += 1
        if time.monotonic() > until:
            break
    return SaveCounts(len(paths), checked, unreadable, capped=len(listed) > MAX_LISTED_FILES)


def count_files(folder: Path) -> int:
    """The number of files of a folder, up to MAX_LISTED_FILES; 0 if it is absent or cannot be listed."""
    try:
        return sum(1 for _ in islice(folder.iterdir(), MAX_LISTED_FILES))
    except OSError:
        return 0
