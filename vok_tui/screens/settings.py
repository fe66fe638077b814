"""The screen of settings: each with its value, and a sentence about the marked one. A change holds at once."""

from collections.abc import Callable

from rich.cells import cell_len
from textual import events

from saves.clean_text import MAX_NAME_CHARS
from vok_tui.coordinator.config import Config, SettingValue
from vok_tui.coordinator.settings import SettingRow, kept_text, next_choice, setting_rows, shown_choices
from vok_tui.painting.grid import Brush, Grid, Rect, Target, fit, wrap
from vok_tui.painting.signs import Signs
from vok_tui.screens.dialog import TextDialog
from vok_tui.screens.painted import PaintedScreen, paint_head, paint_heading
from vok_tui.shared.shortcuts import bindings
from vok_tui.terminal.theme import theme_names

VALUE_COLUMN = 20
LINES_BELOW = 5  # a heading, and the sentence about the marked setting


class SettingsScreen(PaintedScreen):
    """The settings. `read_config` returns those that hold now, `change` sets one of them by its name. The cursor begins at the
    setting named `marked`."""

    BINDINGS = bindings("settings")

    def __init__(
        self, read_config: Callable[[], Config], change: Callable[[str, SettingValue], None], marked: str = ""
    ) -> None:
        super().__init__()
        self._read_config = read_config
        self._change = change
        self._rows = setting_rows(theme_names())
        self._cursor = next((index for index, row in enumerate(self._rows) if row.name == marked), 0)

    @property
    def _row(self) -> SettingRow:
        return self._rows[self._cursor]

    # -- painting

    def paint(self, grid: Grid, signs: Signs) -> None:
        """Paint the settings in groups if there is room, and what the marked one means."""
        config = self._read_config()
        paint_head(grid, "Settings", right="a change holds at once, and is kept")
        groups = dict.fromkeys([row.group for row in self._rows])
        room = grid.height - 1 - LINES_BELOW
        has_headings = room >= len(self._rows) + 2 * len(groups) + 1
        y = 2 if room > len(self._rows) else 1
        for index, row in enumerate(self._rows):
            if has_headings and (not index or row.group != self._rows[index - 1].group):
                y += 1 if index else 0
                paint_heading(Brush(grid, Rect(0, y, grid.width, 1)), signs, row.group)
                y += 1
            self._paint_row(Brush(grid, Rect(0, y, grid.width, 1)), signs, index, config)
            y += 1
        y += 1 if y + LINES_BELOW < grid.height else 0
        about = Brush(grid, Rect(0, y, grid.width, grid.height - y))
        paint_heading(about, signs, self._row.label, kept_text(self._row, config))
        for line, text in enumerate(wrap(self._row.sentence, grid.width - 4), 1):
            about.write(2, line, text, "sand")

    def _paint_row(self, brush: Brush, signs: Signs, index: int, config: Config) -> None:
        row, is_current = self._rows[index], index == self._cursor
        ink = "gold" if is_current else "sand"
        brush.add_target(Target("setting", index))
        brush.write(1, 0, signs.cursor if is_current else " ", "gold")
        brush.write(3, 0, row.label, ink, "bold")
        chosen, x = row.chosen(config), VALUE_COLUMN
        if not row.choices:
            brush.write(x + 1, 0, fit(chosen.word, brush.width - x - 2), ink)
            return
        choices = shown_choices(row, config)
        first = choices.index(chosen) if sum([cell_len(each.word) + 2 for each in choices]) > brush.width - x else 0
        for place, choice in enumerate(choices[first:], first):
            is_set = choice == chosen
            if x + cell_len(choice.word) + 2 > brush.width - 2:
                brush.write(x, 0, signs.more, "dune")
                return
            left, right = ("‹", "›") if is_set else (" ", " ")
            option = brush.sub_brush(x, 0, cell_len(choice.word) + 2, 1)
            if is_current:
                option.add_target(Target("choice", place))
            option.write(0, 0, f"{left}{choice.word}{right}", *((ink, "bold") if is_set else ("dune",)))
            x += cell_len(choice.word) + 2

    # -- keys

    def action_move(self, step: int) -> None:
        """Mark another setting; it stops at the ends."""
        self._cursor = max(0, min(len(self._rows) - 1, self._cursor + step))
        self.repaint()

    def action_turn(self, step: int) -> None:
        """Take the next value of the marked setting, or the one before. A text has none."""
        if self._row.choices:
            self._set(next_choice(self._row, self._read_config(), step).value)

    def action_write(self) -> None:
        """Ask for the text of the marked setting; of any other, take the next value."""
        row, config = self._row, self._read_config()
        if row.choices:
            choices = shown_choices(row, config)
            self._set(choices[(choices.index(row.chosen(config)) + 1) % len(choices)].value)
            return
        value = row.chosen(config).value
        self.app.push_screen(
            TextDialog(row.label, row.sentence, str(value), MAX_NAME_CHARS),
            lambda text: None if text is None else self._set(text),
        )

    def action_as_shipped(self) -> None:
        """Take the value of the marked setting that Vok is shipped with."""
        self._set(None)

    def _set(self, value: SettingValue) -> None:
        self._change(self._row.name, value)
        self.repaint()

    # -- the mouse

    def on_click(self, event: events.Click) -> None:
        """Mark a setting; a click on a value of the marked one sets it."""
        target = self.surface.clicked_target(event)
        if target is None or event.button != 1:
            return
        if target.area == "choice":
            self._set(shown_choices(self._row, self._read_config())[target.index].value)
        elif target.index == self._cursor:
            self.action_write()
        else:
            self._cursor = target.index
            self.repaint()
