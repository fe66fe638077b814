"""Cleans text from a file, a player or the environment before it is shown or used in a file name. Also plurals.

A terminal obeys escape sequences, and reverses a line for a bidirectional control, wherever they come from. So invisible
characters are removed when a save is read and when it is written.
"""

from typing import Final

MAX_NAME_CHARS: Final = 40  # maximum characters of a name
MAX_STEM_CHARS: Final = 60  # maximum characters of a file name, without its number and its ending


def visible(text: str) -> str:
    """The text on one line, without controls, bidirectional marks, lone surrogates and other invisible characters."""
    return " ".join(printable(text).split())


def printable(text: str) -> str:
    """The same for a text that is still being typed: its spaces are kept."""
    if text.isprintable():
        return text
    return "".join([sign if sign.isprintable() else " " if sign.isspace() else "" for sign in text])


def clean(text: str, max_chars: int = MAX_NAME_CHARS) -> str:
    """A name for the table: visible, at most `max_chars` characters. A clean name stays as it is."""
    return visible(text)[:max_chars].strip()


def plural(count: int, one: str, many: str = "") -> str:
    """ "1 card", "3 cards"."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def file_stem(*words: str) -> str:
    """A file name without an ending that every file system accepts: letters and digits, joined by hyphens."""
    runs = "".join([char if char.isalnum() else " " for char in " ".join(words)]).split()
    return "-".join(runs)[:MAX_STEM_CHARS].strip("-").lower()
