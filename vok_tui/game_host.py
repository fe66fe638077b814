"""The game host: opens, watches and closes the game at the table. The app is a subclass that also knows all screens."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from textual import on
from textual.driver import Driver
from textual.screen import Screen
from textual.timer import Timer

from ai.bots.player_spec import EQUAL
from engine import GAMES
from engine.core.action import Action
from engine.core.errors import EngineError
from engine.core.game import HUMAN, NOBODY, Setup
from saves import Busy, NewerEntry, SaveError, Shelf, load, visible
from vok_tui.game import equal_level
from vok_tui.game.autosave import OpenGame, branch_game, new_game, origin, origin_text, resume_game, watch_game
from vok_tui.game.bot_approval import Approvals, bot_list, bots_named_by_player
from vok_tui.game.thinker import Thinker
from vok_tui.messages import Branch
from vok_tui.panes.text import fit
from vok_tui.screens.dialog import Dialog, DialogOption
from vok_tui.settings.paths import PICTURES, short_path
from vok_tui.terminal.app import TerminalApp
from vok_tui.terminal.screen_picture import picture_of, save_picture

WATCH_EVERY_SECONDS: Final = 0.5  # pause between two reads of a watched game
BOTS_QUESTION: Final = "This save names code of somebody else's, which could do all that you can do on this machine:"
BOTS_WARNING: Final = "Run it only if you trust it. You are asked again when it changes."


def launch_command() -> str:
    """The command that started the program: `make play` sets VOK_COMMAND; otherwise `vok`."""
    return visible(os.environ.get("VOK_COMMAND", "")) or "vok"


class GameHost(TerminalApp, inherit_bindings=False):
    """At most one game is `opened`. Its save is locked until the game is closed."""

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
        self.opened: OpenGame | None = None
        self.pace = 0.0  # seconds for each step of an opponent
        self.trust_bots = False  # whether the answer is yes for the bots of the save that is opened first,
        self._trusted_save: Path | None = None  # and which save that was
        self.reaction = 0.0  # and for which the table waits whether one reacts
        self._watch_timer: Timer | None = None

    def action_go(self, name: str) -> None:
        """Go to another screen, by its name: "start", "open" and others."""
        raise NotImplementedError

    def show_only(self, screen: Screen[None]) -> None:
        """Show this screen alone, with no screen below it."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.push_screen(screen)

    # -- the screen as files

    def action_save_screen(self) -> None:
        """Save a picture and a text of the screen, as soon as the palette is gone that may cover it."""
        self.call_after_refresh(self._save_screen)

    def _save_screen(self) -> None:
        folder = self.shelf.folder.parent / PICTURES
        try:
            path = save_picture(folder, *picture_of(self))
        except OSError as fault:
            why = fault.strerror or str(fault)
            self.tell(f"The screen could not be saved in {short_path(folder)} ({why}): see to it and try again.")
        else:
            self.tell(f"Saved as {path.name} and {path.stem}.txt in {short_path(folder)}.")

    # -- to the table

    def begin_game(self, setup: Setup, may: Mapping[str, str] | None = None) -> None:
        """Begin a new game and resolve `equal` for it. If the game cannot be played (for example custom cards without a card of
        the edition), show why and change nothing. `may` tells which bots may run; those of a player who typed their names,
        without it."""
        if may is None:
            may = bots_named_by_player(seat.level for seat in setup.seats)
        player = self.rate_player(setup.game) if any(seat.level == EQUAL for seat in setup.seats) else None
        try:
            if player is not None:
                setup = equal_level.resolve_equal(setup, player)
            opened = new_game(self.shelf, setup, self.thinker, may)
        except EngineError as refused:
            self.tell(f"This game cannot be begun: {refused}.")
            return
        self.close_game()
        if player is not None:
            self.notify(
                f"Your equal is {equal_level.equal_summary(player, len(setup.seats) - 1)}.", timeout=8, markup=False
            )
        self._show_table(opened)

    @on(Branch)
    def _handle_branch(self, message: Branch) -> None:
        """Another answer in a finished game: ask once, and go on in a new one."""
        opened = self.opened
        if opened is None or opened.session is not message.session:
            return

        def taken(result: str | None) -> None:
            if result and opened.session.node == message.node:
                self.leave_safely(lambda: self._play_branch(opened, message.answer))

        text = f"It stays as it is. With this answer a new game begins, {origin_text(origin(opened))}."
        ways = (DialogOption("new", "A new game"), DialogOption("", "Stay here"))
        self.push_screen(Dialog("This game is finished", text, ways), taken)

    def _play_branch(self, opened: OpenGame, action: Action) -> None:
        approvals = Approvals(self.shelf.folder.parent)
        fresh = branch_game(self.shelf, opened, action, self.thinker, approvals)
        self.close_game()
        if fresh.unapproved_bots:
            self._ask_about_bots(fresh, approvals, "")
        else:
            self._show_table(fresh)

    def rate_player(self, game: str) -> equal_level.PlayerRating:
        """The player's rating in a game from the saves; that of a newcomer if they cannot be read."""
        try:
            return equal_level.rate_player(self.shelf.list_saves(GAMES), game)
        except SaveError as error:
            self.tell(str(error))
            return equal_level.newcomer_rating(game)

    def open_save(self, path: Path, damaged: str = "", already_said: str = "") -> None:
        """Open a save. Ask first if it is `damaged` (a sentence that says how) or if another process is playing it.
        `already_said` is not shown again."""
        self.close_game()
        if self.trust_bots:
            self._trusted_save, self.trust_bots = path, False
        if damaged:
            play, look = DialogOption("play", "Play on"), DialogOption("choose", "Look only")
            other = DialogOption("open", "Another game")
            if _needs_update(path):
                self._show_dialog("This game needs a newer Vok", damaged, (look, other), path)
            else:
                self._show_dialog("This save is damaged", damaged, (play, look, other), path)
            return
        approvals = Approvals(self.shelf.folder.parent)
        try:
            opened = resume_game(path, self.thinker, approvals)
            if opened.unapproved_bots and path == self._trusted_save:
                opened.allow(approvals)
            elif opened.unapproved_bots:
                self._ask_about_bots(opened, approvals, already_said)
                return
            self._show_table(opened, already_said)
        except Busy as busy:
            text = f"It is being played by {busy.who}. You can look on; nothing you do changes it."
            self._show_dialog(
                "Somebody is playing",
                text,
                (DialogOption("choose", "Look on"), DialogOption("open", "Another game")),
                path,
            )
        except SaveError as error:
            self.show_error(str(error))

    def watch_save(self, path: Path, seat: int) -> None:
        """Watch a game that another process plays, or that is damaged: from a seat, or with NOBODY from none."""
        self.close_game()
        try:
            self._show_table(watch_game(path, seat))
        except SaveError as error:
            self.show_error(str(error))

    def choose_seat(self, path: Path) -> None:
        """Ask from whose seat to watch, then watch. The first option shows nobody's cards."""
        try:
            seats = load(path, GAMES).header.setup.seats
        except SaveError as error:
            self.show_error(str(error))
            return
        humans = {str(n): seat.name for n, seat in enumerate(seats) if seat.level == HUMAN}
        options = [
            DialogOption(str(NOBODY), "Nobody's"),
            *(DialogOption(n, fit(name, 14)) for n, name in humans.items()),
        ]

        def watch_from(result: str | None) -> None:
            if result:
                self.watch_save(path, int(result))

        self._ensure_screen_below()
        self.push_screen(Dialog("Looking on", "Whose cards do you want to see?", options), watch_from)

    def _show_table(self, opened: OpenGame, already_said: str = "") -> None:
        from vok_tui.table.screen import TableScreen

        self.opened = opened
        # A spectator sees a step, and the end of the wait for reactions, up to one poll late.
        reaction = self.reaction if opened.watched is None else 2 * self.reaction
        self.show_only(TableScreen(opened.session, self.pace, reaction))
        if opened.watched is not None:
            self.tell("You are looking on: nothing can be played, but you can go back and forth.")
            self._watch_timer = self.set_interval(WATCH_EVERY_SECONDS, self._poll_watched)
        if opened.note and opened.note != already_said:
            self.tell(opened.note)

    def _poll_watched(self) -> None:
        """Read new moves of a watched game while the table is the top screen."""
        from vok_tui.table.screen import TableScreen

        watched = self.opened.watched if self.opened is not None else None
        if watched is not None and isinstance(self.screen, TableScreen):
            with suppress(SaveError):  # the file may just be renewed; the next look finds it
                if watched.poll():
                    self.screen.show_position()

    # -- away from it

    def leave_safely(self, leave: Callable[[], None]) -> None:
        """Leave. If the game could not be saved, try again, and ask first if that still fails: only then something would be
        lost."""
        problem = self._save_problem()
        if not problem:
            leave()
            return
        options = (DialogOption("", "Stay"), DialogOption("go", "Go all the same"))
        text = f"{problem} If you go now, what is not on disk is lost."
        self.push_screen(
            Dialog("This game is not on disk", text, options), lambda result: leave() if result == "go" else None
        )

    def _save_problem(self) -> str:
        """Why the game cannot be saved; "" if it is saved."""
        opened = self.opened
        if opened is not None and opened.autosave is not None:
            try:
                opened.autosave.keep(opened.session.match)
                opened.autosave.flush()
            except SaveError as error:
                return str(error)
        return ""

    def close_game(self) -> None:
        """Close the game and unlock its save."""
        opened, self.opened = self.opened, None
        if self._watch_timer is not None:
            self._watch_timer.stop()
            self._watch_timer = None
        if opened is not None and opened.autosave is not None:
            try:
                opened.autosave.close()
            except SaveError as error:
                self.tell(str(error))

    def farewell(self) -> str:
        """The two lines to print on exit: how to continue the game, and where it is saved. Closes the save."""
        opened = self.opened
        self.close_game()
        if opened is None or opened.autosave is None or opened.autosave.path is None:
            return ""
        continuation = "" if opened.session.finished else f"; {launch_command()} goes on with it"
        return f"Your game is kept{continuation}.\n{short_path(opened.autosave.path)}"

    # -- asking

    def _ask_about_bots(self, opened: OpenGame, approvals: Approvals, told: str) -> None:
        """Whether the code that a save names may run. Without it somebody else plays on in its seat."""

        def taken(result: str | None) -> None:
            if result == "run":
                opened.allow(approvals)
            if result in ("run", "without"):
                self._show_table(opened, told)
            else:
                self.action_go(result or "start")

        self._ensure_screen_below()
        self.opened = opened
        ways = (
            DialogOption("without", "Do not run it"),
            DialogOption("run", "Run it"),
            DialogOption("open", "Another game"),
        )
        self.push_screen(
            Dialog(
                "Code of somebody else's",
                f"{BOTS_QUESTION}\n\n{bot_list(opened.unapproved_bots)}\n\n{BOTS_WARNING}",
                ways,
            ),
            taken,
        )

    def show_error(self, text: str) -> None:
        """Show why something cannot be opened."""
        self._show_dialog(
            "This cannot be opened", text, (DialogOption("", "Back"), DialogOption("open", "Another game")), Path()
        )

    def _show_dialog(self, title: str, text: str, options: tuple[DialogOption, ...], path: Path) -> None:
        """Show a dialog over the current screen; at program start, or if the game was closed, over the start screen."""

        def carry_out(result: str | None) -> None:
            if result == "play":
                self.open_save(path, already_said=text)
            elif result == "choose":
                self.choose_seat(path)
            elif result:
                self.action_go(result)

        self._ensure_screen_below()
        self.push_screen(Dialog(title, text, options), carry_out)

    def _ensure_screen_below(self) -> None:
        from vok_tui.table.screen import TableScreen

        if len(self.screen_stack) == 1 or any(isinstance(screen, TableScreen) for screen in self.screen_stack):
            self.action_go("start")


def _needs_update(path: Path) -> bool:
    """Whether a save can be read no further because a newer Vok wrote what follows."""
    with suppress(SaveError):
        return isinstance(load(path, GAMES).damage, NewerEntry)
    return False
