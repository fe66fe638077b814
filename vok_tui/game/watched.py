"""Sessions in which nothing can be played: of one position, and of a spectator of a game that another process plays, or that is
damaged.

The match follows the save file. The spectator may go back and forth; the table follows the file again once it shows the latest
node.
"""

from typing import Final

from engine.core.game import NOBODY
from engine.core.history.match import Match
from saves import Watcher
from vok_tui.game.session import Session
from vok_tui.game.story import Choice
from vok_tui.secret_reactions import last_known_node


class ReadOnlySession(Session):
    """A session that only shows a game. `seat` is the point of view; NOBODY shows only what is public."""

    def __init__(self, match: Match, seat: int) -> None:
        super().__init__(match)
        self.viewer = seat

    @property
    def is_spectating(self) -> bool:
        return True

    @property
    def asks_viewer(self) -> bool:
        return False

    @property
    def seat_to_take_keyboard(self) -> int:
        return NOBODY

    def choices(self) -> list[Choice]:
        return []

    def thinker_request(self) -> None:
        """None: the moves are chosen in another process, or never."""


class WatchedSession(ReadOnlySession):
    """The session of a spectator."""

    def __init__(self, watcher: Watcher, seat: int) -> None:
        super().__init__(watcher.match, seat)
        self._watcher: Final = watcher

    def poll(self) -> bool:
        """Read new entries of the file. Returns whether the table shows something else now. Raises CannotRead.

        While the table waits for reactions, a secret pass does not count as a change, so nobody learns that somebody was asked.
        """
        node_before, known_before = self.node, self._last_known_node
        self._watcher.poll()
        if not self.has_spectator_gone_back:
            self._shown_position = None
        return self._last_known_node != known_before if self.awaits_reactions else self.node != node_before

    @property
    def has_spectator_gone_back(self) -> bool:
        return self.node != self.match.log.head

    def go_to_latest_node(self) -> None:
        """Go to the latest node of the file."""
        self.go_to(self.match.log.head)

    @property
    def _last_known_node(self) -> int:
        return last_known_node(self.match, self.node, self.viewer)

    def go_to(self, node: int) -> None:
        self.release_view()
        self._move_table(node)
