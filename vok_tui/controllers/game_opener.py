"""Opens a save, and asks first what has to be asked: if it is damaged, being played elsewhere, or names code of others."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from engine import GAMES
from engine.core.game import HUMAN, NOBODY
from saves import Busy, NewerEntry, SaveError, load
from vok_tui.controllers.current_game import CurrentGame
from vok_tui.controllers.screens import Screens
from vok_tui.game.autosave import OpenGame, resume_or_review_game, watch_game
from vok_tui.game.bot_approval import Approvals, bots_and_files_text
from vok_tui.game.thinker import Thinker
from vok_tui.painting.text import fit
from vok_tui.screens.base.dialog import Dialog, DialogOption

BOTS_QUESTION: Final = (
    "This save names code of somebody else, which could do everything that you can do on this machine:"
)
BOTS_WARNING: Final = "Run it only if you trust it. You are asked again if it changes."


class GameOpener:
    """Opens saves. `show_current` shows the game that is open now. With `trust_first_save`, the bots of the first save
    may run unasked."""

    def __init__(
        self,
        screens: Screens,
        current: CurrentGame,
        thinker: Thinker | None,
        approvals: Approvals,
        show_current: Callable[[], None],
        *,
        trust_first_save: bool = False,
    ) -> None:
        self._screens = screens
        self._current = current
        self._thinker = thinker
        self._approvals = approvals
        self._show_current = show_current
        self._trusts_next_save = trust_first_save
        self._trusted_save: Path | None = None

    def open_save(self, path: Path, damage: str = "", already_said: str = "") -> None:
        """Open a save. Ask first if it has `damage` (a sentence that says which) or if another process is playing it.
        `already_said` is not shown again."""
        self._current.close()
        if self._trusts_next_save:
            self._trusted_save, self._trusts_next_save = path, False
        if damage:
            self._ask_about_damage(path, damage)
            return
        try:
            opened = resume_or_review_game(path, self._thinker, self._approvals)
        except Busy as busy:
            text = f"It is being played by {busy.who}. You can look on; nothing you do changes it."
            ways = (DialogOption("choose", "Look on"), DialogOption("open", "Another game"))
            self._ask("Somebody is playing", text, ways, path)
        except SaveError as error:
            self.show_error(str(error))
        else:
            if path == self._trusted_save:
                opened.allow_unapproved_bots(self._approvals)
                self._show_approved(opened, already_said)
            else:
                self.show_once_approved(opened, already_said)

    def show_once_approved(self, opened: OpenGame, already_said: str = "") -> None:
        """Show an open game and its note, unless that was `already_said`. Ask first about bots that are not approved."""
        if opened.unapproved_bots:
            self._ask_about_bots(opened, already_said)
        else:
            self._show_approved(opened, already_said)

    def _show_approved(self, opened: OpenGame, already_said: str) -> None:
        self._current.opened = opened
        self._show_current()
        if opened.note and opened.note != already_said:
            self._screens.notify_player(opened.note)

    def ask_seat_to_watch(self, path: Path) -> None:
        """Ask from whose seat to watch a game, then watch. The first option shows nobody's cards."""
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
                self.watch(path, int(result))

        self._ensure_screen_below()
        self._screens.push_screen(Dialog("Looking on", "Whose side do you want to see?", options), watch_from)

    def watch(self, path: Path, seat: int) -> None:
        """Watch a game that another process plays, or that is damaged: from a seat, or with NOBODY from none."""
        self._current.close()
        try:
            self.show_once_approved(watch_game(path, seat))
        except SaveError as error:
            self.show_error(str(error))

    # -- asking

    def show_error(self, text: str) -> None:
        """Show why something cannot be opened."""
        ways = (DialogOption("", "Back"), DialogOption("open", "Another game"))
        self._ask("This cannot be opened", text, ways, Path())

    def _ask_about_damage(self, path: Path, damage: str) -> None:
        play, look = DialogOption("play", "Play on"), DialogOption("choose", "Look only")
        other = DialogOption("open", "Another game")
        if _needs_update(path):
            self._ask("This game needs a newer Vok", damage, (look, other), path)
        else:
            self._ask("This save is damaged", damage, (play, look, other), path)

    def _ask(self, title: str, text: str, options: tuple[DialogOption, ...], path: Path) -> None:
        """Ask what to do with a save."""

        def carry_out(result: str | None) -> None:
            if result == "play":
                self.open_save(path, already_said=text)
            elif result == "choose":
                self.ask_seat_to_watch(path)
            elif result:
                self._screens.action_go(result)

        self._ensure_screen_below()
        self._screens.push_screen(Dialog(title, text, options), carry_out)

    def _ask_about_bots(self, opened: OpenGame, already_said: str) -> None:
        """Ask whether the code that a save names may run. If not, a level takes its seat."""

        def taken(result: str | None) -> None:
            if result == "run":
                opened.allow_unapproved_bots(self._approvals)
            if result in ("run", "without"):
                self._show_approved(opened, already_said)
            else:
                self._screens.action_go(result or "start")

        self._ensure_screen_below()
        self._current.opened = opened
        ways = (
            DialogOption("without", "Do not run it"),
            DialogOption("run", "Run it"),
            DialogOption("open", "Another game"),
        )
        text = f"{BOTS_QUESTION}\n\n{bots_and_files_text(opened.unapproved_bots)}\n\n{BOTS_WARNING}"
        self._screens.push_screen(Dialog("Code of somebody else", text, ways), taken)

    def _ensure_screen_below(self) -> None:
        """Let a dialog lie over the current screen; over the start screen if there is none yet, or if the game was closed."""
        from vok_tui.table.screen import TableScreen

        stack = self._screens.screen_stack
        if len(stack) == 1 or any(isinstance(screen, TableScreen) for screen in stack):
            self._screens.action_go("start")


def _needs_update(path: Path) -> bool:
    """Whether a save cannot be read further because a newer Vok wrote the rest."""
    with suppress(SaveError):
        return isinstance(load(path, GAMES).damage, NewerEntry)
    return False
