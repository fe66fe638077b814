"""The player at this keyboard: what they want, how they begin games, and what they have learned."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine import GAMES
from saves import SaveError, Shelf
from saves.clean_text import clean_and_cut
from vok_tui.coordinator.config import Config, SettingValue, store_setting
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.learning.history import LearningHistory
from vok_tui.shared.errors import ConfigError
from vok_tui.shared.levels import PlayerRating, newcomer_rating, rate_player

SHIPPED: Final = Config()
PREFERENCES: Final[Mapping[str, str]] = {  # a field of `Preferences` by the setting that decides it
    "pace": "pace",
    "undo_past_reveals": "may_peek",
    "warn_from": "warn_from",
    "tips": "tips",
    "analyse_each_game": "analyse_each_game",
}


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

    def is_new_to(self, game: str, times: int = 1) -> bool:
        """Whether no human ever finished this game on this shelf, or not so many times; False if that cannot be read."""
        with suppress(SaveError):
            return not self._shelf.has_human_finished_game(GAMES, game, times)
        return False

    def played_editions(self) -> set[tuple[str, str]]:
        """The games with their editions of which the player has a save, or has finished the guided game."""
        guided = {
            (name, game.editions()[0].name) for name, game in GAMES.items() if self.history.has_finished_lesson(name)
        }
        with suppress(SaveError):
            saves = self._shelf.list_saves_and_bin(GAMES)
            guided |= {(save.game, save.setup.edition) for save in saves if save.setup is not None}
        return guided

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

    def change_setting(self, setting: str, value: SettingValue) -> None:
        """Use a value from now on, and write it into config.toml; None is the value as shipped."""
        if setting == "name":
            value = clean_and_cut(str(value or ""))
        options, held = self.options, getattr(SHIPPED, setting) if value is None else value
        if held == getattr(options.config, setting):
            return
        config = replace(options.config, **{setting: held})  # type: ignore[arg-type]
        if options.config_file is not None:
            try:
                stored = store_setting(options.config_file, setting, value)
                config = replace(config, keys=stored.keys)  # which follow the layout of the keyboard
            except ConfigError as error:
                self._say(f"{error}. It lasts until you leave.")
        self.options = replace(options, config=config, pace=None if setting == "pace" else options.pace)
        self.preferences = replace(self.preferences, keys=config.keys)
        if setting in PREFERENCES:
            changed: dict[str, Any] = {PREFERENCES[setting]: held}
            self.preferences = replace(self.preferences, **changed)
