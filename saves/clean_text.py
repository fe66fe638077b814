"""Making text harmless: what comes from a file, a player or the environment, before it is shown or becomes a file's name. And
the words for a number of things, wherever something is told.

A terminal obeys escape sequences and turns a line around for a bidirectional control, whoever wrote them. So the saves let
nothing in or out that cannot be seen.
"""

from typing import Final

MAX_NAME_CHARS: Final = 40  # characters of a name
MAX_STEM_CHARS: Final = 60  # characters of a file's name, before its number and its ending


def visible(text: str) -> str:
    """Without controls, bidirectional marks, lone surrogates and whatever else has no face; a line break is a space."""
    return " ".join(printable(text).split())


def printable(text: str) -> str:
    """The same for a text that is still being written: no space in it is lost."""
    return "".join([sign if sign.isprintable() else " " if sign.isspace() else "" for sign in text])


def clean(text: str, max_chars: int = MAX_NAME_CHARS) -> str:
    """A name for the table: visible, and no longer than `max_chars` characters. Cleaning twice is cleaning once."""
    return visible(text)[:max_chars].strip()


def plural(count: int, one: str, many: str = "") -> str:
    """ "1 card", "3 cards"."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def file_stem(*words: str) -> str:
    """A file's name, without ending, that every file system takes: letters and digits, joined by hyphens."""
    runs = "".join([char if char.isalnum() else " " for char in " ".join(words)]).split()
    return "-".join(runs)[:MAX_STEM_CHARS].strip("-").lower()
