"""A save that is open for play: begun anew, or resumed where it ended.

Call `keep` before the screen shows a move, and `flush` at the end of a decision. Then nothing is lost if the process dies, and at
most the current decision if the machine crashes.

When the game is over, the save gets its label and its seal at once. Later only annotations are added, which change neither the
game nor its result nor its date.

New entries are appended to a sound file. A damaged file is never repaired in place: the readable part
of its game is written to a new file, the whole old file is copied, and only then does the new file replace it. At no moment is
there less on the disk than before.
"""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from engine.core.game import Game, Setup
from engine.core.journal import may_follow_game_end
from engine.core.match import Match
from saves.errors import (
    AlreadyThere,
    CannotAnnotate,
    CannotRead,
    CannotWrite,
    GameFinished,
    GameTooLong,
    NearlyTooLong,
    NewerEntry,
    NotOnDisk,
    SavedElsewhere,
    SaveNotice,
)
from saves.format.appender import Appender, create_save, sync_folder_of
from saves.format.entries import PositionCheck, SaveLabel, write_record
from saves.format.file_start import CHUNK_BYTES
from saves.format.frames import U64_MASK, time_now
from saves.format.header import BranchOrigin, Header, game_id
from saves.format.lock import Lock
from saves.match_reader import MAX_ENTRIES, LoadedSave, load_from_fd

SAVE_SUFFIX: Final = ".vok"
MAX_MOVE_ENTRIES: Final = MAX_ENTRIES - 5_000  # records in a file that gets more moves; the others are kept for notes
MAX_NOTE_ENTRIES: Final = MAX_ENTRIES - 2  # a check and a label follow when the file is closed
NOTICE_FROM_ENTRIES: Final = 20_000  # from here on, the player hears how long the game is
NOTICE_EVERY_ENTRIES: Final = 1_000
CHECK_EVERY_ENTRIES: Final = 32  # a position check follows every 32 entries of the journal


