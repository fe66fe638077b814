"""Looking on while another process plays."""

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
    """A match that follows a save as it grows. It locks nothing, so the one who plays never notices.

    Raises what `load` raises.
    """

    def __init__(self, path: Path, games: Mapping[str, Game[Any]]) -> None:
        with reading(path) as fd:
            self._replay: Final = Replay(path, fd, games)
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
        """What keeps us from reading on. If it stays, the file was renewed: watch it anew."""
        return self._replay.damage

    def poll(self) -> list[Action]:
        """What the journal has got since last time, already played in `match`; a record that is half there waits. Costs one
        look at the file if nothing happened. Raises CannotRead if the file is gone."""
        known = len(self.match.log.journal)
        with reading(self._replay.path) as fd:
            self._replay.read(fd)
        return self.match.log.journal[known:]
