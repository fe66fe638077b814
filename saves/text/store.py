"""Makes a new save of a game that was read from a text."""

import errno
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from engine.core.history.match import Match
from saves.clean_text import file_stem
from saves.errors import AlreadyThere, CannotRead, CannotWrite, SaveError
from saves.format.appender import Appender, create_save, sync_folder_of
from saves.format.entries import write_record
from saves.format.frames import pack, time_now
from saves.format.header import Header, write_header
from saves.lock import Lock
from saves.match_reader import LoadedSave, load
from saves.save_file import SAVE_SUFFIX, SaveFile, make_folder
from saves.shelf import Shelf
from saves.text.playing import PlayedText

NAME_CHECKSUM_CHARS: Final = 8  # how much of the checksum of its game the name of an imported save contains


def save_played_text_once(shelf: Shelf, played: PlayedText) -> LoadedSave:
    """Write the game to a new save. Returns that save as it was read back from the disk. If the same game was imported before,
    its save is returned. Raises CannotWrite, Busy and GameTooLong; then there is no new save."""
    match, header = played.match, played.record.header
    setup = match.game.with_current_data(match.setup) if match.setup.cards else match.setup
    header = Header(header.app, match.game.fingerprint(match.setup), header.created, setup, header.origin)
    ended = played.record.ended if match.is_over else 0
    stem = f"{file_stem(match.game.name())}-{_checksum(header, match)}"
    make_folder(shelf.folder)
    number = 1
    while True:
        name = f"{stem}-{number}{SAVE_SUFFIX}" if number > 1 else stem + SAVE_SUFFIX
        path = shelf.folder / name
        if os.path.lexists(path):
            stored = _load_if_same(path, header, match)
            if stored is not None:
                return stored
        else:
            with suppress(AlreadyThere):
                return _write(path, header, match, ended)
        number += 1


def _checksum(header: Header, match: Match) -> str:
    """The identity of a game: it follows from all that was read, and from nothing else in the text."""
    digest = sha256(pack(write_header(header)))
    for entry in match.log.journal:
        digest.update(pack(write_record(entry)))
    return digest.hexdigest()[:NAME_CHECKSUM_CHARS]


def _load_if_same(path: Path, header: Header, match: Match) -> LoadedSave | None:
    """The save at a path, if it is sound and holds this game; what the player has added since does not matter."""
    with suppress(SaveError):
        stored = load(path, {match.game.name(): match.game})
        journal = match.log.journal
        is_same = (
            write_header(stored.header) == write_header(header) and stored.match.log.journal[: len(journal)] == journal
        )
        if stored.damage is None and is_same:
            return stored
    return None


def _write(path: Path, header: Header, match: Match, ended: int) -> LoadedSave:
    """Write a file beside `path`, read it back, and only then give it the name. Raises AlreadyThere, Busy, CannotWrite and
    GameTooLong; then neither file is left."""
    new_path = path.with_name(path.name + ".new")
    appender = _create_in_place_of_leftover(new_path, header)
    with SaveFile(appender, header, closed_at=ended or time_now()) as file:
        try:
            file.keep(match)
            file.flush()
            stored = _load_if_same(new_path, header, match)
            if stored is None:
                raise OSError(errno.EIO, "what was written reads back differently")
            os.close(
                os.open(path, os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            )  # so that no other process takes the name
            try:
                appender.lock.rename(path)
            except OSError:
                path.unlink()
                raise
            sync_folder_of(path)
        except BaseException as error:
            with suppress(OSError):
                new_path.unlink()
            appender.lock.release()
            if isinstance(error, FileExistsError):
                raise AlreadyThere(path) from None
            if isinstance(error, OSError):
                raise CannotWrite(path, error) from None
            raise
    return stored._replace(path=path)


def _create_in_place_of_leftover(path: Path, header: Header) -> Appender:
    """Create a file, in place of one that a process left when it died. Raises Busy if a process is writing it; CannotWrite."""
    while True:
        with suppress(AlreadyThere):
            return create_save(path, header)
        with suppress(CannotRead):  # removed by the process that wrote it
            leftover = Lock.acquire(path)
            with suppress(OSError):
                path.unlink()
            leftover.release()
