"""The Textual app: which screen comes next, signals, and a lost terminal.

Each move is on disk before it is shown. So whatever ends the app (a key, a signal, a lost terminal), nothing is left to save and
nothing to ask.
"""

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from textual import events, on
from textual.app import SystemCommand
from textual.binding import Binding
from textual.driver import Driver
from textual.screen import Screen
from textual.theme import Theme

from engine import GAMES
from engine.core.game import NOBODY
from saves import SaveError, SaveInfo, Shelf, load
from saves.clean_text import printable
from saves.solitaire_records import SolitaireRecord, add_record
from vok_tui.boards import table_kit_of
from vok_tui.boards.table_kit import TableKit
from vok_tui.exit_codes import ExitCode
from vok_tui.game.process_thinker import ProcessThinker
from vok_tui.game.seating import make_setup, rematch_setup, requested_game
from vok_tui.game.start_options import StartOptions
from vok_tui.game.thinker import Thinker, ThinkerFailed
from vok_tui.game.variations import variations
from vok_tui.game_host import GameHost
from vok_tui.messages import GameOver, LeaveTable, ShowCard, ShowVariations
from vok_tui.screen_messages import AfterGameChosen, MenuChosen, NewGame, OpenSave
from vok_tui.screens.start import StartScreen
from vok_tui.settings.keys import EVERYWHERE, bindings
from vok_tui.settings.paths import short_path
from vok_tui.table.pace import REACTION
from vok_tui.terminal import theme
from vok_tui.terminal.detection import Terminal, detect_terminal
from vok_tui.terminal.driver import TerminalLost, VokDriver, driver_for
from vok_tui.terminal.key_names import key_label
from vok_tui.terminal.signals import handle_signals
from vok_tui.widgets.seat_points import seat_points

EXIT_CODES: Final = {
    signal.SIGHUP: ExitCode.HUNG_UP,
    signal.SIGTERM: ExitCode.TERMINATED,
    signal.SIGINT: ExitCode.INTERRUPTED,
}


