"""What panes gather from the session in addition to the scene, once for each position."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from vok_tui.game.session import Session
from vok_tui.panes.overlay import FixedPane, Overlay


class PaneData:
    """Keeps what the panes have gathered for one viewer of one position of the game."""

    def __init__(self, session: Session) -> None:
        self._session: Final = session
        self._gathered: Final[dict[str, Any]] = {}
        self._position_key = (-1, -1)  # node and viewer

    def gather_once(self, panes: Iterable[Overlay | FixedPane]) -> Mapping[str, Any]:
        """What these panes need, by their ids."""
        position_key = (self._session.node, self._session.viewer)
        if position_key != self._position_key:
            self._position_key = position_key
            self._gathered.clear()
        gathered: dict[str, Any] = {}
        for pane in panes:
            if pane.gather is not None:
                if pane.id not in self._gathered:
                    self._gathered[pane.id] = pane.gather(self._session)
                gathered[pane.id] = self._gathered[pane.id]
        return gathered
