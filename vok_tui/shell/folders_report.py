"""What `vok doctor` says about the folders: whether they can be written, their free space, and the saves in them.

Only a limited number of files is listed, and only the headers of a limited number of saves are read, so a folder of any size
takes little time.
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
MAX_OPENED_SAVES: Final = 500
MAX_SURVEY_SECONDS: Final = 1.0
MIN_FREE_BYTES: Final = 1_000_000  # enough for hundreds of saves
BYTES_UNITS: Final = ("bytes", "kB", "MB", "GB", "TB")


class SaveSurvey(NamedTuple):
    """The saves in a folder: how many were `found` among the listed files, how many of these were `opened`, and how many of the
    opened ones are `unreadable`. With `is_capped`, the folder has more files than were listed."""

    found: int
    opened: int
    unreadable: int
    is_capped: bool


def why_not_writable(folder: Path) -> str:
    """Why no save can be written and locked in a folder; "" if one can. A missing folder is not created; its nearest existing
    parent is checked instead."""
    from saves.lock import lock_open_file

    existing = folder
    while not existing.exists() and existing != existing.parent:
        existing = existing.parent
    try:
        if not existing.is_dir():
            return f"{short_path(existing)} is not a folder"
        if not os.access(existing, os.W_OK | os.X_OK):
            return f"you may not write into {short_path(existing)}"
        with tempfile.TemporaryFile(dir=existing) as trial:
            trial.write(b"\0")
            trial.flush()
            try:
                lock_open_file(trial.fileno())
            except OSError as fault:
                return f"{short_path(existing)}: files cannot be locked there ({fault.strerror or fault})"
    except OSError as fault:
        return f"{short_path(existing)}: {fault.strerror or fault}"
    return ""


def free_bytes(folder: Path) -> int | None:
    """The free space on the disk of a folder, which may not exist yet; None if it is unknown."""
    for path in (folder, *folder.parents):
        try:
            return shutil.disk_usage(path).free
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


def survey_saves(folder: Path) -> SaveSurvey:
    """Count the saves among the first MAX_LISTED_FILES files of a folder, and open up to MAX_OPENED_SAVES of them. A missing
    folder has none. Raises OSError if the folder cannot be listed."""
    from saves.errors import SaveError
    from saves.format.file_start import open_for_reading, read_file_start
    from saves.save_file import SAVE_SUFFIX

    try:
        listed = list(islice(folder.iterdir(), MAX_LISTED_FILES + 1))
    except (FileNotFoundError, NotADirectoryError):
        return SaveSurvey(0, 0, 0, is_capped=False)
    saves = [path for path in listed[:MAX_LISTED_FILES] if path.name.endswith(SAVE_SUFFIX) and path.name[0] != "."]
    paths = [path for path in saves if path.is_file()]
    opened, unreadable = 0, 0
    deadline = time.monotonic() + MAX_SURVEY_SECONDS
    for path in paths[:MAX_OPENED_SAVES]:
        opened += 1
        try:
            with open_for_reading(path) as fd:
                read_file_start(path, fd)
        except SaveError:
            unreadable += 1
        if time.monotonic() > deadline:
            break
    return SaveSurvey(len(paths), opened, unreadable, is_capped=len(listed) > MAX_LISTED_FILES)


def count_files(folder: Path) -> int:
    """The number of files in a folder, at most MAX_LISTED_FILES; 0 if it is missing or cannot be listed."""
    try:
        return sum(1 for _ in islice(folder.iterdir(), MAX_LISTED_FILES))
    except OSError:
        return 0
