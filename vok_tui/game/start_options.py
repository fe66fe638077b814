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
    """The options; None or empty means that the app chooses.

    With a `path`, that save is opened, and the options of a new game are ignored. With `daily`, the daily game of that date
    begins or continues. Otherwise the last unfinished game continues, unless an option asks for a new one (`wants_new_game`).
    With `named_game`, only games of that name are continued; if there is none, a new one begins.
    """

    path: Path | None = None
    watch_from: int | None = None  # the seat, or NOBODY, from which the save at `path` is watched, without playing it
    daily: date | None = None
    new: bool = False
    players: int | None = None
    levels: tuple[str, ...] = ()  # of the opponents in order; a single one applies to all
    names: tuple[str, ...] = ()  # of the players in order, the first is the human at the keyboard
    seed: int | None = None
    first: int | None = None  # who begins: 1 for the first of `names`, 2 for the second, ...; 0 by lot
    trust_bots: bool = False  # whether the bots of the save may run without asking
    pace: float | None = None  # seconds for each step of an opponent; None for that of the configuration
    game: str = GAMES.default
    named_game: str = ""  # the game that the command line names; "" if it names none
    variant: Variant = BASE_VARIANT
    config: Config = field(default_factory=Config)
    config_file: Path | None = None  # the file in which the player's name may be stored

    def for_game(self, game: str) -> "StartOptions":
        """The same options for another game, without those that it does not have."""
        kit = kit_of(GAMES[game])
        levels = tuple(
            [level for level in self.levels if level == HUMAN or kit.has_level(spec_from_seat_text(level).level)]
        )
        return replace(self, game=game, variant=Variant(GAMES[game].editions()[0].name), players=None, levels=levels)

    @property
    def wants_new_game(self) -> bool:
        """Whether an option asks for a new game, or can only apply to one."""
        numbers = (self.players, self.seed, self.first)
        return (
            self.new
            or any(number is not None for number in numbers)
            or bool(self.levels or self.names or self.variant != BASE_VARIANT)
        )

    @property
    def games_to_continue(self) -> Mapping[str, Game[Any]]:
        """The games among which the last unfinished save is continued."""
        return {self.named_game: GAMES[self.named_game]} if self.named_game else GAMES
