"""The small signs of the table: one set for most terminals, one for those that show ASCII only.

Wherever a colour means something there is also a sign, so the table can be read without colours. All signs are one cell wide in
common fonts. Characters that Textual draws itself are replaced by ASCII in the driver (`vok_tui.terminal.glyphs`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final


@dataclass(frozen=True)
class Signs:
    """The signs of every table, and those of the game that is played there."""

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
    new_bar: str  # at the left of what is new, and of what others have changed
    pointed: str  # at what the step changed that is pointed at
    then: str  # between two steps
    paid: str  # a coin
    unpaid: str
    lost: str
    filled: str  # a kind that is there
    hollow: str  # a kind that is missing
    branch: str  # a variation that leaves here, and others follow
    last_branch: str  # the last variation that leaves here
    star: str  # a turning point
    comment: str  # something was written here
    before: str  # points to the left
    differs: str  # not the same in both lines
    own: Mapping[str, str] = field(default_factory=dict)  # those of the game at the table, by name
    ascii_only: bool = False


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
    pointed="»",
    then="›",
    paid="●",
    unpaid="○",
    lost="×",
    filled="■",
    hollow="□",
    branch="├",
    last_branch="└",
    star="★",
    comment="·",
    before="◂",
    differs="≠",
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
    pointed="}",
    then=">",
    paid="$",
    unpaid=".",
    lost="x",
    filled="#",
    hollow=".",
    branch="+",
    last_branch="`",
    star="*",
    comment=".",
    before="<",
    differs="#",
    ascii_only=True,
)


@dataclass(frozen=True)
class OwnSigns:
    """The signs of a game beside those that every table has, by name, and their stand-ins in ASCII."""

    unicode: Mapping[str, str] = field(default_factory=dict)
    ascii: Mapping[str, str] = field(default_factory=dict)
    legend: tuple[tuple[str, str], ...] = ()  # name of a sign, its meaning
    shared: tuple[tuple[str, str], ...] = ()  # what signs of every table mean in this game; they are in braces
    abbreviations: tuple[
        tuple[str, str], ...
    ] = ()  # what is written short on the table, with signs in braces; its meaning


NO_OWN_SIGNS: Final = OwnSigns()


def signs_with(own: OwnSigns, *, ascii_only: bool) -> Signs:
    """The signs of a table where a game with these own signs is played."""
    return replace(ASCII_SIGNS, own=own.ascii) if ascii_only else replace(UNICODE_SIGNS, own=own.unicode)


def shared_legend(signs: Signs, own: OwnSigns = NO_OWN_SIGNS) -> list[tuple[str, str]]:
    """The meaning of each sign that every table has, and of the words that mark a game. Not those of the signs of a game
    (`OwnSigns.legend`)."""
    return [
        (signs.cursor, "the cursor"),
        (signs.usable, "can be used now"),
        (signs.selected, "is chosen"),
        (signs.affected, "goes with the answer"),
        *[(shown.format(**vars(signs)), meaning) for shown, meaning in own.shared],
        (signs.new_bar, "new; at a name, whose turn it is"),
        (signs.pointed, "changed by the step pointed at"),
        (signs.then, "and then"),
        (signs.up + signs.down, "more answers above, below"),
        ("peeked", "taken back past something new"),
        ("reshuffled", "what was hidden was drawn again"),
    ]
