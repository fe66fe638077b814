"""The session of a spectator: a game that another process plays, or that is damaged.

The match follows a file. The spectator may go back and forth: then the table shows another node, and follows the file again once
it is back at the latest one.
"""

from typing import Final

from engine.core.game import NOBODY
from saves import Watcher
from vok_tui.game.session import Session
from vok_tui.game.story import Choice


class WatchedSession(Session):
    """A session without answers. `seat` is the point of view; with NOBODY only public knowledge is shown."""

    def __init__(self, watcher: Watcher, seat: int) -> None:
        super().__init__(watcher.match)
        self.viewer = seat
        self._watcher: Final = watcher

    def poll(self) -> bool:
        """Read new entries of the file; returns whether the table has changed. Raises CannotRead."""
        before = self.node
        self._watcher.poll()
        if not self.is_away:
            self._shown_position = None
        return self.node != before

    @property
    def is_spectating(self) -> bool:
        return True

    @property
    def is_away(self) -> bool:
        return self.node != self.match.log.head

    @property
    def asks_viewer(self) -> bool:
        return False

    @property
    def next_viewer(self) -> int:
        return NOBODY

    @property
    def gives_occasion(self) -> bool:
        return False

    def choices(self) -> list[Choice]:
        return []

    def request(self) -> None:
        """None: the moves are chosen in another process, or never if the game is damaged."""

    def to_end(self) -> None:
        """Go to the latest node of the file."""
        self._go_to(self.match.log.head)

    @property
    def peeked(self) -> bool:
        return self.match.peeked

    def _go_to(self, node: int) -> None:
        self._move_table(node)
