"""The rules in our own words, for reading at the table; they stand in rules.txt, a paragraph a line.

Sections are parted by an empty line, and the first line of each is its heading.
"""

from pathlib import Path
from typing import Final, NamedTuple

FILE: Final = Path(__file__).with_name("rules.txt")


class Section(NamedTuple):
    """A heading and its paragraphs."""

    title: str
    text: tuple[str, ...]


def rules() -> list[Section]:
    """All sections, in the order in which a newcomer needs them."""
    blocks = FILE.read_text(encoding="utf-8").strip().split("\n\n")
    return [Section(title, tuple(text)) for title, *text in (block.splitlines() for block in blocks)]
