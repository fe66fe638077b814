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
    editions: Mapping[str, str]  # by the game that a card is from, shown where cards of two games are played

    def of_set(self, name: str) -> str:
        return self.sets.get(name.casefold(), self.other_set)

    def of_edition(self, edition: str, mixed: bool) -> str:
        """What stands behind the sign of a set where cards of two games are played; "" elsewhere, and for cards of both."""
        return self.editions.get(edition, "") if mixed else ""


def legend(signs: Signs) -> tuple[tuple[str, str], ...]:
    """What each sign of the table says, for whoever explains them: those of the moves, of two games, of the sets. The word
    "peeked" is one of them."""
    return (
        (signs.cursor, "the cursor"),
        (signs.live, "can be used now"),
        (signs.chosen, "is chosen"),
        (signs.meant, "goes with the answer"),
        (signs.have, "can be bought, complete, has won"),
        (f"0{signs.to}1", "points now, with one card more"),
        (signs.bar, "new; at a name, whose turn it is"),
        (signs.up + signs.down, "more answers above, below"),
        ("peeked", "taken back past something new"),
        *of_games(signs),
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


def of_games(signs: Signs) -> tuple[tuple[str, str], ...]:
    """What stands behind the sign of a set where cards of both games are played."""
    return ((signs.editions["base"], "from Valley of the Kings"), (signs.editions["afterlife"], "from Afterlife"))


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
