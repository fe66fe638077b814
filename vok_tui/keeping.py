"""From a save to a session and back: a game begun, taken up again, or only looked on at.

A new game gets its file with its first move, so that looking at a table leaves nothing behind.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine import GAMES
from engine.core.match import Match
from engine.core.rules import NOBODY, Setup
from saves import SaveFile, Shelf, Watcher, resume
from vok_tui import __version__
from vok_tui.bot_approval import Approvals, Key, NamedBot, allowed, key_of, remember
from vok_tui.session import Session
from vok_tui.thinking import Thinker
from vok_tui.watched import Watched


class Keeping:
    """The save of the game at the table. `begin` makes the file when there is something to keep."""

    def __init__(self, begin: Callable[[], SaveFile], file: SaveFile | None = None) -> None:
        self._begin: Final = begin
        self._file = file

    @property
    def path(self) -> Path | None:
        """Where the game is kept; None before its first move."""
        return self._file.path if self._file is not None else None

    def keep(self, match: Match) -> None:
        """Append what is new. Raises CannotWrite."""
        if self._file is None and match.log.journal:
            self._file = self._begin()
        if self._file is not None:
            self._file.keep(match)

    def flush(self) -> None:
        """See it onto the disk. Raises CannotWrite."""
        if self._file is not None:
            self._file.flush()

    def close(self) -> None:
        """Label the save for the shelf and let others play. Raises CannotWrite."""
        if self._file is not None:
            self._file.close()


@dataclass(frozen=True)
class Opened:
    """A game for the table. `keeping` is None for one that is only watched, `watched` for one that is played; `note` says
    what is to be known of it. `unasked` are bots that the save names and whose code may not run before the player says so."""

    session: Session
    keeping: Keeping | None = None
    watched: Watched | None = None
    note: str = ""
    key: Key = ("", 0, 0)
    unasked: tuple[NamedBot, ...] = ()

    def allow(self, approvals: Approvals) -> None:
        """The player has said so."""
        self.session.allowed.update({bot.name: bot.digest for bot in self.unasked})
        approvals.add(self.key, self.unasked)


def begin(shelf: Shelf, setup: Setup, thinker: Thinker | None, may: Mapping[str, str] | None = None) -> Opened:
    """A new game, in which the bots of `may` may run. Raises BadSetup and BadCatalogue."""
    game = GAMES[setup.game]
    may = may or {}

    def create() -> SaveFile:
        created = int(time.time())
        file = shelf.create(setup, game, __version__, created)
        remember(Approvals(shelf.folder.parent), key_of(file.path, created, setup.seed), may)
        return file

    keeping = Keeping(create)
    return Opened(Session(Match(game, setup), keeping, thinker, may), keeping)


def take_up(path: Path, thinker: Thinker | None, approvals: Approvals) -> Opened:
    """A game as it was left. Raises Busy if somebody plays it, and any other SaveError if it cannot be opened; of a damaged one
    the readable part goes on, and `note` says what happened."""
    file, loaded = resume(path, GAMES)
    told = ""
    if loaded.damage is not None:
        told = str(loaded.damage)
    elif loaded.earlier:
        told = "Some cards have been corrected since this game was begun; it goes on with them as they were."
    elif loaded.foreign:
        told = "This game was begun with other cards than today's; it goes on with today's."
    keeping = Keeping(lambda: file, file)
    key = key_of(path, loaded.header.created, loaded.header.setup.seed)
    may, unasked = allowed(loaded.match.seats, key, approvals)
    return Opened(Session(loaded.match, keeping, thinker, may), keeping, note=told, key=key, unasked=tuple(unasked))


def watch(path: Path, seat: int = NOBODY) -> Opened:
    """A game that somebody else plays, or that is damaged, to look on: from a seat, or from none. Raises SaveError."""
    watched = Watched(Watcher(path, GAMES), seat)
    return Opened(watched, watched=watched)
