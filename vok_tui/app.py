"""The app: which screen comes next, and the game that is at the table. What a screen shows is its own affair.

The log of a game is on disk before its moves are seen. So whatever ends the app, a key, a signal or a lost terminal, there
is nothing left to save and nothing to ask.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from textual import on
from textual.app import App, SystemCommand
from textual.screen import Screen

from engine import GAMES
from engine.core.rules import NOBODY, Setup
from saves import Busy, SaveError, Shelf, load, visible
from vok_tui import theme
from vok_tui.driver import TerminalLost
from vok_tui.errors import ConfigError
from vok_tui.exits import Exit
from vok_tui.keeping import Opened, begin, take_up, watch
from vok_tui.keys import EVERYWHERE, bindings
from vok_tui.messages import GameOver, LeaveTable, ShowCard, WantsHelp
from vok_tui.nearest import nearest
from vok_tui.screens.ask import Ask, Way
from vok_tui.screens.small import TooSmall, too_small
from vok_tui.screens.start import StartScreen
from vok_tui.seating import again, asked_for, setup
from vok_tui.session import Thinker
from vok_tui.start import Start
from vok_tui.terminal import Terminal, look
from vok_tui.thinker import ProcessThinker
from vok_tui.wishes import AfterGame, Chosen, NewGame, OpenSave

LOOK_ON = 0.5  # seconds from one look at a watched game to the next


class Vok(App[None], inherit_bindings=False):
    """`start` says what was asked for, `thinker` decides for the opponents."""

    TITLE = "Vok"
    CSS_PATH = "styles/app.tcss"
    BINDINGS = bindings(EVERYWHERE)

    def __init__(self, start: Start, shelf: Shelf, terminal: Terminal, thinker: Thinker | None) -> None:
        super().__init__(ansi_color=True if terminal.no_color else None)
        self.start = start
        self.shelf = shelf
        self.thinker = thinker
        self.ascii_only = terminal.ascii
        self.opened: Opened | None = None
        self.failure: Exception | None = None
        self.animation_level = "none"
        self.set_keymap(dict(start.config.keys))
        for known in theme.THEMES:
            self.register_theme(known)
        sixteen = self.console.color_system == "standard"
        self.theme = start.config.theme or theme.chosen(terminal.no_color, sixteen)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return theme.defaults()

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        from vok_tui.palette import commands

        return commands(self, screen)

    def on_mount(self) -> None:
        if not self.is_headless:
            self._heed_signals()
        start = self.start
        if start.path is not None:
            self.action_go("start")
            self._open(start.path, str(load(start.path, GAMES).damage or ""))
        elif start.asks_for_a_game:
            self._begin(setup(*asked_for(start)))
        else:
            self.action_go("continue")

    # -- from screen to screen

    def action_go(self, where: str) -> None:
        """To a screen, by its name on the start screen. What is at the table stays on disk."""
        going: dict[str, Callable[[], None]] = {
            "continue": self._continue,
            "new": self._new,
            "open": self._shelf,
            "cards": self._cards,
            "help": lambda: self._help("Rules"),
            "keys": lambda: self._help("Keys"),
            "leave": self.action_leave,
            "start": self._start,
        }
        going[where]()

    def action_help(self) -> None:
        """The keys while a game is at the table, the rules before it."""
        self._help("Keys" if self.opened is not None else "Rules")

    def action_leave(self) -> None:
        """Leave at once: nothing can be lost."""
        self.exit()

    @on(Chosen)
    def _chosen(self, message: Chosen) -> None:
        self.action_go(message.choice)

    def _start(self) -> None:
        self._clear_table()
        row = self.shelf.latest(GAMES)
        latest = ""
        if row is not None:
            from vok_tui.screens.shelf import standing

            latest = standing(row)
        self._only(StartScreen(latest, short(self.shelf.folder), self.start.config.keys))

    def _continue(self) -> None:
        row = self.shelf.latest(GAMES)
        if row is None or self.opened is None:
            self._start()
        if row is not None:
            self._open(row.path, row.damaged)

    def _new(self) -> None:
        from vok_tui.screens.setup import SetupScreen

        self.push_screen(SetupScreen(self.start))

    def _shelf(self) -> None:
        from vok_tui.screens.shelf import ShelfScreen

        try:
            rows = self.shelf.rows(GAMES)
        except SaveError as error:
            self._sorry(str(error))
            return
        self.push_screen(ShelfScreen(rows, short(self.shelf.folder), datetime.now().astimezone()))

    def _cards(self, name: str = "") -> None:
        from engine.valley.cards.base import BASE
        from vok_tui.screens.cards import CardsScreen

        self.push_screen(CardsScreen(BASE.cards, name))

    def _help(self, page: str) -> None:
        from vok_tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.start.config.keys, page))

    def _only(self, screen: Screen[None]) -> None:
        """This screen, and nothing beneath it to come back to."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.push_screen(screen)

    # -- the game at the table

    def _begin(self, wanted: Setup) -> None:
        self._play(begin(self.shelf, wanted, self.thinker))

    def _open(self, path: Path, damaged: str) -> None:
        """Take up a save; ask first if it is damaged or somebody else is playing it."""
        if damaged:
            ways = (Way("play", "Play on"), Way("watch", "Look only"), Way("open", "Another game"))
            self._ask("This save is damaged", damaged, ways, path)
            return
        try:
            self._play(take_up(path, self.thinker))
        except Busy as busy:
            text = f"It is being played by {busy.who}. You can look on; nothing you do changes it."
            self._ask("Somebody is playing", text, (Way("watch", "Look on"), Way("open", "Another game")), path)
        except SaveError as error:
            self._sorry(str(error))

    def _play(self, opened: Opened) -> None:
        from vok_tui.screens.table import TableScreen

        self._clear_table()
        self.opened = opened
        self._only(TableScreen(opened.session))
        if opened.watcher is not None:
            self.notify("You are looking on: nothing can be played here.", markup=False)
            self._looking = self.set_interval(LOOK_ON, self._look_on)
        if opened.note:
            self.tell(opened.note)

    def _look_on(self) -> None:
        """Follow a watched game."""
        from vok_tui.screens.table import TableScreen

        opened = self.opened
        if opened is None or opened.watcher is None:
            self._looking.stop()
            return
        with suppress(SaveError):
            if opened.watcher.poll() and isinstance(self.screen, TableScreen):
                self.screen.arrive()

    def _clear_table(self) -> None:
        """Close the save of the game that was played: others may take it up."""
        opened, self.opened = self.opened, None
        if opened is not None and opened.keeping is not None:
            try:
                opened.keeping.close()
            except SaveError as error:
                self.tell(str(error))

    def _ask(self, title: str, text: str, ways: tuple[Way, ...], path: Path) -> None:
        def taken(result: str | None) -> None:
            if result == "play":
                self._open(path, "")
            elif result == "watch":
                self._watch(path)
            elif result:
                self.action_go(result)

        self.push_screen(Ask(title, text, ways), taken)

    def _watch(self, path: Path) -> None:
        try:
            self._play(watch(path))
        except SaveError as error:
            self._sorry(str(error))

    def tell(self, sentence: str) -> None:
        """Something the player should know, wherever they are."""
        self.notify(sentence, timeout=20, markup=False)

    def _sorry(self, text: str) -> None:
        self.push_screen(Ask("This cannot be opened", text, (Way("", "Back"),)))

    @on(LeaveTable)
    def _leave_table(self) -> None:
        self._start()

    @on(WantsHelp)
    def _wants_help(self) -> None:
        self.action_help()

    @on(ShowCard)
    def _show_card(self, message: ShowCard) -> None:
        self._cards(message.name_of_card)

    @on(GameOver)
    def _game_over(self, message: GameOver) -> None:
        from vok_tui.screens.score import ScoreScreen

        session = message.session
        people = session.humans
        you = next(iter(people)) if len(people) == 1 else NOBODY
        self.push_screen(ScoreScreen(session.view(), session.names, you, session.match.setup.seed))

    @on(NewGame)
    def _new_game(self, message: NewGame) -> None:
        self._begin(message.setup)

    @on(OpenSave)
    def _open_save(self, message: OpenSave) -> None:
        self._open(message.row.path, message.row.damaged if message.row.game else "")

    @on(AfterGame)
    def _after_game(self, message: AfterGame) -> None:
        """The same seats once more, with new cards or the same ones; or the table as it stood at the end."""
        if message.what == "review":
            self.pop_screen()
        elif message.what in ("rematch", "same_seed") and self.opened is not None:
            before = self.opened.session.match.setup
            self._begin(again(before, before.seed if message.what == "same_seed" else None))
        else:
            self.action_go(message.what)

    # -- the terminal

    def on_resize(self) -> None:
        """Cover everything while there is too little room."""
        if too_small(*self.size) and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall())

    @on(TerminalLost)
    def _terminal_lost(self) -> None:
        self._end(Exit.HUNG_UP)

    def _heed_signals(self) -> None:
        """Leave cleanly when the terminal goes away or somebody ends us."""
        loop = asyncio.get_running_loop()
        for name, code in (("SIGHUP", Exit.HUNG_UP), ("SIGTERM", Exit.TERMINATED), ("SIGINT", Exit.INTERRUPTED)):
            loop.add_signal_handler(getattr(signal, name), self._end, code)

    def _end(self, code: int) -> None:
        self.exit(return_code=code)

    def _handle_exception(self, error: Exception) -> None:
        """A fault of ours: end, and let the door say so in a sentence. A test sees it as it is."""
        if self.is_headless:
            super()._handle_exception(error)
        elif self.failure is None:
            self.failure = error
            self._end(Exit.FAILED)

    def farewell(self) -> str:
        """What to say on the way out: where the game is kept. Closes the save."""
        keeping = self.opened.keeping if self.opened is not None else None
        self._clear_table()
        return (
            f"Your game is kept in {visible(str(keeping.path))}; vok goes on with it."
            if keeping and keeping.path
            else ""
        )


