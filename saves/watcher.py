"""Follows a game while another process plays it."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from engine.core.game import Game
from engine.core.history.journal import Entry
from engine.core.history.match import Match
from saves.errors import Damaged
from saves.format.header import Header
from saves.format.opening import open_for_reading
from saves.match_reader import MatchReader


class Watcher:
    """A match that follows a growing save, also when the save is rewritten by a process that resumes it. It locks nothing, so the
    playing process does not notice.

    Raises what `load` raises.
    """

    def __init__(self, path: Path, games: Mapping[str, Game[Any]]) -> None:
        self._games: Final = games
        with open_for_reading(path) as fd:
            self._file = _file_id(fd)
            self._replay = MatchReader(path, fd, games)
            self._replay.read_to_end(fd)

    @property
    def header(self) -> Header:
        return self._replay.header

    @property
    def match(self) -> Match:
        """The game as of the last `poll`; do not play in it."""
        return self._replay.match

    @property
    def damage(self) -> Damaged | None:
        """Why reading stopped; None if it did not."""
        return self._replay.damage

    def poll(self) -> list[Entry]:
        """The new entries since the last call, already played in `match`. An incomplete record waits for the next call. Costs one
        look at the file if nothing happened. Raises CannotRead if the file is gone, and what `load` raises for a file that was
        rewritten."""
        known = len(self.match.log.journal)
        with open_for_reading(self._replay.path) as fd:
            if _file_id(fd) != self._file:
                self._follow(fd)
            self._replay.read_to_end(fd)
        return self.match.log.journal[known:]

    def _follow(self, fd: int) -> None:
        """Continue with the file that has the name now, if it holds the same game: a damaged save is rewritten by `resume`."""
        new_replay = MatchReader(self._replay.path, fd, self._games)
        new_replay.read_to_end(fd)
        match, journal = self.match, new_replay.match.log.journal
        known = len(match.log.journal)
        if new_replay.match.setup == match.setup and journal[:known] == match.log.journal:
            for entry in journal[known:]:
                match.replay(entry)
            new_replay.match = match
            self._replay = new_replay
        self._file = _file_id(fd)


def _file_id(fd: int) -> tuple[int, int]:
    """The identity of an open file."""
    status = os.fstat(fd)
    return status.st_dev, status.st_ino