class SaveFile:
    """One game on disk, locked until `close`. Made by `create` or `resume`. Not thread-safe."""

    def __init__(
        self, appender: Appender, header: Header, loaded: LoadedSave | None = None, closed_at: int = 0
    ) -> None:
        """`header` is that of the file. `closed_at` is the unix time at which a rewritten game was last closed; 0 for now."""
        self.old_copy: Path | None = None  # the copy of the old file, if the save had to be rewritten
        self._appender = appender
        self._header: Final = header
        self._noticed_entries = appender.entry_count  # the number of entries when the player last heard about it
        self._kept_entry_count = 0  # number of journal entries in the file
        self._match: Match | None = None
        self._has_label = True
        self._is_over = False  # whether the game in the file is finished
        self._closed_at = closed_at
        self._final_label: SaveLabel | None = (
            None  # the label at the end of a finished game: its result and date never change
        )
        if loaded is not None:
            self._match = loaded.match
            self._has_label = loaded.label is not None or not loaded.match.log.journal
            self._kept_entry_count = len(loaded.match.log.journal)
            if loaded.finished:
                self._is_over, self._closed_at, self._final_label = True, loaded.last_played, loaded.label

    @classmethod
    def create(
        cls, path: Path, setup: Setup, game: Game[Any], app: str, created: int, origin: BranchOrigin | None = None
    ) -> "SaveFile":
        """Create a save with mode 0600. On return, it is on the disk. `app` is the version of Vok, `created` the unix time,
        `origin` the finished game from which this one branches off. Raises AlreadyThere, CannotWrite; ValueError for a setup
        that is too large for a save."""
        header = Header(app, game.fingerprint(setup), created, setup, origin)
        file = cls(create_save(path, header), header)
        file.write_player_file()
        return file

    @property
    def game_id(self) -> str:
        """The id of the game (`saves.format.header.game_id`)."""
        return game_id(self._header.setup, self._header.created, self._header.origin)

    @property
    def path(self) -> Path:
        return self._appender.lock.path

    def write_player_file(self) -> None:
        """Write a small file beside the save that tells other processes who is playing."""
        self._appender.lock.write_player_file()

    def keep(self, match: Match) -> None:
        """Append all new entries of the journal, and position checks, in one write. Does nothing if there are none.

        Raises GameFinished if the game was over before and there are new entries that a finished game may not have, and
        GameTooLong if the file would have more entries than are read again. Raises CannotWrite; then the file ends where it did
        before, and the next `keep` or `flush` writes what is missing.
        """
        new_entries = match.log.journal[self._kept_entry_count :]
        are_notes = all(map(may_follow_game_end, new_entries))
        if self._is_over and not are_notes:
            raise GameFinished(self.path)
        journal_length = self._kept_entry_count + len(new_entries)
        checks = journal_length // CHECK_EVERY_ENTRIES - self._kept_entry_count // CHECK_EVERY_ENTRIES
        entry_count = self._appender.entry_count + len(new_entries) + checks
        if new_entries and entry_count > (MAX_NOTE_ENTRIES if are_notes else MAX_MOVE_ENTRIES):
            raise GameTooLong(self.path, self._appender.entry_count)
        self._match, self._is_over = match, self._is_over or match.is_over
        for entry in new_entries:
            self._appender.add_record(write_record(entry))
            self._kept_entry_count += 1
            self._has_label = False
            if self._kept_entry_count % CHECK_EVERY_ENTRIES == 0:
                self._appender.add_record(_position_check_body(match, match.log.heads[self._kept_entry_count - 1]))
        self._appender.write()

    def flush(self) -> None:
        """Wait until everything kept is on the disk, and seal a finished game. If another program has removed or replaced the
        file, write the whole game to a new one. Raises CannotWrite. Raises SaveNotice when all that is done."""
        self._appender.sync()
        notice = self._write_anew_if_displaced()
        if self._is_over:
            self._seal()
        if notice is not None:
            raise notice

    def close(self) -> None:
        """Keep, write the label, flush, and release the lock. A second call does nothing.

        Raises CannotWrite if a move did not reach the disk. The lock is released even so, and the move is lost, so call `flush`
        first. A label that cannot be written is not an error. Raises SaveNotice when all that is done.
        """
        if self._appender.lock.is_released:
            return
        try:
            if self._match is not None:
                self.keep(self._match)
            self._appender.sync()
            notice = self._write_anew_if_displaced()
            self._seal()
        finally:
            self._appender.lock.release()
        if notice is not None:
            raise notice

    def __enter__(self) -> "SaveFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write_anew_if_displaced(self) -> SaveNotice | None:
        """If the path leads to another file or to none, write the whole game to a new file. Returns what the player should know.
        Raises NotOnDisk."""
        old_lock = self._appender.lock
        if not old_lock.is_at_path:
            self._write_anew()
            return SavedElsewhere(old_lock.path, self.path)
        entry_count = self._appender.entry_count
        next_notice = max(NOTICE_FROM_ENTRIES, self._noticed_entries + NOTICE_EVERY_ENTRIES)
        if entry_count < next_notice:
            return None
        self._noticed_entries = entry_count
        return NearlyTooLong(self.path, entry_count, MAX_MOVE_ENTRIES)

    def _write_anew(self) -> None:
        """Write the whole game to a new file beside the path of the old one, and go on there. Raises NotOnDisk; then nothing has
        changed."""
        old_lock = self._appender.lock
        try:
            make_folder(old_lock.path.parent)
            appender = _create_free(old_lock.path, self._header)
        except CannotWrite as error:
            raise NotOnDisk(error.path, error.cause) from None
        anew = SaveFile(appender, self._header)
        try:
            if self._match is not None:
                anew.keep(self._match)
            appender.sync()
        except BaseException as error:
            with suppress(OSError):
                appender.lock.path.unlink()
            appender.lock.release()
            if isinstance(error, CannotWrite):
                raise NotOnDisk(error.path, error.cause) from None
            raise
        self._appender, self._has_label = appender, anew._has_label
        old_lock.release()
        self.write_player_file()

    def _seal(self) -> None:
        """Write a last check, the label, and the seal, so that the list of saves need not replay the game. Errors are
        ignored."""
        last_bodies, closed_at = [], self._closed_at or time_now()
        if self._match is not None and not self._has_label:
            if self._final_label is not None:
                label = self._final_label.with_texts_of(self._match.log.annotations)
            else:
                label = label_of(self._match, closed_at)
                if self._is_over:
                    self._final_label, self._closed_at = label, closed_at
            last_bodies = [_position_check_body(self._match, self._match.log.head), write_record(label)]
        with suppress(CannotWrite):
            self._appender.add_and_seal(last_bodies, closed_at)
            self._has_label = True


def label_of(match: Match, ended: int = 0) -> SaveLabel:
    """The label of a match. `ended` is the unix time of its end, if it is over.

    If the head was moved back in a finished game and nothing else was played, the label still describes the end of the game.
    """
    end = match.log.last_visited_leaf(match.log.head)
    over = match.is_finished
    state = match.at(end) if over else match.state
    game = match.game
    label = SaveLabel(
        decisions=match.public_decision_count(match.log.head),
        turn=game.turn(state),
        over=over,
        scores=tuple(game.scores(state)),
        peeked=match.peeked,
        reshuffled=match.was_ever_reshuffled,
        ended=ended if over else 0,
        winner_bits=_winner_bits(game.rewards(state)) if over else 0,
        imported=int(match.log.is_imported),
        helped=int(match.log.is_helped),
    )
    return label.with_texts_of(match.log.annotations)


