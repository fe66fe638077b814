"""A list of rows to choose from. Its rows may change while a key or a click is still on its way."""

from contextlib import suppress

from textual._widget_navigation import Direction
from textual.events import Click
from textual.widgets import OptionList


class Rows(OptionList):
    """Textual's list. A click on a row that is gone chooses none, and before its rows are laid out it has no pages."""

    def _move_page(self, direction: Direction) -> None:
        with suppress(LookupError):
            super()._move_page(direction)

    async def _on_click(self, event: Click) -> None:
        if event.style.meta.get("option", 0) >= self.option_count:
            event.stop().prevent_default()
