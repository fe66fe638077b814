"""The base of screens that paint a grid, such as the calendar of daily games, practice, goals and comparisons."""

from typing import ClassVar, Final

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult

from vok_tui.painting.grid import Brush, Grid, Rect, Target
from vok_tui.painting.signs import NO_GAME_SIGNS, GameSigns, Signs, signs_with
from vok_tui.painting.surface import GridSurface
from vok_tui.panes.scene import KeyHint
from vok_tui.screens.base import BaseScreen, is_too_small
from vok_tui.screens.widgets import KeyFooter


class GridScreen(BaseScreen):
    """A screen that paints a grid: see `paint`."""

    LINES_BELOW: ClassVar[int] = 0  # for other widgets

    def __init__(self) -> None:
        super().__init__()
        self.surface: Final = GridSurface()
        self.footer: tuple[KeyHint, ...] = ()  # the keys that it paints itself

    def compose(self) -> ComposeResult:
        yield self.surface

    def on_mount(self) -> None:
        self.repaint()

    def on_resize(self) -> None:
        self.repaint()

    def on_screen_resume(self) -> None:
        self.repaint()

    @property
    def game_signs(self) -> GameSigns:
        """The signs of the game that is shown, besides those of all games."""
        return NO_GAME_SIGNS

    def repaint(self) -> None:
        """Paint everything."""
        size = self.app.size
        if not self.is_mounted or is_too_small(size.width, size.height):
            return
        grid = Grid(size.width, size.height - self.LINES_BELOW)
        self.paint(grid, signs_with(self.game_signs, ascii_only=getattr(self.app, "ascii_only", False)))
        self.surface.show_grid(grid)

    def paint(self, grid: Grid, signs: Signs) -> None:
        """Paint everything on the grid. Each screen has its own."""
        raise NotImplementedError

    def action_move(self, step: int) -> None:
        """Move the cursor, for a screen that has one."""

    def press(self, target: Target, x: int) -> None:
        """Do what a press of the left button at a column does there. Here: a key of the footer."""
        del x
        if target.area == "key":
            self.call_later(self.run_action, self.footer[target.index].action)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        target = self.surface.grid.target_at(event.screen_x, event.screen_y)
        if target is not None and event.button == 1:
            self.press(target, event.screen_x)

    def turn_wheel(self, direction: int, area: str) -> None:
        """Move the cursor by a row. `area` is that of the target under the mouse, "" for none."""
        del area
        self.action_move(direction)

    @on(events.MouseScrollUp)
    @on(events.MouseScrollDown)
    def _wheel(self, event: events.MouseEvent) -> None:
        target = self.surface.grid.target_at(event.screen_x, event.screen_y)
        self.turn_wheel(-1 if isinstance(event, events.MouseScrollUp) else 1, target.area if target is not None else "")


class PaintedScreen(GridScreen):
    """A screen that paints a grid above the footer of its keys."""

    LINES_BELOW = 1

    def compose(self) -> ComposeResult:
        yield self.surface
        yield KeyFooter()


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
