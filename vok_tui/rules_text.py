"""The rules in our own words, from rules.txt, one paragraph per line.

Sections are separated by an empty line; the first line of each is its title.
"""

from pathlib import Path
from typing import Final, NamedTuple

RULES_FILE: Final = Path(__file__).with_name("rules.txt")


class Section(NamedTuple):
    """A heading and its paragraphs."""

    title: str
    text: tuple[str, ...]


def rules() -> list[Section]:
    """All sections, in the order in which a beginner needs them."""
    blocks = RULES_FILE.read_text(encoding="utf-8").strip().split("\n\n")
    return [Section(title, tuple(text)) for title, *text in (block.splitlines() for block in blocks)]
