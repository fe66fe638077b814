"""The small signs of the table: one set for most terminals, one for those that show ASCII only.

Wherever a colour means something there is also a sign, so the table can be read without colours. All signs are one cell wide in
common fonts. Characters that Textual draws itself are replaced by ASCII in the driver (`vok_tui.terminal.glyphs`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Signs:
    """The keys of `sets` are names of sets in lower case."""

    cursor: str  # points at what the keys act on
    selected: str  # the card chosen
    affected: str  # goes with the answer under the cursor
    usable: str  # has an answer to the question
    rule: str  # a line between two parts
    becomes: str  # now and with the next card
    times: str
    more: str  # cut off here
    up: str
    down: str
    done: str
    new_bar: str  # at the left of what is new
    filled: str  # a kind that is there
    hollow: str  # a kind that is missing
    sets: Mapping[str, str]
    other_set: str
    editions: Mapping[str, str]  # by the game that a card is from, shown where cards of two games are played

    def set_sign(self, name: str) -> str:
        return self.sets.get(name.casefold(), self.other_set)

    def edition_sign(self, edition: str, mixed: bool) -> str:
        """The sign of the edition, shown after the sign of the set if cards of two games are used; "" otherwise, and for cards
        of both games."""
        return self.editions.get(edition, "") if mixed else ""


def legend(signs: Signs) -> tuple[tuple[str, str], ...]:
    """The meaning of each sign of the table: moves, editions, sets. The word "peeked" is one of them."""
    return (
        (signs.cursor, "the cursor"),
        (signs.usable, "can be used now"),
        (signs.selected, "is chosen"),
        (signs.affected, "goes with the answer"),
        (signs.done, "can be bought, complete, has won"),
        (f"0{signs.becomes}1", "points now, with one card more"),
        (signs.new_bar, "new; at a name, whose turn it is"),
        (signs.up + signs.down, "more answers above, below"),
        ("peeked", "taken back past something new"),
        *edition_legend(signs),
        (signs.sets["starter"], "starters"),
        (signs.sets["sarcophagi"], "Sarcophagi"),
        (signs.sets["canopic jars"], "Canopic Jars"),
        (signs.sets["amulets"], "Amulets"),
        (signs.sets["books"], "Books"),
        (signs.sets["statues"], "Statues"),
        (signs.sets["mummification"], "Mummification"),
        (signs.sets["jewelry"], "Jewelry"),
        (signs.sets["chambers"], "Chambers"),
        (signs.sets["weapons"], "Weapons"),
        (signs.sets["tomb art"], "Tomb Art"),
        (signs.sets["unique"], "unique artifacts"),
    )


def edition_legend(signs: Signs) -> tuple[tuple[str, str], ...]:
    """The signs of the editions, for games with cards of both."""
    return ((signs.editions["base"], "from Valley of the Kings"), (signs.editions["afterlife"], "from Afterlife"))


UNICODE_SIGNS: Final = Signs(
    cursor="▸",
    selected="◆",
    affected="◇",
    usable="•",
    rule="─",
    becomes="→",
    times="×",
    more="…",
    up="▴",
    down="▾",
    done="✓",
    new_bar="▌",
    filled="■",
    hollow="□",
    sets={
        "starter": "·",
        "sarcophagi": "▮",
        "canopic jars": "∪",
        "amulets": "☥",
        "books": "≡",
        "statues": "♜",
        "mummification": "§",
        "jewelry": "○",
        "chambers": "Π",
        "weapons": "†",
        "tomb art": "¶",
        "unique": "★",
    },
    other_set="¤",
    editions={"base": "☼", "afterlife": "☾"},
)
ASCII_SIGNS: Final = Signs(
    cursor=">",
    selected="@",
    affected="o",
    usable="*",
    rule="-",
    becomes=">",
    times="x",
    more="~",
    up="^",
    down="v",
    done="+",
    new_bar="|",
    filled="#",
    hollow=".",
    sets={
        "starter": ".",
        "sarcophagi": "#",
        "canopic jars": "u",
        "amulets": "%",
        "books": "=",
        "statues": "&",
        "mummification": "$",
        "jewelry": "(",
        "chambers": "n",
        "weapons": "/",
        "tomb art": "Y",
        "unique": "!",
    },
    other_set="?",
    editions={"base": "V", "afterlife": "A"},
)
