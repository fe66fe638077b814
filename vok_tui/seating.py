"""Who sits at a new table: from what was asked for, with a good guess for what was not, to a setup."""

import os
from collections.abc import Sequence
from typing import Final

from engine.core.rules import HUMAN, Seat, Setup
from saves.names import clean
from vok_tui.start import Start

OPPONENTS: Final = ("Khety", "Merit", "Senmut")
FIRST_LEVEL: Final = "scribe"  # a fair first opponent
MOST_SEED: Final = (1 << 63) - 1


def any_seed() -> int:
    """A seed by chance, short enough to be told to a friend."""
    return int.from_bytes(os.urandom(8)) % 1_000_000


def setup(names: Sequence[str], levels: Sequence[str], seed: int | None) -> Setup:
    """A table of as many seats as there are names, the first one a person's; `levels` are those of the others. Two names that
    look the same get a number, empty ones a guess."""
    seats: list[Seat] = []
    for place, level in enumerate((HUMAN, *levels[: len(names) - 1])):
        name = clean(names[place]) or default_name(place, level, HUMAN in levels)
        while any(name == seat.name for seat in seats):
            name = f"{clean(name)[:36]} {place + 1}"
        seats.append(Seat(name, level))
    return Setup("valley", tuple(seats), any_seed() if seed is None else seed)


def default_name(place: int, level: str, friends: bool = False) -> str:
    """A name for a seat. Where several people play, nobody can be "You"."""
    if level != HUMAN:
        return OPPONENTS[place - 1]
    return f"Player {place + 1}" if place or friends else "You"


def asked_for(start: Start) -> tuple[list[str], list[str], int | None]:
    """Names (some may be empty), levels of the opponents, seed: as the command line and config.toml have them."""
    players = start.players or max(2, len(start.names), len(start.levels) + 1)
    names = [*start.names, *[""] * 4][:players]
    names[0] = names[0] or start.config.name
    levels = start.levels if len(start.levels) > 1 else (start.levels or (FIRST_LEVEL,)) * (players - 1)
    return names, [*levels, *[FIRST_LEVEL] * 3][: players - 1], start.seed


def again(before: Setup, seed: int | None = None) -> Setup:
    """The same seats, by another seed unless one is given."""
    return Setup(before.game, before.seats, any_seed() if seed is None else seed, before.edition)
