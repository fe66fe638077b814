"""The folder of saves.

A list of hundreds of games may not replay hundreds of games. So a save that was closed properly ends with a label, and the
list believes it: it reads through the records, which finds any damage to the bytes, but plays nothing. The label is one
entry more in the same file and not a file beside it, so it cannot be lost, go stale or belong to another game: it counts only as
long as nothing comes behind it. It is written on closing, not with every decision, which would double the file. A game that was
never closed, because its process was killed or is at the table now, is replayed; that is seldom more than one or two.
"""

import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.core.action import Action
from engine.core.errors import EngineError
from engine.core.rules import HUMAN, Game, Seat, Setup
from saves.errors import AlreadyThere, CannotRead, CannotWrite, SaveError
from saves.file import SaveFile, summary
from saves.format import frame_at, unpacked
from saves.names import stem
from saves.opening import CHUNK, Opening, opening, reading
from saves.records import SUMMARY, U64, Header, Origin, read_entry
from saves.replay import load_open

ENDING: Final = ".vok"
LABELLED: Final = 1  # the first format whose saves end with a label


class Row(NamedTuple):
    """What the list says of one save. Of a file that cannot be opened it knows the path, the time and `damaged`, a sentence
    that is "" for a sound one. `decisions` lead from the start to where the game stands; `turn` is 0 in a game without turns.
    A game that is over is `finished`: turn and scores are those of its end, and `when` is the time at which it ended, as far as
    the file tells. `origin` is the finished game that this one goes on from."""

    path: Path
    when: float  # of the last entry, unix time
    damaged: str = ""
    game: str = ""
    edition: str = ""
    seats: tuple[Seat, ...] = ()
    decisions: int = 0
    turn: int = 0
    finished: bool = False
    scores: tuple[int, ...] = ()
    origin: Origin | None = None


def home() -> Path:
    """Where Vok keeps what belongs to the player: `VOK_HOME`, or else the user's data folder."""
    told = os.environ.get("VOK_HOME")
    if told:
        return Path(told).absolute()
    from platformdirs import user_data_path

    return user_data_path("vok", appauthor=False)


class Shelf:
    """The saves in `saves/` of a home, each a file that ends in `.vok`. The folder is made when the first game begins, and
    then nobody else can look into it."""

    def __init__(self, place: Path | None = None) -> None:
        self.folder: Final = (home() if place is None else place) / "saves"

    def create(self, setup: Setup, game: Game[Any], app: str, created: int, origin: Origin | None = None) -> SaveFile:
        """Begin a save under a name of its own, even if another process does so at the same moment. Raises CannotWrite."""
        while True:
            try:
                return SaveFile.create(self.new_path(setup), setup, game, app, created, origin)
            except AlreadyThere:
                continue

    def new_path(self, setup: Setup) -> Path:
        """A free name that says who plays what. Raises CannotWrite if there is no folder to be had."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise CannotWrite(self.folder, error) from None
        people = [seat.name for seat in setup.seats if seat.level == HUMAN]
        name = stem(setup.game, *people) or "game"
        path = self.folder / (name + ENDING)
        number = 1
        while os.path.lexists(path):
            number += 1
            path = self.folder / f"{name}-{number}{ENDING}"
        return path

    def rows(self, games: Mapping[str, Game[Any]]) -> list[Row]:
        """All saves, the one played last first. Costs a read of every file, and a replay of those that were not closed.
        Raises CannotRead if the folder cannot be listed; an absent one holds no saves."""
        return [_row(path, when, games) for when, path in self._files()]

    def latest(self, games: Mapping[str, Game[Any]]) -> Row | None:
        """The game played last among those that can be opened and are not over."""
        for when, path in self._files():
            row = _row(path, when, games)
            if row.game and not row.finished:
                return row
        return None

    def _files(self) -> list[tuple[float, Path]]:
        files = []
        try:
            for path in self.folder.iterdir():
                if path.name.endswith(ENDING) and not path.name.startswith("."):
                    with suppress(FileNotFoundError):
                        told = _looked_at(path)
                        if stat.S_ISREG(told.st_mode) or stat.S_ISLNK(told.st_mode):
                            files.append((told.st_mtime, path))
        except FileNotFoundError:
            return []
        except OSError as error:
            raise CannotRead(self.folder, error) from None
        return sorted(files, reverse=True)


def _looked_at(path: Path) -> os.stat_result:
    """What the name leads to; the link itself, if the system does not let us see where that leads. Raises OSError."""
    try:
        return path.stat()
    except FileNotFoundError:
        raise
    except OSError:
        return path.lstat()


def _row(path: Path, when: float, games: Mapping[str, Game[Any]]) -> Row:
    damaged = ""
    try:
        with reading(path) as fd:
            start = opening(path, fd)
            label = _label(fd, start, games)
            if label is None:
                loaded = load_open(path, fd, games)
                label = summary(loaded.match)
                damaged = str(loaded.damage or "")
    except SaveError as error:
        return Row(path, when, str(error))
    setup = start.header.setup
    decisions, turn, over, *scores = label.what
    if over and start.seal is not None:
        when = float(start.seal.closed)
    game = (setup.game, setup.edition, setup.seats)
    return Row(path, when, damaged, *game, decisions, turn, bool(over), tuple(scores), start.header.origin)


def _known(game: Game[Any], header: Header) -> bool:
    """Whether the game is played with the cards that it was begun with, be they today's or earlier ones; not if it cannot be
    played here at all."""
    try:
        return game.fingerprint(game.as_begun(header.setup, header.catalogue)) & U64 == header.catalogue
    except EngineError:
        return False


def _label(fd: int, start: Opening, games: Mapping[str, Game[Any]]) -> Action | None:
    """The label at the end of a file that is sound and whole, and whose cards are today's; else None."""
    game = games.get(start.header.setup.game)
    if start.version < LABELLED or game is None or not _known(game, start.header):
        return None
    body, end, check = start.frame
    entries, seal = 0, start.seal
    try:
        while data := os.pread(fd, CHUNK, end):
            at = 0
            while frame := frame_at(data, at, check):
                body, at, check = frame
                entries += 1
            if at == 0:
                return None
            end += at
        last = read_entry(start.lift.entry(unpacked(body)))
    except ValueError:
        return None
    if start.torn or (seal is not None and (entries, check) != (seal.entries, seal.check)):
        return None
    fits = last.verb == SUMMARY and last.what[0] >= 0 and len(last.what) in (3, 3 + start.header.setup.players)
    return last if fits else None
