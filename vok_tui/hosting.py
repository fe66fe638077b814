"""Hosting: how a game comes to the table and leaves it. The app itself, which knows all screens, is built on this."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from textual import on
from textual.driver import Driver
from textual.screen import Screen
from textual.timer import Timer

from engine import GAMES
from engine.core.action import Action
from engine.core.errors import EngineError
from engine.core.rules import HUMAN, NOBODY, Setup
from saves import Busy, SaveError, Shelf, load, visible
from vok_tui import equal
from vok_tui.bot_approval import Approvals, listed, typed
from vok_tui.keeping import Opened, begin, branch, origin, take_up, watch, whence
from vok_tui.messages import Branch
from vok_tui.panes.text import fit
from vok_tui.screens.ask import Ask, Way
from vok_tui.thinking import Thinker
from vok_tui.tty.app import TerminalApp

LOOK_ON: Final = 0.5  # seconds from one look at a watched game to the next
BOTS: Final = "This save names code of somebody else's, which could do all that you can do on this machine:"
RUN: Final = "Run it only if you trust it. You are asked again when it changes."


def short(path: Path) -> str:
    """A path for showing, the home as `~`."""
    with suppress(ValueError, RuntimeError):
        return visible(f"~/{path.relative_to(Path.home())}")
    return visible(str(path))


def started_by() -> str:
    """What the player typed to get here: `make play` tells by VOK_COMMAND, else it was `vok`."""
    return visible(os.environ.get("VOK_COMMAND", "")) or "vok"


class Hosting(TerminalApp, inherit_bindings=False):
    """One game at a time is `opened`. Its save is ours until the table is cleared."""

    def __init__(
        self,
        shelf: Shelf,
        thinker: Thinker | None,
        driver_class: type[Driver] | None = None,
        ansi_color: bool | None = None,
    ) -> None:
        super().__init__(driver_class=driver_class, ansi_color=ansi_color)
        self.shelf = shelf
        self.thinker = thinker
        self.opened: Opened | None = None
        self.pace = 0.0  # seconds for a step of an opponent
        self.trust_bots = False  # whether the answer is yes for the bots of the save that is opened first,
        self._trusted: Path | None = None  # and which save that was
        self.reaction = 0.0  # and for which the table waits whether one reacts
        self._looking: Timer | None = None

    def action_go(self, where: str) -> None:
        """To another screen, by its name: "start", "open" and others."""
        raise NotImplementedError

    def only(self, screen: Screen[None]) -> None:
        """This screen, and nothing beneath it to come back to."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.push_screen(screen)

    # -- to the table

    def begin_game(self, wanted: Setup, may: Mapping[str, str] | None = None) -> None:
        """A new game. What `equal` is in it, is settled now. If there is no such game, as with cards of the house of which none
        are of the edition, it is said why, and all stays as it is. `may` tells which bots may run; those of a player who typed
        their names, without it."""
        if may is None:
            may = typed(seat.level for seat in wanted.seats)
        player = self.player() if any(seat.level == equal.EQUAL for seat in wanted.seats) else None
        if player is not None:
            wanted = equal.settled(wanted, player)
        try:
            opened = begin(self.shelf, wanted, self.thinker, may)
        except EngineError as refused:
            self.tell(f"This game cannot be begun: {refused}.")
            return
        self.clear_table()
        if player is not None:
            self.notify(f"Your equal is {equal.told(player, len(wanted.seats) - 1)}.", timeout=8, markup=False)
        self._play(opened)

    @on(Branch)
    def _branch(self, message: Branch) -> None:
        """Another answer in a finished game: ask once, and go on in a new one."""
        opened = self.opened
        if opened is None or opened.session is not message.session:
            return

        def taken(result: str | None) -> None:
            if result and opened.session.node == message.node:
                self.without_loss(lambda: self._go_on(opened, message.answer))

        text = f"It stays as it is. With this answer a new game begins, {whence(origin(opened))}."
        ways = (Way("new", "A new game"), Way("", "Stay here"))
        self.push_screen(Ask("This game is finished", text, ways), taken)

    def _go_on(self, opened: Opened, action: Action) -> None:
        approvals = Approvals(self.shelf.folder.parent)
        fresh = branch(self.shelf, opened, action, self.thinker, approvals)
        self.clear_table()
        if fresh.unasked:
            self._ask_for_bots(fresh, approvals, "")
        else:
            self._play(fresh)

    def player(self) -> equal.Standing:
        """Where the player of this shelf stands. A shelf that cannot be read tells nothing."""
        try:
            return equal.standing(self.shelf.rows(GAMES))
        except SaveError as error:
            self.tell(str(error))
            return equal.newcomer()

    def open_save(self, path: Path, damaged: str = "", told: str = "") -> None:
        """Take up a save; ask first if it is `damaged` (how, in a sentence) or somebody else is playing it. What the player was
        `told` already is not said again."""
        self.clear_table()
        if self.trust_bots:
            self._trusted, self.trust_bots = path, False
        if damaged:
            ways = (Way("play", "Play on"), Way("choose", "Look only"), Way("open", "Another game"))
            self._ask("This save is damaged", damaged, ways, path)
            return
        approvals = Approvals(self.shelf.folder.parent)
        try:
            opened = take_up(path, self.thinker, approvals)
            if opened.unasked and path == self._trusted:
                opened.allow(approvals)
            elif opened.unasked:
                self._ask_for_bots(opened, approvals, told)
                return
            self._play(opened, told)
        except Busy as busy:
            text = f"It is being played by {busy.who}. You can look on; nothing you do changes it."
            self._ask("Somebody is playing", text, (Way("choose", "Look on"), Way("open", "Another game")), path)
        except SaveError as error:
            self.sorry(str(error))

    def watch_save(self, path: Path, seat: int) -> None:
        """Look on at a game that somebody else plays, or that is damaged: from a seat, or for NOBODY from none."""
        self.clear_table()
        try:
            self._play(watch(path, seat))
        except SaveError as error:
            self.sorry(str(error))

    def choose_seat(self, path: Path) -> None:
        """Look on, but ask first from whose seat. The first way shows nobody's cards."""
        try:
            seats = load(path, GAMES).header.setup.seats
        except SaveError as error:
            self.sorry(str(error))
            return
        people = {str(n): seat.name for n, seat in enumerate(seats) if seat.level == HUMAN}
        ways = [Way(str(NOBODY), "Nobody's"), *(Way(n, fit(name, 14)) for n, name in people.items())]

        def taken(result: str | None) -> None:
            if result:
                self.watch_save(path, int(result))

        self._be_somewhere()
        self.push_screen(Ask("Looking on", "Whose cards do you want to see?", ways), taken)

    def _play(self, opened: Opened, told: str = "") -> None:
        from vok_tui.screens.table import TableScreen

        self.opened = opened
        self.only(TableScreen(opened.session, self.pace, self.reaction))
        if opened.watched is not None:
            self.tell("You are looking on: nothing can be played, but you can go back and forth.")
            self._looking = self.set_interval(LOOK_ON, self._look_on)
        if opened.note and opened.note != told:
            self.tell(opened.note)

    def _look_on(self) -> None:
        """Follow a watched game; what is played under another screen is seen on coming back."""
        from vok_tui.screens.table import TableScreen

        watched = self.opened.watched if self.opened is not None else None
        if watched is not None and isinstance(self.screen, TableScreen):
            with suppress(SaveError):  # the file may just be renewed; the next look finds it
                if watched.look():
                    self.screen.arrive()

    # -- away from it

    def without_loss(self, go: Callable[[], None]) -> None:
        """Go. Only if the disk has refused the game so far, and still does, ask first: then something would be lost."""
        lost = self._refused()
        if not lost:
            go()
            return
        ways = (Way("", "Stay"), Way("go", "Go all the same"))
        text = f"{lost} If you go now, what is not on disk is lost."
        self.push_screen(Ask("This game is not on disk", text, ways), lambda result: go() if result == "go" else None)

    def _refused(self) -> str:
        """Why the game cannot be kept; "" if it is."""
        opened = self.opened
        if opened is not None and opened.keeping is not None:
            try:
                opened.keeping.keep(opened.session.match)
                opened.keeping.flush()
            except SaveError as error:
                return str(error)
        return ""

    def clear_table(self) -> None:
        """Close the save of the game that was played: others may take it up."""
        opened, self.opened = self.opened, None
        if self._looking is not None:
            self._looking.stop()
            self._looking = None
        if opened is not None and opened.keeping is not None:
            try:
                opened.keeping.close()
            except SaveError as error:
                self.tell(str(error))

    def farewell(self) -> str:
        """What to say on the way out, in two lines: how the game goes on if it does, and where it is kept. Closes the save."""
        opened = self.opened
        self.clear_table()
        if opened is None or opened.keeping is None or opened.keeping.path is None:
            return ""
        on = "" if opened.session.finished else f"; {started_by()} goes on with it"
        return f"Your game is kept{on}.\n{short(opened.keeping.path)}"

    # -- asking

    def _ask_for_bots(self, opened: Opened, approvals: Approvals, told: str) -> None:
        """Whether the code that a save names may run. Without it somebody else plays on in its seat."""

        def taken(result: str | None) -> None:
            if result == "run":
                opened.allow(approvals)
            if result in ("run", "without"):
                self._play(opened, told)
            else:
                self.action_go(result or "start")

        self._be_somewhere()
        self.opened = opened
        ways = (Way("without", "Do not run it"), Way("run", "Run it"), Way("open", "Another game"))
        self.push_screen(Ask("Code of somebody else's", f"{BOTS}\n\n{listed(opened.unasked)}\n\n{RUN}", ways), taken)

    def sorry(self, text: str) -> None:
        """Something cannot be done, and why."""
        self._ask("This cannot be opened", text, (Way("", "Back"), Way("open", "Another game")), Path())

    def _ask(self, title: str, text: str, ways: tuple[Way, ...], path: Path) -> None:
        """Over the screen that is there; at the very beginning, or over a table that was cleared, over the start screen."""

        def taken(result: str | None) -> None:
            if result == "play":
                self.open_save(path, told=text)
            elif result == "choose":
                self.choose_seat(path)
            elif result:
                self.action_go(result)

        self._be_somewhere()
        self.push_screen(Ask(title, text, ways), taken)

    def _be_somewhere(self) -> None:
        from vok_tui.screens.table import TableScreen

        if len(self.screen_stack) == 1 or any(isinstance(screen, TableScreen) for screen in self.screen_stack):
            self.action_go("start")
