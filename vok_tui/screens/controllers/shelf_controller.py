"""What the app does with the shelf of saves: shows it and its statistics, and changes names, notes and what is in the bin."""

from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Final

from engine import GAMES
from engine.core.journal import NAME, NOTE, AnnotationKind
from saves import SaveError, SaveInfo, annotate_game, new_annotation
from vok_tui.boards.line_reader import as_sentence
from vok_tui.coordinator.coordinator import Coordinator
from vok_tui.records.save_list import bin_loss_text, dated_title, title_of
from vok_tui.screens.controllers.analysis_controller import AnalysisController, Screens
from vok_tui.screens.dialog import Dialog, DialogOption
from vok_tui.screens.messages import GamePasted, ShelfCommand
from vok_tui.shared.paths import short_path

FIRST_SAVES: Final = 500  # read before the shelf is shown; it reads the others while it is used
AT_TABLE: Final = "This game is at your table: go to the menu first."


class ShelfController:
    """Shows the shelf and changes saves, without playing them."""

    def __init__(self, screens: Screens, coordinator: Coordinator, analysis: AnalysisController) -> None:
        self._screens = screens
        self._shelf = coordinator.shelf
        self._current = coordinator.current
        self._opener = coordinator.opener
        self._analysis = analysis

    @property
    def bin(self) -> Path:
        """The folder of deleted saves."""
        return self._shelf.bin

    def show(self, *, in_bin: bool = False, marked: Path | None = None) -> None:
        """Show the shelf or the bin. It replaces the shelf or bin that is shown already. The save at `marked` is marked."""
        from vok_tui.screens.shelf import ShelfScreen

        try:
            more = self._shelf.iterate_saves(GAMES, in_bin=in_bin)
        except SaveError as error:
            self._opener.say_why_not_opened(str(error))
            return
        saves, current = list(islice(more, FIRST_SAVES)), self._screens.screen
        if isinstance(current, ShelfScreen) and current.in_bin == in_bin:
            current.show_saves(saves, marked)
            current.read_more(more)
            return
        screen = ShelfScreen(
            saves, short_path(self._shelf.folder), datetime.now().astimezone(), in_bin=in_bin, more=more
        )
        if isinstance(current, ShelfScreen):
            self._screens.switch_screen(screen)
        else:
            self._screens.push_screen(screen)

    def show_stats(self) -> None:
        """Show the statistics of all saves, including those in the bin."""
        from vok_tui.records.game_stats import stats_of_games
        from vok_tui.screens.stats import StatsScreen

        try:
            saves = self._shelf.list_saves_and_bin(GAMES)
        except SaveError as error:
            self._opener.say_why_not_opened(str(error))
        else:
            self._screens.push_screen(StatsScreen(stats_of_games(saves)))

    def open_pasted(self, message: GamePasted) -> None:
        """Put a pasted game on the shelf and open it. A text that cannot be read to its end is refused: a paste may be cut off
        anywhere, and then the table would play on from there."""
        from saves.text import TextRefused, read_game
        from saves.text.playing import save_played_text_once

        try:
            played = read_game(message.text.encode("utf-8", "replace"), GAMES)
            if played.fault is not None:
                raise TextRefused(f"nothing was saved, because the text can be read only up to {played.fault}")
            path = save_played_text_once(self._shelf, played).path
        except (TextRefused, SaveError) as refused:
            self._opener.say_why_not_opened(as_sentence(str(refused)))
            return
        self._current.leave(lambda: self._opener.open(path))

    def carry_out(self, message: ShelfCommand) -> None:
        """Carry out a command on the shelf, the bin or a save."""
        command, save = message.command, message.save
        if command in ("bin", "shelf"):
            self.show(in_bin=command == "bin")
        elif command == "empty":
            self._ask_to_empty_bin()
        elif save is not None and command in ("rename", "note"):
            self._ask_for_text(save, NAME if command == "rename" else NOTE)
        elif save is not None and command == "delete":
            self._delete(save)
        elif save is not None and command == "restore":
            self._restore(save)

    def _ask_for_text(self, save: SaveInfo, kind: AnnotationKind) -> None:
        """Ask for a new name or note; the dialog starts with the current one."""
        from vok_tui.screens.dialog import TextDialog

        def annotate(text: str | None) -> None:
            if text is not None:
                self._annotate(save, kind, text)

        default_title = title_of(save._replace(label=save.label._replace(name="")))
        if kind is NAME:
            heading, value, text = "Name of this game", save.label.name, f"Without a name it is called: {default_title}"
        else:
            heading, value, text = "Note on this game", save.label.note, title_of(save)
        self._screens.push_screen(TextDialog(heading, text, value, kind.max_chars), annotate)

    def _annotate(self, save: SaveInfo, kind: AnnotationKind, text: str) -> None:
        """Write a name or a note into a save. The save of the game at the table is locked, so there the sitting writes it."""
        from vok_tui.learning.notes import ReviewNotes

        open_game = self._current.open_game
        try:
            if open_game is not None and self._current.has_locked(save.path):
                ReviewNotes(open_game).write_annotation(new_annotation(kind, text))
            else:
                annotate_game(save.path, GAMES, kind, text)
        except SaveError as error:
            self._screens.notify_player(str(error))
        self.show(marked=save.path)

    def _delete(self, save: SaveInfo) -> None:
        if self._current.has_locked(save.path):
            self._screens.notify_player(AT_TABLE)
            return
        self._analysis.forget(save.path)
        try:
            self._shelf.move_to_bin(save.path)
        except SaveError as error:
            self._screens.notify_player(str(error))
        else:
            self._screens.notify_player(f"In the bin now: {dated_title(save, datetime.now().astimezone())}.")
        self.show()

    def _restore(self, save: SaveInfo) -> None:
        try:
            self._shelf.restore_from_bin(save.path)
        except SaveError as error:
            self._screens.notify_player(str(error))
        else:
            self._screens.notify_player(f"On the shelf again: {dated_title(save, datetime.now().astimezone())}.")
        self.show(in_bin=True)

    def _ask_to_empty_bin(self) -> None:
        """Say what is lost, then empty the bin."""

        def empty_if_confirmed(result: str | None) -> None:
            if not result:
                return
            try:
                self._shelf.empty_bin()
            except SaveError as error:
                self._screens.notify_player(str(error))
            self.show(in_bin=True)

        try:
            text = bin_loss_text(self._shelf.list_saves(GAMES), self._shelf.list_bin(GAMES))
        except SaveError as error:
            self._screens.notify_player(str(error))
            return
        self._screens.push_screen(
            Dialog("Empty the bin?", text, (DialogOption("", "Keep"), DialogOption("empty", "Empty"))),
            empty_if_confirmed,
        )
