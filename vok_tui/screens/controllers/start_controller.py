"""What the app shows before a game: the start screen (for a new player, the welcome) and the form for a new game."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from time import time
from typing import Any

from ai.kit import kit_of
from engine import GAMES
from engine.core.game import Game
from saves import SaveError, SaveInfo, Shelf
from saves.clean_text import clean_and_cut
from vok_tui.coordinator.config import store_player_name, store_theme
from vok_tui.coordinator.start_options import StartOptions, setup_arguments
from vok_tui.coordinator.start_page import StartRecords, continued_game, lessons_text, offered_games, read_start_records
from vok_tui.records.daily import today_in_utc
from vok_tui.records.new_game import make_setup
from vok_tui.screens.controllers.current_game import CurrentGame, Screens
from vok_tui.screens.controllers.game_opener import GameOpener
from vok_tui.screens.controllers.learn_controller import LearnController
from vok_tui.screens.controllers.new_games import NewGames
from vok_tui.screens.dialog import Dialog, DialogOption
from vok_tui.screens.messages import Welcomed
from vok_tui.screens.start import StartPage, StartScreen
from vok_tui.shared.errors import ConfigError
from vok_tui.shared.paths import short_path


class StartController:
    """Holds the options of a new game, and knows whether the player is new."""

    def __init__(
        self,
        screens: Screens,
        shelf: Shelf,
        current: CurrentGame,
        opener: GameOpener,
        new_games: NewGames,
        learn: LearnController,
        start_options: StartOptions,
    ) -> None:
        self._screens = screens
        self._shelf = shelf
        self._current = current
        self._opener = opener
        self._new_games = new_games
        self._learn = learn
        self.current_options = start_options  # then with the game and the name that the player chooses
        self._prefers_menu = False  # whether the player left the welcome for the menu since the start of the program

    # -- about the player

    @property
    def has_begun_no_game(self) -> bool:
        """Whether no game was ever begun on this shelf, and no guided game; False if that cannot be read."""
        with suppress(SaveError):
            return self._shelf.is_empty and not any(map(self._learn.history.has_begun_lesson, GAMES))
        return False

    def has_begun(self, game: str) -> bool:
        """Whether a game of this name was ever begun on this shelf; True if that cannot be read."""
        with suppress(SaveError):
            return self._shelf.has_begun_game(GAMES, game)
        return True

    def is_new_to(self, game: str) -> bool:
        """Whether no human ever finished this game on this shelf; False if that cannot be read."""
        with suppress(SaveError):
            return not self._shelf.has_human_finished_game(GAMES, game)
        return False

    def wants_tips(self, game: str) -> bool:
        """Whether the table of a game gives tips: as config.toml says; by default, to a player who has not finished it yet, and
        then until each tip is learned."""
        configured = self.current_options.config.tips
        return self.is_new_to(game) or self._learn.history.has_followed_tip(game) if configured is None else configured

    # -- screens

    def return_to_start(self) -> None:
        """Close the game and show the start screen; for a new player, the welcome."""
        if self._current.open_game is not None:
            self._select_game(self._current.open_game.sitting.match.game.name())
        self._current.close()
        options = self.current_options
        if options.config_file is not None and not self._prefers_menu and self.has_begun_no_game:
            self._show_welcome()
            return
        self._screens.show_only(
            StartScreen(self._start_page(), options.config.keys, self._read_start_records, self._count_goals)
        )

    def _start_page(self) -> StartPage:
        """What the start screen shows at once."""
        save, lesson, learn = self._latest_unfinished_save(), self._unfinished_lesson(), self._learn
        continued = None
        if lesson is not None and (save is None or lesson.last_played > save.last_played):
            continued = continued_game(lesson, time(), learn.state_text(lesson.game))
        elif save is not None:
            continued = continued_game(save, time())
        new_games = {game: learn.minutes(game) for game in learn.games if learn.is_new(game)}
        done = len(learn.games) - len(new_games)
        lessons = lessons_text(list(new_games), done, len(learn.games)) if learn.games else ("", "")
        return StartPage(continued, offered_games(), lessons, new_games, short_path(self._shelf.folder))

    def _read_start_records(self) -> StartRecords:
        """What the start screen shows of all saves. Raises SaveError."""
        from vok_tui.learning.practice import Practice
        from vok_tui.learning.puzzle_course import PuzzleBook

        saves = self._shelf.list_saves_and_bin(GAMES)
        records = read_start_records(
            saves, self.current_options.daily_game, today_in_utc(), datetime.now().astimezone()
        )
        standing = Practice(self._shelf, self._learn.history).read(saves).standing()
        puzzle = PuzzleBook(self._learn.history).start_texts()
        return replace(records, practice=(standing.text, standing.row_text), puzzle=puzzle)

    def _count_goals(self, is_stopped: Callable[[], bool]) -> tuple[str, str]:
        """What the start screen says of the goals. Raises SaveError."""
        from vok_tui.learning.goal_counts import GoalCounter, summary_texts

        return summary_texts(GoalCounter(self._shelf, self._learn.history).count(is_stopped=is_stopped), time())

    def choose_game(self, game: str, opponents: tuple[str, ...] = (), edition: str = "") -> None:
        """Show the form for a new game of this kind, with these opponents and this edition if they are given; to a player who is
        new to it, offer the guided game first."""
        self._select_game(game)
        if not (self._learn.is_new(game) and self.is_new_to(game)):
            self.show_setup(opponents, edition)
            return
        options = (
            DialogOption("learn", f"Guided game, {self._learn.minutes(game)} min."),
            DialogOption("new", "A game"),
            DialogOption("help", "The rules"),
        )

        def go_on(choice: str | None) -> None:
            if choice == "learn":
                self._learn.begin_or_continue(game)
            elif choice == "new":
                self.show_setup(opponents, edition)
            elif choice:
                self._screens.action_go(choice)

        text = "A guided game shows it at the real table, one idea a step. You can leave at any time, and go on later."
        self._screens.push_screen(Dialog(f"{GAMES[game].title()} is new to you", text, options), go_on)

    def begin_or_continue(self) -> None:
        """Begin or continue a game, as the start options say."""
        options = self.current_options
        has_none = bool(options.named_game) and self._latest_unfinished_save(options.games_to_continue) is None
        if options.wants_new_game or has_none:
            self._new_games.begin(make_setup(*setup_arguments(options)))
        else:
            self.continue_or_show_start(options.games_to_continue)

    def continue_or_show_start(self, games: Mapping[str, Game[Any]] = GAMES) -> None:
        """Continue the unfinished save, of one of these games, that was played last; without one, show the start screen."""
        self._current.close()
        save, lesson = self._latest_unfinished_save(games), self._unfinished_lesson(games)
        if lesson is not None and (save is None or lesson.last_played > save.last_played):
            self._learn.begin_or_continue(lesson.game)
        elif save is None:
            self.return_to_start()
        else:
            self._opener.open_listed_save(save)

    def show_daily(self) -> None:
        """Show the daily games of the last weeks."""
        from vok_tui.screens.daily import DailyScreen

        if not isinstance(self._screens.screen, DailyScreen):
            self._screens.push_screen(DailyScreen(self._shelf, self.current_options.daily_game, today_in_utc))

    def open_daily(self, day: date, game: str) -> None:
        """Begin, continue or review the daily game of a date. Only the first attempt counts."""
        from vok_tui.records.daily import daily_setup, restore_first_attempt

        self._select_game(game)
        setup = daily_setup(day, game, self.current_options.config.name)
        try:
            save = restore_first_attempt(self._shelf, setup)
        except SaveError as error:
            self._opener.show_why_not_opened(str(error))
            return
        if save is not None:
            self._current.leave_when_safe(lambda: self._opener.open_listed_save(save))
            return

        def begin() -> None:
            self._new_games.begin(setup)
            self._screens.notify_player(f"The daily game of {day.isoformat()}: the first attempt counts.")

        self._current.leave_when_safe(begin)

    def open_lesson(self, game: str) -> None:
        """Begin or continue the guided game of a game; "" lets the player choose one."""
        if game:
            self._select_game(game)
            self._learn.begin_or_continue(game)
        else:
            self.return_to_start()
            self._learn.show()

    def begin_first_game(self, game: str) -> None:
        """Begin a game of two against the easiest opponent."""
        self._select_game(game)
        options, level = self.current_options, kit_of(GAMES[game]).level_names()[0]
        setup = make_setup([options.config.name, ""], [level], None, 1, options.new_variant, game)
        self._current.leave_when_safe(lambda: self._new_games.begin(setup))

    def show_setup(self, opponents: tuple[str, ...] = (), edition: str = "") -> None:
        """Show the form for a new game, with these opponents and this edition if they are given."""
        from vok_tui.screens.setup import SetupScreen

        rate_player = self._new_games.rate_player
        options = self.current_options.for_table(opponents, edition)
        self._screens.push_screen(SetupScreen(options, rate_player, has_begun=self.has_begun))

    def _select_game(self, game: str) -> None:
        """Select the game of the start screen and its forms. Options that this game does not have are dropped."""
        if game != self.current_options.game:
            self.current_options = self.current_options.for_game(game)

    def _latest_unfinished_save(self, games: Mapping[str, Game[Any]] = GAMES) -> SaveInfo | None:
        """The unfinished save of one of these games that was played last; None without one, or if the folder cannot be read (the
        shelf reports why)."""
        with suppress(SaveError):
            return self._shelf.latest_unfinished(games)
        return None

    def _unfinished_lesson(self, games: Mapping[str, Game[Any]] = GAMES) -> SaveInfo | None:
        """The save of the guided game of one of these games that was played last and is not finished; None without one."""
        lesson = self._learn.unfinished()
        return lesson if lesson is not None and lesson.game in games else None

    # -- the welcome

    def _show_welcome(self) -> None:
        """Ask for the name and offer a first game."""
        from vok_tui.screens.welcome import WelcomeScreen

        options, learn = self.current_options, self._learn
        minutes = {game: learn.minutes(game) for game in learn.games}
        self._screens.show_only(WelcomeScreen(offered_games(), options.game, minutes, options.config.name))

    def leave_welcome(self, message: Welcomed) -> None:
        """Store the name, then do what the player chose. The rules open over the welcome, so Esc leads back to it."""
        from vok_tui.screens.welcome import WelcomeScreen

        if not isinstance(self._screens.screen, WelcomeScreen):  # a second key press, after the first one has closed it
            return
        name = clean_and_cut(message.player_name)
        if name != self.current_options.config.name:
            self._store_name(name)
        self._select_game(message.game)
        if message.next_step == "first":
            self.begin_first_game(message.game)
            return
        if message.next_step == "learn":
            self._learn.begin_or_continue(message.game)
            return
        self._prefers_menu = message.next_step == "start"
        self._screens.action_go(message.next_step)

    def store_theme(self, theme: str) -> None:
        """Keep a theme that the player has chosen: write it into config.toml."""
        config, path = self.current_options.config, self.current_options.config_file
        if path is None or theme == config.theme:
            return
        self.current_options = replace(self.current_options, config=replace(config, theme=theme))
        try:
            store_theme(path, theme)
        except ConfigError as error:
            self._screens.notify_player(f"{error}. The next start has the theme of before.")

    def _store_name(self, name: str) -> None:
        """Use this name from now on, and write it into config.toml."""
        self.current_options = replace(self.current_options, config=replace(self.current_options.config, name=name))
        if self.current_options.config_file is not None:
            try:
                store_player_name(self.current_options.config_file, name)
            except ConfigError as error:
                self._screens.notify_player(f"{error}. You are asked again next time.")
