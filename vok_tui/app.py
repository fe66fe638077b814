"""The app: which screen comes next, and what the terminal does to us. What a screen shows is its own affair.

The log of a game is on disk before its moves are seen. So whatever ends the app, a key, a signal or a lost terminal, there
is nothing left to save and nothing to ask.
"""

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any

from textual import events, on
from textual.app import SystemCommand
from textual.binding import Binding
from textual.driver import Driver
from textual.screen import Screen
from textual.theme import Theme

from engine import GAMES
from engine.core.rules import NOBODY
from engine.valley.editions import SOLITAIRE
from saves import Row, SaveError, Shelf, load, visible
from saves.best import Mark, note
from saves.names import printable
from vok_tui import theme
from vok_tui.errors import ConfigError
from vok_tui.exits import Exit
from vok_tui.hosting import Hosting, short
from vok_tui.keynames import shown
from vok_tui.keys import EVERYWHERE, bindings
from vok_tui.lines import lines
from vok_tui.messages import GameOver, LeaveTable, ShowCard, ShowLines
from vok_tui.nearest import nearest
from vok_tui.screens.pace import REACTION
from vok_tui.screens.standing import standing
from vok_tui.screens.start import StartScreen
from vok_tui.seating import asked_for, rematch, setup
from vok_tui.start import Start
from vok_tui.terminal import Terminal, look
from vok_tui.thinker import ProcessThinker
from vok_tui.thinking import Thinker, ThinkerFailed
from vok_tui.tty.driver import HouseDriver, TerminalLost, driver_for
from vok_tui.wishes import AfterGame, Chosen, NewGame, OpenSave


