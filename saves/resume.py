"""Opens an existing save to continue its game.

New entries are appended to a sound file. A damaged file, or one of an old format, is never repaired in place: the readable part
of its game is written to a new file, the whole old file is copied, and only then does the new file replace it. At no moment is
there less on the disk than before.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.core.game import Game
from saves.errors import CannotAnnotate, CannotRead, CannotWrite, GameFinished, NewerEntry
from saves.format.appender import Appender, create_save, sync_folder_of
from saves.format.file_start import CHUNK_BYTES
from saves.format.frames import FORMAT_VERSION
from saves.lock import Lock
from saves.match_reader import LoadedSave, load_from_fd
from saves.save_file import SaveFile


def resume(path: Path, games: Mapping[str, Game[Any]], *, to_annotate: bool = False) -> tuple[SaveFile, LoadedSave]:
    """Open a save to continue its game. `loaded.damage` says what could not be read; then `file.old_copy` is a copy of the old
    file. With `to_annotate`, a finished game can be opened too, only for annotations, but no damaged save.

    Raises GameFinished if the game is over and its file is sound, CannotAnnotate for a damaged save with `to_annotate`,
    NewerEntry, Busy, CannotWrite, and everything that `load` raises. Then the save has not changed.
    """
    lock = Lock.acquire(_resolve(path))
    try:
        loaded = load_from_fd(lock.path, lock.fd, games)
        if loaded.damage is None and loaded.finished and not to_annotate:
            raise GameFinished(path)
        if isinstance(loaded.damage, NewerEntry):
            raise loaded.damage
        if loaded.damage is not None and to_annotate:
            raise CannotAnnotate(path)
        if loaded.damage is None and loaded.version == FORMAT_VERSION:
            is_sealed = loaded.seal is not None
            file = SaveFile(
                Appender(lock, loaded.end, loaded.crc, loaded.entry_count, is_sealed), loaded.header, loaded
            )
        else:
            file = _rewrite(lock, loaded)
            lock.release()
    except OSError as error:
        lock.release()
        raise CannotRead(path, error) from None
    except BaseException:
        lock.release()
        raise
    file.write_player_file()
    return file, loaded


def _rewrite(lock: Lock, loaded: LoadedSave) -> SaveFile:
    """Write the readable part to a new file, and replace the old one with it. Raises CannotWrite."""
    path, match = lock.path, loaded.match
    new_path = path.with_name(path.name + ".new")
    with suppress(OSError):
        new_path.unlink()  # left by a process that died here; not in use, because we hold the lock
    header = loaded.header._replace(fingerprint=match.game.fingerprint(match.setup))
    appender = create_save(new_path, header)
    try:
        file = SaveFile(appender, header, closed_at=loaded.last_played if loaded.finished else 0)
        file.keep(match)
        file.flush()
        file.old_copy = _back_up(lock, "damaged" if loaded.damage else f"format-{loaded.version}")
        appender.lock.rename(path)
        sync_folder_of(path)
    except BaseException as error:
        with suppress(OSError):
            new_path.unlink()
        appender.lock.release()
        if isinstance(error, OSError):
            raise CannotWrite(path, error) from None
        raise
    return file


def _back_up(lock: Lock, suffix: str) -> Path:
    """Copy the file to a free name with this suffix, in the same folder. On return, the copy is on the disk. Raises OSError."""
    number = 1
    while True:
        numbered_suffix = f".{suffix}" if number == 1 else f".{suffix}-{number}"
        copy_path = lock.path.with_name(lock.path.name + numbered_suffix)
        try:
            fd = os.open(copy_path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            break
        except FileExistsError:
            number += 1
    with os.fdopen(fd, "wb") as copy:
        offset = 0
        while chunk := os.pread(lock.fd, CHUNK_BYTES, offset):
            offset += copy.write(chunk)
        copy.flush()
        os.fsync(fd)
    return copy_path


def _resolve(path: Path) -> Path:
    """The path of the file itself, so that other files are put beside it and not beside a link to it. Raises CannotRead."""
    try:
        return path.resolve(strict=True)  # which refuses a link to itself in every version of Python
    except (OSError, RuntimeError) as error:
        raise CannotRead(path, error) from None
