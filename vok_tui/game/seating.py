"""Makes the setup of a new game from the options of the player, with defaults for the rest."""

import os
from collections.abc import Sequence
from typing import Final

from ai.kit import kit_of
from engine.core.game import CURRENT_RULES, HUMAN, MAX_SEATS, Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.variant import BASE_VARIANT, Variant
from engine.games import GAMES
from saves.clean_text import clean
from vok_tui.boards import table_kit_of
from vok_tui.boards.table_kit import TableKit
from vok_tui.game.start_options import StartOptions
from vok_tui.levels import equal_level

FIRST_BY_LOT: Final = 0  # the seed decides who takes the first turn
FIRST_TURN_STREAM: Final = 0x46495253  # keeps this draw apart from other uses of the seed


def random_seed() -> int:
    """A random seed, short enough to tell a friend."""
    return int.from_bytes(os.urandom(8)) % 1_000_000


def make_setup(
    names: Sequence[str],
    levels: Sequence[str],
    seed: int | None,
    first: int = FIRST_BY_LOT,
    variant: Variant = BASE_VARIANT,
    game: str = GAMES.default,
) -> Setup:
    """A setup with one seat for each name.

    The first name is a human, and `levels` are those of the others. Empty names get a default, equal names a number. `first` is
    the place of the first player among the names, from 1 (or FIRST_BY_LOT). This player gets seat 0, and the others follow in
    order.
    """
    kit = table_kit_of(GAMES[game])
    seats: list[Seat] = []
    for place, level in enumerate((HUMAN, *levels[: len(names) - 1])):
        name = clean(names[place]) or default_name(kit, place, level, several_humans=HUMAN in levels)
        while any(name == seat.name for seat in seats):
            name = f"{clean(name)[:36]} {place + 1}"
        seats.append(Seat(name, level))
    seed = random_seed() if seed is None else seed
    first_place = draw_first_player(seed, len(seats)) if first == FIRST_BY_LOT else first - 1
    return Setup(
        game,
        (*seats[first_place:], *seats[:first_place]),
        seed,
        variant,
    )


def reseated_setup(before: Setup, seats: Sequence[Seat], levels: Sequence[str]) -> Setup:
    """The same deal with other levels, or people, on its seats. A seat that keeps its level keeps what it may spend."""
    chosen = [
        Seat(seat.name, level, seat.simulations if level == seat.level else 0)
        for seat, level in zip(seats, levels, strict=True)
    ]
    return before.with_seats_and_seed(tuple(chosen), before.seed)


def draw_first_player(seed: int, players: int) -> int:
    """The place of the first player, from 0, drawn by lot. Depends only on the seed."""
    return seeded_hash(seed, FIRST_TURN_STREAM) % players


def default_name(kit: TableKit, place: int, level: str, *, several_humans: bool = False) -> str:
    """The default name for a seat. With several humans, nobody is called "You"."""
    if level != HUMAN:
        return kit.opponent_names[(place - 1) % len(kit.opponent_names)]
    return f"Player {place + 1}" if place or several_humans else "You"


def setup_arguments(
    start: StartOptions, default_level: str = ""
) -> tuple[list[str], list[str], int | None, int, Variant, str]:
    """The arguments for `make_setup`, from options and config.toml: names (some may be empty), levels of the opponents, seed,
    first player, variant and game. `default_level` replaces the default level of the game."""
    players = start.players or max(
        GAMES[start.game].edition(start.variant.edition).min_players,
        len(start.names),
        len(start.levels) + 1,
        start.first or FIRST_BY_LOT,
    )
    names = [*start.names, *[""] * MAX_SEATS][:players]
    names[0] = names[0] or start.config.name
    default = default_level or kit_of(GAMES[start.game]).default_level()
    levels = start.levels if len(start.levels) > 1 else (start.levels or (default,)) * (players - 1)
    return (
        names,
        [*levels, *[default] * MAX_SEATS][: players - 1],
        start.seed,
        start.first or FIRST_BY_LOT,
        start.variant,
        start.game,
    )


def rematch_setup(before: Setup) -> Setup:
    """The same people with another seed and today's rules. The next player begins, and an `equal` is tuned again."""
    seats = (*before.seats[1:], before.seats[0])
    return equal_level.unresolve_equal(before.with_seats_and_seed(seats, random_seed()).with_rules(CURRENT_RULES))
