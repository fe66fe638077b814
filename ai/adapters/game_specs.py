"""The specs of all games that have one, by their names in `engine.GAMES`."""

from typing import Final

from ai.adapters.game_spec import GameSpec
from ai.kit import kit_of
from engine.games import GAMES, load_object


def load_specs() -> dict[str, GameSpec]:
    """The specs that the kits of the games name."""
    kits = {name: kit_of(game) for name, game in GAMES.items()}
    return {name: load_object(kit.adapter) for name, kit in kits.items() if kit.adapter}


GAME_SPECS: Final = load_specs()
