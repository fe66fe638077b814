"""Surface: the one thing on the screen of the table. It shows a grid and sends to the terminal only what differs from the
one before.

A widget for each pane would repaint the whole of it for each change, and focus moving between them the whole screen. But
Textual sends a changed stretch of a line from the left edge of its widget on. So the surface is cut into a few stripes
from top to bottom, which know nothing of panes, at the columns where the board asks for it.
"""

from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from vok_tui.panes.grid import Cell, Grid, Ink, Rect

INKS: Final = (
    "sand", "dune", "gold", "lapis", "deep", "faience", "carnelian", "ink", "bold", "italic",
    "on-stone", "on-shade", "on-block", "on-gold", "on-deep",
    "sarcophagi", "jars", "amulets", "books", "statues", "unique", "starter",
)  # fmt: skip


class Stripe(Widget):
    """Shows the columns of a grid from `start` on. The inks are styles of the sheet: `Stripe > .ink--gold`."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"ink--{name}" for name in INKS}
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self.grid = Grid(0, 0)
        self.start = 0
        self._inks: dict[Ink, Style] = {}

    def show_change(self, rect: Rect) -> None:
        """Repaint what of a rectangle of the grid lies here."""
        region = Region(rect.x - self.start, rect.y, rect.width, rect.height).intersection(self.size.region)
        if region:
            self.refresh(region)

    def notify_style_update(self) -> None:
        """The theme has changed."""
        super().notify_style_update()
        self._inks.clear()

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if y >= self.grid.height or self.start + width > self.grid.width:
            return Strip.blank(width, self.rich_style)
        return Strip(self._segments(self.grid.rows[y][self.start : self.start + width]), width)

    def _segments(self, row: list[Cell]) -> list[Segment]:
        """Runs of cells of one ink."""
        segments: list[Segment] = []
        text, ink = "", row[0][1] if row else ()
        for char, other in row:
            if other != ink:
                segments.append(Segment(text, self._style(ink)))
                text, ink = "", other
            text += char
        segments.append(Segment(text, self._style(ink)))
        return segments

    def _style(self, ink: Ink) -> Style:
        if ink not in self._inks:
            style = self.rich_style
            for name in ink:
                style += self.get_component_rich_style(f"ink--{name}", partial=True)
            self._inks[ink] = style
        return self._inks[ink]


class Surface(Horizontal):
    """Shows the latest grid, in two stripes."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = Grid(0, 0)
        self._stripes: Final = (Stripe(), Stripe())

    def compose(self) -> ComposeResult:
        yield from self._stripes

    @property
    def grid(self) -> Grid:
        """What is shown."""
        return self._grid

    def show(self, grid: Grid) -> None:
        """Put a grid in the place of the one that is shown."""
        before, self._grid = self._grid, grid
        left, right = self._stripes
        left.grid = right.grid = grid
        if (grid.width, grid.height, grid.cut) != (before.width, before.height, before.cut):
            left.styles.width = right.start = grid.cut
            right.styles.width = grid.width - grid.cut
            self.refresh(layout=True)
            return
        for rect in grid.changes(before):
            left.show_change(rect)
            right.show_change(rect)
