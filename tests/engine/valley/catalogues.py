"""The catalogues of the two games, each with all its cards."""

from typing import Final

from engine.valley.editions import shipped_catalogue

BASE: Final = shipped_catalogue("base")
AFTERLIFE: Final = shipped_catalogue("afterlife")