def _winner_bits(rewards: Sequence[float]) -> int:
    """One bit for each seat that won."""
    return sum([1 << seat for seat, reward in enumerate(rewards) if reward > 0])


def _position_check_body(match: Match, node: int) -> list[str | int]:
    return write_record(PositionCheck(match.at(node).digest() & U64_MASK))


def free_save_path(folder: Path, stem: str) -> Path:
    """A free path for a save in a folder: with this stem, or with the stem and a number."""
    path = folder / (stem + SAVE_SUFFIX)
    number = 1
    while os.path.lexists(path):
        number += 1
        path = folder / f"{stem}-{number}{SAVE_SUFFIX}"
    return path


def _create_free(path: Path, header: Header) -> Appender:
    """A new save beside `path`, with its name if that is free, or else with a number. Raises CannotWrite."""
    while True:
        with suppress(AlreadyThere):
            return create_save(free_save_path(path.parent, path.name.removesuffix(SAVE_SUFFIX)), header)


def make_folder(folder: Path) -> None:
    """Make a folder that no other user can read, if there is none. Raises CannotWrite."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(folder, error) from None


def resume(path: Path, games: Mapping[str, Game[Any]], *, to_annotate: bool = False) -> tuple[SaveFile, LoadedSave]:
    """Open a save to continue its game. `loaded.damage` says what could not be read; then `file.old_copy` is a copy of the old
    file. With `to_annotate`, a finished game can be opened too, only for annotations, but no damaged save.

    Raises GameFinished if the game is over and its file is sound, CannotAnnotate for a damaged save with `to_annotate`,
    NewerEntry, Busy, CannotWrite, and everything that `load` raises. Then the save has not changed.
    """
    lock = Lock.acquire(_resolve(path))
    try:
        loaded = load_from_fd(lock.path, lock.fd, games)
        if loaded.damage is None and loaded.finished and not to_annotate:
            raise GameFinished(path)
        if isinstance(loaded.damage, NewerEntry):
            raise loaded.damage
        if loaded.damage is not None and to_annotate:
            raise CannotAnnotate(path)
        if loaded.damage is None:
            is_sealed = loaded.seal is not None
            file = SaveFile(
                Appender(lock, loaded.end, loaded.crc, loaded.entry_count, is_sealed), loaded.header, loaded
            )
        else:
            file = _rewrite(lock, loaded)
            lock.release()
    except OSError as error:
        lock.release()
        raise CannotRead(path, error) from None
    except BaseException:
        lock.release()
        raise
    file.write_player_file()
    return file, loaded


def _rewrite(lock: Lock, loaded: LoadedSave) -> SaveFile:
    """Write the readable part to a new file, and replace the old one with it. Raises CannotWrite."""
    path, match = lock.path, loaded.match
    new_path = path.with_name(path.name + ".new")
    with suppress(OSError):
        new_path.unlink()  # left by a process that died here; not in use, because we hold the lock
    header = loaded.header._replace(fingerprint=match.game.fingerprint(match.setup))
    appender = create_save(new_path, header)
    try:
        file = SaveFile(appender, header, closed_at=loaded.last_played if loaded.finished else 0)
        file.keep(match)
        file.flush()
        file.old_copy = _back_up(lock, "damaged")
        appender.lock.rename(path)
        sync_folder_of(path)
    except BaseException as error:
        with suppress(OSError):
            new_path.unlink()
        appender.lock.release()
        if isinstance(error, OSError):
            raise CannotWrite(path, error) from None
        raise
    return file


def _back_up(lock: Lock, suffix: str) -> Path:
    """Copy the file to a free name with this suffix, in the same folder. On return, the copy is on the disk. Raises OSError."""
    number = 1
    while True:
        numbered_suffix = f".{suffix}" if number == 1 else f".{suffix}-{number}"
        copy_path = lock.path.with_name(lock.path.name + numbered_suffix)
        try:
            fd = os.open(copy_path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            break
        except FileExistsError:
            number += 1
    with os.fdopen(fd, "wb") as copy:
        offset = 0
        while chunk := os.pread(lock.fd, CHUNK_BYTES, offset):
            offset += copy.write(chunk)
        copy.flush()
        os.fsync(fd)
    return copy_path


def _resolve(path: Path) -> Path:
    """The path of the file itself, so that other files are put beside it and not beside a link to it. Raises CannotRead."""
    try:
        return path.resolve(strict=True)  # which refuses a link to itself in every version of Python
    except (OSError, RuntimeError) as error:
        raise CannotRead(path, error) from None
