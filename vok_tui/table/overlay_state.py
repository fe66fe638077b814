"""Which overlay of the table is open, and how far it is scrolled."""

from collections.abc import Sequence
from typing import Final

from vok_tui.panes.overlay import Overlay
from vok_tui.panes.reader import READER
from vok_tui.panes.registry import OVERLAYS
from vok_tui.panes.scene import IdleReason, Scene, ScrollPosition


class OverlayState:
    """At most one overlay is open: one of every game's or one of this game's. Methods that may do nothing return why, else ""."""

    def __init__(self, game_overlays: Sequence[Overlay] = ()) -> None:
        self.by_id: Final = {overlay.id: overlay for overlay in (*OVERLAYS, *game_overlays)}
        self.current: Overlay | None = None
        self.scroll: ScrollPosition = 0

    @property
    def takes_arrows(self) -> bool:
        """Whether the arrow keys scroll the open overlay instead of moving the cursor."""
        return self.current is not None and not self.current.follows_cursor

    def toggle_or_turn_page(self, overlay_id: str, scene: Scene) -> IdleReason:
        """Open an overlay at its first page; if it is open, turn to its next page, or close it after the last one."""
        overlay = self.by_id[overlay_id]
        if self.current is not overlay:
            return self._open(overlay, scene)
        self.scroll += 1
        if self.scroll >= overlay.page_count(scene):
            self.close()
        return ""

    def turn_pages(self, pages: int, scene: Scene) -> IdleReason:
        """Scroll the open overlay by `pages`, backwards if negative. If nothing is open, open the reader first."""
        reason = self._open(READER, scene) if self.current is None else ""
        if self.current is not None:
            self.scroll_by(pages * self.current.page_step)
        return reason

    def scroll_by(self, lines_or_pages: int) -> None:
        """Scroll the open overlay by lines, or by pages if it has pages; up if negative. Painting it applies the limit."""
        if self.current is not None:
            self.scroll = max(0, self.scroll + (-lines_or_pages if self.current.starts_at_end else lines_or_pages))

    def handle_cursor_move(self) -> None:
        """Return to the first page of an overlay that follows the cursor."""
        if not self.takes_arrows:
            self.scroll = 0

    def close(self) -> None:
        """Close the open overlay."""
        self.current, self.scroll = None, 0

    def _open(self, overlay: Overlay, scene: Scene) -> IdleReason:
        reason = overlay.obstacle(scene)
        if not reason:
            self.current, self.scroll = overlay, 0
        return reason
