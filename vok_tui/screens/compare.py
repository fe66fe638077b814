"""Two variations of a game side by side, at the same turn."""

from typing import Final

from textual import events
from textual.app import ComposeResult

from vok_tui.boards.table_kit import TableKit
from vok_tui.painting.grid import Brush, Grid, Rect
from vok_tui.painting.signs import signs_with
from vok_tui.painting.surface import GridSurface
from vok_tui.panes.status import paint_keys
from vok_tui.review.paint_compare import Comparison
from vok_tui.screens.base.base_screen import BaseScreen
from vok_tui.screens.base.too_small import is_too_small
from vok_tui.settings.keys import bindings_of
from vok_tui.settings.review_keys import COMPARE, COMPARE_SHORTCUTS
from vok_tui.table.live_keys import LiveKeys


class CompareScreen(BaseScreen):
    """Returns the node to go to in the review, or None if it was closed."""

    BINDINGS = bindings_of(COMPARE_SHORTCUTS)
    KEYS_SECTION = COMPARE

    def __init__(self, comparison: Comparison, kit: TableKit) -> None:
        super().__init__()
        self.comparison: Final = comparison
        self.kit: Final = kit
        self.surface: Final = GridSurface()

    def compose(self) -> ComposeResult:
        yield self.surface

    def on_mount(self) -> None:
        self.repaint()

    def on_screen_resume(self) -> None:
        self.repaint()

    def on_resize(self) -> None:
        self.repaint()

    def repaint(self) -> None:
        """Paint both variations."""
        size = self.app.size
        if not self.is_mounted or is_too_small(size.width, size.height):
            return
        grid = Grid(size.width, size.height)
        grid.split_column = (size.width - 1) // 2
        signs = signs_with(self.kit.signs, ascii_only=getattr(self.app, "ascii_only", False))
        self.comparison.paint(grid, self.kit, signs)
        ids = [shortcut.id for shortcut in COMPARE_SHORTCUTS if shortcut.label]
        self._hints = LiveKeys(self.active_bindings).hints(ids)
        paint_keys(Brush(grid, Rect(0, size.height - 1, size.width, 1)), self._hints)
        self.surface.show_grid(grid)

    def action_move_turns(self, turns: int) -> None:
        """Go forward (or back, if negative) by some turns in both variations."""
        self.comparison.move_turns(turns)
        self.repaint()

    def action_next_variation(self) -> None:
        """Compare with the next variation."""
        self.comparison.show_next_variation()
        self.repaint()

    def action_exchange_sides(self) -> None:
        """Exchange the left and the right variation."""
        self.comparison.is_exchanged = not self.comparison.is_exchanged
        self.repaint()

    def action_go_to_left_variation(self) -> None:
        """Close, and let the review go to the left variation at this turn."""
        self.dismiss(self.comparison.left_node())

    def action_back(self) -> None:
        """Close, and leave the review where it was."""
        self.dismiss(None)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Carry out a key of the footer that is clicked."""
        target = self.surface.grid.target_at(event.screen_x, event.screen_y)
        if target is not None and target.area == "key" and event.button == 1:
            self.call_later(self.run_action, self._hints[target.index].action)

    def on_mouse_scroll_up(self) -> None:
        """Go back a turn."""
        self.action_move_turns(-1)

    def on_mouse_scroll_down(self) -> None:
        """Go forward a turn."""
        self.action_move_turns(1)
