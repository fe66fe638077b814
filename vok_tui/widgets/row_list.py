"""A list of rows to choose from. Its rows may change while a key or a click is still on its way."""

from contextlib import suppress

from textual._widget_navigation import Direction
from textual.events import Click
from textual.widgets import OptionList


class SafeRows(OptionList):
    """Textual's list, made safe: a click on a row that is gone chooses none, and before the rows are laid out there are no
    pages."""

    def _move_page(self, direction: Direction) -> None:
        with suppress(LookupError):
            super()._move_page(direction)

    async def _on_click(self, event: Click) -> None:
        if event.style.meta.get("option", 0) >= self.option_count:
            event.stop().prevent_default()


class MarkThenChooseRows(SafeRows):
    """A click marks a row, and a click on the marked row chooses it. So the mouse can do more with a row than open it."""

    async def _on_click(self, event: Click) -> None:
        row = event.style.meta.get("option")
        if row is not None and row < self.option_count and row != self.highlighted:
            event.stop().prevent_default()
            self.highlighted = row
            self.focus()
