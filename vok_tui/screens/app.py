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
from typing import TYPE_CHECKING, Any, Final

from textual import events, on
from textual.app import SystemCommand
from textual.binding import Binding
from textual.driver import Driver
from textual.screen import Screen
from textual.theme import Theme, ThemeProvider

from engine import GAMES
from saves import Shelf, load
from saves.clean_text import visible_with_spaces
from vok_tui.boards.keymap import with_keys
from vok_tui.boards.table_kit import TableKit, table_kit_of
from vok_tui.coordinator.config import SettingValue
from vok_tui.coordinator.frontend import AtForm, AtRetry
from vok_tui.coordinator.player import Preferences, preferences_of
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.opponents import REACTION_SECONDS
from vok_tui.game.process_thinker import ProcessThinker
from vok_tui.game.thinker import Thinker, ThinkerFailed
from vok_tui.records.next_game import NEXT_LEVEL, REMATCH, SAME_SEED
from vok_tui.screens.base import BaseScreen
from vok_tui.screens.command_palette import Palette, palette_commands
from vok_tui.screens.frontend import ScreenFrontend
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
    LessonDone,
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

SLOW_NOTE: Final = "This terminal is slow to answer, so it is sent less: fewer colours. The settings can change it."
NO_REVIEW: Final = "A guided game has no review. Take back moves with {undo}; {start_screen} leads to the menu."
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
        preferences: Preferences,
        driver_class: type[Driver] | None = None,
    ) -> None:
        self._shows_on: tuple[Terminal, Mapping[str, str]] = terminal, os.environ  # decides which colours a theme has
        super().__init__(driver_class=driver_class, no_color=terminal.no_color)
        self.shelf = shelf
        self.thinker = thinker
        self.ascii_only = terminal.ascii or start.config.ascii
        self.has_mouse = terminal.has_mouse(start.config.mouse)
        self.has_drags = self.has_mouse and not terminal.remote  # whether movements of the mouse are reported too
        self.low_bandwidth = self._asks_low_bandwidth(start)
        self.failure: Exception | None = None
        self._has_explained_letters = False
        self.place_at_exit: StartOptions | None = None
        self.frontend: Final = ScreenFrontend(self, shelf, thinker, start, preferences)
        self.coordinator: Final = self.frontend.coordinator
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

    def _create_routes(self) -> dict[type[AppMessage], Callable[[Any], None]]:
        """The handler of each message that a screen can post."""
        front, coordinator, new_games = self.frontend, self.coordinator, self.coordinator.new_games
        review = front.review
        return {
            MenuEntryChosen: lambda message: self.action_go(message.choice),
            LeaveTable: lambda _: coordinator.go_to_start(),
            ShowCard: lambda message: self._show_cards(message.card_name),
            GameChosen: lambda message: new_games.choose_game(message.game, message.opponents, message.edition),
            DailyChosen: lambda message: new_games.begin_or_continue_daily(message.day, message.game),
            BeginGame: lambda message: new_games.begin(message.setup),
            OpenSave: lambda message: coordinator.saved_games.open(message.save, message.decision),
            AskToBranch: self._ask_to_branch,
            ShowReview: review.show_from_table,
            PlayOn: review.play_on,
            ReviewClosed: lambda _: review.close(),
            ShowScoreFromTable: lambda _: coordinator.after_game.show_score(is_new=True),
            ShowScoreFromReview: lambda _: review.show_score(),
            ToggleAnalysis: lambda message: coordinator.analyses.toggle(message.save),
            TryAgain: lambda message: review.try_again(message.node),
            RetryClosed: lambda _: review.close_retry(),
            DrillWanted: lambda message: coordinator.looking_back.practise((message.game, message.kind)),
            PracticeBegun: lambda message: coordinator.show_over(AtRetry(message.retry)),
            SeeDecision: lambda message: review.show_decision(message.node),
            AfterGameChosen: self._go_on_after_game,
            GamePasted: lambda message: coordinator.saved_games.open_pasted(message.text),
            ShelfCommand: front.change_shelf,
            Welcomed: self._leave_welcome,
        }

    def get_theme(self, theme_name: str) -> Theme | None:
        base_theme = super().get_theme(theme_name)
        if base_theme is None:
            return None
        return theme.with_vok_colors(base_theme, in_256_colors=self._shows_on[0].has_256_colors)

    def get_key_display(self, binding: Binding) -> str:
        return key_label(binding.key)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        return palette_commands(self, screen, self.coordinator.player.options.config)

    def on_load(self) -> None:
        """Handle signals before Textual takes over the terminal, so that a signal at any time leaves the terminal usable."""
        if issubclass(self.driver_class, VokDriver):
            handle_signals(self._exit_with, EXIT_CODES)

    def on_mount(self) -> None:
        self.theme_changed_signal.subscribe(self, self._show_and_keep_theme)
        self.call_after_refresh(self._warm_up)
        start = self.coordinator.player.options
        self.coordinator.begin()
        if start.review_node is not None:
            self.frontend.review.show_step(start.review_node)
        for screen in self.screen_stack:
            if isinstance(screen, BaseScreen) and screen.KEPT_AS in start.views:
                screen.call_later(screen.restore_view, start.views[screen.KEPT_AS])  # when it is mounted

    def enter(self, start: StartOptions) -> None:
        """Go where a second command line asks while this app runs."""
        if start.low_bandwidth and not self.low_bandwidth:
            self.low_bandwidth = True
            self._adapt_to(*self._shows_on)
        self.coordinator.enter(start)

    def exit(self, *args: Any, **options: Any) -> None:
        """End the app. `place_at_exit` says where it was."""
        self.place_at_exit = self._place()
        super().exit(*args, **options)

    def _place(self) -> StartOptions | None:
        """The start options that lead back to the open game; None without one."""
        open_game, path = self.coordinator.current.open_game, self.coordinator.current.save_path
        if open_game is not None and open_game.lesson is not None:
            return StartOptions(learn=open_game.lesson.id)
        screens = [screen for screen in self.screen_stack if isinstance(screen, BaseScreen) and screen.KEPT_AS]
        views = {screen.KEPT_AS: screen.kept_view() for screen in screens}
        node = views.get(REVIEW, {}).get("node")
        return None if path is None else StartOptions(path=path, review_node=node, views=views)

    def rest(self) -> None:
        """Nobody looks: think nothing until `wake`."""
        for table in self._tables():
            table.opponents.rest()
            table.coaching.coach.rest()
        self.coordinator.analyses.rest()
        if isinstance(self.thinker, ProcessThinker):
            self.thinker.rest()

    def wake(self) -> None:
        """Somebody looks again: think on."""
        if isinstance(self.thinker, ProcessThinker):
            self.thinker.wake()
        for table in self._tables():
            table.opponents.wake()
            table.coaching.coach.wake()
        self.coordinator.analyses.wake()

    def _tables(self) -> "list[TableScreen]":
        from vok_tui.screens.table.screen import TableScreen

        return [screen for screen in self.screen_stack if isinstance(screen, TableScreen)]

    @staticmethod
    def _asks_low_bandwidth(start: StartOptions) -> bool:
        return start.low_bandwidth or bool(start.config.low_bandwidth)

    @on(SlowTerminal)
    def _save_bandwidth(self) -> None:
        """Send less from now on, unless the configuration says otherwise."""
        if not self.low_bandwidth and self.coordinator.player.options.config.low_bandwidth is None:
            self.low_bandwidth = True
            self._adapt_to(*self._shows_on)
            self.notify_player(SLOW_NOTE)

    def adapt_to_terminal(self, terminal: Terminal, env: Mapping[str, str]) -> bool:
        """Paint for this terminal from now on. Returns whether it can show what the terminal before could."""
        self._shows_on = terminal, env
        self.low_bandwidth = self._asks_low_bandwidth(self.coordinator.player.options)
        return self._adapt_to(terminal, env)

    def _adapt_to(self, terminal: Terminal, env: Mapping[str, str]) -> bool:
        config = self.coordinator.player.options.config
        before = (self.ascii_only, self.has_mouse, self.has_drags)
        self.ascii_only, self.has_mouse = terminal.ascii or config.ascii, terminal.has_mouse(config.mouse)
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
        self.coordinator.player.change_setting("theme", chosen.name)

    def change_setting(self, setting: str, value: SettingValue) -> None:
        """Use a value of a setting from now on, on all screens, and keep it."""
        coordinator = self.coordinator
        player = coordinator.player
        player.change_setting(setting, value)
        config, open_game = player.options.config, coordinator.current.open_game
        self.set_keymap(dict(config.keys))
        self.low_bandwidth = self._asks_low_bandwidth(player.options)
        self._adapt_to(*self._shows_on)
        if isinstance(self._driver, VokDriver):
            self._driver.adapt(ascii_only=self.ascii_only, mouse=self.has_mouse)
        if open_game is not None and open_game.lesson is None:
            open_game.sitting.may_peek = player.preferences.may_peek
            for table in self._tables():
                tips = self.frontend.tips_for(table.sitting.match.game.name())
                table.take_preferences(player.preferences.pace, player.preferences.warn_from, tips)

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
    def keys_changed(self) -> Mapping[str, str]:
        """The keys that config.toml changes."""
        return self.coordinator.player.options.config.keys

    @property
    def kit(self) -> TableKit:
        """The kit of the open game; without one, of the game that was played last or that the command line names."""
        open_game = self.coordinator.current.open_game
        return table_kit_of(
            GAMES[self.coordinator.player.options.game] if open_game is None else open_game.sitting.match.game
        )

    @property
    def kit_shown(self) -> TableKit:
        """The kit of the game that is chosen or marked on the screen below any dialog; else `kit`."""
        screen = next((each for each in reversed(self.screen_stack) if isinstance(each, BaseScreen)), None)
        return table_kit_of(GAMES[screen.game_shown]) if screen is not None and screen.game_shown else self.kit

    def close_with_farewell(self) -> str:
        """Close the game, and stop the analyses. Returns the lines to print on exit."""
        self.coordinator.analyses.close()
        return self.coordinator.current.close_with_farewell()

    # -- from screen to screen

    @on(AppMessage)
    def _route(self, message: AppMessage) -> None:
        open_game = self.coordinator.current.open_game
        if open_game is not None and open_game.lesson is not None:
            if isinstance(message, ShowReview):
                self.notify_player(with_keys(NO_REVIEW, self.keys_changed))
                return
            if isinstance(message, (ShowScoreFromTable, LessonDone, AskToBranch)):
                self.coordinator.new_games.end_lesson()
                return
        self._routes[type(message)](message)

    def _ask_to_branch(self, message: AskToBranch) -> None:
        open_game = self.coordinator.current.open_game
        if open_game is not None and open_game.sitting is message.sitting:
            self.coordinator.new_games.ask_to_branch(message.node, message.answer)

    def _go_on_after_game(self, message: AfterGameChosen) -> None:
        """Do what the player chose on the score sheet, unless that is closed already, because of a second key press."""
        from vok_tui.screens.score import ScoreScreen

        screen = self.screen
        if not isinstance(screen, ScoreScreen):
            return
        if message.choice == "review":
            self.coordinator.looking_back.review()
        elif message.choice in (REMATCH, SAME_SEED, NEXT_LEVEL):
            level = screen.next_game.level if screen.next_game is not None else ""
            self.coordinator.after_game.again(message.choice, level)
        else:
            self.action_go(message.choice)

    def _leave_welcome(self, message: Welcomed) -> None:
        """Do what the player chose in the welcome. The rules open over it, so Esc leads back to it."""
        from vok_tui.screens.welcome import WelcomeScreen

        if not isinstance(self.screen, WelcomeScreen):  # a second key press, after the first one has closed it
            return
        self.coordinator.leave_welcome(message.player_name, message.next_step, message.game)
        if message.next_step not in ("first", "learn", "start"):
            self.action_go(message.next_step)

    def clear_notices_of_game(self) -> None:
        """Remove the notifications if a table or a review is shown: they are about its game."""
        from vok_tui.screens.review.screen import ReviewScreen
        from vok_tui.screens.table.screen import TableScreen

        if any(isinstance(screen, (TableScreen, ReviewScreen)) for screen in self.screen_stack):
            self.clear_notifications()

    def show_only(self, screen: Screen[None]) -> None:
        """Close all other screens and show this one."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.push_screen(screen)

    def action_go(self, name: str) -> None:
        """Go to a screen, by its name on the start screen. Nothing of the open game is lost."""
        coordinator = self.coordinator
        actions: dict[str, Callable[[], None]] = {
            "continue": coordinator.continue_latest,
            "new": lambda: coordinator.show_over(AtForm()),
            "daily": coordinator.show_daily,
            "learn": coordinator.new_games.choose_lesson,
            "practise": coordinator.looking_back.practise,
            "puzzle": coordinator.looking_back.solve_puzzles,
            "goals": coordinator.looking_back.show_goals,
            "open": coordinator.saved_games.show,
            "stats": coordinator.looking_back.show_stats,
            "settings": coordinator.show_settings,
            "cards": self._show_cards,
            "own": lambda: coordinator.show_box(self.kit_shown.game.name()),
            "help": lambda: self.show_help("Rules"),
            "keys": lambda: self.show_help("Keys"),
            "signs": self._show_signs,
            "leave": coordinator.quit,
            "start": coordinator.go_to_start,
        }
        actions[name]()

    def action_go_to_setting(self, name: str) -> None:
        """Go to a setting, by its name in config.toml."""
        self.coordinator.show_settings(name)

    def action_help(self) -> None:
        """Show the help: at the rules of the game that is shown, or at the keys of a screen that has many."""
        section = self.screen.KEYS_SECTION if isinstance(self.screen, BaseScreen) else ""
        self.show_help("Keys" if section else "Rules", section)

    def action_leave(self) -> None:
        """Leave at once: nothing can be lost."""
        self.coordinator.quit()

    def _show_cards(self, card_name: str = "") -> None:
        from vok_tui.screens.cards import CardsScreen

        kit, open_game = self.kit_shown, self.coordinator.current.open_game
        is_open = open_game is not None and open_game.sitting.match.game is kit.game
        cards = kit.card_list(open_game.sitting.match.setup if open_game is not None and is_open else None)
        if cards is None:
            self.notify_player("This game has no cards to list.")
        else:
            self.push_screen(CardsScreen(cards, card_name))

    def _show_signs(self) -> None:
        from vok_tui.screens.help import SIGNS_PAGE

        self.show_help(SIGNS_PAGE)

    def show_help(self, page: str, first_screen: str = "", *, game: str = "") -> None:
        """Show a page of the help, beginning with the section of a screen; of a `game`, or of the one that is shown."""
        from vok_tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            kit = table_kit_of(GAMES[game]) if game else self.kit_shown
            self.push_screen(HelpScreen(kit, self.keys_changed, page, first_screen))

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
        letter, config = event.character or "", self.coordinator.player.options.config
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
    if start.path is not None:
        load(start.path, GAMES)
    app = VokApp(start, Shelf(), terminal, thinker, preferences_of(start, REACTION_SECONDS), driver_class)
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
    thinker = make_thinker()
    driver_class = driver_class_for(terminal._replace(ascii=terminal.ascii or start.config.ascii))
    app = make_app(start, terminal, thinker, driver_class)
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