class Vok(Hosting, inherit_bindings=False):
    """`start` says what was asked for, `terminal` what can be shown; `thinker` decides for the opponents.

    Raises ConfigError for a theme that is not there.
    """

    TITLE = "Vok"
    CSS_PATH = ["styles/app.tcss", "styles/table.tcss"]  # noqa: RUF012  read at once: each later one reads all anew
    BINDINGS = bindings(EVERYWHERE)

    def __init__(
        self,
        start: Start,
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
        wanted = start.config.theme or theme.chosen(terminal.no_color, terminal.sixteen)
        if wanted not in self.available_themes:
            wanted = visible(wanted)
            raise ConfigError(f'[table]: no theme is called "{wanted}"{nearest(wanted, self.available_themes)}')
        self.set_reactive(Vok.theme, wanted)  # without a watcher that would read all styles once more
        self.stylesheet.set_variables(self.get_css_variables())
        self._refresh_truecolor_filter(self.ansi_theme)

    def get_theme(self, theme_name: str) -> Theme | None:
        found = super().get_theme(theme_name)
        return theme.dressed(found) if found is not None else None

    def get_key_display(self, binding: Binding) -> str:
        return shown(binding.key)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        from vok_tui.palette import commands

        return commands(self, screen)

    def on_load(self) -> None:
        """Before the terminal is taken: it must be left in order, whenever a signal comes."""
        if issubclass(self.driver_class, HouseDriver):
            self._heed_signals()

    def on_mount(self) -> None:
        self.theme_changed_signal.subscribe(self, lambda _: theme.repaint(self))
        self.call_after_refresh(self._warm_up)
        start = self.start
        if start.path is not None:
            self.open_save(start.path, str(load(start.path, GAMES).damage or ""))
        elif start.asks_for_a_game:
            self.begin_game(setup(*asked_for(start)))
        else:
            self.action_go("continue")

    def _warm_up(self) -> None:
        """What can wait until the first frame is out: the collection of litter (see `commands.play`), which need not look at
        all that is here to stay, and the process that thinks."""
        if not gc.isenabled():
            gc.freeze()
            gc.enable()
        if isinstance(self.thinker, ProcessThinker):
            self.thinker.said = self.tell
            with suppress(ThinkerFailed):  # whoever needs it first will hear of it
                self.thinker.start()

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
        if where in ("start", "continue"):
            self.without_loss(going[where])
        else:
            going[where]()

    def action_help(self) -> None:
        """The keys while a game is at the table, the rules before it."""
        self._help("Keys" if self.opened is not None else "Rules")

    def action_leave(self) -> None:
        """Leave at once: nothing can be lost."""
        self.without_loss(self.exit)

    @on(Chosen)
    def _chosen(self, message: Chosen) -> None:
        self.action_go(message.choice)

    def _start(self) -> None:
        self.clear_table()
        row = self._latest()
        latest = standing(row) if row is not None else ()
        self.only(StartScreen(latest, short(self.shelf.folder), self.start.config.keys))

    def _continue(self) -> None:
        self.clear_table()
        row = self._latest()
        if row is None:
            self._start()
        else:
            self.open_save(row.path, row.damaged)

    def _latest(self) -> Row | None:
        """The game to go on with. A shelf that cannot be read holds none; whoever opens it hears why."""
        with suppress(SaveError):
            return self.shelf.latest(GAMES)
        return None

    def _new(self) -> None:
        from vok_tui.screens.setup import SetupScreen

        self.push_screen(SetupScreen(self.start, self.player))

    def _shelf(self) -> None:
        from vok_tui.screens.shelf import ShelfScreen

        try:
            rows = self.shelf.rows(GAMES)
        except SaveError as error:
            self.sorry(str(error))
            return
        self.push_screen(ShelfScreen(rows, short(self.shelf.folder), datetime.now().astimezone()))

    def _cards(self, name: str = "") -> None:
        from engine.valley.editions import AFTERLIFE, BASE, shipped
        from engine.valley.game import VALLEY
        from vok_tui.screens.cards import CardsScreen

        at_table = self.opened.session.match.setup if self.opened is not None else None
        cards = VALLEY.catalogue(at_table) if at_table is not None else shipped(BASE, AFTERLIFE)
        self.push_screen(CardsScreen(cards, name))

    def _help(self, page: str) -> None:
        from vok_tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.start.config.keys, page))

    @on(LeaveTable)
    def _leave_table(self) -> None:
        self.action_go("start")

    @on(ShowLines)
    def _show_lines(self, message: ShowLines) -> None:
        from vok_tui.screens.lines import LinesScreen
        from vok_tui.screens.table import TableScreen

        def taken(node: int | None) -> None:
            if node is not None and isinstance(self.screen, TableScreen) and self.screen.session is message.session:
                self.screen.go_to(node)

        self.push_screen(LinesScreen(lines(message.session), message.session.names), taken)

    @on(ShowCard)
    def _show_card(self, message: ShowCard) -> None:
        self._cards(message.name_of_card)

    @on(GameOver)
    def _game_over(self, message: GameOver) -> None:
        from vok_tui.screens.score import ScoreScreen

        session = message.session
        people = session.humans
        you = session.viewer if len(people) == 1 else NOBODY
        keymap = self.start.config.keys
        mark = self._mark()
        marks = note(self.shelf.folder.parent, mark) if mark is not None else ()
        seed = session.match.setup.seed
        self.push_screen(ScoreScreen(session.view(), session.names, you, seed, keymap, marks, mark))

    def _mark(self) -> Mark | None:
        """The game at the table for the record book, if it is one that was played alone."""
        keeping = self.opened.keeping if self.opened is not None else None
        if self.opened is None or keeping is None or keeping.path is None:
            return None
        match = self.opened.session.match
        setup = match.game.as_today(match.setup)
        if setup.edition != SOLITAIRE:
            return None
        cards = "house" if setup.cards else " ".join(setup.choices)
        return Mark(keeping.path.name, setup.seed, cards, match.game.scores(match.state)[0], match.peeked)

    @on(NewGame)
    def _new_game(self, message: NewGame) -> None:
        self.without_loss(lambda: self.begin_game(message.setup))

    @on(OpenSave)
    def _open_save(self, message: OpenSave) -> None:
        row = message.row
        self.without_loss(lambda: self.open_save(row.path, row.damaged if row.game else ""))

    @on(AfterGame)
    def _after_game(self, message: AfterGame) -> None:
        """The same people once more, with new cards or the very same game; or the table as it stood at the end. Whoever pressed
        twice has left the score sheet by the first press: the second is void."""
        from vok_tui.screens.score import ScoreScreen

        if not isinstance(self.screen, ScoreScreen):
            return
        if message.what == "review":
            self.pop_screen()
        elif message.what in ("rematch", "same_seed") and self.opened is not None:
            match = self.opened.session.match
            before = match.setup
            wanted = before if message.what == "same_seed" else rematch(match.game.as_today(before))
            may = self.opened.session.allowed
            self.without_loss(lambda: self.begin_game(wanted, may))
        else:
            self.action_go(message.what)

    # -- the terminal

    async def on_event(self, event: events.Event) -> None:
        """What is pasted arrives without what a terminal would obey, wherever it goes."""
        if isinstance(event, events.Paste):
            event.text = "\n".join([printable(line) for line in event.text.splitlines()])
        await super().on_event(event)

    @on(TerminalLost)
    def _terminal_lost(self) -> None:
        self._end(Exit.HUNG_UP)

    def _heed_signals(self) -> None:
        """Leave cleanly when the terminal goes away or somebody ends us.

        The handlers are Python's own. Those of asyncio lose a signal without a word while hundreds of keys are waiting, because
        signals and keys knock at the loop through one pipe, and it may be full.
        """
        loop = asyncio.get_running_loop()
        codes = {signal.SIGHUP: Exit.HUNG_UP, signal.SIGTERM: Exit.TERMINATED, signal.SIGINT: Exit.INTERRUPTED}

        def heed(number: int, _: object) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._end, codes[signal.Signals(number)])
            else:  # the table has been left: as if we had never listened
                signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
                signal.raise_signal(number)

        for number in codes:
            signal.signal(number, heed)

    def _end(self, code: int) -> None:
        self.exit(return_code=code)

    def broken(self, error: Exception) -> None:
        """A fault of ours: end, and let the door say so in a sentence. A test sees it as it is."""
        if self.is_headless:
            super().broken(error)
        elif self.failure is None:
            self.failure = error
            self._end(Exit.FAILED)


def run(start: Start) -> int:
    """Open the table on this terminal until the player leaves; returns the exit code.

    Raises ConfigError for a theme that is not there, SaveError for a save that cannot be opened, and what broke the app, if
    anything did.
    """
    config = start.config
    terminal = look(os.environ)
    terminal = replace(terminal, ascii=terminal.ascii or config.ascii)
    if start.path is not None:
        load(start.path, GAMES)
    thinker = ProcessThinker()
    app = Vok(start, Shelf(), terminal, thinker, driver_for(terminal))
    app.pace = config.pace if start.pace is None else start.pace
    app.reaction = REACTION
    try:
        app.run(mouse=not terminal.remote if config.mouse is None else config.mouse)
    finally:
        thinker.close()
        farewell = app.farewell()
    if app.return_code == Exit.HUNG_UP:
        for stream in (1, 2):  # what is still to be flushed goes nowhere, and that is no failure
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    if app.failure is not None:
        raise app.failure
    if farewell and not app.return_code:
        sys.stdout.write(f"{farewell}\n")
    return app.return_code or Exit.WELL
