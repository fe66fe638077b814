"""Writes annotations into a save (names, notes, comments, marks), and the answers that an analysis tries. Neither the name of
the file nor the game itself changes."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.core.action import Action
from engine.core.game import Game
from engine.core.journal import Annotated, AnnotationKind, Annotations
from engine.core.match import Match
from saves.clean_text import clean_and_cut
from saves.save_file import resume


def annotate_game(path: Path, games: Mapping[str, Game[Any]], kind: AnnotationKind, text: str) -> None:
    """Write an annotation about the whole game into a save, finished or not; an empty text deletes it. The text is cleaned and
    cut to its maximum length. The time of the file does not change, because the list of saves shows when a game was played.

    Raises CannotAnnotate for a damaged save, Busy, CannotWrite, and everything that `load` raises. Costs a replay of the game.
    """
    write_annotation(path, games, new_annotation(kind, text))


def write_annotation(path: Path, games: Mapping[str, Game[Any]], entry: Annotated) -> Annotations:
    """Write any annotation. Returns all annotations that count now. Raises UnknownNode, and what `annotate_game` raises."""

    def write(match: Match) -> None:
        if match.log.annotations.get(entry.kind, entry.node) != entry:
            match.log.annotate(entry)

    return _change(path, games, write)


def retract_last_annotation_or_try(path: Path, games: Mapping[str, Game[Any]]) -> Annotations:
    """Take back the latest annotation, which may be a tried answer, if there is one. Returns all annotations that count now.
    Raises what `annotate_game` raises."""

    def retract(match: Match) -> None:
        if match.log.annotations.last_retractable_index() >= 0:
            match.log.retract(match.log.annotations.last_retractable_index())

    return _change(path, games, retract)


def write_tried_answer(path: Path, games: Mapping[str, Game[Any]], node: int, action: Action) -> Annotations:
    """Write an answer that was tried at a node of a finished game. Returns all annotations that count now. Raises IllegalAction,
    UnknownNode, and what `annotate_game` raises."""
    return _change(path, games, lambda match: match.try_action(node, action))


def _change(path: Path, games: Mapping[str, Game[Any]], change: Callable[[Match], object]) -> Annotations:
    """Open a save, change its match, write what is new, and restore the time of the file."""
    old_status = path.stat() if path.exists() else None
    file, loaded = resume(path, games, to_annotate=True)
    log = loaded.match.log
    with file:
        old_entry_count = len(log.journal)
        change(loaded.match)
        if len(log.journal) > old_entry_count:
            file.keep(loaded.match)
            file.flush()
    if old_status is not None:
        with suppress(OSError):
            descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)  # walls allow it for open files only
            try:
                os.utime(descriptor, ns=(old_status.st_atime_ns, old_status.st_mtime_ns))
            finally:
                os.close(descriptor)
    return log.annotations


def new_annotation(kind: AnnotationKind, text: str, node: int = 0) -> Annotated:
    """An annotation whose text is cleaned and cut to its maximum length."""
    return Annotated(kind, node, clean_and_cut(text, kind.max_chars))
