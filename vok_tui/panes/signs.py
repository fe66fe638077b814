"""The small signs of the table: one set for most terminals, one for those that show ASCII only.

A sign stands wherever a colour says something, so that the table reads the same without colours. All are one cell wide in
every common font. Cells that Textual itself draws are turned into ASCII on their way out (`vok_tui.glyphs`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Signs:
    """`sets` is by the name of the set in small letters."""

    cursor: str  # points at what the keys act on
    chosen: str  # the card chosen
    meant: str  # goes with the answer under the cursor
    live: str  # has an answer to the question
    rule: str  # a line between two parts
    to: str  # now and with the next card
    times: str
    more: str  # cut off here
    up: str
    down: str
    have: str
    bar: str  # at the left of what is new
    full: str  # a kind that is there
    hollow: str  # a kind that is missing
    sets: Mapping[str, str]
    other_set: str

    def of_set(self, name: str) -> str:
        return self.sets.get(name.casefold(), self.other_set)


UNICODE: Final = Signs(
    cursor="▸",
    chosen="◆",
    meant="◇",
    live="•",
    rule="─",
    to="→",
    times="×",
    more="…",
    up="▴",
    down="▾",
    have="✓",
    bar="▌",
    full="■",
    hollow="□",
    sets={
        "starter": "·",
        "sarcophagi": "▮",
        "canopic jars": "∪",
        "amulets": "☥",
        "books": "≡",
        "statues": "♜",
        "unique": "★",
    },
    other_set="¤",
)
ASCII: Final = Signs(
    cursor=">",
    chosen="@",
    meant="o",
    live="*",
    rule="-",
    to=">",
    times="x",
    more="~",
    up="^",
    down="v",
    have="+",
    bar="|",
    full="#",
    hollow=".",
    sets={
        "starter": ".",
        "sarcophagi": "#",
        "canopic jars": "u",
        "amulets": "%",
        "books": "=",
        "statues": "&",
        "unique": "!",
    },
    other_set="?",
)
