"""What a pane of the table declares: the key that lays it over the table, or the place where it stands.

`vok_tui/panes/registry.py` lists the panes of every game. `TableKit.overlays` brings those of one game.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from vok_tui.painting.grid import Brush, Grid, Ink, Rect
from vok_tui.painting.text import fit
from vok_tui.panes.arrangement import PaneArrangement
from vok_tui.panes.scene import Board, Scene, ScrollPosition
from vok_tui.settings.keys import Shortcut

if TYPE_CHECKING:
    from vok_tui.game.session import Session

PAGE_LINES: Final = 10  # scrolled by PageUp and PageDown
SCROLL_LABELS: Final = {
    "cursor_up": "Up", "cursor_down": "Down", "log_page_up": "Page up", "log_page_down": "Page down",
    "log_first": "First", "log_last": "Last", "let_go": "Close",
}  # fmt: skip
"""What the keys do while an overlay is open that they scroll, by the names of the keys in config.toml."""


def left_overlay_rect(grid: Grid, scene: Scene, places: PaneArrangement) -> Rect:
    """The rectangle of an overlay on the left side of the table, above the question."""
    del grid, scene
    return places.left_overlay


def right_overlay_rect(grid: Grid, scene: Scene, places: PaneArrangement) -> Rect:
    """The rectangle of an overlay on the right side of the table."""
    del grid, scene
    return places.right_overlay


def no_obstacle(scene: Scene) -> str:
    """It can always be opened."""
    del scene
    return ""


def one_page(scene: Scene) -> int:
    """All is on one page, which may be scrolled."""
    del scene
    return 1


def scroll_footer_labels(scene: Scene) -> Mapping[str, str]:
    """The footer of an overlay that is scrolled."""
    del scene
    return SCROLL_LABELS


@dataclass(frozen=True)
class Overlay:
    """A pane that its key lays over the table. The same key closes it, and so does Escape.

    `id` is the name of the key in config.toml; `keys`, `label` and `help_text` are those of its `Shortcut`. `paint` paints the
    scene at `scene.scroll` and returns by how much it is scrolled: not beyond its end. Lines are counted from the top, or back
    from the latest line with `starts_at_end`. `covers` says which rectangle it covers, `obstacle` why it cannot be opened now.
    `gather` makes what the pane needs beyond the scene, from what the viewer may know: once a position, while the pane is shown.
    It is found in `scene.gathered[id]`.

    An overlay with several `pages` is scrolled by pages, and its key turns them. One that `follows_cursor` shows what lies under
    the cursor: the arrows move the cursor, also to what the overlay covers. `labels` are those of the footer while it is open,
    by the names of the keys; "" is the usual label.
    """

    id: str
    keys: str
    label: str
    help_text: str
    paint: Callable[[Brush, Scene, Board], ScrollPosition]
    covers: Callable[[Grid, Scene, PaneArrangement], Rect] = left_overlay_rect
    obstacle: Callable[[Scene], str] = no_obstacle
    pages: Callable[[Scene], int] = one_page
    labels: Callable[[Scene], Mapping[str, str]] = scroll_footer_labels
    gather: "Callable[[Session], Any] | None" = None
    page_step: int = PAGE_LINES
    starts_at_end: bool = False
    follows_cursor: bool = False

    @property
    def shortcut(self) -> Shortcut:
        """The key that opens it."""
        return Shortcut(self.id, self.keys, f"overlay('{self.id}')", self.label, self.help_text)


@dataclass(frozen=True)
class FallbackSlot:
    """Where a pane stands if the board gives it no place: the last `lines` of the place of the pane `of_pane`, with a blank
    line between them. There must be `min_columns` on the table, and `min_lines_left` for the other pane."""

    of_pane: str
    lines: int
    min_columns: int
    min_lines_left: int


@dataclass(frozen=True)
class StandingPane:
    """A pane that stands on the table all the time. A board gives it a place by its `id`; without one it takes its `slot`.
    `gather` is that of an `Overlay`."""

    id: str
    paint: Callable[[Brush, Scene, Board], object]
    slot: FallbackSlot | None = None
    gather: "Callable[[Session], Any] | None" = None


def paint_scrolled_lines(brush: Brush, scene: Scene, lines: Sequence[tuple[str, Ink]]) -> ScrollPosition:
    """Paint as many lines as fit, those above scrolled out of sight; signs at the right tell that there are more. Returns the
    number of lines scrolled, as the `paint` of an overlay does."""
    scroll = max(0, min(scene.scroll, len(lines) - brush.height))
    for y, (text, ink) in enumerate(lines[scroll : scroll + brush.height]):
        brush.write(0, y, fit(text, brush.width - 2, scene.signs.more), *ink)
    if scroll:
        brush.write_right(0, scene.signs.up, "lapis")
    if scroll + brush.height < len(lines):
        brush.write_right(brush.height - 1, scene.signs.down, "lapis")
    return scroll
