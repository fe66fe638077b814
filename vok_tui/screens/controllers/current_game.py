"""The open game: at the table, in a review, or below a dialog about it; and what a controller may do with the app."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from textual.screen import Screen

from saves import SaveError, visible
from vok_tui.game.autosave import Autosave, OpenGame
from vok_tui.screens.dialog import Dialog, DialogOption
from vok_tui.shared.paths import short_path


class Screens(Protocol):
    """The screens of the app. The methods without a docstring are those of the class App of Textual."""

    @property
    def screen(self) -> Screen[Any]: ...

    @property
    def screen_stack(self) -> Sequence[Screen[Any]]: ...

    def push_screen(self, screen: Screen[Any], callback: Callable[[Any], None] | None = None, /) -> object: ...

    def pop_screen(self) -> object: ...

    def switch_screen(self, screen: Screen[Any], /) -> object: ...

    def clear_notifications(self) -> None: ...

    def call_later(self, callback: Callable[..., None], *arguments: Any) -> bool: ...

    def show_only(self, screen: Screen[None]) -> None:
        """Close all other screens and show this one."""

    def action_go(self, name: str) -> None:
        """Go to another screen, by its name: "start", "open" and others."""

    def notify_player(self, sentence: str, seconds: float = ...) -> None:
        """Show a notification, on any screen, for a number of seconds."""


FinishGame = Callable[[Callable[[], object]], bool]
"""Lets the opponents finish a game that no human plays any more, then calls the argument. False if there is nothing to finish."""
FINISHING_NOTICE: Final = "The opponents finish the game. Leave again to leave at once."


def launch_command() -> str:
    """The command that starts the program: the value of VOK_COMMAND, which `make play` sets; otherwise `vok`."""
    return visible(os.environ.get("VOK_COMMAND", "")) or "vok"


class CurrentGame:
    """Holds the open game, `open_game`, if there is one. Its save is locked until the game is closed."""

    def __init__(self, screens: Screens) -> None:
        self._screens = screens
        self.open_game: OpenGame | None = None
        self.finish_game: FinishGame | None = None  # set by the table

    @property
    def save_path(self) -> Path | None:
        """The save of the open game; None without a game, if no file could be made, and for a watched
        game."""
        return self.open_game.save_path if self.open_game is not None else None

    def has_locked(self, path: Path) -> bool:
        """Whether `path` is the locked save of the open game. The save of a finished game is not locked."""
        return self.open_game is not None and not self.open_game.ended_at and self.save_path == path

    def close(self) -> None:
        """Close the game and unlock its save. Notices about it go with it."""
        open_game, self.open_game, self.finish_game = self.open_game, None, None
        if open_game is not None:
            self._screens.clear_notifications()
        if open_game is not None and open_game.autosave is not None:
            try:
                open_game.autosave.close()
            except SaveError as error:
                self._screens.notify_player(str(error))

    def leave_when_safe(self, then_leave: Callable[[], None]) -> None:
        """Call `then_leave` as soon as nothing can be lost.

        If no human plays any more, the opponents first finish the game, so that it counts; a second call does not wait for them.
        If the game cannot be saved, the player is asked.
        """
        finish = self.finish_game
        if finish is not None and finish(lambda: self._screens.call_later(self.leave_when_safe, then_leave)):
            self._screens.notify_player(FINISHING_NOTICE)
            return
        problem = self.save_or_explain()
        if not problem:
            then_leave()
            return
        options = (DialogOption("", "Stay"), DialogOption("go", "Leave anyway"))
        text = f"{problem} If you leave now, what is not on disk is lost."
        self._screens.push_screen(
            Dialog("This game is not on disk", text, options), lambda result: then_leave() if result == "go" else None
        )

    def save_or_explain(self) -> str:
        """Save the game. Returns why that failed, "" if it did not."""
        open_game = self.open_game
        if open_game is not None and open_game.autosave is not None:
            if isinstance(open_game.autosave, Autosave):
                open_game.autosave.notify = self._screens.notify_player
            try:
                open_game.autosave.keep(open_game.sitting.match)
                open_game.autosave.flush()
            except SaveError as error:
                return str(error)
        return ""

    def close_with_farewell(self) -> str:
        """Close the game. Returns two lines to print on exit: how to continue it, and where it is saved; "" without a save."""
        open_game = self.open_game
        self.close()
        path = open_game.autosave.path if open_game is not None and open_game.autosave is not None else None
        if open_game is None or path is None:
            return ""
        continuation = "" if open_game.sitting.has_ended else f"; {launch_command()} continues it"
        return f"Your game is saved{continuation}.\n{short_path(path)}"
