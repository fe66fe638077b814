"""The short rules of a game, in sections."""

from pathlib import Path
from typing import NamedTuple


class RulesSection(NamedTuple):
    """A heading and its paragraphs."""

    title: str
    paragraphs: tuple[str, ...]


def read_rules(file: Path) -> list[RulesSection]:
    """All sections of a file, in the order in which a beginner needs them."""
    blocks = file.read_text(encoding="utf-8").strip().split("\n\n")
    return [RulesSection(title, tuple(paragraphs)) for title, *paragraphs in (block.splitlines() for block in blocks)]
