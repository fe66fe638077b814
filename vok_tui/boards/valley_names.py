"""Names: of cards where there is little room, of the inks of the sets, of who sits there."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from engine.core.rules import HUMAN, NOBODY
from engine.valley.view import Face, View
from vok_tui.equal import EQUAL, is_equal, spoken
from vok_tui.panes.text import fit

STARTER: Final = 0  # the seat with the first turn
SMALL_WORDS: Final = ("of", "the")
# A set of the one game has the ink of the set of the same size in the other; their signs tell them apart.
INKS: Final = {
    "sarcophagi": "sarcophagi",
    "canopic jars": "jars",
    "amulets": "amulets",
    "books": "books",
    "statues": "statues",
    "mummification": "sarcophagi",
    "jewelry": "jars",
    "chambers": "amulets",
    "weapons": "books",
    "tomb art": "statues",
    "unique": "unique",
    "starter": "starter",
}
GAME_INKS: Final = {"base": "gold", "afterlife": "lapis"}
KINDS_OF_CARD: Final = {"starter": "Starter", "unique": "Unique artifact"}


def whose(view: View, names: Sequence[str], own: str = "Your") -> str:
    """To whom the hand and the tomb belong that are shown: "Your"; for who looks on from no seat, "Ann's"."""
    return f"{names[view.mine.seat]}'s" if view.viewer == NOBODY else own


def set_ink(name: str) -> str:
    """The ink of a set; that of unique artifacts for a set that we do not know."""
    return INKS.get(name.casefold(), "unique")


def game_ink(edition: str) -> str:
    """The ink of the sign of a game; that of starters for cards of both."""
    return GAME_INKS.get(edition, "starter")


def set_word(name: str) -> str:
    """The set as a word: "Statues", "Starter"."""
    return {"starter": "Starter", "unique": "Unique"}.get(name, name)


def short_name(face: Face, width: int, more: str) -> str:
    """The name; where it is too long, the brief one; else that, cut."""
    return face.name if cell_len(face.name) <= width else fit(brief_name(face), width, more)


def brief_name(face: Face) -> str:
    """The name without the words that its set says anyway: "Gates" for "Book of Gates"."""
    said = [word.casefold() for word in face.set.split()]
    words = [word for word in face.name.split() if not any(_same_word(word.casefold(), other) for other in said)]
    while len(words) > 1 and words[0] in SMALL_WORDS:
        del words[0]
    return " ".join(words) or face.name


def player_word(level: str) -> str:
    """What sits there: "person", or the level of an opponent; of a settled `equal` just that."""
    return "person" if level == HUMAN else EQUAL if is_equal(level) else level


def level_word(level: str) -> str:
    """The same in full: "equal, like priest"."""
    return spoken(level) if is_equal(level) else player_word(level)


def cut(name: str, most: int) -> str:
    """A name abbreviated to so many letters: "Trav.". A small word at its end goes too: "Box." of a Box of Food."""
    if len(name) <= most:
        return name
    words = name[: most - 1].split()
    while len(words) > 1 and words[-1] in SMALL_WORDS:
        del words[-1]
    return " ".join(words) + "."


def _same_word(word: str, of_set: str) -> bool:
    """Whether a word of a name is the singular of a word of its set: "Jar" of "Jars", "Sarcophagus" of "Sarcophagi"."""
    return len(word) > 2 and (of_set == word + "s" or of_set == word or of_set[:-1] == word[:-2])
