"""Cleans text from a file, a player or the environment before it is shown or used in a file name.

A terminal obeys escape sequences and bidirectional controls, wherever they come from. So invisible characters are removed when a
save is read and when it is written.
"""

from typing import Final

MAX_NAME_CHARS: Final = 40  # maximum characters of a name
MAX_STEM_CHARS: Final = 60  # maximum characters of a file name, without its number and suffix


def visible(text: str) -> str:
    """The text on one line, without control characters, bidirectional marks, lone surrogates and other invisible characters."""
    return " ".join(visible_with_spaces(text).split())


def visible_with_spaces(text: str) -> str:
    """The text without invisible characters, but with all its spaces: for a text that is still being typed."""
    if text.isprintable():
        return text
    return "".join([char if char.isprintable() else " " if char.isspace() else "" for char in text])


def clean_and_cut(text: str, max_chars: int = MAX_NAME_CHARS) -> str:
    """The visible text, cut to `max_chars` characters: by default for a name. A text that was cleaned before does not change."""
    return visible(text)[:max_chars].strip()


def file_stem(*words: str) -> str:
    """A file name without suffix that every file system accepts: runs of letters and digits, joined by hyphens."""
    runs = "".join([char if char.isalnum() else " " for char in " ".join(words)]).split()
    return "-".join(runs)[:MAX_STEM_CHARS].strip("-").lower()
