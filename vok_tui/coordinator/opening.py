"""Opens a save. Asks first if it is damaged, if another process plays it, or if it names somebody else's code."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from engine import GAMES
from engine.core.game import HUMAN, NOBODY
from saves import Busy, NewerEntry, SaveError, SaveInfo, load
from vok_tui.coordinator.current_game import CurrentGame
from vok_tui.coordinator.frontend import AtShelf, AtWatching, Frontend, Option, Prompt, PromptId
from vok_tui.game.autosave import OpenGame, resume_or_review_game, watch_game
from vok_tui.game.bot_approval import Approvals, bots_and_files_text
from vok_tui.game.thinker import Thinker

BOTS_QUESTION: Final = (
    "This save names somebody else's code, which could do everything that you can do on this machine:"
)
BOTS_WARNING: Final = "Run it only if you trust it. You will be asked again if it changes."
ANOTHER_GAME: Final = Option("open", "Another game", AtShelf)


class Opener:
    """Opens saves. With `trust_first_save`, the bots of the first save that is opened may run without a question."""

    def __init__(
        self,
        frontend: Frontend,
        current: CurrentGame,
        thinker: Thinker | None,
        approvals: Approvals,
        *,
        trust_first_save: bool = False,
    ) -> None:
        self._frontend: Final = frontend
        self._current: Final = current
        self._thinker: Final = thinker
        self._approvals: Final = approvals
        self._trusts_next_save = trust_first_save
        self._trusted_save: Path | None = None

    def trust_next_save(self) -> None:
        """Let the bots of the next save run without a question."""
        self._trusts_next_save = True

    def open(self, save: SaveInfo | Path, decision: int | None = None) -> None:
        """Open a save, at an analysed `decision` if it is finished and one is given. Ask first if it is damaged, or if another
        process plays it. A list that found no damage is believed; what it says of a damaged or a long save is only for a list."""
        path, damage = save if isinstance(save, Path) else save.path, ""
        if isinstance(save, Path) or save.unread or save.damage:
            with suppress(SaveError):  # opening it says why
                damage = str(load(path, GAMES).damage or "")
        self._open(path, decision, damage)

    def _open(self, path: Path, decision: int | None = None, damage: str = "", said: str = "") -> None:
        """Open a save. `damage` is the sentence that describes its damage. A notice equal to `said` is not said again."""
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
            options = (Option("watch", "Watch", AtWatching), ANOTHER_GAME)
            self._ask_about_save(PromptId.BUSY, "Somebody is playing", text, options, path)
        except SaveError as error:
            self.say_why_not_opened(str(error))
        else:
            if path == self._trusted_save:
                open_game.allow_unapproved_bots(self._approvals)
                self._show(open_game, decision, said)
            else:
                self.show_when_approved(open_game, decision, said)

    def show_when_approved(self, open_game: OpenGame, decision: int | None = None, said: str = "") -> None:
        """Show an open game and its notice. If the save names bots that are not approved, ask about them first."""
        if not open_game.unapproved_bots:
            self._show(open_game, decision, said)
            return

        def carry_out(answer: str) -> None:
            if answer == "run":
                open_game.allow_unapproved_bots(self._approvals)
            if answer in ("run", "without"):
                self._show(open_game, decision, said)
            else:
                self._current.return_to_start()
                if answer == "open":
                    self._frontend.show(AtShelf(), over=True)

        self._current.ensure_start_below()
        self._current.open_game = open_game
        text = f"{BOTS_QUESTION}\n\n{bots_and_files_text(open_game.unapproved_bots)}\n\n{BOTS_WARNING}"
        options = (Option("without", "Do not run it"), Option("run", "Run it"), ANOTHER_GAME)
        self._frontend.ask(Prompt(PromptId.BOTS, "Somebody else's code", text, options), carry_out)

    def _show(self, open_game: OpenGame, decision: int | None, said: str) -> None:
        problem = self._current.show(open_game, decision)
        for sentence in dict.fromkeys((problem if problem != open_game.notice else "", open_game.notice)):
            if sentence and sentence != said:
                self._frontend.say(sentence)

    def watch(self, path: Path, seat: int) -> None:
        """Watch a game from a seat, or with NOBODY from none. Another process plays it, or it is damaged."""
        self._current.close()
        try:
            self.show_when_approved(watch_game(path, seat))
        except SaveError as error:
            self.say_why_not_opened(str(error))

    # -- asking

    def say_why_not_opened(self, reason: str) -> None:
        """Say why something cannot be opened, in a question that also leads to the list of saves."""
        options = (Option("", "Back"), ANOTHER_GAME)
        self._ask_about_save(PromptId.CANNOT_OPEN, "This cannot be opened", reason, options, Path())

    def _ask_about_damage(self, path: Path, damage: str) -> None:
        play, watch = Option("play", "Play on"), Option("watch", "Only watch", AtWatching)
        if _needs_newer_vok(path):
            title = "This game needs a newer Vok"
            self._ask_about_save(PromptId.NEWER, title, damage, (watch, ANOTHER_GAME), path)
        else:
            options = (play, watch, ANOTHER_GAME)
            self._ask_about_save(PromptId.DAMAGED, "This save is damaged", damage, options, path)

    def _ask_about_save(self, prompt: PromptId, title: str, text: str, options: tuple[Option, ...], path: Path) -> None:
        """Ask what to do with the save at `path`, and do it."""

        def carry_out(answer: str) -> None:
            if answer == "play":
                self._open(path, said=text)
            elif answer == "watch":
                self._ask_side_then_watch(path, ask)
            elif answer == "open":
                self._frontend.show(AtShelf(), over=True)

        def ask() -> None:
            self._frontend.ask(Prompt(prompt, title, text, options), carry_out)

        self._current.ensure_start_below()
        ask()

    def _ask_side_then_watch(self, path: Path, back: Callable[[], None]) -> None:
        """Ask from whose seat to watch a game, then watch it, or go `back` without an answer. The first option, nobody's seat,
        shows only what is public."""
        try:
            seats = load(path, GAMES).header.setup.seats
        except SaveError as error:
            self.say_why_not_opened(str(error))
            return
        humans = [Option(str(number), seat.name) for number, seat in enumerate(seats) if seat.level == HUMAN]
        prompt = Prompt(
            PromptId.SIDE,
            "Watch this game",
            "Whose side do you want to see?",
            (Option(str(NOBODY), "Nobody's"), *humans),
        )
        self._frontend.ask(prompt, lambda answer: self.watch(path, int(answer)) if answer else back())


def _needs_newer_vok(path: Path) -> bool:
    """Whether a part of a save cannot be read because a newer version of Vok wrote it."""
    with suppress(SaveError):
        return isinstance(load(path, GAMES).damage, NewerEntry)
    return False
