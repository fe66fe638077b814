"""Which overlay of the table is open, and how far it is scrolled."""

from collections.abc import Sequence
from typing import Final

from vok_tui.panes.overlay import Overlay
from vok_tui.panes.reader import READER
from vok_tui.panes.registry import OVERLAYS
from vok_tui.panes.scene import IdleReason, Scene, ScrollPosition


class OpenOverlay:
    """At most one of the overlays of every game and those of this game. A method that may do nothing returns why, else ""."""

    def __init__(self, own: Sequence[Overlay] = ()) -> None:
        self.known: Final = {overlay.id: overlay for overlay in (*OVERLAYS, *own)}
        self.current: Overlay | None = None
        self.scroll: ScrollPosition = 0

    @property
    def takes_arrows(self) -> bool:
        """Whether the arrows scroll what is open and do not move the cursor."""
        return self.current is not None and not self.current.follows_cursor

    def open_or_turn_page(self, id_: str, scene: Scene) -> IdleReason:
        """The key of an overlay: open it at its first page, or turn to its next page; after the last one close it."""
        overlay = self.known[id_]
        if self.current is not overlay:
            return self._open(overlay, scene)
        self.scroll += 1
        if self.scroll >= overlay.pages(scene):
            self.close()
        return ""

    def turn_pages(self, by: int, scene: Scene) -> IdleReason:
        """Turn pages, backward if negative. If nothing is open, the reader is opened first."""
        reason = self._open(READER, scene) if self.current is None else ""
        if self.current is not None:
            self.scroll_by(by * self.current.page_step)
        return reason

    def scroll_by(self, lines_or_pages: int) -> None:
        """Scroll what is open by lines, or by pages if it has pages; up if negative. Painting it sets the limit."""
        if self.current is not None:
            self.scroll = max(0, self.scroll + (-lines_or_pages if self.current.starts_at_end else lines_or_pages))

    def handle_cursor_move(self) -> None:
        """The cursor has moved: what follows it begins at its first page."""
        if not self.takes_arrows:
            self.scroll = 0

    def close(self) -> None:
        """Close what is open."""
        self.current, self.scroll = None, 0

    def _open(self, overlay: Overlay, scene: Scene) -> IdleReason:
        reason = overlay.obstacle(scene)
        if not reason:
            self.current, self.scroll = overlay, 0
        return reason
