"""The start options of the app, from the command line and the configuration."""

from dataclasses import dataclass, field
from pathlib import Path

from engine.core.variant import BASE_VARIANT, Variant
from engine.games import GAMES
from vok_tui.settings.config import Config


@dataclass(frozen=True)
class StartOptions:
    """All options; None or empty means that the app chooses.

    With a `path`, that save is opened and the rest is ignored. Otherwise, without `new`, the last unfinished game continues
    unless an option asks for a new one (`wants_new_game`).
    """

    path: Path | None = None
    new: bool = False
    players: int | None = None  # as the edition allows
    levels: tuple[str, ...] = ()  # of seat 1, 2, ...; a single one applies to all
    names: tuple[str, ...] = ()  # of seat 0, 1, ...
    seed: int | None = None
    first: int | None = None  # the first player: 1 for seat 0, 2 for seat 1, ...; 0 by lot
    trust_bots: bool = False  # whether the code that the save names may run unasked
    pace: float | None = None  # seconds; else that of the configuration
    game: str = GAMES.default
    variant: Variant = BASE_VARIANT
    config: Config = field(default_factory=Config)

    @property
    def wants_new_game(self) -> bool:
        """Whether an option asks for a new game."""
        numbers = (self.players, self.seed, self.first)
        return (
            self.new
            or any(number is not None for number in numbers)
            or bool(self.levels or self.names or self.variant != BASE_VARIANT or self.game != GAMES.default)
        )
