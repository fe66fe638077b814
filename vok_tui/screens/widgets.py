"""Widgets and text blocks that several screens share: fields, lists, rows of options, curves and the footer with keys."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from rich.cells import cell_len
from textual import events
from textual._widget_navigation import Direction
from textual.content import Content
from textual.events import Click, MouseDown, MouseMove
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, OptionList

from saves.clean_text import visible_with_spaces
from vok_tui.painting.curve import CurveLine, paint_curve
from vok_tui.painting.grid import Brush, Grid, Rect, fit
from vok_tui.painting.surface import GridSurface
from vok_tui.records.save_list import SeatPoints
from vok_tui.shared.shortcuts import bindings

MORE_SIGN: Final = "…"  # at an end of the row beyond which there are more options
SEPARATOR: Final = ", "
ELLIPSIS: Final = "…"


class CleanInput(Input):
    """A text field without control characters and bidirectional marks."""

    def validate_value(self, value: str) -> str:
        """The text without control characters."""
        return visible_with_spaces(value)


class CurveView(GridSurface):
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


class FooterKey(NamedTuple):
    """A key as the footer shows it, and the columns that it takes."""

    key: str
    label: str
    description: str
    help_text: str
    is_enabled: bool
    columns: range
    id: str = ""


class KeyFooter(Widget):
    """The keys of the screen in one line, one for each action.

    Textual's footer mounts a widget for each key, and mounts all of them again when the keys change. These were more than half
    of the widgets that Vok mounted. Shortcuts whose ids are `named_elsewhere` are left out: the screen has buttons for them.
    """

    ALLOW_SELECT = False
    keys: reactive[tuple[FooterKey, ...]] = reactive(())
    hovered_key: reactive[FooterKey | None] = reactive(None)

    def __init__(self, named_elsewhere: Collection[str] = ()) -> None:
        super().__init__()
        self._named_elsewhere = frozenset(named_elsewhere)

        self._labels: Mapping[str, str] = {}
        self._all_keys: tuple[FooterKey, ...] = ()

    def name_elsewhere(self, ids: Collection[str], labels: Mapping[str, str] | None = None) -> None:
        """Leave out these shortcuts from now on, and no others. `labels` replace the usual ones, by id."""
        self._named_elsewhere = frozenset(ids)
        self._labels = labels or {}

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._show_keys)

    def _show_keys(self, screen: Screen[object]) -> None:
        if not self.app.app_focus or not self.is_attached or screen is not self.screen:
            return
        self._all_keys = self._keys_of(screen)
        self._fit_keys()

    def on_resize(self) -> None:
        self._fit_keys()

    def _keys_of(self, screen: Screen[object]) -> tuple[FooterKey, ...]:
        """All keys of the screen, each from column 0 on."""
        keys: dict[str, FooterKey] = {}
        for _, binding, is_enabled, help_text in screen.active_bindings.values():
            if binding.show and binding.action not in keys and binding.id not in self._named_elsewhere:
                label = f" {self.app.get_key_display(binding)} "
                description = f"{self._labels.get(binding.id or '', binding.description)} "
                columns = range(cell_len(label) + cell_len(description))
                key = FooterKey(binding.key, label, description, help_text, is_enabled, columns, binding.id or "")
                keys[binding.action] = key
        return tuple(keys.values())

    def _fit_keys(self) -> None:
        """Show the keys that fit into the line. Of the others whole entries are left out, the last ones first; those to the help
        and back stay longest."""
        shown = list(self._all_keys)
        while self.size.width and sum([len(key.columns) for key in shown]) > self.size.width:
            others = [key for key in shown if key.id != "help" and key.key != "escape"]
            shown.remove(others[-1] if others else shown[-1])
        column = 0
        keys = []
        for key in shown:
            keys.append(key._replace(columns=range(column, column + len(key.columns))))
            column += len(key.columns)
        self.keys = tuple(keys)

    def render(self) -> Content:
        return Content.assemble(*(part for key in self.keys for part in self._styled_parts(key)))

    def _styled_parts(self, key: FooterKey) -> tuple[tuple[str, str], tuple[str, str]]:
        style = "" if key.is_enabled else "dim"
        if key == self.hovered_key:
            style += " on $block-hover-background"
        return (
            (key.label, f"bold $footer-key-foreground {style}"),
            (key.description, f"$footer-description-foreground {style}"),
        )

    def _key_at(self, column: int) -> FooterKey | None:
        return next((key for key in self.keys if column in key.columns), None)

    def watch_hovered_key(self) -> None:
        self.tooltip = self.hovered_key.help_text if self.hovered_key else None

    def on_mouse_move(self, event: MouseMove) -> None:
        self.hovered_key = self._key_at(event.x)

    def on_leave(self) -> None:
        self.hovered_key = None

    def on_mouse_down(self, event: MouseDown) -> None:
        key = self._key_at(event.x)
        if key is None:
            return
        if key.is_enabled:
            self.app.simulate_key(key.key)
        else:
            self.app.bell()


class SafeOptionList(OptionList):
    """Textual's list, but a click on a row that is gone does nothing, nor does a page key before the first layout."""

    def _move_page(self, direction: Direction) -> None:
        with suppress(LookupError):
            super()._move_page(direction)

    async def _on_click(self, event: Click) -> None:
        if event.style.meta.get("option", 0) >= self.option_count:
            event.stop().prevent_default()


