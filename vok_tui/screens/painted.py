"""Screens that paint everything but their footer: the calendar of daily games, practice, goals and best lines."""

from rich.cells import cell_len
from textual.app import ComposeResult

from vok_tui.painting.grid import Brush, Grid, Rect
from vok_tui.painting.signs import NO_GAME_SIGNS, Signs, signs_with
from vok_tui.painting.surface import GridSurface
from vok_tui.screens.base import BaseScreen, is_too_small
from vok_tui.screens.widgets import KeyFooter


class PaintedScreen(BaseScreen):
    """A screen that paints a grid above the footer of its keys: see `paint`."""

    def __init__(self) -> None:
        super().__init__()
        self._surface = GridSurface()

    def compose(self) -> ComposeResult:
        yield self._surface
        yield KeyFooter()

    def on_mount(self) -> None:
        self.repaint()

    def on_resize(self) -> None:
        self.repaint()

    def on_screen_resume(self) -> None:
        self.repaint()

    def repaint(self) -> None:
        """Paint everything."""
        size = self.app.size
        if not self.is_mounted or is_too_small(size.width, size.height):
            return
        grid = Grid(size.width, size.height - 1)
        self.paint(grid, signs_with(NO_GAME_SIGNS, ascii_only=getattr(self.app, "ascii_only", False)))
        self._surface.show_grid(grid)

    def paint(self, grid: Grid, signs: Signs) -> None:
        """Paint everything above the footer. Each screen has its own."""
        raise NotImplementedError


def paint_head(grid: Grid, title: str, text: str = "", right: str = "") -> None:
    """Paint the first line: the title of the screen, what it is about, and a word at its right end."""
    head = Brush(grid, Rect(0, 0, grid.width, 1))
    head.fill("sand", "on-deep")
    x = head.write(1, 0, title, "gold", "on-deep", "bold")
    head.write(x + 2, 0, text, "sand", "on-deep")
    head.write_right(0, right, "sand", "on-deep", end=head.width - 1)


def paint_heading(brush: Brush, signs: Signs, heading: str, note: str = "") -> None:
    """Paint a heading on a rule, and a note after it."""
    brush.write(0, 0, signs.rule * brush.width, "deep")
    x = brush.write(2, 0, f" {heading} ", "lapis", "bold")
    if note and x + cell_len(note) + 3 < brush.width:
        brush.write(x, 0, f" {note} ", "dune")
