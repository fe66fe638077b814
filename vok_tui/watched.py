"""A game that somebody else plays, or that is damaged, at our table.

The match follows a file and stands where that stands. Whoever looks on may go back and forth in it all the same: then the
table stands at a node of its own, and follows the file again from the moment on when it stands where the file does.
"""

from typing import Final

from engine.core.rules import NOBODY
from saves import Watcher
from vok_tui.session import Choice, Session


class Watched(Session):
    """A session in which nothing can be answered. `seat` is the one that is looked on from; from NOBODY's only what all may
    know is shown and told."""

    def __init__(self, watcher: Watcher, seat: int) -> None:
        super().__init__(watcher.match)
        self.viewer = seat
        self._watcher: Final = watcher

    def look(self) -> bool:
        """See what was played since the last look; says whether the table has moved on with it. Raises CannotRead."""
        was = self.node
        self._watcher.poll()
        if not self.away:
            self._stand = None
        return self.node != was

    @property
    def looks_on(self) -> bool:
        return True

    @property
    def away(self) -> bool:
        return self.node != self.match.log.head

    @property
    def asks_here(self) -> bool:
        return False

    @property
    def waits_for(self) -> int:
        return NOBODY

    @property
    def gives_occasion(self) -> bool:
        return False

    def choices(self) -> list[Choice]:
        return []

    def request(self) -> None:
        """None: whoever is asked answers elsewhere, or, where the game is damaged, never."""

    def to_end(self) -> None:
        """To where the file stands."""
        self._go(self.match.log.head)

    @property
    def peeked(self) -> bool:
        return self.match.peeked

    def _go(self, node: int) -> None:
        self._move_table(node)
