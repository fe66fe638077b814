"""Opens a save. Asks first if it is damaged, if another process plays it, or if it names somebody else's code."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from engine import GAMES
from engine.core.game import HUMAN, NOBODY
from saves import Busy, NewerEntry, SaveError, SaveInfo, load
from vok_tui.game.autosave import OpenGame, resume_or_review_game, watch_game
from vok_tui.game.bot_approval import Approvals, bots_and_files_text
from vok_tui.game.thinker import Thinker
from vok_tui.painting.grid import fit
from vok_tui.screens.controllers.current_game import CurrentGame, Screens
from vok_tui.screens.dialog import Dialog, DialogOption

BOTS_QUESTION: Final = (
    "This save names somebody else's code, which could do everything that you can do on this machine:"
)
BOTS_WARNING: Final = "Run it only if you trust it. You will be asked again if it changes."


class GameOpener:
    """Opens saves. `show_current` shows the open game. With `trust_first_save`, the bots of the first save that is opened may run
    without a question."""

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

    def trust_next_save(self) -> None:
        """Let the bots of the next save run without a question."""
        self._trusts_next_save = True

    def open_listed_save(self, save: SaveInfo) -> None:
        """Open a save of the list. What the list did not read is read now."""
        damage = save.damage if save.can_be_opened else ""
        if save.unread:
            with suppress(SaveError):  # opening it says why
                damage = str(load(save.path, GAMES).damage or "")
        self.open_save(save.path, damage)

    def open_save(self, path: Path, damage: str = "", notice_already_shown: str = "") -> None:
        """Open a save. Ask first if it is damaged (`damage` is the sentence that describes the damage) or if another process
        plays it. A notice equal to `notice_already_shown` is not shown again."""
        self._current.close()
        if self._trusts_next_save:
            self._trusted_save, self._trusts_next_save = path, False
        if damage:
            self._ask_about_damage(path, damage)
            return
        try:
            open_game = resume_or_review_game(path, self._thinker, self._approvals)
        except Busy as busy:
            text = f"It is being played by {busy.player}. You can watch it; nothing you do changes it."
            options = (DialogOption("choose", "Watch"), DialogOption("open", "Another game"))
            self._ask_about_save("Somebody is playing", text, options, path)
        except SaveError as error:
            self.show_why_not_opened(str(error))
        else:
            if path == self._trusted_save:
                open_game.allow_unapproved_bots(self._approvals)
                self._show_approved(open_game, notice_already_shown)
            else:
                self.show_when_approved(open_game, notice_already_shown)

    def show_when_approved(self, open_game: OpenGame, notice_already_shown: str = "") -> None:
        """Show an open game and its notice. If the save names bots that are not approved, ask about them first."""
        if open_game.unapproved_bots:
            self._ask_about_bots_then_show(open_game, notice_already_shown)
        else:
            self._show_approved(open_game, notice_already_shown)

    def _show_approved(self, open_game: OpenGame, notice_already_shown: str) -> None:
        self._current.open_game = open_game
        problem = self._current.save_or_explain()  # before the first picture
        self._show_current()
        if problem and problem != open_game.notice:
            self._screens.notify_player(problem)
        if open_game.notice and open_game.notice != notice_already_shown:
            self._screens.notify_player(open_game.notice)

    def ask_seat_then_watch(self, path: Path) -> None:
        """Ask from whose seat to watch a game, then watch it. The first option, nobody's seat, shows only what is public."""
        try:
            seats = load(path, GAMES).header.setup.seats
        except SaveError as error:
            self.show_why_not_opened(str(error))
            return
        humans = {str(number): seat.name for number, seat in enumerate(seats) if seat.level == HUMAN}
        options = [
            DialogOption(str(NOBODY), "Nobody's"),
            *(DialogOption(number, fit(name, 14)) for number, name in humans.items()),
        ]

        def watch_from(result: str | None) -> None:
            if result:
                self.watch(path, int(result))

        self._ensure_screen_below()
        self._screens.push_screen(Dialog("Watch this game", "Whose side do you want to see?", options), watch_from)

    def watch(self, path: Path, seat: int) -> None:
        """Watch a game from a seat, or with NOBODY from none. Another process plays it, or it is damaged."""
        self._current.close()
        try:
            self.show_when_approved(watch_game(path, seat))
        except SaveError as error:
            self.show_why_not_opened(str(error))

    # -- asking

    def show_why_not_opened(self, reason: str) -> None:
        """Say why something cannot be opened, in a dialog that also leads to the list of saves."""
        options = (DialogOption("", "Back"), DialogOption("open", "Another game"))
        self._ask_about_save("This cannot be opened", reason, options, Path())

    def _ask_about_damage(self, path: Path, damage: str) -> None:
        play, watch = DialogOption("play", "Play on"), DialogOption("choose", "Only watch")
        other_game = DialogOption("open", "Another game")
        if _needs_newer_vok(path):
            self._ask_about_save("This game needs a newer Vok", damage, (watch, other_game), path)
        else:
            self._ask_about_save("This save is damaged", damage, (play, watch, other_game), path)

    def _ask_about_save(self, title: str, text: str, options: tuple[DialogOption, ...], path: Path) -> None:
        """Ask what to do with the save at `path`, and do it."""

        def carry_out(result: str | None) -> None:
            if result == "play":
                self.open_save(path, notice_already_shown=text)
            elif result == "choose":
                self.ask_seat_then_watch(path)
            elif result:
                self._screens.action_go(result)

        self._ensure_screen_below()
        self._screens.push_screen(Dialog(title, text, options), carry_out)

    def _ask_about_bots_then_show(self, open_game: OpenGame, notice_already_shown: str) -> None:
        """Ask whether the code that a save names may run. If not, a level plays in its place."""

        def handle_result(result: str | None) -> None:
            if result == "run":
                open_game.allow_unapproved_bots(self._approvals)
            if result in ("run", "without"):
                self._show_approved(open_game, notice_already_shown)
            else:
                self._screens.action_go(result or "start")

        self._ensure_screen_below()
        self._current.open_game = open_game
        options = (
            DialogOption("without", "Do not run it"),
            DialogOption("run", "Run it"),
            DialogOption("open", "Another game"),
        )
        text = f"{BOTS_QUESTION}\n\n{bots_and_files_text(open_game.unapproved_bots)}\n\n{BOTS_WARNING}"
        self._screens.push_screen(Dialog("Somebody else's code", text, options), handle_result)

    def _ensure_screen_below(self) -> None:
        """Make sure that a dialog has a screen to lie over: the start screen, if there is none yet or if it would be a table."""
        from vok_tui.screens.table.screen import TableScreen

        stack = self._screens.screen_stack
        if len(stack) == 1 or any(isinstance(screen, TableScreen) for screen in stack):
            self._screens.action_go("start")


def _needs_newer_vok(path: Path) -> bool:
    """Whether a part of a save cannot be read because a newer version of Vok wrote it."""
    with suppress(SaveError):
        return isinstance(load(path, GAMES).damage, NewerEntry)
    return False
