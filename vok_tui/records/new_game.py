"""A new game from the options of the command line and the form: its setup, and who sits where."""

from collections.abc import Sequence
from secrets import randbelow
from typing import Final

from ai.value_file import CURRENT_VALUES
from engine.core.game import CURRENT_RULES, HUMAN, Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.setup import BASE_VARIANT, FIRST_WORDED_SEED, Variant
from engine.games import GAMES
from saves.clean_text import clean_and_cut
from vok_tui.boards.table_kit import TableKit, table_kit_of
from vok_tui.game.lesson import Lesson
from vok_tui.shared import levels

FIRST_BY_LOT: Final = 0  # the seed decides who begins
FIRST_TURN_STREAM: Final = 0x46495253  # keeps this draw apart from other uses of the seed
DEFAULT_NAME: Final = "You"  # of the only human player


def random_seed() -> int:
    """A seed with 60 random bits: who sees a part of the cards cannot find it by trying. `seed_text` writes it as words that can
    be told to a friend."""
    return FIRST_WORDED_SEED + randbelow(FIRST_WORDED_SEED)


def make_setup(
    names: Sequence[str],
    levels: Sequence[str],
    seed: int | None,
    first: int = FIRST_BY_LOT,
    variant: Variant = BASE_VARIANT,
    game: str = GAMES.default,
) -> Setup:
    """A setup with one seat for each name.

    The first name is that of a human; `levels` are those of the other names, in order. An empty name gets a default, and a name
    that occurs twice gets a number. `first` is the place among the names of the player who begins, from 1, or FIRST_BY_LOT. That
    player gets seat 0, and the others follow in order. Without a `seed`, a random one is used.
    """
    kit = table_kit_of(GAMES[game])
    seats: list[Seat] = []
    for place, level in enumerate((HUMAN, *levels[: len(names) - 1])):
        name = clean_and_cut(names[place]) or default_name(kit, place, level, several_humans=HUMAN in levels)
        while any(name == seat.name for seat in seats):
            name = f"{clean_and_cut(name)[:36]} {place + 1}"
        seats.append(Seat(name, level))
    seed = random_seed() if seed is None else seed
    first_place = draw_first_place(seed, len(seats)) if first == FIRST_BY_LOT else first - 1
    return Setup(
        game,
        (*seats[first_place:], *seats[:first_place]),
        seed,
        variant,
        values=CURRENT_VALUES,
    )


def lesson_setup(lesson: Lesson, name: str) -> Setup:
    """The setup of a guided game for a player with this name, who begins."""
    names = [name, *[""] * len(lesson.levels)]
    return make_setup(names, lesson.levels, lesson.seed, 1, lesson.variant, lesson.game)


def setup_with_levels(setup: Setup, seats: Sequence[Seat], levels: Sequence[str]) -> Setup:
    """The same deal with these levels (or HUMAN) on its seats. A seat that keeps its level keeps its budget too."""
    new_seats = [
        Seat(seat.name, level, seat.simulations if level == seat.level else 0)
        for seat, level in zip(seats, levels, strict=True)
    ]
    return setup.with_seats_and_seed(tuple(new_seats), setup.seed)


def draw_first_place(seed: int, player_count: int) -> int:
    """The place of the player who begins, from 0, drawn from the seed."""
    return seeded_hash(seed, FIRST_TURN_STREAM) % player_count


def default_name(kit: TableKit, place: int, level: str, *, several_humans: bool = False) -> str:
    """The default name for a seat. With several humans, nobody is called "You"."""
    if level != HUMAN:
        return kit.opponent_names[(place - 1) % len(kit.opponent_names)]
    return f"Player {place + 1}" if place or several_humans else DEFAULT_NAME


def rematch_setup(setup: Setup) -> Setup:
    """The same players with another seed, the current rules and today's learned values. The next player begins, and `equal` is
    resolved again."""
    seats = (*setup.seats[1:], setup.seats[0])
    next_game = setup.with_seats_and_seed(seats, random_seed()).with_rules(CURRENT_RULES).with_values(CURRENT_VALUES)
    return levels.unresolve_equal(next_game)