class MarkThenChooseList(SafeOptionList):
    """A list in which a click marks a row, and a click on the marked row chooses it. So a row can be marked with the mouse
    without opening it."""

    async def _on_click(self, event: Click) -> None:
        row = event.style.meta.get("option")
        if row is not None and row < self.option_count and row != self.highlighted:
            event.stop().prevent_default()
            self.highlighted = row
            self.focus()


class OptionRow(Widget, can_focus=True):
    """Shows `options` in a row, the chosen one in brackets: `‹scribe›`, with arrowheads while focused. On a narrow screen they
    move closer together, or only those around the chosen one are visible."""

    BINDINGS = bindings("choice")
    DEFAULT_CSS = "OptionRow { height: 1; width: auto; }"
    picked: reactive[int] = reactive(0)

    class Picked(Message):
        """The chosen option has changed."""

        def __init__(self, row: "OptionRow") -> None:
            super().__init__()
            self.row = row

        @property
        def control(self) -> "OptionRow":
            return self.row

    def __init__(self, options: Sequence[str], value: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.options = tuple(options)
        self.set_reactive(OptionRow.picked, self.options.index(value))

    @property
    def value(self) -> str:
        """The chosen option."""
        return self.options[self.picked]

    def set_options(self, options: Sequence[str]) -> None:
        """Replace the options. The chosen index stays, or becomes 0 if it no longer exists."""
        self.options = tuple(options)
        self.picked = self.picked if self.picked < len(self.options) else 0
        self.refresh(layout=True)

    def render(self) -> Content:
        left, right = ("◂", "▸") if self.has_focus else ("‹", "›")
        style = "bold $gold" if self.has_focus else "bold $sand"
        visible, ends = self._visible_options(), self._end_signs()
        parts: list[tuple[str, str]] = [(ends[0], "$dune")]
        for index in visible:
            is_picked = index == self.picked
            before = (
                left if is_picked else right if self._is_tight() and index - 1 == self.picked >= visible.start else " "
            )
            parts += [
                (before, style if before != " " else "$dune"),
                (self.options[index], style if is_picked else "$dune"),
            ]
            if not self._is_tight() or index + 1 == visible.stop:
                parts.append((right if is_picked else " ", style if is_picked else "$dune"))
        return Content.assemble(*parts, (ends[1], "$dune"))

    def get_content_width(self, *_: object) -> int:
        return sum(len(option) + 2 for option in self.options)

    def action_pick(self, step: int) -> None:
        """Choose the next option to the left (-1) or right (1); no effect at the ends."""
        self._choose(self.picked + step)

    def on_click(self, event: events.Click) -> None:
        visible = self._visible_options()
        end = len(self._end_signs()[0])
        if event.x < end:
            self._choose(visible.start - 1)
            return
        for index in visible:
            end += self._option_width(index)
            if event.x < end:
                self._choose(index)
                return
        self._choose(visible.stop)

    def _is_tight(self) -> bool:
        """Whether only one blank or bracket fits between two options."""
        return self.get_content_width() > self.content_size.width

    def _option_width(self, index: int) -> int:
        """The columns of an option with its blanks or brackets. In a tight row, that after the last option is not counted."""
        return len(self.options[index]) + (1 if self._is_tight() else 2)

    def _end_signs(self) -> tuple[str, str]:
        """The signs at the left and the right end: `MORE_SIGN` if there are more options beyond it, otherwise ""."""
        visible = self._visible_options()
        return MORE_SIGN if visible.start else "", MORE_SIGN if visible.stop < len(self.options) else ""

    def _visible_options(self) -> range:
        """The indices of the options that fit: the chosen one and its neighbours, alternately from the right and the left."""
        free_columns = self.content_size.width - (1 if self._is_tight() else 0)
        if sum(map(self._option_width, range(len(self.options)))) <= free_columns:
            return range(len(self.options))
        first, last = self.picked, self.picked + 1
        free_columns -= 2 * len(MORE_SIGN) + self._option_width(self.picked)
        grew = True
        while grew:
            grew = False
            for index in (last, first - 1):
                if 0 <= index < len(self.options) and self._option_width(index) <= free_columns:
                    free_columns -= self._option_width(index)
                    first, last = min(first, index), max(last, index + 1)
                    grew = True
        return range(first, last)

    def _choose(self, index: int) -> None:
        if 0 <= index < len(self.options) and index != self.picked:
            self.picked = index
            self.post_message(self.Picked(self))


def seat_points_line(seats: SeatPoints, width: int) -> str:
    """`You 14, Khety 9` in at most `width` columns. If that is too long, the longest names are shortened first, down to `Y14 K9`;
    then the seats with the fewest points are left out. Points are never shortened."""
    name_columns = width - len(SEPARATOR) * (len(seats) - 1) - sum(len(f" {points}") for _, points in seats)
    max_name = max([cell_len(name) for name, _ in seats], default=1)
    while max_name > 1 and sum(min(max_name, cell_len(name)) for name, _ in seats) > name_columns:
        max_name -= 1
    line = SEPARATOR.join(f"{fit(name, max_name)} {points}" for name, points in seats)
    return line if cell_len(line) <= width else _initials_line(seats, width)


def _initials_line(seats: SeatPoints, width: int) -> str:
    """`A6 B2 G12`, with an ellipsis if seats are left out."""
    shown, ellipsis = list(seats), ""
    while True:
        line = " ".join([*(f"{fit(name, 1, '')}{points}" for name, points in shown), *ellipsis])
        if len(shown) <= 1 or cell_len(line) <= width:
            return line
        shown.remove(min(shown, key=lambda seat: seat[1]))
        ellipsis = ELLIPSIS
