"""The folder of saves, and the bin in it for deleted saves.

A deleted save is moved to the bin, from where it can be restored. Until the bin is emptied, it counts for the rating and for
statistics like any other.
"""

import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, Final

from engine.core.game import HUMAN, Game, Setup
from saves.clean_text import file_stem
from saves.errors import AlreadyThere, CannotRead, CannotWrite, NoHomeFolder, SaveError
from saves.format.appender import sync_folder_of
from saves.format.frames import storable_time
from saves.format.header import BranchOrigin
from saves.format.lock import Lock
from saves.save_file import SAVE_SUFFIX, SaveFile, free_save_path, make_folder
from saves.save_info import SaveInfo, budget_of_list, is_unplayed, read_save_info

BIN: Final = "bin"  # the folder of deleted saves, inside that of the saves, so that one rename moves a file there
MAX_STARTUP_SAVES: Final = 500  # read before the first screen; all are on the shelf
# What Vok adds to the name of a save for a file beside it: copies of older or damaged saves, the analysis, and what is useless
# when nobody plays it. All other names belong to the player.
KEPT_SUFFIX: Final = re.compile(r"\.(?:analysis|(?:damaged|format-\d+)(?:-\d+)?)")
LEFTOVER_SUFFIX: Final = re.compile(r"\.(?:who|new|analysis\.\d+\.new)")


def vok_home(kind: str = "data") -> Path:
    """The folder of the player's files: `VOK_HOME`, in which `~` is the home folder, or else the user's folder for this `kind` of
    files, "data" or "config". Raises NoHomeFolder if there is no home folder."""
    configured = os.environ.get("VOK_HOME")
    try:
        if configured:
            return Path(configured).expanduser().absolute()
        import platformdirs

        find = platformdirs.user_config_path if kind == "config" else platformdirs.user_data_path
        folder = find("vok", appauthor=False)
    except RuntimeError:
        raise NoHomeFolder(Path(configured or "~")) from None
    if not folder.is_absolute():  # as older versions of platformdirs answer
        raise NoHomeFolder(folder)
    return folder


class Shelf:
    """The saves in `saves/` of a home folder, each a file that ends in `.vok`. `saves/` is made when the first game begins, and
    no other user can read it."""

    def __init__(self, home_folder: Path | None = None) -> None:
        self.folder: Final = (vok_home() if home_folder is None else home_folder) / "saves"
        self.bin: Final = self.folder / BIN

    def create(
        self, setup: Setup, game: Game[Any], app: str, created: int, origin: BranchOrigin | None = None
    ) -> SaveFile:
        """Create a save with a free name, even if another process does so at the same time. It replaces any other save in which
        nothing was done yet, unless somebody plays that. Raises CannotWrite."""
        while True:
            with suppress(AlreadyThere):
                file = SaveFile.create(self.new_path(setup), setup, game, app, created, origin)
                self._remove_unplayed(file.path)
                return file

    def _remove_unplayed(self, kept: Path) -> None:
        """Remove all saves in which nothing was done yet, except for `kept` and those that somebody plays. Errors are ignored:
        the next new game tries again."""
        with suppress(SaveError):
            for _, path in _saves_latest_first(self.folder):
                if path != kept and is_unplayed(path):
                    with suppress(SaveError, OSError):
                        lock = Lock.acquire(path)
                        try:
                            if is_unplayed(path):
                                path.unlink()
                        finally:
                            lock.release()

    def new_path(self, setup: Setup) -> Path:
        """A free path whose name contains the game and the human players. Makes the folder if needed. Raises CannotWrite."""
        make_folder(self.folder)
        human_names = [seat.name for seat in setup.seats if seat.level == HUMAN]
        return free_save_path(self.folder, file_stem(setup.game, *human_names) or "game")

    def list_saves(self, games: Mapping[str, Game[Any]]) -> list[SaveInfo]:
        """All saves in which anything was done, the most recently played first; [] if there is no folder. Reads every file, and
        replays those that were not closed. Raises CannotRead if the folder cannot be listed."""
        return list(self.iterate_saves(games))

    def iterate_saves(self, games: Mapping[str, Game[Any]], *, in_bin: bool = False) -> Iterator[SaveInfo]:
        """The same saves, or those in the bin, each read when it is needed. Raises CannotRead at once."""
        return (info for info in self._read_each(games, in_bin=in_bin) if not info.is_unplayed)

    def _read_each(self, games: Mapping[str, Game[Any]], *, in_bin: bool = False) -> Iterator[SaveInfo]:
        """All saves of a folder, each read when it is needed. Raises CannotRead at once."""
        files, budget = _saves_latest_first(self.bin if in_bin else self.folder), budget_of_list()
        if in_bin:  # an empty name there was reserved for a save that a killed process did not move any more
            files = [(modified, path) for modified, path in files if not is_empty(path)]
        return (read_save_info(path, modified, games, budget) for modified, path in files)

    def list_bin(self, games: Mapping[str, Game[Any]]) -> list[SaveInfo]:
        """All saves in the bin, as `list_saves` lists those outside."""
        return list(self.iterate_saves(games, in_bin=True))

    def list_saves_and_bin(self, games: Mapping[str, Game[Any]]) -> list[SaveInfo]:
        """All saves that count for the rating and statistics: those in the bin too. Raises CannotRead."""
        return self.list_saves(games) + self.list_bin(games)

    def latest_unfinished(
        self, games: Mapping[str, Game[Any]], is_wanted: Callable[[SaveInfo], bool] = lambda _: True
    ) -> SaveInfo | None:
        """The most recently played game that can be opened, is not over and `is_wanted`, even if nothing was done in it yet,
        among the MAX_STARTUP_SAVES latest saves: the program starts with it, and must not wait for a shelf of any size."""
        latest = islice(self._read_each(games), MAX_STARTUP_SAVES)
        return next((info for info in latest if info.goes_on and is_wanted(info)), None)

    def has_human_finished_game(self, games: Mapping[str, Game[Any]], game: str, times: int = 1) -> bool:
        """Whether human players have finished as many games of this name, among the MAX_STARTUP_SAVES latest saves and those of
        the bin. Raises CannotRead."""
        finished = (
            info
            for info in self._latest_saves(games)
            if info.game == game and info.finished and any(seat.level == HUMAN for seat in info.seats)
        )
        return len(list(islice(finished, times))) == times

    def _latest_saves(self, games: Mapping[str, Game[Any]]) -> Iterator[SaveInfo]:
        """The MAX_STARTUP_SAVES latest saves, then those of the bin, each read when it is needed. Raises CannotRead."""
        for in_bin in (False, True):
            yield from islice(self.iterate_saves(games, in_bin=in_bin), MAX_STARTUP_SAVES)

    @property
    def is_empty(self) -> bool:
        """Whether there is no save in which anything was done, not even in the bin. Raises CannotRead."""
        return all(is_unplayed(folder / name) for folder in (self.folder, self.bin) for _, name in _saves_in(folder))

    def move_to_bin(self, path: Path) -> Path:
        """Move a save to the bin, with the older copies beside it. Returns its new path. Raises Busy, CannotRead, CannotWrite;
        then the save has not moved."""
        return _move(path, self.bin)

    def restore_from_bin(self, path: Path) -> Path:
        """Move a save out of the bin. Returns its new path. Raises what `move_to_bin` raises."""
        return _move(path, self.folder)

    def empty_bin(self) -> int:
        """Remove all saves in the bin for good. Returns their number. Raises Busy, CannotRead, CannotWrite at the first save
        that cannot be removed."""
        removed = 0
        for _, path in _saves_latest_first(self.bin):
            lock = Lock.acquire(path)
            try:
                for file in [*_files_beside(path), path]:
                    file.unlink()
            except OSError as error:
                raise CannotWrite(path, error) from None
            finally:
                lock.release()
            removed += 1
        return removed


