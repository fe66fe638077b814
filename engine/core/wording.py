"""Words that the sentences of every game need: the name of a player, a number with its noun, and the nearest known word."""

from collections.abc import Iterable


def seat_name(seat: int, names: tuple[str, ...]) -> str:
    """The name of the player at a seat; "Player N", counted from 1, if the seat has no name."""
    return names[seat] if seat < len(names) else f"Player {seat + 1}"


def plural(count: int, singular: str, plural_form: str = "") -> str:
    """ "1 card", "3 cards". Without `plural_form`, the plural is `singular` and an s."""
    return f"{count} {singular if count == 1 else plural_form or singular + 's'}"


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def in_words(count: int, singular: str, plural_form: str = "") -> str:
    """ "three cards", "no card", "14 cards". Without `plural_form`, the plural is `singular` and an s."""
    word = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{word} {singular if count < 2 else plural_form or singular + 's'}"


def copies_of(name: str, copies: int) -> str:
    """ "Urn", "two Urns", "three Boxes of Food", "two Shabti": so many pieces of a name. A plural stays as it is."""
    if copies < 2:
        return name
    head, of, rest = name.partition(" of ")
    if head.endswith("gus"):
        head = f"{head[:-2]}i"
    elif head.endswith(("x", "ch", "sh")):
        head += "es"
    elif head.endswith("y") and head[-2:-1] not in ("a", "e", "o", "u"):
        head = f"{head[:-1]}ies"
    elif head[-1:].isalpha() and not head.endswith(("s", "i")):
        head += "s"
    return in_words(copies, "", f"{head}{of}{rest}")


def nearest_word(word: str, known: Iterable[str]) -> str:
    """The closest known word, ignoring case; "" if none is close."""
    from difflib import get_close_matches  # slow to import, and rarely needed

    known_words = {name.casefold(): name for name in sorted(known)}
    matches = get_close_matches(word.casefold(), known_words, 1, 0.5)
    return known_words[matches[0]] if matches else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of an error message that suggests the closest known word; "" if none is close."""
    nearest = nearest_word(word, known)
    return f"; did you mean {nearest!r}?" if nearest else ""
