"""The lists in docs/custom-cards.md contain exactly the words that the parts and filters declare, with their arguments."""

import re
from pathlib import Path

from engine.valley.catalogue.card import Part
from engine.valley.catalogue.declarations import PARTS, Argument
from engine.valley.declared import CLASSES_BY_WORD, DECLARING_CLASSES
from engine.valley.parts.filters import CardFilter, SlotFilter

DOCUMENT = Path(__file__).parents[4].joinpath("docs", "custom-cards.md").read_text(encoding="utf-8")
TABLES = {"part": Part, "which": CardFilter, "reach": SlotFilter}


def documented(heading: str) -> list[str]:
    """The words in backticks in the first column of the table with this heading, in order."""
    table = DOCUMENT.partition(f"\n| {heading} | ")[2].partition("\n\n")[0]
    return [word for row in table.splitlines()[2:] for word in re.findall("`(.+?)`", row.split("|")[1])]


def as_documented(word: str, arguments: tuple[Argument, ...]) -> str:
    """`EachOpponent(parts, spare)`: the word and its arguments."""
    names = ["parts" if argument.value_type == PARTS else argument.name for argument in arguments]
    return f"{word}({', '.join(names)})"


def test_each_table_lists_the_declared_words_alphabetically():
    for heading, kind in TABLES.items():
        declared = [cls for cls in CLASSES_BY_WORD.values() if issubclass(cls, kind)]
        assert documented(heading) == sorted(as_documented(cls.spec.word, cls.spec.arguments) for cls in declared)


def test_the_table_of_arguments_is_complete():
    declared = {
        argument.value_type if argument.value_type == PARTS else argument.name
        for cls in DECLARING_CLASSES
        for argument in cls.spec.arguments
    }
    assert sorted(documented("argument")) == sorted(declared)
