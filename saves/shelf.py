"""The folder of saves, and in it the bin with those that were deleted.

A deleted save is moved to the bin, where it can be put back. Until the bin is emptied, it counts for the rating and for
statistics like any other.
"""

import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from engine.core.game import HUMAN, Game, Setup
from saves.clean_text import file_stem
from saves.errors import AlreadyThere, CannotRead, CannotWrite
from saves.format.appender import sync_folder_of
from saves.format.header import Origin
from saves.lock import Lock
from saves.save_file import SaveFile
from saves.save_info import SaveInfo, read_info

SAVE_SUFFIX: Final = ".vok"
BIN: Final = "bin"  # the folder of deleted saves, in that of the saves: a file is moved there by one rename
LEFTOVER_SUFFIXES: Final = (".who", ".new")  # of files beside a save that say nothing once nobody plays


def vok_home() -> Path:
    """The folder of the player's files: `VOK_HOME`, or else the user's data folder."""
    configured = os.environ.get("VOK_HOME")
    if configured:
        return Path(configured).absolute()
    from platformdirs import user_data_path

    return user_data_path("vok", appauthor=False)


class Shelf:
    """The saves in `saves/` of a home, each a file that ends in `.vok`. The folder is made when the first game begins, and
    then nobody else can look into it."""

    def __init__(self, home_folder: Path | None = None) -> None:
        self.folder: Final = (vok_home() if home_folder is None else home_folder) / "saves"
        self.bin: Final = self.folder / BIN

    def create(self, setup: Setup, game: Game[Any], app: str, created: int, origin: Origin | None = None) -> SaveFile:
        """Create a save under a free name, also if another process does so at the same moment. Raises CannotWrite."""
        while True:
            try:
                return SaveFile.create(self.new_path(setup), setup, game, app, created, origin)
            except AlreadyThere:
                continue

    def new_path(self, setup: Setup) -> Path:
        """A free name that tells the players and the game. Raises CannotWrite if the folder cannot be made."""
        _make_folder(self.folder)
        people = [seat.name for seat in setup.seats if seat.level == HUMAN]
        return free_save_path(self.folder, file_stem(setup.game, *people) or "game")

    def list_saves(self, games: Mapping[str, Game[Any]]) -> list[SaveInfo]:
        """All saves, the most recently played first. Costs a read of every file, and a replay of those that were not closed.
        Raises CannotRead if the folder cannot be listed; an absent one holds no saves."""
        return [read_info(path, when, games) for when, path in _files(self.folder)]

    def list_bin(self, games: Mapping[str, Game[Any]]) -> list[SaveInfo]:
        """The same for the saves in the bin."""
        return [read_info(path, when, games) for when, path in _files(self.bin)]

    def list_saves_and_bin(self, games: Mapping[str, Game[Any]]) -> list[SaveInfo]:
        """The saves that the rating and statistics count: all, those in the bin too. Raises CannotRead."""
        return self.list_saves(games) + self.list_bin(games)

    def latest_unfinished(self, games: Mapping[str, Game[Any]]) -> SaveInfo | None:
        """The most recently played game that can be opened and is not over."""
        for when, path in _files(self.folder):
            info = read_info(path, when, games)
            if info.game and not info.finished:
                return info
        return None

    def has_human_finished_game(self, games: Mapping[str, Game[Any]]) -> bool:
        """Whether somebody has played a game to its end, be it in the bin. Raises CannotRead."""
        infos = (read_info(path, when, games) for folder in (self.folder, self.bin) for when, path in _files(folder))
        return any(info.finished and any(seat.level == HUMAN for seat in info.seats) for info in infos)

    @property
    def is_empty(self) -> bool:
        """Whether there is no save at all, in the bin neither. Raises CannotRead."""
        return not _files(self.folder) and not _files(self.bin)

    def move_to_bin(self, path: Path) -> Path:
        """Move a save to the bin, with the older copies beside it; returns where it is now. Raises Busy, CannotRead,
        CannotWrite; then it is where it was."""
        return _move(path, self.bin)

    def restore_from_bin(self, path: Path) -> Path:
        """Move a save out of the bin; returns where it is now. Raises what `move_to_bin` raises."""
        return _move(path, self.folder)

    def empty_bin(self) -> int:
        """Remove all that is in the bin, for good; returns how many saves that were. Raises Busy, CannotRead, CannotWrite at
        the first save that cannot be removed."""
        removed = 0
        for _, path in _files(self.bin):
            lock = Lock.acquire(path)
            try:
                for other in [*_files_beside(path), path]:
                    other.unlink()
            except OSError as error:
                raise CannotWrite(path, error) from None
            finally:
                lock.release()
            removed += 1
        return removed


def free_save_path(folder: Path, stem: str) -> Path:
    """A path for a save in a folder that no file has: with this stem, or with a number behind it."""
    path = folder / (stem + SAVE_SUFFIX)
    number = 1
    while os.path.lexists(path):
        number += 1
        path = folder / f"{stem}-{number}{SAVE_SUFFIX}"
    return path


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(folder, error) from None


def _move(path: Path, folder: Path) -> Path:
    """Move a save that nobody plays to a free name in a folder."""
    lock = Lock.acquire(path)
    try:
        _make_folder(folder)
        goal = _reserve(folder, path.name.removesuffix(SAVE_SUFFIX))
        try:
            path.replace(goal)
        except OSError:
            goal.unlink()
            raise
        for other in _files_beside(path):
            ending = other.name.removeprefix(path.name)
            if ending in LEFTOVER_SUFFIXES:
                other.unlink()
            else:
                other.replace(goal.with_name(goal.name + ending))
        sync_folder_of(goal)
        sync_folder_of(path)
    except OSError as error:
        raise CannotWrite(path, error) from None
    finally:
        lock.release()
    return goal


def _reserve(folder: Path, stem: str) -> Path:
    """A free path that nobody else takes: there is an empty file now. Raises OSError."""
    while True:
        path = free_save_path(folder, stem)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
            return path


def _files_beside(path: Path) -> list[Path]:
    """The files that belong to a save, such as copies of an older format. Raises OSError."""
    return [other for other in path.parent.iterdir() if other.name.startswith(f"{path.name}.") and other.is_file()]


def _files(folder: Path) -> list[tuple[float, Path]]:
    """The saves of a folder with their times, the latest first. Raises CannotRead."""
    files = []
    try:
        for path in folder.iterdir():
            if path.name.endswith(SAVE_SUFFIX) and not path.name.startswith("."):
                with suppress(FileNotFoundError):
                    status = _stat(path)
                    if stat.S_ISREG(status.st_mode) or stat.S_ISLNK(status.st_mode):
                        files.append((status.st_mtime, path))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise CannotRead(folder, error) from None
    return sorted(files, reverse=True)


def _stat(path: Path) -> os.stat_result:
    """What the name leads to; the link itself, if the system does not let us see where that leads. Raises OSError."""
    try:
        return path.stat()
    except FileNotFoundError:
        raise
    except OSError:
        return path.lstat()
