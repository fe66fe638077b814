"""The folder of saves.

To list hundreds of games, the shelf must not replay them. So a save that was closed properly ends with a label. The shelf reads
through the records, which finds any damaged byte, takes the label and plays nothing. The label is the last entry of the save, not
a second file: it cannot be lost, grow stale or belong to another game, and it counts only while no entry follows it. It is
written on closing; after every decision it would double the file. Only a game that was not closed, because its process was
killed or is still playing, is replayed.
"""

import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.core.errors import EngineError
from engine.core.game import HUMAN, Game, Seat, Setup
from saves.clean_text import file_stem
from saves.errors import AlreadyThere, CannotRead, CannotWrite, SaveError
from saves.format.entries import SaveLabel, read_record
from saves.format.frames import U64_MASK, read_frame, unpack
from saves.format.header import Header, Origin
from saves.format.opening import CHUNK_BYTES, Opening, open_for_reading, read_opening
from saves.match_reader import load_open
from saves.save_file import SaveFile, label_of

SAVE_SUFFIX: Final = ".vok"
FIRST_LABELLED_FORMAT: Final = 1  # the first format whose saves end with a label


class SaveInfo(NamedTuple):
    """What the list says of one save. Of a file that cannot be opened it knows the path, the time and `damage`, a sentence
    that is "" for a sound one. A game that is over is `finished`: turn and scores of its label are those of its end, and
    `modified` is the time at which it ended, as far as the file tells. `origin` is the finished game that this one goes on
    from."""

    path: Path
    modified: float  # of the last entry, unix time
    damage: str = ""
    game: str = ""
    edition: str = ""
    seats: tuple[Seat, ...] = ()
    label: SaveLabel = SaveLabel()
    origin: Origin | None = None

    @property
    def decisions(self) -> int:
        return self.label.decisions

    @property
    def turn(self) -> int:
        return self.label.turn

    @property
    def finished(self) -> bool:
        return self.label.over

    @property
    def scores(self) -> tuple[int, ...]:
        return self.label.scores


def home() -> Path:
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
        self.folder: Final = (home() if home_folder is None else home_folder) / "saves"

    def create(self, setup: Setup, game: Game[Any], app: str, created: int, origin: Origin | None = None) -> SaveFile:
        """Create a save under a free name, also if another process does so at the same moment. Raises CannotWrite."""
        while True:
            try:
                return SaveFile.create(self.new_path(setup), setup, game, app, created, origin)
            except AlreadyThere:
                continue

    def new_path(self, setup: Setup) -> Path:
        """A free name that tells the players and the game. Raises CannotWrite if the folder cannot be made."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise CannotWrite(self.folder, error) from None
        people = [seat.name for seat in setup.seats if seat.level == HUMAN]
        name = file_stem(setup.game, *people) or "game"
        path = self.folder / (name + SAVE_SUFFIX)
        number = 1
        while os.path.lexists(path):
            number += 1
            path = self.folder / f"{name}-{number}{SAVE_SUFFIX}"
        return path

    def list_saves(self, games: Mapping[str, Game[Any]]) -> list[SaveInfo]:
        """All saves, the most recently played first. Costs a read of every file, and a replay of those that were not closed.
        Raises CannotRead if the folder cannot be listed; an absent one holds no saves."""
        return [_read_info(path, when, games) for when, path in self._files()]

    def latest(self, games: Mapping[str, Game[Any]]) -> SaveInfo | None:
        """The most recently played game that can be opened and is not over."""
        for when, path in self._files():
            row = _read_info(path, when, games)
            if row.game and not row.finished:
                return row
        return None

    def _files(self) -> list[tuple[float, Path]]:
        files = []
        try:
            for path in self.folder.iterdir():
                if path.name.endswith(SAVE_SUFFIX) and not path.name.startswith("."):
                    with suppress(FileNotFoundError):
                        status = _stat(path)
                        if stat.S_ISREG(status.st_mode) or stat.S_ISLNK(status.st_mode):
                            files.append((status.st_mtime, path))
        except FileNotFoundError:
            return []
        except OSError as error:
            raise CannotRead(self.folder, error) from None
        return sorted(files, reverse=True)


def _stat(path: Path) -> os.stat_result:
    """What the name leads to; the link itself, if the system does not let us see where that leads. Raises OSError."""
    try:
        return path.stat()
    except FileNotFoundError:
        raise
    except OSError:
        return path.lstat()


def _read_info(path: Path, modified: float, games: Mapping[str, Game[Any]]) -> SaveInfo:
    damage = ""
    try:
        with open_for_reading(path) as fd:
            start = read_opening(path, fd)
            label = _read_label(fd, start, games)
            if label is None:
                loaded = load_open(path, fd, games)
                label = label_of(loaded.match)
                damage = str(loaded.damage or "")
    except SaveError as error:
        return SaveInfo(path, modified, str(error))
    setup = start.header.setup
    if label.over and start.seal is not None:
        modified = float(label.ended or start.seal.closed_at)
    game = (setup.game, setup.edition, setup.seats)
    return SaveInfo(path, modified, damage, *game, label, start.header.origin)


def _is_playable(game: Game[Any], header: Header) -> bool:
    """Whether the game is played with the cards that it was begun with, be they today's or earlier ones; not if it cannot be
    played here at all."""
    try:
        return (
            game.fingerprint(game.with_original_data(header.setup, header.fingerprint)) & U64_MASK == header.fingerprint
        )
    except EngineError:
        return False


def _read_label(fd: int, start: Opening, games: Mapping[str, Game[Any]]) -> SaveLabel | None:
    """The label at the end of a file that is sound and whole, and whose cards are today's; else None."""
    game = games.get(start.header.setup.game)
    if start.version < FIRST_LABELLED_FORMAT or game is None or not _is_playable(game, start.header):
        return None
    body, end, check = start.frame
    entries, seal = 0, start.seal
    try:
        while data := os.pread(fd, CHUNK_BYTES, end):
            at = 0
            while frame := read_frame(data, at, check):
                body, at, check = frame
                entries += 1
            if at == 0:
                return None
            end += at
        last = read_record(start.migration.entry(unpack(body)))
    except ValueError:
        return None
    if start.torn or (seal is not None and (entries, check) != (seal.entries, seal.crc)):
        return None
    if not isinstance(last, SaveLabel):
        return None
    return last if len(last.scores) in (0, start.header.setup.player_count) else None
