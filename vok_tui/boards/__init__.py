"""The boards: how each game looks on the table, and what else a game brings for the terminal."""

from typing import Any

from ai.kit import kit_of
from engine.core.game import Game
from engine.games import GAMES, load_object
from vok_tui.boards.table_kit import TableKit


def table_kit_of(game: Game[Any]) -> TableKit:
    """The table kit of a game; for a game whose kit names none, one with the defaults."""
    place = kit_of(game).table
    if not place:
        return TableKit(game)
    kit: TableKit = load_object(place)
    return kit


def all_table_kits() -> dict[str, TableKit]:
    """The table kits of all games, by the names of the games."""
    return {name: table_kit_of(game) for name, game in GAMES.items()}
