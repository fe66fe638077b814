"""A list of rows to choose from. Its rows may change while a key or a click is still on its way."""

from contextlib import suppress

from textual._widget_navigation import Direction
from textual.events import Click
from textual.widgets import OptionList


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
