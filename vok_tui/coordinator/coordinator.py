"""Decides what comes next, for both front ends: it knows neither a screen nor lines."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from time import time
from typing import Any, Final, NamedTuple

from engine import GAMES
from engine.core.game import Game
from saves import SaveError, SaveInfo, Shelf
from vok_tui.boards.own_data import BadValue, OwnData
from vok_tui.coordinator.after_game import AfterGame
from vok_tui.coordinator.analyses import GameAnalyses
from vok_tui.coordinator.beginning import NewGames
from vok_tui.coordinator.current_game import CurrentGame
from vok_tui.coordinator.frontend import AtBox, AtDaily, AtExit, AtSettings, Frontend, Location
from vok_tui.coordinator.looking_back import LookingBack
from vok_tui.coordinator.opening import Opener
from vok_tui.coordinator.player import Player, Preferences
from vok_tui.coordinator.saved_games import SavedGames
from vok_tui.coordinator.start_options import StartOptions, setup_arguments
from vok_tui.coordinator.start_page import (
    StartPage,
    StartRecords,
    continued_game,
    lessons_text,
    offered_games,
    read_start_records,
)
from vok_tui.game.autosave import OpenGame
from vok_tui.game.bot_approval import Approvals
from vok_tui.game.daily_deal import read_begun
from vok_tui.game.thinker import Thinker
from vok_tui.learning.how_to_win import HOW_TO_WIN
from vok_tui.records.daily import today_in_utc
from vok_tui.records.new_game import make_setup
from vok_tui.shared.levels import engine_note
from vok_tui.shared.paths import short_path


class GoingOn(NamedTuple):
    """A game that can be continued. `lesson_state` is how far it is if it is a guided game ("step 3 of 7"), else ""."""

    save: SaveInfo
    lesson_state: str = ""


class Coordinator:
    """`thinker` chooses moves for the opponents; without one they do not play."""

    def __init__(
        self,
        frontend: Frontend,
        shelf: Shelf,
        thinker: Thinker | None,
        start: StartOptions,
        preferences: Preferences,
    ) -> None:
        self._frontend: Final = frontend
        self.shelf: Final = shelf
        self.player: Final = Player(shelf, start, preferences, frontend.say)
        approvals = Approvals(shelf.folder.parent)
        self.current: Final = CurrentGame(frontend, self.player)
        self.opener: Final = Opener(frontend, self.current, thinker, approvals, trust_first_save=start.trust_bots)
        self.new_games: Final = NewGames(frontend, shelf, self.player, self.current, self.opener, thinker, approvals)
        self.analyses: Final = GameAnalyses(frontend, self.player, self.current)
        self.after_game: Final = AfterGame(frontend, shelf, self.player, self.current, self.new_games, self.analyses)
        self.saved_games: Final = SavedGames(frontend, shelf, self.current, self.opener, self.analyses)
        self.looking_back: Final = LookingBack(frontend, shelf, self.player, self.current, self.opener)

    # -- the command line

    def begin(self) -> None:
        """Show what the start options ask for."""
        options = self.player.options
        if options.path is not None and options.watch_from is not None:
            self.opener.watch(options.path, options.watch_from)
        elif options.path is not None:
            self.opener.open(options.path)
        elif options.daily is not None:
            self.new_games.begin_or_continue_daily(options.daily, options.game)
        elif options.learn:
            self.new_games.begin_or_continue_lesson(options.learn)
        elif options.learn is not None:
            self.current.return_to_start()
            self.new_games.choose_lesson()
        elif options.practise is not None:
            self.current.return_to_start()
            self.looking_back.practise(options.practise)
        elif options.puzzle is not None:
            self.current.return_to_start()
            self.looking_back.solve_puzzles(options.puzzle)
        elif options.wants_new_game or (options.named_game and self._latest_save(options.games_to_continue) is None):
            self.new_games.begin(make_setup(*setup_arguments(options)))
        else:
            self._continue_latest(options.games_to_continue)

    def enter(self, start: StartOptions) -> None:
        """Go where a second command line asks while the program runs. Nothing is lost, and a sentence says where the player
        was."""
        if start.names_nothing:
            return
        player, open_game = self.player, self.current.open_game
        options = player.options
        start = replace(start, config=options.config, config_file=options.config_file, own_cards=options.own_cards)
        player.preferences = replace(player.preferences, pace=start.config.pace if start.pace is None else start.pace)
        if start.trust_bots:
            self.opener.trust_next_save()
        places = (start.path, start.daily, start.learn, start.practise, start.puzzle)
        begins_nothing = all(place is None for place in places) and not start.wants_new_game
        if begins_nothing and open_game is not None and open_game.sitting.match.game.name() in start.games_to_continue:
            return

        def go() -> None:
            player.options = start
            self.begin()
            if open_game is not None and len(open_game.sitting.match.log) > 1:
                self._frontend.say(f"You were at {_describe(open_game)}. It is among your saved games.")

        self.current.leave(go)

    # -- the start

    def go_to_start(self) -> None:
        """Leave the game for the start."""
        self.current.leave(self.current.return_to_start)

    def quit(self) -> None:
        """End the program as soon as nothing can be lost."""
        self.current.leave(lambda: self._frontend.show(AtExit()))

    def continue_latest(self) -> None:
        """Continue the save or the guided game that was played last; without one, show the start."""
        self.current.leave(lambda: self._continue_latest(GAMES))

    def _continue_latest(self, games: Mapping[str, Game[Any]]) -> None:
        self.current.close()
        latest = self.latest(games)
        if latest is None:
            self.current.return_to_start()
        elif latest.lesson_state:
            self.new_games.begin_or_continue_lesson(self.new_games.guided_games.id_of(latest.save))
        else:
            self.opener.open(latest.save)

    def latest(self, games: Mapping[str, Game[Any]] = GAMES) -> GoingOn | None:
        """The save or the guided game of one of these games that was played last and is not finished. None without one, or if
        the folder cannot be read (the shelf reports why)."""
        guided = self.new_games.guided_games
        save, lesson = self._latest_save(games), guided.unfinished()
        if lesson is not None and lesson.game in games and (save is None or lesson.last_played > save.last_played):
            return GoingOn(lesson, guided.state_text(guided.id_of(lesson)))
        return None if save is None else GoingOn(save)

    def _latest_save(self, games: Mapping[str, Game[Any]]) -> SaveInfo | None:
        with suppress(SaveError):
            return self.shelf.latest_unfinished(games)
        return None

    def start_page(self) -> StartPage:
        """What the start shows at once."""
        latest, guided = self.latest(), self.new_games.guided_games
        continued = None if latest is None else continued_game(latest.save, time(), latest.lesson_state)
        new_games = {game: guided.minutes(game) for game in guided.games if guided.is_new(game)}
        ids = (*guided.lessons, HOW_TO_WIN)
        done = sum([guided.history.has_finished_lesson(name) for name in ids])
        lessons = lessons_text(list(new_games), done, len(ids))
        return StartPage(continued, offered_games(), lessons, new_games, short_path(self.shelf.folder), engine_note())

    def read_start_records(self) -> StartRecords:
        """What the start shows of all saves. Raises SaveError."""
        from vok_tui.learning.practice import Practice
        from vok_tui.learning.puzzle_course import PuzzleBook

        saves = self.shelf.list_saves_and_bin(GAMES)
        begun = read_begun(self.shelf.folder.parent)
        records = read_start_records(
            saves, begun, self.player.options.daily_game, today_in_utc(), datetime.now().astimezone()
        )
        standing = Practice(self.shelf, self.player.history).read(saves).standing()
        puzzle = PuzzleBook(self.player.history).start_texts()
        return replace(records, practice=(standing.text, standing.row_text), puzzle=puzzle)

    def count_goals(self, is_stopped: Callable[[], bool]) -> tuple[str, str]:
        """What the start says of the goals. Raises SaveError."""
        from vok_tui.learning.goal_counts import GoalCounter, summary_texts

        return summary_texts(GoalCounter(self.shelf, self.player.history).count(is_stopped=is_stopped), time())

    def leave_welcome(self, name: str, choice: str, game: str) -> None:
        """Keep the name, then begin the guided game ("learn") or a first game ("first"), or show the start ("start")."""
        self.player.change_setting("name", name)
        self.player.choose_game(game)
        if choice == "first":
            self.new_games.begin_first_game(game)
        elif choice == "learn":
            self.new_games.begin_or_continue_lesson(game)
        elif choice == "start":
            self.current.prefer_start()
            self.go_to_start()

    # -- what is shown over the start

    def show_over(self, location: Location) -> None:
        """Show a location that needs nothing else, over what is shown."""
        self._frontend.show(location, over=True)

    def show_daily(self, game: str = "", day: date | None = None) -> None:
        """Show the daily games of a game (default: the one that is offered), beginning with a day (default: today)."""
        self._frontend.show(AtDaily(game or self.player.options.daily_game, day or today_in_utc()), over=True)

    def show_settings(self, marked: str = "") -> None:
        """Show the settings, beginning with one by its name in config.toml."""
        self._frontend.show(AtSettings(marked), over=True)

    def show_box(self, game: str) -> None:
        """Show what is printed on the pieces of the player's own box of a game."""
        try:
            own = OwnData(game, self.shelf.folder.parent)
        except BadValue as refused:
            self._frontend.refuse(f"{refused}.")
        else:
            self._frontend.show(AtBox(own), over=True)

    # -- where the player is

    def describe_place(self) -> str:
        """What is played, in a few words."""
        return "no game" if self.current.open_game is None else _describe(self.current.open_game)


def _describe(open_game: OpenGame) -> str:
    match = open_game.sitting.match
    end = "over" if match.is_over else f"turn {match.game.turn(match.state)}"
    return f"{match.game.title()}, {end}"
