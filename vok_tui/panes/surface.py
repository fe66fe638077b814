"""Surface: the one widget of the table. It shows a grid and sends to the terminal only what differs from the one before.

A widget for each pane would repaint the whole of it for each change, and focus moving between them the whole screen.
"""

from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from vok_tui.panes.grid import Cell, Grid, Ink

INKS: Final = (
    "sand", "dune", "gold", "lapis", "deep", "faience", "carnelian", "ink", "bold", "italic",
    "on-stone", "on-shade", "on-block", "on-gold", "on-deep",
    "sarcophagi", "jars", "amulets", "books", "statues", "unique", "starter",
)  # fmt: skip


class Surface(Widget):
    """Shows the latest grid. The inks are styles of the sheet: `Surface > .ink--gold`."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"ink--{name}" for name in INKS}
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self._grid = Grid(0, 0)
        self._styles: dict[Ink, Style] = {}

    @property
    def grid(self) -> Grid:
        """What is shown."""
        return self._grid

    def show(self, grid: Grid) -> None:
        """Put a grid in the place of the one that is shown."""
        before, self._grid = self._grid, grid
        if (grid.width, grid.height) != (before.width, before.height):
            self.refresh()
            return
        regions = [Region(rect.x, rect.y, rect.width, rect.height) for rect in grid.changes(before)]
        if regions:
            self.refresh(*regions)

    def notify_style_update(self) -> None:
        """The theme has changed."""
        super().notify_style_update()
        self._styles.clear()

    def render_line(self, y: int) -> Strip:
        if y >= self._grid.height:
            return Strip.blank(self.size.width, self.rich_style)
        return Strip(self._segments(self._grid.rows[y]), self._grid.width)

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
        if ink not in self._styles:
            style = self.rich_style
            for name in ink:
                style += self.get_component_rich_style(f"ink--{name}", partial=True)
            self._styles[ink] = style
        return self._styles[ink]
