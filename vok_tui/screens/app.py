"""The Textual app: which screen comes next, signals, and a lost terminal; and how it runs on this terminal, from the first frame
to the farewell.

Each move is on disk before it is shown. So the app can end at any time (by a key, a signal or a lost terminal) without saving
anything and without asking.
"""

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from textual import events, on
from textual.app import SystemCommand
from textual.binding import Binding
from textual.driver import Driver
from textual.screen import Screen
from textual.theme import Theme, ThemeProvider

from engine import GAMES
from saves import SaveError, Shelf, load
from saves.clean_text import visible_with_spaces
from vok_tui.boards.table_kit import TableKit, table_kit_of
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.autosave import OpenGame, SealedSave
from vok_tui.game.bot_approval import Approvals
from vok_tui.game.opponents import REACTION_SECONDS
from vok_tui.game.process_thinker import ProcessThinker
from vok_tui.game.thinker import Thinker, ThinkerFailed
from vok_tui.learning.history import LearningHistory
from vok_tui.screens.base import BaseScreen
from vok_tui.screens.command_palette import Palette, palette_commands
from vok_tui.screens.controllers.analysis_controller import AnalysisController
from vok_tui.screens.controllers.current_game import CurrentGame
from vok_tui.screens.controllers.game_opener import GameOpener
from vok_tui.screens.controllers.learn_controller import LearnController
from vok_tui.screens.controllers.new_games import NewGames
from vok_tui.screens.controllers.practice_controller import PracticeController
from vok_tui.screens.controllers.review_controller import ReviewController
from vok_tui.screens.controllers.score_controller import ScoreController
from vok_tui.screens.controllers.shelf_controller import ShelfController
from vok_tui.screens.controllers.start_controller import StartController
from vok_tui.screens.controllers.table_controller import TableController
from vok_tui.screens.messages import (
    AfterGameChosen,
    AppMessage,
    AskToBranch,
    BeginGame,
    DailyChosen,
    DrillWanted,
    GameChosen,
    GamePasted,
    LeaveTable,
    MenuEntryChosen,
    OpenSave,
    PlayOn,
    PracticeBegun,
    RetryClosed,
    ReviewClosed,
    SeeDecision,
    ShelfCommand,
    ShowCard,
    ShowReview,
    ShowScoreFromReview,
    ShowScoreFromTable,
    ToggleAnalysis,
    TryAgain,
    Welcomed,
)
from vok_tui.shared.detection import Terminal, detect_terminal
from vok_tui.shared.errors import ExitCode
from vok_tui.shared.key_names import KEYS_BY_PLACE, canonical_key, key_label
from vok_tui.shared.paths import PICTURES, config_file, short_path
from vok_tui.shared.shortcuts import EVERYWHERE, REVIEW, bindings, dead_letter_sentence
from vok_tui.terminal import theme
from vok_tui.terminal.app import LOW_BANDWIDTH_ENV, SlowTerminal, TerminalApp, handle_signals
from vok_tui.terminal.driver import TerminalLost, VokDriver, driver_class_for
from vok_tui.terminal.screen_picture import save_svg_and_text, screen_as_svg_and_text

if TYPE_CHECKING:
    from vok_tui.screens.table.screen import TableScreen

SLOW_NOTE: Final = (
    "This terminal is slow to answer, so it is sent less: fewer colours. low_bandwidth in config.toml decides it."
)
EXIT_CODES: Final = {
    signal.SIGHUP: ExitCode.HUNG_UP,
    signal.SIGTERM: ExitCode.TERMINATED,
    signal.SIGINT: ExitCode.INTERRUPTED,
}


