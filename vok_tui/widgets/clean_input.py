"""A text field that cannot contain anything that a terminal would interpret as a command."""

from textual.widgets import Input

from saves.clean_text import visible_with_spaces


class CleanInput(Input):
    """A text field without control characters and bidirectional marks."""

    def validate_value(self, value: str) -> str:
        """The text without control characters."""
        return visible_with_spaces(value)
