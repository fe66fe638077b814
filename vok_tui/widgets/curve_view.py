"""The curve of points as a widget, for screens that are not painted on one grid."""

from collections.abc import Sequence
from typing import Final

from vok_tui.painting.curve import CurveLine, paint_curve
from vok_tui.painting.grid import Brush, Grid, Rect
from vok_tui.painting.surface import GridColumns


class CurveView(GridColumns):
    """Draws the lines as large as the widget. With `from_zero` the vertical axis starts at 0, otherwise at the lowest value."""

    def __init__(self, lines: Sequence[CurveLine] = (), *, from_zero: bool = True) -> None:
        super().__init__()
        self._lines = lines
        self._from_zero: Final = from_zero

    def show_lines(self, lines: Sequence[CurveLine]) -> None:
        """Replace the lines."""
        self._lines = lines
        self.on_resize()

    def on_resize(self) -> None:
        width, height = self.size
        self.grid = Grid(width, height)
        brush = Brush(self.grid, Rect(0, 0, width, height))
        ascii_only = getattr(self.app, "ascii_only", False)
        colors = not self.app.no_color
        paint_curve(brush, self._lines, ascii_only=ascii_only, colors=colors, from_zero=self._from_zero)
        self.refresh()
