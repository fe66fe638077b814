"""A list of rows to choose from."""

from contextlib import suppress

from textual._widget_navigation import Direction
from textual.widgets import OptionList


class Rows(OptionList):
    """Textual's list. A key that comes before its rows are laid out finds no page to turn."""

    def _move_page(self, direction: Direction) -> None:
        with suppress(LookupError):
            super()._move_page(direction)
