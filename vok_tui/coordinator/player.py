"""The player at this keyboard: what they want, how they begin games, and what they have learned."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from engine import GAMES
from saves import SaveError, Shelf
from vok_tui.coordinator.config import store_player_name, store_theme
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.learning.history import LearningHistory
from vok_tui.shared.errors import ConfigError
from vok_tui.shared.levels import PlayerRating, newcomer_rating, rate_player


@dataclass(frozen=True)
class Preferences:
    """How the player wants to play, as config.toml and the command line say.

    `pace` is in seconds for each step of an opponent. With `may_peek`, undo may take back what was revealed. `warn_from` is what
    an answer must cost in 100 games, so that it is warned of; 0 for never. `reaction_seconds` is the time for which the table
    waits for a reaction. `tips` says whether the table gives tips; None means as long as the player needs them. `keys` are the
    keys that config.toml changes.
    """

    pace: float = 0.0
    may_peek: bool = True
    warn_from: int = 0
    reaction_seconds: float = 0.0
    tips: bool | None = False
    analyse_each_game: bool = False
    keys: Mapping[str, str] = field(default_factory=dict)


def preferences_of(start: StartOptions, reaction_seconds: float) -> Preferences:
    """The preferences in the configuration and on the command line."""
    config = start.config
    return Preferences(
        config.pace if start.pace is None else start.pace,
        config.undo_past_reveals,
        config.warn_from,
        reaction_seconds,
        config.tips,
        config.analyse_each_game,
        config.keys,
    )


class Player:
    """`options` begin the next new game; they follow the game and the name that the player chooses. `say` shows a sentence."""

    def __init__(self, shelf: Shelf, start: StartOptions, preferences: Preferences, say: Callable[[str], None]) -> None:
        self.options = start
        self.preferences = preferences
        self.history: Final = LearningHistory(shelf.folder.parent)
        self._shelf: Final = shelf
        self._say: Final = say

    # -- what is known

    @property
    def has_begun_nothing(self) -> bool:
        """Whether no game was ever begun on this shelf, and no guided game; False if that cannot be read."""
        with suppress(SaveError):
            return self._shelf.is_empty and not any(map(self.history.has_begun_lesson, GAMES))
        return False

    def is_new_to(self, game: str) -> bool:
        """Whether no human ever finished this game on this shelf; False if that cannot be read."""
        with suppress(SaveError):
            return not self._shelf.has_human_finished_game(GAMES, game)
        return False

    def wants_tips(self, game: str) -> bool:
        """Whether the table of a game gives tips: as the preferences say; by default, to a player who has not finished it yet,
        and then until each tip is learned."""
        wanted = self.preferences.tips
        return self.is_new_to(game) or self.history.has_followed_tip(game) if wanted is None else wanted

    def rate(self, game: str) -> PlayerRating:
        """The player's rating in a game, from all saves and the bin; that of a newcomer if they cannot be read."""
        try:
            return rate_player(self._shelf.list_saves_and_bin(GAMES), game)
        except SaveError as error:
            self._say(str(error))
            return newcomer_rating(game)

    # -- what is chosen

    def choose_game(self, game: str) -> None:
        """Use this game for the next new games. Options that it does not have are dropped."""
        if game != self.options.game:
            self.options = self.options.for_game(game)

    def choose_name(self, name: str) -> None:
        """Use this name from now on, and write it into config.toml."""
        options = self.options
        if name == options.config.name:
            return
        self.options = replace(options, config=replace(options.config, name=name))
        if options.config_file is not None:
            try:
                store_player_name(options.config_file, name)
            except ConfigError as error:
                self._say(f"{error}. You are asked again next time.")

    def choose_theme(self, theme: str) -> None:
        """Use this theme from now on, and write it into config.toml."""
        options = self.options
        if options.config_file is None or theme == options.config.theme:
            return
        self.options = replace(options, config=replace(options.config, theme=theme))
        try:
            store_theme(options.config_file, theme)
        except ConfigError as error:
            self._say(f"{error}. The next start has the theme of before.")
