"""A widget for choosing one of a few options in a row, with the arrow keys or a click.

On a narrow screen the options move closer together. If they still do not fit, only those around the chosen one are visible.
"""

from collections.abc import Sequence
from typing import Any, Final

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from vok_tui.settings.keys import bindings

MORE_SIGN: Final = "…"  # at an end of the row beyond which there are more options


class OptionRow(Widget, can_focus=True):
    """Shows `options` in a row, the chosen one in brackets: `‹scribe›`, with arrowheads while focused."""

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
