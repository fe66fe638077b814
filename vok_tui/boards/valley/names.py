"""Short names of cards, inks of sets and editions, and words for players."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rich.cells import cell_len

from engine.core.game import HUMAN, NOBODY
from engine.valley.view import Face, View
from vok_tui.levels.equal_level import is_equal_level, level_or_equal, level_text
from vok_tui.painting.text import fit

FIRST_SEAT: Final = 0  # takes the first turn
NICKNAMES: Final = {"Book of Traversing Eternity": "Eternity", "Hounds and Jackals Game": "Hounds and Jackals"}
"""Brief names of cards that are long without the words of their set."""
SMALL_WORDS: Final = ("of", "the")
# A set of the one game has the ink of the set of the same size in the other; their signs tell them apart.
SET_INKS: Final = {
    "sarcophagi": "clay",
    "canopic jars": "teal",
    "amulets": "amber",
    "books": "olive",
    "statues": "sky",
    "mummification": "clay",
    "jewelry": "teal",
    "chambers": "amber",
    "weapons": "olive",
    "tomb art": "sky",
    "unique": "rose",
    "starter": "ash",
}
EDITION_INKS: Final = {"base": "gold", "afterlife": "lapis"}
CARD_TYPES: Final = {"starter": "Starter", "unique": "Unique artifact"}


def owner_text(view: View, names: Sequence[str], own: str = "Your") -> str:
    """The owner of the shown hand and tomb: "Your"; for a spectator without a seat, "Ann's"."""
    return f"{names[view.mine.seat]}'s" if view.viewer == NOBODY else own


def ink_of_set(set_name: str) -> str:
    """The ink of a set; that of unique artifacts for an unknown set."""
    return SET_INKS.get(set_name.casefold(), SET_INKS["unique"])


def edition_ink(edition: str) -> str:
    """The ink of an edition's sign; that of starters for cards of both editions."""
    return EDITION_INKS.get(edition, SET_INKS["starter"])


def word_of_set(set_name: str) -> str:
    """The set as a word: "Statues", "Starter"."""
    return {"starter": "Starter", "unique": "Unique"}.get(set_name, set_name)


def short_name(face: Face, width: int, cut_sign: str) -> str:
    """The full name if it fits, else the brief name, cut if necessary."""
    names = (face.name, brief_name_with_article(face), brief_name(face))
    return next((name for name in names if cell_len(name) <= width), fit(brief_name(face), width, cut_sign))


def brief_name_with_article(face: Face) -> str:
    """The brief name for a text that does not show the set: "The Earth" for "Book of the Earth"."""
    brief = brief_name(face)
    return f"The {brief}" if face.name.endswith(f" the {brief}") else brief


def name_on_two_lines(face: Face, width: int, second_width: int) -> tuple[str, str]:
    """The full name of a card of a set, broken into two lines: before what the set is called, if this stands at the end. Both are
    "" if the name fits on one line, or not even on two."""
    words, brief = face.name.split(), len(brief_name(face).split())
    if cell_len(face.name) <= width or face.vp:
        return "", ""
    ends_with_set = words[:brief] == brief_name(face).split() and brief < len(words)
    for count in [brief] if ends_with_set else range(len(words) - 1, 0, -1):
        first, second = " ".join(words[:count]), " ".join(words[count:])
        if cell_len(first) <= width:
            return (first, second) if cell_len(second) <= second_width else ("", "")
    return "", ""


def brief_name(face: Face) -> str:
    """The name without words of its set: "Gates" for "Book of Gates"."""
    return _without_set_words(face.name, face.set)


@lru_cache(512)
def _without_set_words(name: str, set_name: str) -> str:
    """Cached, because each picture of the table asks it for all cards of all tombs."""
    if name in NICKNAMES:
        return NICKNAMES[name]
    said = [word.casefold() for word in set_name.split()]
    words = [word for word in name.split() if not any(_same_word(word.casefold(), other) for other in said)]
    while len(words) > 1 and words[0] in SMALL_WORDS:
        del words[0]
    return " ".join(words) or name


def player_text(level: str) -> str:
    """The word for a player: "person", or the level; for a resolved `equal` just "equal"."""
    return "person" if level == HUMAN else level_or_equal(level)


def level_in_full(level: str) -> str:
    """The same in full: "equal, like priest"."""
    return level_text(level) if is_equal_level(level) else player_text(level)


def abbreviate(name: str, max_letters: int) -> str:
    """A name abbreviated to `max_letters` letters: "Trav."; without a small word at the end: "Box." for Box of Food."""
    if len(name) <= max_letters:
        return name
    words = name[: max_letters - 1].split()
    while len(words) > 1 and words[-1] in SMALL_WORDS:
        del words[-1]
    return " ".join(words) + "."


def _same_word(word: str, of_set: str) -> bool:
    """Whether a word is the singular of a word of the set: "Jar" of "Jars", "Sarcophagus" of "Sarcophagi"."""
    return len(word) > 2 and (of_set == word + "s" or of_set == word or of_set[:-1] == word[:-2])
