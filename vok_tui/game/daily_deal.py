"""The deals of daily games: which seeds are a day's, and which of these games were begun here.

A line in `daily-games.jsonl`, in the data folder, says that a game with the deal of a day was begun. It stays when the save goes.
"""

import json
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

from engine.core.game import Setup
from saves.errors import SaveError
from saves.format.file_start import open_for_reading
from vok_tui.shared.paths import append_line

FILE_NAME: Final = "daily-games.jsonl"
MAX_READ_BYTES: Final = 1 << 20
MAX_LINE_BYTES: Final = 500
RULES_FACTOR: Final = 1000  # the last three digits of the seed are the rules number, those before them the date


class DailyDeal(NamedTuple):
    """What decides the cards of a daily game: who plays and who begins does not."""

    game: str
    edition: str
    players: int
    seed: int


BegunDeals = dict[DailyDeal, str]  # the id of the first game that was begun with each


def deal_of(setup: Setup) -> DailyDeal:
    """The deal of a setup."""
    return DailyDeal(setup.game, setup.edition, setup.player_count, setup.seed)


def seed_of_day(day: date, rules: int) -> int:
    """The seed of the daily games of a date under these rules."""
    return int(f"{day:%Y%m%d}") * RULES_FACTOR + rules


def day_in_seed(setup: Setup) -> date | None:
    """The day whose daily game has the seed of a setup, also under the rules of then; None for any other seed."""
    if setup.seed % RULES_FACTOR != setup.rules:
        return None
    try:
        return date.fromisoformat(str(setup.seed // RULES_FACTOR))
    except ValueError:
        return None


def note_begun(home: Path, setup: Setup, game_id: str) -> None:
    """Note that the game with this id was begun, if it has the seed of a day and is the first with its deal. A disk that takes no
    line hinders no game."""
    if day_in_seed(setup) is not None and deal_of(setup) not in read_begun(home):
        fields = {**deal_of(setup)._asdict(), "seed": str(setup.seed), "id": game_id}
        with suppress(OSError):
            append_line(home, FILE_NAME, json.dumps(fields).encode())


def read_begun(home: Path) -> BegunDeals:
    """The deals with which games were begun. A line that cannot be read costs only that line."""
    begun: BegunDeals = {}
    try:
        with open_for_reading(home / FILE_NAME) as fd, open(fd, "rb", closefd=False) as file:
            lines = file.read(MAX_READ_BYTES).split(b"\n")
    except (SaveError, OSError):
        return begun
    for line in lines:
        with suppress(ValueError, KeyError, TypeError, RecursionError):
            if 0 < len(line) <= MAX_LINE_BYTES:
                fields = json.loads(line)
                deal = DailyDeal(
                    str(fields["game"]), str(fields["edition"]), int(fields["players"]), int(fields["seed"])
                )
                begun.setdefault(deal, str(fields["id"]))
    return begun
