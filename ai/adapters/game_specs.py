"""The specs of all games, by their names in `engine.GAMES`."""

from typing import Final

from ai.adapters import valley
from ai.adapters.game_spec import GameSpec

GAME_SPECS: Final[dict[str, GameSpec]] = {"valley": valley.VALLEY_SPEC}
