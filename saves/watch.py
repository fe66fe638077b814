"""Looking on while another process plays."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from engine.core.action import Action
from engine.core.match import Match
from engine.core.rules import Game
from saves.errors import Damaged
from saves.opening import reading
from saves.records import Header
from saves.replay import Replay


class Watcher:
    """A match that follows a save as it grows, and where that is written anew to be played on. It locks nothing, so the one who
    plays never notices.

    Raises what `load` raises.
    """

    def __init__(self, path: Path, games: Mapping[str, Game[Any]]) -> None:
        self._games: Final = games
        with reading(path) as fd:
            self._file = _file(fd)
            self._replay = Replay(path, fd, games)
            self._replay.read(fd)

    @property
    def header(self) -> Header:
        return self._replay.header

    @property
    def match(self) -> Match:
        """The game as it stood at the last `poll`; not for playing in."""
        return self._replay.match

    @property
    def damage(self) -> Damaged | None:
        """What keeps us from reading on."""
        return self._replay.damage

    def poll(self) -> list[Action]:
        """What the journal has got since last time, already played in `match`; a record that is half there waits. Costs one
        look at the file if nothing happened. Raises CannotRead if the file is gone, and what `load` raises of one that was
        written anew."""
        known = len(self.match.log.journal)
        with reading(self._replay.path) as fd:
            if _file(fd) != self._file:
                self._follow(fd)
            self._replay.read(fd)
        return self.match.log.journal[known:]

    def _follow(self, fd: int) -> None:
        """Go on in the file that has the name now, if it holds the same game: one that was damaged is played on in another."""
        fresh = Replay(self._replay.path, fd, self._games)
        fresh.read(fd)
        match, journal = self.match, fresh.match.log.journal
        known = len(match.log.journal)
        if fresh.match.setup == match.setup and journal[:known] == match.log.journal:
            for entry in journal[known:]:
                match.enter(entry)
            fresh.match = match
            self._replay = fresh
        self._file = _file(fd)


def _file(fd: int) -> tuple[int, int]:
    """What tells an open file from every other."""
    told = os.fstat(fd)
    return told.st_dev, told.st_ino
