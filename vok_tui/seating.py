"""Who sits at a new table: from what was asked for, with a good guess for what was not, to a setup."""

import os
from collections.abc import Sequence
from typing import Final

from engine.core.luck import key
from engine.core.rules import HUMAN, RULES, Seat, Setup
from engine.valley.editions import EDITIONS
from saves.names import clean
from vok_tui import equal
from vok_tui.start import Box, Start

OPPONENTS: Final = ("Khety", "Merit", "Senmut", "Nofret", "Ankhu")
FIRST_LEVEL: Final = "scribe"  # a fair first opponent
LOT: Final = 0  # in place of who begins: the seed decides
FIRST_TURN: Final = 0x46495253  # the name of that lot among all that a seed decides


def any_seed() -> int:
    """A seed by chance, short enough to be told to a friend."""
    return int.from_bytes(os.urandom(8)) % 1_000_000


def setup(
    names: Sequence[str], levels: Sequence[str], seed: int | None, first: int = LOT, box: Box | None = None
) -> Setup:
    """A table of as many seats as there are names, the first one a person's; `levels` are those of the others. Two names that
    look the same get a number, empty ones a guess. Whoever is `first`, by place among the names from 1 on, or by `LOT`, takes
    the first turn: seat 0 is theirs, and the others follow in their order."""
    seats: list[Seat] = []
    for place, level in enumerate((HUMAN, *levels[: len(names) - 1])):
        name = clean(names[place]) or default_name(place, level, HUMAN in levels)
        while any(name == seat.name for seat in seats):
            name = f"{clean(name)[:36]} {place + 1}"
        seats.append(Seat(name, level))
    seed = any_seed() if seed is None else seed
    begins = drawn(seed, len(seats)) if first == LOT else first - 1
    box = box or Box()
    return Setup("valley", (*seats[begins:], *seats[:begins]), seed, box.edition, box.choices, box.cards)


def drawn(seed: int, players: int) -> int:
    """Upon whom the lot falls, by place from 0 on: with the same seed the same."""
    return key(seed, FIRST_TURN) % players


def default_name(place: int, level: str, friends: bool = False) -> str:
    """A name for a seat. Where several people play, nobody can be "You"."""
    if level != HUMAN:
        return OPPONENTS[place - 1]
    return f"Player {place + 1}" if place or friends else "You"


def asked_for(start: Start) -> tuple[list[str], list[str], int | None, int, Box]:
    """Names (some may be empty), levels of the opponents, seed, who begins, which cards: as the command line and config.toml
    have them."""
    players = start.players or max(
        EDITIONS[start.box.edition].least, len(start.names), len(start.levels) + 1, start.first or LOT
    )
    names = [*start.names, *[""] * (len(OPPONENTS) + 1)][:players]
    names[0] = names[0] or start.config.name
    levels = start.levels if len(start.levels) > 1 else (start.levels or (FIRST_LEVEL,)) * (players - 1)
    return names, [*levels, *[FIRST_LEVEL] * len(OPPONENTS)][: players - 1], start.seed, start.first or LOT, start.box


def rematch(before: Setup) -> Setup:
    """The same people by another seed and by today's rules; the next one begins, and an `equal` is tuned anew."""
    seats = (*before.seats[1:], before.seats[0])
    return equal.unsettled(before.reseated(seats, any_seed()).with_rules(RULES))
