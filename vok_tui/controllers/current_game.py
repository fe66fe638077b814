"""The game that is open: at the table, in a review, or behind a question about it."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from saves import SaveError, visible
from vok_tui.controllers.screens import Screens
from vok_tui.game.autosave import OpenGame
from vok_tui.screens.base.dialog import Dialog, DialogOption
from vok_tui.settings.paths import short_path

FinishGame = Callable[[Callable[[], object]], bool]
"""Lets opponents finish a game in which nobody else is any more, and then does something; False if there is nothing to finish."""
FINISHING: Final = "The others finish the game. Leave again to go at once."


def launch_command() -> str:
    """The command that started the program: `make play` sets VOK_COMMAND; otherwise `vok`."""
    return visible(os.environ.get("VOK_COMMAND", "")) or "vok"


class CurrentGame:
    """Holds at most one game, `opened`. Its save is locked until the game is closed."""

    def __init__(self, screens: Screens) -> None:
        self._screens = screens
        self.opened: OpenGame | None = None
        self.finish_game: FinishGame | None = None  # set by the table

    @property
    def save_path(self) -> Path | None:
        """The save of the game; None without a game, before its first move, and for a watched game."""
        autosave = self.opened.autosave if self.opened is not None else None
        return autosave.path if autosave is not None else None

    def has_locked(self, path: Path) -> bool:
        """Whether this is the save of the game, which was not yet finished when it was opened."""
        return self.opened is not None and not self.opened.ended_at and self.save_path == path

    def close(self) -> None:
        """Close the game and unlock its save."""
        opened, self.opened, self.finish_game = self.opened, None, None
        if opened is not None and opened.autosave is not None:
            try:
                opened.autosave.close()
            except SaveError as error:
                self._screens.notify_player(str(error))

    def leave_when_safe(self, then_leave: Callable[[], None]) -> None:
        """Leave. If only opponents are in the game any more, they play it to its end first, so that it counts; leaving again
        does not wait for them. If the game could not be saved, try again. If that fails too, ask first, because something would
        be lost."""
        finish = self.finish_game
        if finish is not None and finish(lambda: self._screens.call_later(self.leave_when_safe, then_leave)):
            self._screens.notify_player(FINISHING)
            return
        problem = self._save_problem()
        if not problem:
            then_leave()
            return
        options = (DialogOption("", "Stay"), DialogOption("go", "Leave anyway"))
        text = f"{problem} If you leave now, what is not on disk is lost."
        self._screens.push_screen(
            Dialog("This game is not on disk", text, options), lambda result: then_leave() if result == "go" else None
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

    def close_with_farewell(self) -> str:
        """Close the game. Returns the two lines to print on exit: how to continue the game, and where it is saved; "" without a
        save."""
        opened, path = self.opened, self.save_path
        self.close()
        if opened is None or path is None:
            return ""
        continuation = "" if opened.session.has_ended else f"; {launch_command()} goes on with it"
        return f"Your game is kept{continuation}.\n{short_path(path)}"
