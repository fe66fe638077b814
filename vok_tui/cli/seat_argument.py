"""Finds the seat that an argument names, and checks that its cards may be seen."""

from typing import TYPE_CHECKING, Final

from vok_tui.errors import CommandError
from vok_tui.suggestion import suggestion_clause

if TYPE_CHECKING:
    from engine.core.history.match import Match

MAX_NUMBER_DIGITS: Final = 9  # of the number of a seat


def find_seat_to_see(match: "Match", word: str) -> int:
    """The seat with this name, or with this number from 1. Raises CommandError if there is none, or if its cards may not be seen:
    until a game with a human is over, only the cards of humans may."""
    from engine.core.game import HUMAN
    from saves.text import text_would_reveal_secrets

    names = [seat.name for seat in match.setup.seats]
    number = int(word) if word.isdecimal() and len(word) <= MAX_NUMBER_DIGITS else 0
    folded_names = [name.casefold() for name in names]
    if word.casefold() in folded_names:
        seat = folded_names.index(word.casefold())
    elif 1 <= number <= len(names):
        seat = number - 1
    else:
        raise CommandError(f'nobody is called "{word}" in this game{suggestion_clause(word, names)}')
    if text_would_reveal_secrets(match) and match.setup.seats[seat].level != HUMAN:
        raise CommandError(f"{names[seat]} is not human, so its cards cannot be seen before this game is over")
    return seat


def human_seats(match: "Match") -> list[int]:
    """The seats of humans."""
    from engine.core.game import HUMAN

    return [place for place, seat in enumerate(match.setup.seats) if seat.level == HUMAN]
