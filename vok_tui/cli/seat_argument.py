"""Finds the seat that an argument names, if its cards may be seen."""

from typing import TYPE_CHECKING

from vok_tui.errors import CommandError
from vok_tui.suggestion import suggestion

if TYPE_CHECKING:
    from engine.core.history.match import Match


def find_seat_to_see(match: "Match", word: str) -> int:
    """The seat with this name, or with this number from 1. While a person plays in a game that is not over, only the seats of
    persons may be looked from. Raises CommandError."""
    from engine.core.game import HUMAN
    from saves.text import text_would_reveal_secrets

    names = [seat.name for seat in match.setup.seats]
    folded = [name.casefold() for name in names]
    if word.casefold() in folded:
        seat = folded.index(word.casefold())
    elif word.isdecimal() and 1 <= int(word[:4]) <= len(names):
        seat = int(word) - 1
    else:
        raise CommandError(f'nobody is called "{word}" in this game{suggestion(word, names)}')
    if text_would_reveal_secrets(match) and match.setup.seats[seat].level != HUMAN:
        raise CommandError(f"{names[seat]} is no person, and this game is not over: its cards can be seen at its end")
    return seat


def human_seats(match: "Match") -> list[int]:
    """The seats of persons."""
    from engine.core.game import HUMAN

    return [place for place, seat in enumerate(match.setup.seats) if seat.level == HUMAN]
