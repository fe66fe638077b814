"""All games that there are, by name."""

from typing import Any, Final

from engine.core.game import Game
from engine.valley.game import VALLEY

GAMES: Final[dict[str, Game[Any]]] = {"valley": VALLEY}
