"""The session of a spectator, for a game that another process plays, or that is damaged.

The match follows a file. The spectator may go back and forth. Then the table shows another node, and follows the file again from
the latest node on.
"""

from typing import Final

from engine.core.game import NOBODY
from saves import Watcher
from vok_tui.game.session import Session
from vok_tui.game.story import Choice
from vok_tui.secret_reactions import last_visible_node


class WatchedSession(Session):
    """A session without answers. `seat` is the point of view; with NOBODY only public knowledge is shown."""

    def __init__(self, watcher: Watcher, seat: int) -> None:
        super().__init__(watcher.match)
        self.viewer = seat
        self._watcher: Final = watcher

    def poll(self) -> bool:
        """Read new entries of the file. Returns whether what the table shows has changed. Raises CannotRead.

        While the table waits for reactions, a declined one changes nothing, so nobody learns that somebody was asked.
        """
        before, step_before = self.node, self._visible_step
        self._watcher.poll()
        if not self.has_spectator_gone_back:
            self._shown_position = None
        return self._visible_step != step_before if self.awaits_reactions else self.node != before

    @property
    def is_spectating(self) -> bool:
        return True

    @property
    def has_spectator_gone_back(self) -> bool:
        return self.node != self.match.log.head

    @property
    def asks_viewer(self) -> bool:
        return False

    @property
    def next_viewer(self) -> int:
        return NOBODY

    def choices(self) -> list[Choice]:
        return []

    def request(self) -> None:
        """None: the moves are chosen in another process, or never if the game is damaged."""

    def go_to_end(self) -> None:
        """Go to the latest node of the file."""
        self.go_to(self.match.log.head)

    @property
    def _visible_step(self) -> int:
        return last_visible_node(self.match, self.node, self.viewer)

    def go_to(self, node: int) -> None:
        self.release_view()
        self._move_table(node)
