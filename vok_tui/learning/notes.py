"""Annotations and tried answers, written to the save of the game at the table or of a finished one."""

from engine import GAMES
from engine.core.action import Action
from engine.core.journal import Annotated, Annotations
from saves.annotate import retract_last_annotation_or_try, write_annotation, write_tried_answer
from vok_tui.game.autosave import OpenGame, SealedSave


class ReviewNotes:
    """The annotations and tried answers of the game at the table."""

    def __init__(self, open_game: OpenGame) -> None:
        self._open_game = open_game

    @property
    def obstacle(self) -> str:
        """Why nothing can be written; "" if it can."""
        return "" if self._open_game.autosave is not None else "You are watching: nothing can be written here."

    def write_annotation(self, entry: Annotated) -> Annotations:
        """Write an annotation to the save. Returns all annotations in force. Raises SaveError if it could not be saved."""
        if isinstance(self._open_game.autosave, SealedSave):
            return self._update_log(write_annotation(self._open_game.autosave.path, GAMES, entry))
        log = self._open_game.sitting.match.log
        log.annotate(entry)
        self._save()
        return log.annotations

    def write_tried_answer(self, node: int, action: Action) -> int:
        """Write an answer that was tried at a node of a finished game. Returns the node to which it leads. Raises SaveError if
        it could not be saved."""
        match = self._open_game.sitting.match
        if isinstance(self._open_game.autosave, SealedSave):
            annotations = write_tried_answer(self._open_game.autosave.path, GAMES, node, action)
            child = match.try_action(node, action)
            self._update_log(annotations)
            return child
        child = match.try_action(node, action)
        self._save()
        return child

    def _update_log(self, annotations: Annotations) -> Annotations:
        """Use the annotations of the save in the game at the table too, and return them."""
        self._open_game.sitting.match.log.annotations = annotations
        return annotations

    def retract_latest(self) -> Annotations | None:
        """Retract the latest annotation or tried answer. Returns all annotations in force; None if there was nothing to
        retract."""
        if isinstance(self._open_game.autosave, SealedSave):
            return self._update_log(retract_last_annotation_or_try(self._open_game.autosave.path, GAMES))
        log = self._open_game.sitting.match.log
        if log.annotations.last_retractable_index() < 0:
            return None
        log.retract(log.annotations.last_retractable_index())
        self._save()
        return log.annotations

    def _save(self) -> None:
        if self._open_game.autosave is not None:
            self._open_game.autosave.keep(self._open_game.sitting.match)
            self._open_game.autosave.flush()
