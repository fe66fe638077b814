"""Short names of cards, inks of sets and editions, and texts about players."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rich.cells import cell_len

from engine.core.game import HUMAN, NOBODY
from engine.valley.rules.scoring import SOLITAIRE_RANKS, solitaire_rank
from engine.valley.view import Face, View
from vok_tui.painting.grid import fit
from vok_tui.shared.levels import is_equal_level, level_or_equal, level_text

FIRST_SEAT: Final = 0  # takes the first turn
SPECIAL_BRIEF_NAMES: Final = {
    "Book of Traversing Eternity": "Eternity",
    "Hounds and Jackals Game": "Hounds and Jackals",
}
"""Brief names of cards that are still long without the words of their set."""
SMALL_WORDS: Final = ("of", "the")
# Sets of the same size in the two games share an ink; their signs tell them apart.
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
ROMAN_LEVELS: Final = ("", "I", "II", "III")
CARD_TYPES: Final = {"starter": "Starter", "unique": "Unique artifact"}


def owner_text(view: View, names: Sequence[str], your: str = "Your") -> str:
    """The owner of the shown hand and tomb: `your` for the viewer; for a spectator "Ann's"."""
    return f"{names[view.mine.seat]}'s" if view.viewer == NOBODY else your


def ink_of_set(set_name: str) -> str:
    """The ink of a set; for an unknown set, that of unique artifacts."""
    return SET_INKS.get(set_name.casefold(), SET_INKS["unique"])


def edition_ink(edition: str) -> str:
    """The ink of an edition's sign; for cards of both editions, that of starters."""
    return EDITION_INKS.get(edition, SET_INKS["starter"])


def set_name_on_card(set_name: str) -> str:
    """The name of a set on a card: "Statues", "Starter"."""
    return {"starter": "Starter", "unique": "Unique"}.get(set_name, set_name)


def fitted_name(face: Face, width: int, cut_sign: str) -> str:
    """The longest name of a card that fits into `width` cells, beginning with the full name; else the brief name, cut."""
    names = (face.name, brief_name_with_article(face), _name_without_set(face.name, face.set), brief_name(face))
    fitting = [name for name in names if cell_len(name) <= width]
    return max(fitting, key=cell_len) if fitting else fit(brief_name(face), width, cut_sign)


def brief_name_with_article(face: Face) -> str:
    """The brief name for a text that does not show the set, with the article of the full name: "The Earth" for "Book of the
    Earth"."""
    brief = brief_name(face)
    return f"The {brief}" if face.name.endswith(f" the {brief}") else brief


def brief_name(face: Face) -> str:
    """The name without the words of its set: "Gates" for "Book of Gates"."""
    return SPECIAL_BRIEF_NAMES.get(face.name) or _name_without_set(face.name, face.set)


@lru_cache(512)
def _name_without_set(name: str, set_name: str) -> str:
    """A name without the words of its set. Cached, because each repaint of the table needs the names of all cards in all
    tombs."""
    set_words = [word.casefold() for word in set_name.split()]
    words = [word for word in name.split() if not any(_is_form_of(word.casefold(), other) for other in set_words)]
    while len(words) > 1 and words[0] in SMALL_WORDS:
        del words[0]
    return " ".join(words) or name


@lru_cache(32)
def level_or_person(level: str) -> str:
    """What plays a seat, in one word: "person", or the level; "equal" also for an `equal` that stands for another level."""
    return "person" if level == HUMAN else level_or_equal(level)


@lru_cache(32)
def level_in_full(level: str) -> str:
    """What plays a seat, in full: "person", or the level, as in "equal, like priest"."""
    return level_text(level) if is_equal_level(level) else level_or_person(level)


def abbreviate(name: str, max_letters: int) -> str:
    """A name cut to `max_letters` letters: "Trav."; without a small word at the end: "Box." for Box of Food."""
    if len(name) <= max_letters:
        return name
    words = name[: max_letters - 1].split()
    while len(words) > 1 and words[-1] in SMALL_WORDS:
        del words[-1]
    return " ".join(words) + "."


def _is_form_of(word: str, set_word: str) -> bool:
    """Whether a word is a word of the name of a set or its singular: "jar" of "jars", "sarcophagus" of "sarcophagi"."""
    return len(word) > 2 and (set_word in (word + "s", word) or set_word[:-1] == word[:-2])


def rank_texts(points: int) -> list[str]:
    """The rank of a solitaire game with this number of points, and what each higher one takes: "scribe", "priest at 90", ..."""
    higher = [f"{rank} at {min_points}" for min_points, rank in reversed(SOLITAIRE_RANKS) if min_points > points]
    return [solitaire_rank(points), *higher]
