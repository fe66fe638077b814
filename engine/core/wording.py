"""Words that the sentences of every game need: the name of a player, and a number with its noun."""

import difflib
from collections.abc import Iterable


def seat_name(seat: int, names: tuple[str, ...]) -> str:
    """The name of the player at a seat; "Player N", counted from 1, if the seat has no name."""
    return names[seat] if seat < len(names) else f"Player {seat + 1}"


def plural(count: int, singular: str, plural_form: str = "") -> str:
    """ "1 card", "3 cards". Without `plural_form`, the plural is `singular` and an s."""
    return f"{count} {singular if count == 1 else plural_form or singular + 's'}"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of an error message that suggests the closest known word, ignoring case; "" if none is close."""
    known_words = {name.casefold(): name for name in sorted(known)}
    matches = difflib.get_close_matches(word.casefold(), known_words, 1)
    return f"; did you mean {known_words[matches[0]]!r}?" if matches else ""
