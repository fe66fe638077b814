"""The open game: shown at the table or in a review, kept on disk, and left as soon as nothing can be lost."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from saves import SaveError, visible
from vok_tui.coordinator.frontend import (
    ONLY_SCREENS,
    AtReview,
    AtStart,
    AtTable,
    AtWatching,
    AtWelcome,
    Frontend,
    Location,
    Option,
    Prompt,
    PromptId,
)
from vok_tui.coordinator.player import Player
from vok_tui.game.autosave import Autosave, OpenGame, SealedSave
from vok_tui.shared.paths import short_path

FINISHING_NOTICE: Final = "The opponents finish the game. Leave again to leave at once."
FinishGame = Callable[[Callable[[], object]], bool]
"""Lets the opponents finish a game that no human plays any more, then calls the argument. False if there is nothing to finish."""


def launch_command() -> str:
    """The command that starts the program: the value of VOK_COMMAND, which `make play` sets; otherwise `vok`."""
    return visible(os.environ.get("VOK_COMMAND", "")) or "vok"


class CurrentGame:
    """Holds the open game, `open_game`, if there is one. Its save is locked until the game is closed."""

    def __init__(self, frontend: Frontend, player: Player) -> None:
        self._frontend: Final = frontend
        self._player: Final = player
        self.open_game: OpenGame | None = None
        self._finish: FinishGame | None = None
        self._is_at_start = False  # whether the start is shown, or something over it
        self._unsaid: list[str] = []  # what went wrong when the last game was closed
        self._prefers_start = False  # to the welcome, since the start of the program

    @property
    def save_path(self) -> Path | None:
        """The save of the open game; None without a game, if no file could be made, and for a watched
        game."""
        return self.open_game.save_path if self.open_game is not None else None

    def has_locked(self, path: Path) -> bool:
        """Whether `path` is the locked save of the open game. The save of a finished game is not locked."""
        return self.open_game is not None and not self.open_game.ended_at and self.save_path == path

    # -- to and from the game

    def show(self, open_game: OpenGame, decision: int | None = None) -> str:
        """Show a game: a finished one in the review, at an analysed `decision` if one is given, any other at the table. Returns
        why it is not on disk, "" if it is."""
        self.open_game, self._is_at_start = open_game, False
        problem = self.save_or_explain()  # before the first picture
        sitting = open_game.sitting
        sitting.may_peek = self._player.preferences.may_peek or open_game.lesson is not None
        if isinstance(open_game.autosave, SealedSave):
            self._show(AtReview(open_game, decision))
        elif open_game.watched is None and not sitting.is_spectating:
            self._show(AtTable(open_game))
        elif AtWatching in self._frontend.shows:
            self._show(AtWatching(open_game))
        else:
            self.return_to_start()
            self._frontend.refuse(ONLY_SCREENS[AtWatching])
        return problem

    def finish_with(self, finish: FinishGame) -> None:
        """`finish` can finish the open game."""
        self._finish = finish

    def return_to_start(self) -> None:
        """Close the game and show the start; to a new player, the welcome."""
        if self.open_game is not None:
            self._player.choose_game(self.open_game.sitting.match.game.name())
        self.close()
        self._is_at_start = True
        is_welcome = not self._prefers_start and self._player.options.config_file is not None
        if is_welcome and AtWelcome in self._frontend.shows and self._player.has_begun_nothing:
            self._show(AtWelcome())
        else:
            self._show(AtStart())

    def prefer_start(self) -> None:
        """From now on the start is shown, and no welcome."""
        self._prefers_start = True

    def ensure_start_below(self) -> None:
        """Make sure that a question about another game lies over the start, or over what was shown there."""
        if not self._is_at_start:
            self.return_to_start()

    def ensure_shown(self) -> None:
        """Make sure that something is shown: the start, if there is nothing yet."""
        if self.open_game is None and not self._is_at_start:
            self.return_to_start()

    # -- on disk

    def leave(self, then: Callable[[], object]) -> None:
        """Call `then` as soon as nothing can be lost.

        If no human plays any more, the opponents first finish the game, so that it counts; a second call does not wait for them.
        If the game cannot be saved, the player is asked.
        """
        if self._finish is not None and self._finish(lambda: self.leave(then)):
            self._frontend.say(FINISHING_NOTICE)
            return
        problem = self.save_or_explain()
        if not problem:
            then()
            return
        text = f"{problem} If you leave now, what is not on disk is lost."
        options = (Option("", "Stay"), Option("go", "Leave anyway"))
        prompt = Prompt(PromptId.UNSAVED, "This game is not on disk", text, options)
        self._frontend.ask(prompt, lambda answer: then() if answer == "go" else None)

    def save_or_explain(self) -> str:
        """Save the game. Returns why that failed, "" if it did not."""
        autosave = self.open_game.autosave if self.open_game is not None else None
        if self.open_game is None or autosave is None:
            return ""
        if isinstance(autosave, Autosave):
            autosave.notify = self._frontend.say
        try:
            autosave.keep(self.open_game.sitting.match)
            autosave.flush()
        except SaveError as error:
            return str(error)
        return ""

    def close(self) -> None:
        """Close the game and unlock its save. A fault is said when something else is shown."""
        open_game, self.open_game, self._finish = self.open_game, None, None
        if open_game is not None and open_game.autosave is not None:
            try:
                open_game.autosave.close()
            except SaveError as error:
                self._unsaid.append(str(error))

    def close_with_farewell(self) -> str:
        """Close the game. Returns two lines to print on exit: how to continue it, and where it is saved; "" without a save."""
        open_game, path = self.open_game, self.save_path
        self.close()
        if open_game is None or path is None:
            return ""
        command = self._frontend.command
        continuation = "" if open_game.sitting.has_ended else f"; {command} continues it"
        return f"Your game is saved{continuation}.\n{short_path(path)}"

    def _show(self, location: Location) -> None:
        self._frontend.show(location)
        while self._unsaid:
            self._frontend.say(self._unsaid.pop(0))
