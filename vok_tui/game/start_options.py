"""The start options of the app, from the command line and the configuration."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from ai.bots.player_spec import spec_from_seat_text
from ai.kit import kit_of
from engine.core.game import HUMAN, Game
from engine.core.variant import BASE_VARIANT, Variant
from engine.games import GAMES
from vok_tui.settings.config import Config


@dataclass(frozen=True)
class StartOptions:
    """All options; None or empty means that the app chooses.

    With a `path`, that save is opened and the rest is ignored; with `daily`, the daily game of that date begins or continues.
    Otherwise, without `new`, the last unfinished game continues unless an option asks for a new one (`wants_new_game`). With
    `named_game`, that is the last one of this game; if there is none, a new one begins.
    """

    path: Path | None = None
    watch_from: int | None = None  # the seat, or NOBODY, from which the save at `path` is watched, without playing it
    daily: date | None = None
    new: bool = False
    players: int | None = None  # as the edition allows
    levels: tuple[str, ...] = ()  # of seats 1, 2, ...; a single one applies to all
    names: tuple[str, ...] = ()  # of seats 0, 1, ...
    seed: int | None = None
    first: int | None = None  # the first player: 1 for seat 0, 2 for seat 1, ...; 0 by lot
    trust_bots: bool = False  # whether the code that the save names may run unasked
    pace: float | None = None  # in seconds; None for that of the configuration
    game: str = GAMES.default
    named_game: str = ""  # the game, if the command line names it
    variant: Variant = BASE_VARIANT
    config: Config = field(default_factory=Config)
    config_file: Path | None = None  # where the player's name may be stored

    def for_game(self, game: str) -> "StartOptions":
        """The same options for another game, without those that only this game knows."""
        kit = kit_of(GAMES[game])
        levels = tuple(
            [level for level in self.levels if level == HUMAN or kit.has_level(spec_from_seat_text(level).level)]
        )
        return replace(self, game=game, variant=Variant(GAMES[game].editions()[0].name), players=None, levels=levels)

    @property
    def wants_new_game(self) -> bool:
        """Whether an option asks for a new game."""
        numbers = (self.players, self.seed, self.first)
        return (
            self.new
            or any(number is not None for number in numbers)
            or bool(self.levels or self.names or self.variant != BASE_VARIANT)
        )

    @property
    def games_to_continue(self) -> Mapping[str, Game[Any]]:
        """The games of which the last unfinished one continues."""
        return {self.named_game: GAMES[self.named_game]} if self.named_game else GAMES
