"""The small signs of the table: one set for most terminals, one for terminals that show only ASCII.

Wherever a colour means something there is also a sign, so the table can be read without colours. All signs are one cell wide in
common fonts. Characters that Textual itself draws are replaced by ASCII in the driver (`vok_tui.terminal.glyphs`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from vok_tui.painting.grid import Brush


@dataclass(frozen=True)
class Signs:
    """The signs that every table has, and those of one game."""

    cursor: str  # marks what the keys act on
    selected: str  # the selected card
    affected: str  # would be moved by the answer under the cursor
    usable: str  # answers the open question
    rule: str  # a horizontal line
    becomes: str  # between an old value and a new one
    times: str
    more: str  # the text is cut off here
    up: str
    down: str
    done: str
    new_bar: str  # to the left of what is new or was changed by others
    changed_by_step: str  # beside what the highlighted step changed
    then: str  # between two steps
    paid: str  # a coin
    unpaid: str
    lost: str
    filled: str  # a kind that is present
    hollow: str  # a kind that is missing
    branch: str  # a variation that branches off here; more follow
    star: str  # a turning point
    comment: str  # something was written here
    before: str  # points to the left
    differs: str  # not the same in both variations
    minus: str  # before a number
    game_signs: Mapping[str, str] = field(default_factory=dict)  # those of the game at the table, by name
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
    changed_by_step="»",
    then="›",
    paid="●",
    unpaid="○",
    lost="×",
    filled="■",
    hollow="□",
    branch="├",
    star="★",
    comment="·",
    before="◂",
    differs="≠",
    minus="−",
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
    changed_by_step="}",
    then=">",
    paid="$",
    unpaid=".",
    lost="x",
    filled="#",
    hollow=".",
    branch="+",
    star="*",
    comment=".",
    before="<",
    differs="#",
    minus="-",
    ascii_only=True,
)


@dataclass(frozen=True)
class GameSigns:
    """The signs of one game, by name: those that no other table has, and their replacements in ASCII."""

    unicode: Mapping[str, str] = field(default_factory=dict)
    ascii: Mapping[str, str] = field(default_factory=dict)
    legend: tuple[tuple[str, str], ...] = ()  # name of a sign, and its meaning
    shared: tuple[tuple[str, str], ...] = ()  # signs of every table (names in braces), and their meaning in this game
    abbreviations: tuple[
        tuple[str, str], ...
    ] = ()  # abbreviations on the table (names of signs in braces), and their meaning


NO_GAME_SIGNS: Final = GameSigns()
MINUS: Final = UNICODE_SIGNS.minus  # the driver writes it in ASCII where necessary


def signed(number: float, digits: int = 0, *, ascii_only: bool = False) -> str:
    """A number with its sign, a plus or the typographic minus: "+3", "−2.5"."""
    text = f"{number:+,.{digits}f}"
    return text if ascii_only else text.replace("-", MINUS)


def signs_with(game_signs: GameSigns, *, ascii_only: bool) -> Signs:
    """All signs of a table, with those of the game that is played there."""
    if ascii_only:
        return replace(ASCII_SIGNS, game_signs=game_signs.ascii)
    return replace(UNICODE_SIGNS, game_signs=game_signs.unicode)


def shared_legend(signs: Signs, game_signs: GameSigns = NO_GAME_SIGNS) -> list[tuple[str, str]]:
    """The signs that every table has and the words that mark a game, each with its meaning. For the signs that only one game
    has see `GameSigns.legend`."""
    return [
        (signs.cursor, "the cursor"),
        (signs.usable, "can be used now"),
        (signs.selected, "is chosen"),
        (signs.affected, "goes with the answer"),
        *[(template.format(**vars(signs)), meaning) for template, meaning in game_signs.shared],
        (signs.new_bar, "new; at a name, whose turn it is"),
        (signs.changed_by_step, "changed by the step pointed at"),
        (signs.then, "and then"),
        (signs.up + signs.down, "more answers above, below"),
        ("peeked", "taken back past something new"),
        ("redealt", "what was hidden was dealt again"),
        ("helped", "played with hints: not rated"),
    ]


def paint_more_signs(brush: "Brush", signs: Signs, top: int, total: int) -> None:
    """Paint at the right of a list the signs that some of its `total` lines are above or below those that are shown from `top`
    on."""
    if top:
        brush.write_right(0, signs.up, "lapis")
    if top + brush.height < total:
        brush.write_right(brush.height - 1, signs.down, "lapis")
