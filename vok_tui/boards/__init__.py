"""The boards and table kits of the games: how each game looks, and what else it brings for the terminal."""

from typing import Any

from ai.kit import kit_of
from engine.core.game import Game
from engine.games import GAMES, load_object
from vok_tui.boards.table_kit import TableKit


def table_kit_of(game: Game[Any]) -> TableKit:
    """The table kit that the kit of a game names; the default `TableKit` if it names none."""
    object_path = kit_of(game).table
    if not object_path:
        return TableKit(game)
    kit: TableKit = load_object(object_path)
    return kit


def all_table_kits() -> dict[str, TableKit]:
    """The table kits of all games, by the name of the game."""
    return {name: table_kit_of(game) for name, game in GAMES.items()}
