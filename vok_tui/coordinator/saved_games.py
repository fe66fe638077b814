"""Changes saves without playing them: names, notes, what is in the bin, and games that are pasted."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from engine import GAMES
from engine.core.journal import AnnotationKind
from saves import SaveError, SaveInfo, Shelf, annotate_game, new_annotation
from vok_tui.boards.line_reader import as_sentence
from vok_tui.coordinator.analyses import GameAnalyses
from vok_tui.coordinator.current_game import CurrentGame
from vok_tui.coordinator.frontend import AtShelf, Frontend, Option, Prompt, PromptId
from vok_tui.coordinator.opening import Opener
from vok_tui.learning.notes import ReviewNotes
from vok_tui.records.save_list import bin_loss_text, dated_title

AT_TABLE: Final = "This game is at your table: go to the menu first."
IN_BIN: Final = "This game is in the bin: put it back on the shelf first."


class SavedGames:
    """The saves on the shelf and in the bin. After each change the list is shown anew."""

    def __init__(
        self, frontend: Frontend, shelf: Shelf, current: CurrentGame, opener: Opener, analyses: GameAnalyses
    ) -> None:
        self._frontend: Final = frontend
        self._shelf: Final = shelf
        self._current: Final = current
        self._opener: Final = opener
        self._analyses: Final = analyses

    def show(self, *, in_bin: bool = False, marked: Path | None = None) -> None:
        """Show the shelf or the bin, with the save at `marked` marked."""
        self._frontend.show(AtShelf(in_bin, marked), over=True)

    def open(self, save: SaveInfo, decision: int | None = None) -> None:
        """Leave the game and open a save, at an analysed `decision` if it is finished and one is given."""
        if save.path.parent == self._shelf.bin:
            self._frontend.refuse(IN_BIN)
        else:
            self._current.leave(lambda: self._opener.open(save, decision))

    def open_pasted(self, text: str) -> None:
        """Put a pasted game on the shelf and open it. A text that cannot be read to its end is refused: a paste may be cut off
        anywhere, and then the table would play on from there."""
        from saves.text import TextRefused, read_game
        from saves.text.playing import save_played_text_once

        try:
            played = read_game(text.encode("utf-8", "replace"), GAMES)
            if played.fault is not None:
                raise TextRefused(f"nothing was saved, because the text can be read only up to {played.fault}")
            path = save_played_text_once(self._shelf, played).path
        except (TextRefused, SaveError) as refused:
            self._opener.say_why_not_opened(as_sentence(str(refused)))
            return
        self._current.leave(lambda: self._opener.open(path))

    def annotate(self, save: SaveInfo, kind: AnnotationKind, text: str) -> bool:
        """Write a name or a note into a save. The save of the game at the table is locked, so there the table writes it. Returns
        whether it was written; if it was not, that is said."""
        open_game = self._current.open_game

        def write() -> None:
            if open_game is not None and self._current.has_locked(save.path):
                ReviewNotes(open_game).write_annotation(new_annotation(kind, text))
            else:
                annotate_game(save.path, GAMES, kind, text)

        is_written = self._change(write)
        self.show(marked=save.path)
        return is_written

    def delete(self, save: SaveInfo) -> None:
        """Move a save to the bin."""
        if self._current.has_locked(save.path):
            self._frontend.refuse(AT_TABLE)
            return
        self._analyses.forget(save.path)
        self._change(lambda: self._shelf.move_to_bin(save.path), f"In the bin now: {_title(save)}.")
        self.show()

    def restore(self, save: SaveInfo) -> None:
        """Put a save of the bin back on the shelf."""
        self._change(lambda: self._shelf.restore_from_bin(save.path), f"On the shelf again: {_title(save)}.")
        self.show(in_bin=True)

    def ask_to_empty_bin(self) -> None:
        """Say what is lost, then empty the bin."""
        try:
            text = bin_loss_text(self._shelf.list_saves(GAMES), self._shelf.list_bin(GAMES))
        except SaveError as error:
            self._frontend.refuse(str(error))
            return

        def empty(answer: str) -> None:
            if answer:
                self._change(self._shelf.empty_bin)
                self.show(in_bin=True)

        options = (Option("", "Keep"), Option("empty", "Empty"))
        self._frontend.ask(Prompt(PromptId.EMPTY_BIN, "Empty the bin?", text, options), empty)

    def _change(self, change: Callable[[], object], done: str = "") -> bool:
        try:
            change()
        except SaveError as error:
            self._frontend.refuse(str(error))
            return False
        if done:
            self._frontend.say(done)
        return True


def _title(save: SaveInfo) -> str:
    return dated_title(save, datetime.now().astimezone())