def _move(path: Path, folder: Path) -> Path:
    """Move a save and the files beside it to a free name in a folder. Returns its new path. Raises Busy if somebody plays it,
    CannotRead, CannotWrite."""
    lock = Lock.acquire(path)
    try:
        make_folder(folder)
        new_path = _reserve_path(folder, path.name.removesuffix(SAVE_SUFFIX))
        try:
            path.replace(new_path)
        except OSError:
            new_path.unlink()
            raise
        for file in _files_beside(path):
            suffix = file.name.removeprefix(path.name)
            if LEFTOVER_SUFFIX.fullmatch(suffix):
                file.unlink()
            else:
                file.replace(new_path.with_name(new_path.name + suffix))
        sync_folder_of(new_path)
        sync_folder_of(path)
    except OSError as error:
        raise CannotWrite(path, error) from None
    finally:
        lock.release()
    return new_path


def _reserve_path(folder: Path, stem: str) -> Path:
    """Create an empty file at a free path, so that no other process takes it. Returns the path. Raises OSError."""
    while True:
        path = free_save_path(folder, stem)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
            return path


def _files_beside(path: Path) -> list[Path]:
    """The other files that Vok has written for a save. Raises OSError."""
    beside = [(file, file.name.removeprefix(path.name)) for file in path.parent.iterdir() if file.is_file()]
    return [file for file, suffix in beside if KEPT_SUFFIX.fullmatch(suffix) or LEFTOVER_SUFFIX.fullmatch(suffix)]


def _saves_latest_first(folder: Path) -> list[tuple[float, Path]]:
    """The saves in a folder with their modification times, the latest first. Raises CannotRead."""
    return [(modified, folder / name) for modified, name in sorted(_saves_in(folder), reverse=True)]


def _saves_in(folder: Path) -> Iterator[tuple[float, str]]:
    """The modification time and the name of each save in a folder. Raises CannotRead."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(SAVE_SUFFIX) and not entry.name.startswith("."):
                    with suppress(FileNotFoundError):
                        status = _stat(entry)
                        if stat.S_ISREG(status.st_mode) or stat.S_ISLNK(status.st_mode):
                            yield storable_time(status.st_mtime), entry.name
    except FileNotFoundError:
        return
    except OSError as error:
        raise CannotRead(folder, error) from None


def is_empty(path: Path) -> bool:
    """Whether a file is there and has no bytes."""
    try:
        return path.stat().st_size == 0
    except OSError:
        return False


def _stat(entry: "os.DirEntry[str]") -> os.stat_result:
    """The status of a file; of the link itself if its target cannot be examined. Raises OSError."""
    try:
        return entry.stat()
    except FileNotFoundError:
        raise
    except OSError:
        return entry.stat(follow_symlinks=False)
