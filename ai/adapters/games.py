"""The shapes of all games that there are, by the names that `engine.GAMES` has for them."""

from typing import Final

from ai.adapters import valley
from ai.adapters.shape import Shape

SHAPES: Final[dict[str, Shape]] = {"valley": valley.SHAPE}