class VokApp(TerminalApp, inherit_bindings=False):
    """`start` holds the options of the command line, `terminal` what the terminal can show. `thinker` chooses moves for the
    opponents.

    Raises ConfigError for an unknown theme.
    """

    TITLE = "Vok"
    CSS_PATH = ["styles/app.tcss", "styles/table.tcss"]  # noqa: RUF012  loaded together: each further sheet would reload all
    BINDINGS = bindings(EVERYWHERE)

    def __init__(
        self,
        start: StartOptions,
        shelf: Shelf,
        terminal: Terminal,
        thinker: Thinker | None,
        driver_class: type[Driver] | None = None,
    ) -> None:
        super().__init__(driver_class=driver_class, no_color=terminal.no_color)
        self.shelf = shelf
        self.thinker = thinker
        self.ascii_only = terminal.ascii
        self.has_mouse = terminal.has_mouse(start.config.mouse)
        self.has_drags = self.has_mouse and not terminal.remote  # whether movements of the mouse are reported too
        self._shows_on: tuple[Terminal, Mapping[str, str]] = terminal, os.environ
        self.low_bandwidth = self._asks_low_bandwidth(start)
        self.failure: Exception | None = None
        self._has_explained_letters = False
        self.place_at_exit: StartOptions | None = None
        self.gives_tips: Callable[[str], bool] = lambda _: (
            False
        )  # whether the table of a game says what answers are good for
        self._create_controllers(start)
        self._routes = self._create_routes()
        self.animation_level = "none"
        self.set_keymap(dict(start.config.keys))
        for own_theme in theme.THEMES:
            self.register_theme(own_theme)
        theme_name = start.config.theme or theme.default_theme_name(terminal.no_color, terminal.sixteen_colors)
        theme.check_theme(theme_name)
        self.set_reactive(VokApp.theme, theme_name)  # without the watcher, which would reload all styles
        self.stylesheet.set_variables(self.get_css_variables())
        self._refresh_truecolor_filter(self.ansi_theme)

    def _create_controllers(self, start: StartOptions) -> None:
        shelf, thinker = self.shelf, self.thinker
        approvals = Approvals(shelf.folder.parent)
        current = self.current_game = CurrentGame(self)
        opener = GameOpener(
            self, current, thinker, approvals, self._show_current_game, trust_first_save=start.trust_bots
        )
        new_games = NewGames(self, shelf, current, opener, thinker, approvals)
        self.game_opener, self.new_games = opener, new_games
        history = LearningHistory(shelf.folder.parent)
        self.table_controller = TableController(
            self,
            current,
            new_games,
            history,
            lambda game: self.gives_tips(game),  # noqa: PLW0108  set later
        )
        self.learn_controller = LearnController(
            self,
            shelf,
            current,
            opener,
            thinker,
            history,
            lambda: self.start_controller.current_options.config.name,
            lambda game: self.start_controller.begin_first_game(game),  # noqa: PLW0108  set later
        )
        self.analysis_controller = AnalysisController(self, current, lambda: self.table_controller.may_peek)
        self.review_controller = ReviewController(self, current, new_games, self.analysis_controller, history)
        self.score_controller = ScoreController(
            self,
            shelf,
            current,
            new_games,
            self.review_controller,
            self.analysis_controller,
            start.config.keys,
            history,
            lambda game: self.gives_tips(game),  # noqa: PLW0108  set later
            analyses_each_game=start.config.analyse_each_game,
        )
        self.practice_controller = PracticeController(self, shelf, history)
        self.shelf_controller = ShelfController(self, shelf, current, opener, self.analysis_controller)
        self.start_controller = StartController(self, shelf, current, opener, new_games, self.learn_controller, start)

    def _create_routes(self) -> dict[type[AppMessage], Callable[[Any], None]]:
        """The handler of each message that a screen can post."""
        review, score, new_games = self.review_controller, self.score_controller, self.new_games
        return {
            MenuEntryChosen: lambda message: self.action_go(message.choice),
            LeaveTable: lambda _: self.action_go("start"),
            ShowCard: lambda message: self._show_cards(message.card_name),
            GameChosen: lambda message: self.start_controller.choose_game(
                message.game, message.opponents, message.edition
            ),
            DailyChosen: lambda message: self.start_controller.open_daily(message.day, message.game),
            BeginGame: lambda message: self.current_game.leave_when_safe(lambda: new_games.begin(message.setup)),
            OpenSave: self._open_listed_save,
            AskToBranch: self.table_controller.ask_to_branch,
            ShowReview: review.show_from_table,
            PlayOn: review.play_on,
            ReviewClosed: lambda _: review.close(),
            ShowScoreFromTable: lambda message: score.show_after_game(message.sitting),
            ShowScoreFromReview: lambda _: score.show_from_review(),
            ToggleAnalysis: lambda message: self.analysis_controller.toggle(message.path, goes_on=message.goes_on),
            TryAgain: lambda message: review.try_again(message.node),
            RetryClosed: lambda _: review.close_retry(),
            DrillWanted: lambda message: self.practice_controller.show((message.game, message.kind)),
            PracticeBegun: lambda message: self.practice_controller.begin(message.retry),
            SeeDecision: lambda message: review.show_decision(message.node),
            AfterGameChosen: score.carry_out_choice,
            GamePasted: self.shelf_controller.open_pasted,
            ShelfCommand: self.shelf_controller.carry_out,
            Welcomed: self.start_controller.leave_welcome,
        }

    def get_theme(self, theme_name: str) -> Theme | None:
        base_theme = super().get_theme(theme_name)
        return theme.with_vok_colors(base_theme) if base_theme is not None else None

    def get_key_display(self, binding: Binding) -> str:
        return key_label(binding.key)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        return palette_commands(self, screen)

    def on_load(self) -> None:
        """Handle signals before Textual takes over the terminal, so that a signal at any time leaves the terminal usable."""
        if issubclass(self.driver_class, VokDriver):
            handle_signals(self._exit_with, EXIT_CODES)

    def on_mount(self) -> None:
        self.theme_changed_signal.subscribe(self, self._show_and_keep_theme)
        self.call_after_refresh(self._warm_up)
        self._begin(self.start_controller.current_options)

    def _begin(self, start: StartOptions) -> None:
        """Show what the start options ask for."""
        if start.path is not None and start.watch_from is not None:
            self.game_opener.watch(start.path, start.watch_from)
        elif start.path is not None:
            self.game_opener.open_save(start.path, str(load(start.path, GAMES).damage or ""))
            if start.review_node is not None:
                self.review_controller.show_step(start.review_node)
            for screen in self.screen_stack:
                if isinstance(screen, BaseScreen) and screen.KEPT_AS in start.views:
                    screen.call_later(screen.restore_view, start.views[screen.KEPT_AS])  # when it is mounted
        elif start.daily is not None:
            self.start_controller.open_daily(start.daily, start.game)
        elif start.learn is not None:
            self.start_controller.open_lesson(start.learn)
        elif start.practise is not None:
            self.start_controller.return_to_start()
            self.practice_controller.show(start.practise)
        elif start.puzzle is not None:
            self.start_controller.return_to_start()
            self.practice_controller.show_puzzles(start.puzzle)
        else:
            self.start_controller.begin_or_continue()

    def enter(self, start: StartOptions) -> None:
        """Go where a second command line asks while this app runs. Nothing is lost, and a notice says where the player was."""
        if start.low_bandwidth and not self.low_bandwidth:
            self.low_bandwidth = True
            self._adapt_to(*self._shows_on)
        if start.names_nothing:
            return
        options = self.start_controller.current_options
        start = replace(start, config=options.config, config_file=options.config_file, own_cards=options.own_cards)
        self.table_controller.pace = start.config.pace if start.pace is None else start.pace
        if start.trust_bots:
            self.game_opener.trust_next_save()
        open_game = self.current_game.open_game
        places = (start.path, start.daily, start.learn, start.practise, start.puzzle)
        begins_nothing = all(place is None for place in places) and not start.wants_new_game
        if begins_nothing and open_game is not None and open_game.sitting.match.game.name() in start.games_to_continue:
            return

        def go() -> None:
            self.start_controller.current_options = start
            try:
                self._begin(start)
            except SaveError as error:  # it was removed just now
                self.notify_player(str(error))
                return
            if open_game is not None and len(open_game.sitting.match.log) > 1:
                self.notify_player(f"You were at {self._describe(open_game)}. It is among your saved games.")

        self.current_game.leave_when_safe(go)

    def describe_place(self) -> str:
        """What is played, in a few words."""
        return "no game" if self.current_game.open_game is None else self._describe(self.current_game.open_game)

    def _describe(self, open_game: OpenGame) -> str:
        match = open_game.sitting.match
        end = "over" if match.is_over else f"turn {match.game.turn(match.state)}"
        return f"{match.game.title()}, {end}"

    def exit(self, *args: Any, **options: Any) -> None:
        """End the app. `place_at_exit` says where it was."""
        self.place_at_exit = self._place()
        super().exit(*args, **options)

    def _place(self) -> StartOptions | None:
        """The start options that lead back to the open game; None without one."""
        open_game, path = self.current_game.open_game, self.current_game.save_path
        if open_game is not None and open_game.lesson is not None:
            return StartOptions(learn=open_game.lesson.game)
        screens = [screen for screen in self.screen_stack if isinstance(screen, BaseScreen) and screen.KEPT_AS]
        views = {screen.KEPT_AS: screen.kept_view() for screen in screens}
        node = views.get(REVIEW, {}).get("node")
        return None if path is None else StartOptions(path=path, review_node=node, views=views)

    def rest(self) -> None:
        """Nobody looks: think nothing until `wake`."""
        for table in self._tables():
            table.opponents.rest()
            table.coaching.coach.rest()
        self.analysis_controller.rest()
        if isinstance(self.thinker, ProcessThinker):
            self.thinker.rest()

    def wake(self) -> None:
        """Somebody looks again: think on."""
        if isinstance(self.thinker, ProcessThinker):
            self.thinker.wake()
        for table in self._tables():
            table.opponents.wake()
            table.coaching.coach.wake()
        self.analysis_controller.wake()

    def _tables(self) -> "list[TableScreen]":
        """The tables among the screens."""
        from vok_tui.screens.table.screen import TableScreen

        return [screen for screen in self.screen_stack if isinstance(screen, TableScreen)]

    @staticmethod
    def _asks_low_bandwidth(start: StartOptions) -> bool:
        return start.low_bandwidth or bool(start.config.low_bandwidth)

    @on(SlowTerminal)
    def _save_bandwidth(self) -> None:
        """Send less from now on, unless the configuration says otherwise."""
        if not self.low_bandwidth and self.start_controller.current_options.config.low_bandwidth is None:
            self.low_bandwidth = True
            self._adapt_to(*self._shows_on)
            self.notify_player(SLOW_NOTE)

    def adapt_to_terminal(self, terminal: Terminal, env: Mapping[str, str]) -> bool:
        """Paint for this terminal from now on. Returns whether it can show what the terminal before could."""
        self._shows_on = terminal, env
        self.low_bandwidth = self._asks_low_bandwidth(self.start_controller.current_options)
        return self._adapt_to(terminal, env)

    def _adapt_to(self, terminal: Terminal, env: Mapping[str, str]) -> bool:
        config = self.start_controller.current_options.config
        before = (self.ascii_only, self.has_mouse, self.has_drags)
        self.ascii_only, self.has_mouse = terminal.ascii, terminal.has_mouse(config.mouse)
        self.has_drags = self.has_mouse and not terminal.remote
        name = config.theme or theme.default_theme_name(terminal.no_color, terminal.sixteen_colors)
        if self.low_bandwidth:
            name, env = theme.default_theme_name(terminal.no_color, sixteen_colors=True), LOW_BANDWIDTH_ENV
        has_same_colors = self.adapt_colors(env, name, no_color=terminal.no_color)
        looks_alike = has_same_colors and before == (self.ascii_only, self.has_mouse, self.has_drags)
        if self.is_running and not looks_alike:
            theme.repaint_in_new_theme(self)
            for screen in self.screen_stack:
                if isinstance(screen, Palette):
                    screen.take_on_new_theme()
            self.lay_out_again()
        return looks_alike

    def _show_and_keep_theme(self, chosen: Theme) -> None:
        theme.repaint_in_new_theme(self)
        self.start_controller.store_theme(chosen.name)

    def _warm_up(self) -> None:
        """Do what can wait until after the first frame: turn on garbage collection, which `vok play` starts without, and start
        the thinking process."""
        if not gc.isenabled():
            gc.freeze()
            gc.enable()
        if isinstance(self.thinker, ProcessThinker):
            self.thinker.notify = self.notify_player
            if self.thinker.idle_seconds is not None:
                return  # it starts when it is needed
            with suppress(ThinkerFailed):  # the first request will report it
                self.thinker.start()

    # -- the game

    @property
    def kit(self) -> TableKit:
        """The kit of the open game; without one, of the game that was played last or that the command line names."""
        open_game = self.current_game.open_game
        return table_kit_of(
            GAMES[self.start_controller.current_options.game] if open_game is None else open_game.sitting.match.game
        )

    @property
    def kit_shown(self) -> TableKit:
        """The kit of the game that is chosen or marked on the screen below any dialog; else `kit`."""
        screen = next((each for each in reversed(self.screen_stack) if isinstance(each, BaseScreen)), None)
        return table_kit_of(GAMES[screen.game_shown]) if screen is not None and screen.game_shown else self.kit

    def close_with_farewell(self) -> str:
        """Close the game, and stop the analyses. Returns the lines to print on exit."""
        self.analysis_controller.close()
        return self.current_game.close_with_farewell()

    def _show_current_game(self) -> None:
        """Show a finished or watched game in the review, and any other game on the table."""
        open_game = self.current_game.open_game
        if open_game is not None and (open_game.watched is not None or isinstance(open_game.autosave, SealedSave)):
            self.review_controller.show(alone=True)
        else:
            self.table_controller.show_table_alone()

    # -- from screen to screen

    @on(AppMessage)
    def _route(self, message: AppMessage) -> None:
        if not self.learn_controller.takes(message):
            self._routes[type(message)](message)

    def show_only(self, screen: Screen[None]) -> None:
        """Close all other screens and show this one."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.push_screen(screen)

    def action_go(self, name: str) -> None:
        """Go to a screen, by its name on the start screen. Nothing of the open game is lost."""
        actions: dict[str, Callable[[], None]] = {
            "continue": self.start_controller.continue_or_show_start,
            "new": self.start_controller.show_setup,
            "daily": self.start_controller.show_daily,
            "learn": self.learn_controller.show,
            "practise": self.practice_controller.show,
            "puzzle": self.practice_controller.show_puzzles,
            "goals": self.practice_controller.show_goals,
            "open": self.shelf_controller.show,
            "stats": self.shelf_controller.show_stats,
            "cards": self._show_cards,
            "own": self._show_own_cards,
            "help": lambda: self._show_help("Rules"),
            "keys": lambda: self._show_help("Keys"),
            "signs": self._show_signs,
            "leave": self.action_leave,
            "start": self.start_controller.return_to_start,
        }
        if name in ("start", "continue"):
            self.current_game.leave_when_safe(actions[name])
        else:
            actions[name]()

    def action_help(self) -> None:
        """Show the help. It opens at the keys if the current screen has a section there, or if a game is open that the player has
        finished once; otherwise at the rules."""
        section = self.screen.KEYS_SECTION if isinstance(self.screen, BaseScreen) else ""
        knows_rules = self.current_game.open_game is not None and not self.start_controller.is_new_to(
            self.kit_shown.game.name()
        )
        self._show_help("Keys" if section or knows_rules else "Rules", section)

    def action_leave(self) -> None:
        """Leave at once: nothing can be lost."""
        self.current_game.leave_when_safe(self.exit)

    def _open_listed_save(self, message: OpenSave) -> None:
        def open_save() -> None:
            if message.save.path.parent == self.shelf_controller.bin:
                self.notify_player("This game is in the bin: put it back on the shelf first.")
                return
            self.game_opener.open_listed_save(message.save)
            if message.decision is not None:
                self.review_controller.go_to_decision(message.decision)

        self.current_game.leave_when_safe(open_save)

    def _show_cards(self, card_name: str = "") -> None:
        from vok_tui.screens.cards import CardsScreen

        kit, open_game = self.kit_shown, self.current_game.open_game
        is_open = open_game is not None and open_game.sitting.match.game is kit.game
        cards = kit.card_list(open_game.sitting.match.setup if open_game is not None and is_open else None)
        if cards is None:
            self.notify_player("This game has no cards to list.")
        else:
            self.push_screen(CardsScreen(cards, card_name))

    def _show_own_cards(self) -> None:
        from vok_tui.boards.own_data import BadValue, OwnData
        from vok_tui.screens.own_cards import OwnCardsScreen

        try:
            own = OwnData(self.kit_shown.game.name(), self.shelf.folder.parent)
        except BadValue as refused:
            self.notify_player(f"{refused}.")
        else:
            self.push_screen(OwnCardsScreen(own))

    def _show_signs(self) -> None:
        from vok_tui.screens.help import SIGNS_PAGE

        self._show_help(SIGNS_PAGE)

    def _show_help(self, page: str, first_screen: str = "") -> None:
        from vok_tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(
                HelpScreen(self.kit_shown, self.start_controller.current_options.config.keys, page, first_screen)
            )

    # -- the palette

    def action_command_palette(self) -> None:
        """Open the palette, unless it is open already."""
        if not any(isinstance(screen, Palette) for screen in self.screen_stack):
            self.push_screen(Palette())

    def search_themes(self) -> None:
        """Open a palette of themes."""
        self.push_screen(Palette(providers=[ThemeProvider], placeholder="Search for themes…"))

    # -- the screen as files

    def action_save_screen(self) -> None:
        """Save the screen as a picture and as text. If the palette covers the screen, wait until it has closed."""
        self.call_after_refresh(self._save_screen)

    def _save_screen(self) -> None:
        folder = self.shelf.folder.parent / PICTURES
        try:
            path = save_svg_and_text(folder, *screen_as_svg_and_text(self))
        except OSError as fault:
            why = fault.strerror or str(fault)
            self.notify_player(
                f"The screen could not be saved in {short_path(folder)} ({why}): fix that and try again."
            )
        else:
            self.notify_player(f"Saved as {path.name} and .txt in {short_path(folder)}.", seconds=8)

    # -- the terminal

    def key_of_layout(self, event: events.Key) -> events.Key:
        """With a layout by place, the key at the place of a letter. The first letter without a meaning is explained."""
        letter, config = event.character or "", self.start_controller.current_options.config
        if letter.isascii() or not letter.isalpha() or event.key in self.screen.active_bindings:
            return event
        if meant := KEYS_BY_PLACE.get(config.layout, {}).get(letter):
            key = events.Key(canonical_key(meant), meant)
            key.time = event.time  # see `VokDriver.run_input_thread`
            return key
        sentence = dead_letter_sentence(letter, config.layout, short_path(config_file()))
        if sentence and not self._has_explained_letters:
            self._has_explained_letters = True
            self.notify_player(sentence)
        return event

    async def on_event(self, event: events.Event) -> None:
        """Remove control characters from pasted text, whichever widget receives it."""
        if isinstance(event, events.Paste):
            event.text = "\n".join([visible_with_spaces(line) for line in event.text.splitlines()])
        await super().on_event(event)

    @on(TerminalLost)
    def _handle_terminal_lost(self) -> None:
        self._exit_with(ExitCode.HUNG_UP)

    def _exit_with(self, code: int) -> None:
        self.exit(return_code=code)

    def handle_crash(self, error: Exception) -> None:
        """End the app after an internal error; the command line reports it in one sentence. In tests the error is raised."""
        if self.is_headless:
            super().handle_crash(error)
        elif self.failure is None:
            self.failure = error
            self._exit_with(ExitCode.FAILED)


def make_thinker() -> ProcessThinker:
    """What thinks for the opponents; its process starts later."""
    return ProcessThinker()


def make_app(start: StartOptions, terminal: Terminal, thinker: ProcessThinker, driver_class: type[VokDriver]) -> VokApp:
    """The app as players have it. Raises ConfigError for an unknown theme, SaveError for a save that cannot be opened."""
    config = start.config
    if start.path is not None:
        load(start.path, GAMES)
    app = VokApp(start, Shelf(), terminal, thinker, driver_class)
    app.table_controller.pace = config.pace if start.pace is None else start.pace
    app.table_controller.may_peek = config.undo_past_reveals
    app.table_controller.warn_from = config.warn_from
    app.table_controller.reaction_seconds = REACTION_SECONDS
    # A watched game is read with a delay of up to one interval.
    app.review_controller.reaction_seconds = 2 * REACTION_SECONDS
    app.gives_tips = app.start_controller.wants_tips
    if app.low_bandwidth:
        app.adapt_to_terminal(terminal, os.environ)
    return app


def finish_app(app: VokApp, thinker: ProcessThinker) -> str:
    """Close the game of an app that has ended. Returns the lines to print. Raises the exception that broke the app, if any."""
    thinker.close()
    farewell = app.close_with_farewell()
    if app.failure is not None:
        raise app.failure
    return farewell if not app.return_code else ""


def run_app(start: StartOptions) -> int:
    """Run the app on this terminal until the player leaves. Returns the exit code.

    Raises ConfigError for an unknown theme, SaveError for a save that cannot be opened, and any exception that broke the app.
    """
    terminal = detect_terminal(os.environ)
    terminal = terminal._replace(ascii=terminal.ascii or start.config.ascii)
    thinker = make_thinker()
    app = make_app(start, terminal, thinker, driver_class_for(terminal))
    try:
        app.run(mouse=app.has_mouse)
    finally:
        if app.return_code == ExitCode.HUNG_UP:
            for stream in (1, 2):  # discard what is still buffered; this is not an error
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
        farewell = finish_app(app, thinker)
    if farewell:
        sys.stdout.write(f"{farewell}\n")
    return app.return_code or ExitCode.OK