class VokApp(GameHost, inherit_bindings=False):
    """`start` holds the options of the command line, `terminal` what the terminal can show; `thinker` chooses moves for the
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
        super().__init__(shelf, thinker, driver_class, ansi_color=True if terminal.no_color else None)
        self.start = start
        self.trust_bots = start.trust_bots
        self.ascii_only = terminal.ascii
        self.failure: Exception | None = None
        self.animation_level = "none"
        self.set_keymap(dict(start.config.keys))
        for known in theme.THEMES:
            self.register_theme(known)
        wanted = start.config.theme or theme.default_theme(terminal.no_color, terminal.sixteen_colors)
        theme.check_theme(wanted)
        self.set_reactive(VokApp.theme, wanted)  # without the watcher, which would reload all styles
        self.stylesheet.set_variables(self.get_css_variables())
        self._refresh_truecolor_filter(self.ansi_theme)

    def get_theme(self, theme_name: str) -> Theme | None:
        found = super().get_theme(theme_name)
        return theme.with_vok_colors(found) if found is not None else None

    def get_key_display(self, binding: Binding) -> str:
        return key_label(binding.key)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        from vok_tui.command_palette import palette_commands

        return palette_commands(self, screen)

    def on_load(self) -> None:
        """Before the terminal is taken: it must be left in order, whenever a signal comes."""
        if issubclass(self.driver_class, VokDriver):
            handle_signals(self._exit_with, EXIT_CODES)

    def on_mount(self) -> None:
        self.theme_changed_signal.subscribe(self, lambda _: theme.apply_theme(self))
        self.call_after_refresh(self._warm_up)
        start = self.start
        if start.path is not None:
            self.open_save(start.path, str(load(start.path, GAMES).damage or ""))
        elif start.wants_new_game:
            self.begin_game(make_setup(*requested_game(start)))
        else:
            self.action_go("continue")

    def _warm_up(self) -> None:
        """What can wait for the first frame: garbage collection, which `vok play` turns off at first, and the thinking
        process."""
        if not gc.isenabled():
            gc.freeze()
            gc.enable()
        if isinstance(self.thinker, ProcessThinker):
            self.thinker.notify = self.tell
            with suppress(ThinkerFailed):  # the first request will report it
                self.thinker.start()

    @property
    def kit(self) -> TableKit:
        """The kit of the game at the table; else of the one that the command line asks for."""
        return table_kit_of(self.opened.session.match.game if self.opened is not None else GAMES[self.start.game])

    # -- from screen to screen

    def action_go(self, name: str) -> None:
        """Go to a screen, by its name on the start screen. The game at the table stays on disk."""
        actions: dict[str, Callable[[], None]] = {
            "continue": self._continue_latest,
            "new": self._show_setup,
            "open": self._show_shelf,
            "cards": self._show_cards,
            "help": lambda: self._show_help("Rules"),
            "keys": lambda: self._show_help("Keys"),
            "leave": self.action_leave,
            "start": self._show_start,
        }
        if name in ("start", "continue"):
            self.leave_safely(actions[name])
        else:
            actions[name]()

    def action_help(self) -> None:
        """The keys while a game is at the table, the rules before it."""
        self._show_help("Keys" if self.opened is not None else "Rules")

    def action_leave(self) -> None:
        """Leave at once: nothing can be lost."""
        self.leave_safely(self.exit)

    @on(MenuChosen)
    def _handle_menu_chosen(self, message: MenuChosen) -> None:
        self.action_go(message.choice)

    def _show_start(self) -> None:
        self.close_game()
        save = self._latest_save()
        latest = seat_points(save) if save is not None else ()
        self.show_only(StartScreen(latest, short_path(self.shelf.folder), self.start.config.keys))

    def _continue_latest(self) -> None:
        self.close_game()
        save = self._latest_save()
        if save is None:
            self._show_start()
        else:
            self.open_save(save.path, save.damage)

    def _latest_save(self) -> SaveInfo | None:
        """The save to continue. None if the folder cannot be read; opening the list of saves reports why."""
        with suppress(SaveError):
            return self.shelf.latest(GAMES)
        return None

    def _show_setup(self) -> None:
        from vok_tui.screens.setup import SetupScreen

        self.push_screen(SetupScreen(self.start, self.rate_player))

    def _show_shelf(self) -> None:
        from vok_tui.screens.shelf import ShelfScreen

        try:
            saves = self.shelf.list_saves(GAMES)
        except SaveError as error:
            self.show_error(str(error))
            return
        self.push_screen(ShelfScreen(saves, short_path(self.shelf.folder), datetime.now().astimezone()))

    def _show_cards(self, name: str = "") -> None:
        from vok_tui.screens.cards import CardsScreen

        cards = self.kit.card_list(self.opened.session.match.setup if self.opened is not None else None)
        if cards is None:
            self.tell("This game has no cards to list.")
        else:
            self.push_screen(CardsScreen(cards, name))

    def _show_help(self, page: str) -> None:
        from vok_tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.kit, self.start.config.keys, page))

    @on(LeaveTable)
    def _handle_leave_table(self) -> None:
        self.action_go("start")

    @on(ShowVariations)
    def _handle_show_variations(self, message: ShowVariations) -> None:
        from vok_tui.screens.variations import VariationsScreen
        from vok_tui.table.screen import TableScreen

        def taken(node: int | None) -> None:
            if node is not None and isinstance(self.screen, TableScreen) and self.screen.session is message.session:
                self.screen.go_to(node)

        self.push_screen(VariationsScreen(variations(message.session), message.session.names), taken)

    @on(ShowCard)
    def _handle_show_card(self, message: ShowCard) -> None:
        self._show_cards(message.card_name)

    @on(GameOver)
    def _handle_game_over(self, message: GameOver) -> None:
        from vok_tui.screens.score import ScoreScreen

        session = message.session
        humans = session.humans
        your_seat = session.viewer if len(humans) == 1 else NOBODY
        keymap, match = self.start.config.keys, session.match
        sheet = table_kit_of(match.game).score_sheet(match.state, session.view(), session.names, your_seat)
        mark = self._solitaire_record()
        marks = add_record(self.shelf.folder.parent, mark) if mark is not None else ()
        self.push_screen(ScoreScreen(sheet, session.names, match.setup.seed, keymap, marks, mark))

    def _solitaire_record(self) -> SolitaireRecord | None:
        """The result of the game at the table for the solitaire records, if it is a solitaire game."""
        autosave = self.opened.autosave if self.opened is not None else None
        if self.opened is None or autosave is None or autosave.path is None:
            return None
        match = self.opened.session.match
        setup = match.game.with_current_data(match.setup)
        cards = table_kit_of(match.game).record_group(setup)
        if cards is None:
            return None
        return SolitaireRecord(autosave.path.name, setup.seed, cards, match.game.scores(match.state)[0], match.peeked)

    @on(NewGame)
    def _handle_new_game(self, message: NewGame) -> None:
        self.leave_safely(lambda: self.begin_game(message.setup))

    @on(OpenSave)
    def _handle_open_save(self, message: OpenSave) -> None:
        save = message.save
        self.leave_safely(lambda: self.open_save(save.path, save.damage if save.game else ""))

    @on(AfterGameChosen)
    def _handle_after_game(self, message: AfterGameChosen) -> None:
        """A rematch, the same deal again, or a review of the game. A second key press, after the first one has closed the score
        sheet, is ignored."""
        from vok_tui.screens.score import ScoreScreen

        if not isinstance(self.screen, ScoreScreen):
            return
        if message.what == "review":
            self.pop_screen()
        elif message.what in ("rematch", "same_seed") and self.opened is not None:
            match = self.opened.session.match
            before = match.setup
            next_setup = before if message.what == "same_seed" else rematch_setup(match.game.with_current_data(before))
            may = self.opened.session.allowed
            self.leave_safely(lambda: self.begin_game(next_setup, may))
        else:
            self.action_go(message.what)

    # -- the terminal

    async def on_event(self, event: events.Event) -> None:
        """What is pasted arrives without what a terminal would obey, wherever it goes."""
        if isinstance(event, events.Paste):
            event.text = "\n".join([printable(line) for line in event.text.splitlines()])
        await super().on_event(event)

    @on(TerminalLost)
    def _handle_terminal_lost(self) -> None:
        self._exit_with(ExitCode.HUNG_UP)

    def _exit_with(self, code: int) -> None:
        self.exit(return_code=code)

    def broken(self, error: Exception) -> None:
        """An internal error: end the app, and let the command line report it in one sentence. In tests it is raised as it is."""
        if self.is_headless:
            super().broken(error)
        elif self.failure is None:
            self.failure = error
            self._exit_with(ExitCode.FAILED)


def run(start: StartOptions) -> int:
    """Run the app on this terminal until the player leaves; returns the exit code.

    Raises ConfigError for an unknown theme, SaveError for a save that cannot be opened, and any exception that broke the app.
    """
    config = start.config
    terminal = detect_terminal(os.environ)
    terminal = replace(terminal, ascii=terminal.ascii or config.ascii)
    if start.path is not None:
        load(start.path, GAMES)
    thinker = ProcessThinker()
    app = VokApp(start, Shelf(), terminal, thinker, driver_for(terminal))
    app.pace = config.pace if start.pace is None else start.pace
    app.reaction = REACTION
    try:
        app.run(mouse=not terminal.remote if config.mouse is None else config.mouse)
    finally:
        thinker.close()
        farewell = app.farewell()
    if app.return_code == ExitCode.HUNG_UP:
        for stream in (1, 2):  # discard what is still buffered; this is not an error
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    if app.failure is not None:
        raise app.failure
    if farewell and not app.return_code:
        sys.stdout.write(f"{farewell}\n")
    return app.return_code or ExitCode.OK
