"""Writes what a player notes in a review, and takes it back. The notes of a finished game are appended behind its seal."""

from engine import GAMES
from engine.core.action import Action
from engine.core.history.annotations import Annotated, Annotations
from saves.annotate import retract_last_annotation_or_try, write_annotation, write_tried_answer
from vok_tui.game.autosave import OpenGame, SealedSave


class ReviewNotes:
    """The notes of the game at the table."""

    def __init__(self, opened: OpenGame) -> None:
        self._opened = opened

    @property
    def obstacle(self) -> str:
        """Why nothing can be written; "" if it can."""
        return "" if self._opened.autosave is not None else "You are watching: nothing can be written here."

    def write_annotation(self, entry: Annotated) -> Annotations:
        """Write one. Returns all annotations that count now. Raises SaveError if it is not on the disk."""
        if isinstance(self._opened.autosave, SealedSave):
            return self._written(write_annotation(self._opened.autosave.path, GAMES, entry))
        log = self._opened.session.match.log
        log.annotate(entry)
        self._save()
        return log.annotations

    def write_tried_answer(self, node: int, action: Action) -> int:
        """Write behind the seal of a finished game that an answer was tried at a node. Returns the node to which it leads. Raises
        SaveError if it is not on the disk."""
        match = self._opened.session.match
        assert isinstance(self._opened.autosave, SealedSave)
        annotations = write_tried_answer(self._opened.autosave.path, GAMES, node, action)
        child = match.try_action(node, action)
        self._written(annotations)
        return child

    @property
    def is_sealed(self) -> bool:
        """Whether the game is finished, and its save is there."""
        return isinstance(self._opened.autosave, SealedSave)

    def _written(self, annotations: Annotations) -> Annotations:
        """What counts in the save counts in the game at the table too."""
        self._opened.session.match.log.annotations = annotations
        return annotations

    def retract_latest(self) -> Annotations | None:
        """Take back the latest annotation or try. Returns those that count now; None if there was none."""
        if isinstance(self._opened.autosave, SealedSave):
            return self._written(retract_last_annotation_or_try(self._opened.autosave.path, GAMES))
        log = self._opened.session.match.log
        if log.annotations.last_retractable_index() < 0:
            return None
        log.retract(log.annotations.last_retractable_index())
        self._save()
        return log.annotations

    def _save(self) -> None:
        if self._opened.autosave is not None:
            self._opened.autosave.keep(self._opened.session.match)
            self._opened.autosave.flush()