def short(path: Path) -> str:
    """A path for showing, the home as `~`."""
    with suppress(ValueError, RuntimeError):
        return visible(f"~/{path.relative_to(Path.home())}")
    return visible(str(path))


def run(start: Start) -> int:
    """Open the table on this terminal until the player leaves; returns the exit code.

    Raises ConfigError for a theme that is not there, SaveError for a save that cannot be opened, and what broke the app, if
    anything did.
    """
    from vok_tui.driver import driver_for

    config = start.config
    terminal = look(os.environ)
    terminal = replace(terminal, ascii=terminal.ascii or config.ascii)
    if start.path is not None:
        load(start.path, GAMES)
    thinker = ProcessThinker()
    app = Vok(start, Shelf(), terminal, thinker)
    if config.theme and config.theme not in app.available_themes:
        raise ConfigError(f'[table]: no theme is called "{config.theme}"{nearest(config.theme, app.available_themes)}')
    app.driver_class = driver_for(terminal)
    thinker.said = app.tell
    thinker.start()
    try:
        app.run(mouse=not terminal.remote if config.mouse is None else config.mouse)
    finally:
        thinker.close()
        farewell = app.farewell()
    if app.failure is not None:
        raise app.failure
    if farewell and not app.return_code:
        sys.stdout.write(f"{farewell}\n")
    return app.return_code or Exit.WELL
