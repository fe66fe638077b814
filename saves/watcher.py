"""Follows a game while another process plays it."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from engine.core.game import Game
from engine.core.journal import Entry
from engine.core.match import Match
from saves.errors import Damaged
from saves.format.file_start import open_for_reading
from saves.format.header import Header
from saves.match_reader import MatchReader


class Watcher:
    """A match that follows a growing save, even if the playing process rewrites the file. It takes no lock, so that process does
    not notice. Raises what `load` raises.
    """

    def __init__(self, path: Path, games: Mapping[str, Game[Any]]) -> None:
        self._games: Final = games
        with open_for_reading(path) as fd:
            self._file = _file_id(fd)
            self._reader = MatchReader(path, fd, games)
            self._reader.read_to_end(fd)

    @property
    def header(self) -> Header:
        return self._reader.header

    @property
    def match(self) -> Match:
        """The game as of the last `poll`. Do not play in it."""
        return self._reader.match

    @property
    def damage(self) -> Damaged | None:
        """Why reading stopped; None if it did not."""
        return self._reader.damage

    def poll(self) -> list[Entry]:
        """Replay new entries in `match` and return them. An incomplete record waits for the next call. Cheap if nothing happened.
        Raises CannotRead if the file is gone, and what `load` raises for a file that was rewritten."""
        old_entry_count = len(self.match.log.journal)
        with open_for_reading(self._reader.path) as fd:
            if _file_id(fd) != self._file:
                self._switch_to(fd)
            self._reader.read_to_end(fd)
        return self.match.log.journal[old_entry_count:]

    def _switch_to(self, fd: int) -> None:
        """Continue with the file that now has this path, if it holds the same game: `resume` rewrites a damaged save."""
        new_reader = MatchReader(self._reader.path, fd, self._games)
        new_reader.read_to_end(fd)
        match, journal = self.match, new_reader.match.log.journal
        old_entry_count = len(match.log.journal)
        if new_reader.match.setup == match.setup and journal[:old_entry_count] == match.log.journal:
            for entry in journal[old_entry_count:]:
                match.replay(entry)
            new_reader.match = match
            self._reader = new_reader
        self._file = _file_id(fd)


def _file_id(fd: int) -> tuple[int, int]:
    """The identity of an open file."""
    status = os.fstat(fd)
    return status.st_dev, status.st_ino
