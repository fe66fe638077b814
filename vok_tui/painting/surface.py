"""The surface: the only widget on the table's screen. It shows a grid and sends only the differences to the terminal.

With one widget per pane, each change would repaint a whole pane, and a change of focus the whole screen.
"""

from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.events import Click, MouseDown
from textual.geometry import Region
from textual.strip import Strip
from textual.style import Style as TextualStyle
from textual.widget import Widget

from vok_tui.painting.grid import Grid, Ink, Target

# The style of each ink, with the colours of the theme. Every state of a game is a sign or a word as well.
INKS: Final = {
    **{name: f"${name}" for name in ("sand", "dune", "gold", "lapis", "deep", "faience", "carnelian", "ink", "block")},
    **{name: f"${name}" for name in ("clay", "teal", "amber", "olive", "sky", "rose", "ash")},
    **{f"on-{name}": f"on ${name}" for name in ("stone", "block", "gold", "deep")},
    **{f"on-{name}": f"on ${name}" for name in ("clay", "teal", "amber", "olive", "sky", "rose")},
    "bold": "bold",
    "italic": "italic",
}
# In a theme with the terminal's own colours, where there is no other background than the terminal's.
ANSI_INKS: Final = {
    **INKS,
    **{f"on-{name}": "bold on $night" for name in ("block", "clay", "teal", "amber", "olive", "sky", "rose")},
    "on-gold": "reverse on $night",
    "on-deep": "on $night",
}


class GridSurface(Widget):
    """Shows the latest grid. `has_rendered_latest_grid` says whether it has rendered it; the bytes may still wait to be sent to
    the terminal."""

    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self.grid = Grid(0, 0)
        self.has_rendered_latest_grid = False
        self.pressed: Target | None = None  # where a button of the mouse went down
        self._ink_styles: dict[Ink, Style] = {}

    def show_grid(self, grid: Grid) -> None:
        """Show a new grid: repaint only what differs, or everything if its size has changed."""
        previous, self.grid = self.grid, grid
        if (grid.width, grid.height) != (previous.width, previous.height):
            self.has_rendered_latest_grid = False
            self.refresh()
            return
        for rect in grid.changed_rects(previous):
            self.has_rendered_latest_grid = False
            self.refresh(Region(rect.x, rect.y, rect.width, rect.height))

    def on_mouse_down(self, event: MouseDown) -> None:
        self.pressed = self.grid.target_at(event.screen_x, event.screen_y)

    def clicked_target(self, event: Click) -> Target | None:
        """The target of a click; None if the button went down on another one, or on the picture of another question."""
        target = self.grid.target_at(event.screen_x, event.screen_y)
        return target if target == self.pressed else None

    def render_lines(self, crop: Region) -> list[Strip]:
        self.has_rendered_latest_grid = True
        return super().render_lines(crop)

    def notify_style_update(self) -> None:
        """Forget the styles: the theme has changed."""
        super().notify_style_update()
        self._ink_styles.clear()

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if y >= self.grid.height or width > self.grid.width:
            return Strip.blank(width, self.rich_style)
        row = self.grid.rows[y][:width]
        segments: list[Segment] = []  # one for each run of cells with the same ink
        text, ink = "", row[0][1] if row else ()
        for char, other in row:
            if other != ink:
                segments.append(Segment(text, self._style(ink)))
                text, ink = "", other
            text += char
        segments.append(Segment(text, self._style(ink)))
        return Strip(segments, width)

    def _style(self, ink: Ink) -> Style:
        if ink not in self._ink_styles:
            inks = ANSI_INKS if self.app.native_ansi_color else INKS
            style = self.rich_style
            for name in ink:
                style += TextualStyle.parse(inks[name]).rich_style
            self._ink_styles[ink] = style
        return self._ink_styles[ink]
