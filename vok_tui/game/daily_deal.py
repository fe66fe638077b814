"""The deals of daily games: which seeds are a day's, and which of these games were begun here.

A line in `daily-games.jsonl`, in the data folder, says that a game with the deal of a day was begun. It stays when the save goes.
"""

import json
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

from engine.core.game import Setup
from vok_tui.shared.paths import append_line, read_lines

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
    for fields in read_lines(home, FILE_NAME, MAX_READ_BYTES, MAX_LINE_BYTES):
        words = [fields.get(name) for name in ("game", "edition", "seed", "id")]
        players = fields.get("players")
        if all(isinstance(word, str) for word in words) and type(players) is int and fields["seed"].isdecimal():
            deal = DailyDeal(fields["game"], fields["edition"], players, int(fields["seed"]))
            begun.setdefault(deal, fields["id"])
    return begun
