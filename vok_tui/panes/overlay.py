"""What a pane of the table declares: the key that opens it over the table, or its fixed place.

`vok_tui/panes/registry.py` lists the panes that every game has; `TableKit.overlays` are those of one game.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from vok_tui.painting.grid import Brush, Grid, Ink, Rect, fit
from vok_tui.painting.signs import paint_more_signs
from vok_tui.panes.scene import Board, PaneArrangement, Scene, ScrollPosition
from vok_tui.shared.shortcuts import Shortcut

PAGE_LINES: Final = 10  # that PageUp and PageDown scroll
SCROLL_LABELS: Final = {
    "cursor_up": "Up", "cursor_down": "Down", "log_page_up": "Page up", "log_page_down": "Page down",
    "log_first": "First", "log_last": "Last", "let_go": "Close",
}  # fmt: skip
"""What the keys do while they scroll an open overlay, by their names in config.toml."""


def left_overlay_rect(grid: Grid, scene: Scene, arrangement: PaneArrangement) -> Rect:
    """The rectangle of an overlay on the left side of the table, above the question."""
    del grid, scene
    return arrangement.left_overlay


def no_obstacle(scene: Scene) -> str:
    """For an overlay that can always be opened."""
    del scene
    return ""


def one_page(scene: Scene) -> int:
    """For an overlay with a single page, which may be scrolled."""
    del scene
    return 1


def scroll_footer_labels(scene: Scene) -> Mapping[str, str]:
    """For an overlay that is scrolled line by line."""
    del scene
    return SCROLL_LABELS


@dataclass(frozen=True)
class Overlay:
    """A pane that its key opens over the table. The same key closes it, and so does Escape.

    `id` is the name of the key in config.toml; `keys`, `label` and `help_text` belong to its `Shortcut`. `paint` paints the pane
    at the position `scene.scroll` and returns that position, limited to the end. Lines are counted from the top, or back from
    the latest line with `starts_at_end`. `covered_rect` returns the rectangle to cover, `obstacle` why the overlay cannot be
    opened now ("" if it can).

    An overlay with several pages (`page_count`) is scrolled by pages, and its key turns them. An overlay that `follows_cursor`
    shows what is under the cursor: the arrow keys move the cursor, also to targets that the overlay covers. `footer_labels` are
    the labels of the footer while it is open, by the names of the keys; "" means the usual label.
    """

    id: str
    keys: str
    label: str
    help_text: str
    paint: Callable[[Brush, Scene, Board], ScrollPosition]
    covered_rect: Callable[[Grid, Scene, PaneArrangement], Rect] = left_overlay_rect
    obstacle: Callable[[Scene], str] = no_obstacle
    page_count: Callable[[Scene], int] = one_page
    footer_labels: Callable[[Scene], Mapping[str, str]] = scroll_footer_labels
    page_step: int = PAGE_LINES
    starts_at_end: bool = False
    follows_cursor: bool = False

    @property
    def shortcut(self) -> Shortcut:
        """The key that opens it."""
        return Shortcut(self.id, self.keys, f"toggle_overlay('{self.id}')", self.label, self.help_text)


@dataclass(frozen=True)
class FallbackSlot:
    """The place of a pane to which the board gives none: the last `lines` of the pane `from_pane`, below a blank line. It is used
    only if the table has `min_columns` columns, and the other pane keeps `min_lines_left` lines."""

    from_pane: str
    lines: int
    min_columns: int
    min_lines_left: int


@dataclass(frozen=True)
class FixedPane:
    """A pane that is always on the table, if there is room. A board gives it a place by its `id`; without one it takes its
    `slot`. `shows` returns all that `paint` reads of the scene: while that is equal, the cells of the pane stay as they are. A
    pane with targets has none: it is painted for each key."""

    id: str
    paint: Callable[[Brush, Scene, Board], object]
    slot: FallbackSlot | None = None
    shows: Callable[[Scene], object] | None = None


def paint_scrolled_lines(brush: Brush, scene: Scene, lines: Sequence[tuple[str, Ink]]) -> ScrollPosition:
    """Paint the lines that fit, from `scene.scroll` on; signs at the right show that there are more above or below. Returns the
    scroll position, as the `paint` of an overlay does."""
    scroll = max(0, min(scene.scroll, len(lines) - brush.height))
    for y, (text, ink) in enumerate(lines[scroll : scroll + brush.height]):
        brush.write(0, y, fit(text, brush.width - 2, scene.signs.more), *ink)
    paint_more_signs(brush, scene.signs, scroll, len(lines))
    return scroll
