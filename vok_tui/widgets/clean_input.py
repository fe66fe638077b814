"""A field for text in which nothing can be that a terminal would obey."""

from textual.widgets import Input

from saves.clean_text import printable


class CleanInput(Input):
    """A field that removes controls and bidirectional marks from its text."""

    def validate_value(self, value: str) -> str:
        """The text without controls."""
        return printable(value)
