"""The daily game: one setup for each date (UTC), the same for everybody.

The seed names the date and the rules number, and all else is drawn from the seed: edition, number of players, who begins, and
opponents that think by simulations, so that they play the same on every machine. Other rules make another game, so results of
different rules are never compared.

The first attempt counts. No file says so: the saves do, those in the bin too.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import Final

from ai.bots.levels import LEVELS
from ai.kit import kit_of
from engine.core.game import CURRENT_RULES, Setup
from engine.core.luck import seeded_hash
from engine.core.variant import Variant
from engine.games import GAMES
from saves.save_info import SaveInfo
from saves.shelf import Shelf
from vok_tui.game.seating import make_setup
from vok_tui.records.daily_text import share_line

RULES_NUMBERS: Final = 1000  # the last digits of the seed are the rules number, those before it the date
DAILY_STREAM: Final = 0x4441494C  # keeps these draws apart from other uses of the seed
FORM_DRAW, FIRST_DRAW, LEVEL_DRAW = range(3)
USUAL_PLAYERS: Final = range(2, 5)


def today() -> date:
    """The date in UTC: a daily game changes everywhere at the same moment."""
    return datetime.now(UTC).date()


def daily_setup(day: date, game: str, name: str = "") -> Setup:
    """The daily game of a date, with the player's name ("" for the default)."""
    seed = int(f"{day:%Y%m%d}") * RULES_NUMBERS + CURRENT_RULES
    editions = GAMES[game].editions()
    every = [(one.name, players) for one in editions for players in range(one.min_players, one.max_players + 1)]
    forms = [(edition, players) for edition, players in every if players in USUAL_PLAYERS] or every
    edition, players = forms[seeded_hash(seed, DAILY_STREAM, FORM_DRAW) % len(forms)]
    known = [level for level in kit_of(GAMES[game]).level_names() if not LEVELS[level].budget.milliseconds]
    levels = [known[seeded_hash(seed, DAILY_STREAM, LEVEL_DRAW, place) % len(known)] for place in range(1, players)]
    first = 1 + seeded_hash(seed, DAILY_STREAM, FIRST_DRAW) % players
    return make_setup([name, *[""] * (players - 1)], levels, seed, first, Variant(edition), game)


def date_of(setup: Setup) -> date | None:
    """The date whose daily game a setup is; None for any other game, and for a daily game of other rules than today's."""
    if setup.game not in GAMES or setup.seed % RULES_NUMBERS != CURRENT_RULES or setup.rules != CURRENT_RULES:
        return None
    try:
        day = date.fromisoformat(str(setup.seed // RULES_NUMBERS))
    except ValueError:
        return None
    return day if is_same_game(setup, daily_setup(day, setup.game)) else None


def is_same_game(one: Setup, other: Setup) -> bool:
    """Whether two setups differ in names alone."""
    return (
        one.with_seats_and_seed((), 0) == other.with_seats_and_seed((), 0)
        and one.seed == other.seed
        and _players(one) == _players(other)
    )


def first_attempt(saves: Iterable[SaveInfo], setup: Setup) -> SaveInfo | None:
    """The save that counts for the daily game of a setup; None if it was not begun. A game that was read from a text, or that
    goes on from a finished one, is no attempt."""
    attempts = [
        save
        for save in saves
        if save.setup is not None and is_same_game(save.setup, setup) and not (save.origin or save.label.imported)
    ]
    return min(attempts, key=lambda save: (save.created, save.path.name), default=None)


def restore_first_attempt(shelf: Shelf, setup: Setup) -> SaveInfo | None:
    """The first attempt, to be opened: put back if it lies in the bin. None if there is none. Raises SaveError."""
    first = first_attempt(shelf.list_saves_and_bin(GAMES), setup)
    if first is not None and first.path.parent == shelf.bin:
        return first._replace(path=shelf.restore_from_bin(first.path))
    return first


def share_line_if_finished(shelf: Shelf, setup: Setup) -> str:
    """The line to share of a game that was played to its end: that of the first attempt, if it is a daily game and the first
    attempt is finished; else "". Raises SaveError."""
    day = date_of(setup)
    first = first_attempt(shelf.list_saves_and_bin(GAMES), setup) if day is not None else None
    return share_line(day, first) if day is not None and first is not None and first.finished else ""


def _players(setup: Setup) -> list[tuple[str, int]]:
    return [(seat.level, seat.simulations) for seat in setup.seats]
