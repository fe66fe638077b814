"""What the list of saves shows of one save, and how it is read.

Replaying hundreds of games would take too long for a list. So a save that was closed properly ends with a label. The list checks
the frames of all records, which detects any damaged byte, and reads the label. The label is the last entry of the save, not a
second file: it cannot be lost, become stale or belong to another game. It is written on closing, because writing it after every
decision would double the size of the file. Only a game that was not closed, because its process was killed or is still playing,
is replayed.

A file that is longer than any usual game is neither checked nor replayed, so that it cannot delay the list. If it was closed, its
seal leads to the label. What is replayed may take little work, and all files of a list together not much more.
"""

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.core.errors import EngineError
from engine.core.game import Game, Seat, Setup
from engine.core.setup import OLDEST_RULES
from saves.errors import MadeBeforeRelease, SaveError, TooLongToList, TooMuchWork
from saves.format.entries import SaveLabel, read_record
from saves.format.file_start import FileStart, open_for_reading, read_file_start
from saves.format.frames import (
    FIRST_BYTES,
    U64_MASK,
    end_of_header,
    find_last_body,
    last_record_and_count,
    unpack,
)
from saves.format.header import BranchOrigin, Header, game_id
from saves.match_reader import WorkBudget, load_from_fd
from saves.save_file import label_of

MAX_SCANNED_BYTES: Final = 1 << 19  # bytes of a closed save that are checked; a game of 250 entries has 5 kB
MAX_REPLAYED_BYTES: Final = 1 << 15  # bytes of entries that are replayed, in a save that was not closed
MAX_FILE_WORK: Final = 200_000  # to replay one save; a game of 250 entries takes 25,000
MAX_LIST_WORK: Final = 400_000  # to replay all saves of one list


def budget_of_list() -> WorkBudget:
    """The work that the replays of one list may take together."""
    return WorkBudget(MAX_LIST_WORK, per_node=0)


class SaveInfo(NamedTuple):
    """What the list shows of one save. For a file that cannot be opened, only `path`, `last_played` and `damage` are known. The
    label of a finished game describes its end. `origin` is the finished game from which this one branches off. `created` is the
    unix time at which the game began."""

    path: Path
    last_played: float  # unix time of the last entry; of a finished game, if known, of its end
    damage: str = ""  # one sentence; "" for a save in which no damage was found
    game: str = ""
    edition: str = ""
    seats: tuple[Seat, ...] = ()
    label: SaveLabel = SaveLabel()
    origin: BranchOrigin | None = None
    setup: Setup | None = None
    created: int = 0
    unread: str = ""  # one sentence: why the list cannot say how the game stands, although it has found no damage
    is_unplayed: bool = False  # nothing was done in the game yet: the file has no entries
    is_too_old: bool = False  # it was made before the first release, as `unread` says, and is never opened

    @property
    def can_be_opened(self) -> bool:
        """Whether the game opens, at least a part of it."""
        return bool(self.game) and not self.is_too_old

    @property
    def game_id(self) -> str:
        """The id of the game (`saves.format.header.game_id`); "" for a file that cannot be opened."""
        return game_id(self.setup, self.created, self.origin) if self.setup is not None else ""

    @property
    def goes_on(self) -> bool:
        """Whether the game can be continued, as far as the list knows."""
        return self.can_be_opened and not self.finished

    @property
    def is_imported(self) -> bool:
        """Whether the game was read from a text."""
        return bool(self.label.imported)

    @property
    def was_played_here(self) -> bool:
        """Whether the game is a sound one that was played here from its first to its last move: neither read from a text nor
        branched off from a finished game."""
        return not (self.damage or self.origin or self.is_imported)

    @property
    def decisions(self) -> int:
        return self.label.decisions

    @property
    def turn(self) -> int:
        return self.label.turn

    @property
    def finished(self) -> bool:
        return self.label.over

    @property
    def scores(self) -> tuple[int, ...]:
        return self.label.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; those with the highest score if an older version did not store the winners."""
        if not self.finished:
            return ()
        seats = range(len(self.seats))
        if self.label.winner_bits or not self.scores:
            return tuple([seat for seat in seats if self.label.winner_bits >> seat & 1])
        return tuple([seat for seat in seats if self.scores[seat] == max(self.scores)])


def each_game_once(saves: Iterable[SaveInfo]) -> list[SaveInfo]:
    """These saves, in their order, with one of each game: copies, as two computers leave them that share a folder, have the same
    id. Of a game the sound copy that ended first counts, and one that was played here before one that was imported."""
    kept: dict[str, SaveInfo] = {}
    listed = list(saves)
    for save in listed:
        rival = kept.get(save.game_id)
        if rival is None or _rank_of_copy(save) < _rank_of_copy(rival):
            kept[save.game_id] = save
    return [save for save in listed if not save.game_id or kept[save.game_id] is save]


def _rank_of_copy(save: SaveInfo) -> tuple[bool, bool, bool, float, str]:
    return bool(save.damage), save.is_imported, not save.finished, save.last_played, save.path.name


def read_save_info(
    path: Path, modified: float, games: Mapping[str, Game[Any]], budget: WorkBudget | None = None
) -> SaveInfo:
    """What the list shows of a save. `modified` is the unix time of the file; `budget` is that of the list. Never raises: what is
    wrong is in `damage`."""
    try:
        with open_for_reading(path) as fd:
            file_start = read_file_start(path, fd)
            is_empty = os.fstat(fd).st_size == file_start.frame.end
            label, damage, unread = SaveLabel(), "", ""
            is_too_old = file_start.header.setup.rules < OLDEST_RULES
            if is_too_old:
                unread = str(MadeBeforeRelease(path))
            try:
                label, damage = _label_and_damage(path, fd, file_start, games, budget or budget_of_list())
            except TooLongToList as too_long:
                unread = str(too_long)
            except MadeBeforeRelease:
                pass  # without a label, nothing more can be said
    except MadeBeforeRelease as too_old:
        return SaveInfo(path, modified, unread=str(too_old), is_too_old=True)
    except SaveError as error:
        return SaveInfo(path, modified, str(error))
    last_played = modified
    if label.over:
        last_played = float(label.ended or (file_start.seal.closed_at if file_start.seal is not None else modified))
    header, setup = file_start.header, file_start.header.setup
    return SaveInfo(
        path,
        last_played,
        damage,
        setup.game,
        setup.edition,
        setup.seats,
        label,
        header.origin,
        setup,
        header.created,
        unread,
        is_unplayed=is_empty and not damage,
        is_too_old=is_too_old,
    )


def read_game_id(path: Path) -> str:
    """The id of the game in a save, from the start of its file; "" if that cannot be read."""
    with suppress(SaveError), open_for_reading(path) as fd:
        header = read_file_start(path, fd).header
        return game_id(header.setup, header.created, header.origin)
    return ""


def is_unplayed(path: Path) -> bool:
    """Whether a file is a save in which nothing was done yet: no entry follows its header. Reads only a few bytes. False for
    a file that cannot be read."""
    with suppress(SaveError), open_for_reading(path) as fd:
        return os.fstat(fd).st_size == end_of_header(os.pread(fd, FIRST_BYTES, 0))
    return False


def _label_and_damage(
    path: Path, fd: int, file_start: FileStart, games: Mapping[str, Game[Any]], budget: WorkBudget
) -> tuple[SaveLabel, str]:
    """The label of a save, and what is wrong with the save ("" if nothing is). Raises TooLongToList, and what `load` raises."""
    size = os.fstat(fd).st_size
    label = _label_at_end(fd, file_start, size, games)
    if label is not None:
        return label, ""
    if file_start.header.setup.rules < OLDEST_RULES:
        raise MadeBeforeRelease(path)
    if size - file_start.frame.end > MAX_REPLAYED_BYTES:
        too_long = TooLongToList(path, size)
        if _has_visible_damage(fd, file_start, size):
            return SaveLabel(), str(too_long)
        raise too_long
    file_budget = WorkBudget(min(MAX_FILE_WORK, budget.base - budget.spent), per_node=0)
    loaded = load_from_fd(path, fd, games, file_budget)
    budget.spent += file_budget.spent
    if isinstance(loaded.damage, TooMuchWork):
        raise TooLongToList(path, size)
    return label_of(loaded.match, loaded.last_played), str(loaded.damage or "")


def _label_at_end(fd: int, file_start: FileStart, size: int, games: Mapping[str, Game[Any]]) -> SaveLabel | None:
    """The label at the end of the file; None if the file is not sound and whole, or cannot be played with its own cards."""
    game = games.get(file_start.header.setup.game)
    if game is None or file_start.is_seal_damaged:
        return None
    seal = file_start.seal
    if size > MAX_SCANNED_BYTES and (seal is None or not seal.entry_count):
        return None
    try:
        if size > MAX_SCANNED_BYTES and seal is not None:
            body = find_last_body(fd, size, seal.crc)
        else:
            data = os.pread(fd, size, file_start.frame.end)
            last_record, entry_count = last_record_and_count(data, file_start.frame.crc)
            if not entry_count or last_record.end != len(data):
                return None
            if seal is not None and (entry_count, last_record.crc) != (seal.entry_count, seal.crc):
                return None
            body = last_record.body
        label = read_record(unpack(body))
    except ValueError:
        return None
    is_too_old = file_start.header.setup.rules < OLDEST_RULES  # then the label is all that is ever read
    if not isinstance(label, SaveLabel) or not (is_too_old or _has_known_cards(game, file_start.header)):
        return None
    return label if len(label.scores) in (0, file_start.header.setup.player_count) else None


def _has_visible_damage(fd: int, file_start: FileStart, size: int) -> bool:
    """Whether the frames of a file are damaged, as far as the list checks them."""
    seal = file_start.seal
    if file_start.is_seal_damaged:
        return True
    try:
        if size > MAX_SCANNED_BYTES:
            if seal is not None and seal.entry_count:
                find_last_body(fd, size, seal.crc)
            return False
        data = os.pread(fd, size, file_start.frame.end)
        last_record, entry_count = last_record_and_count(data, file_start.frame.crc)
    except ValueError:
        return True
    is_cut_off = last_record.end != len(data)
    return is_cut_off or (seal is not None and (entry_count, last_record.crc) != (seal.entry_count, seal.crc))


def _has_known_cards(game: Game[Any], header: Header) -> bool:
    """Whether the game can be played here with the cards that it began with."""
    try:
        return game.fingerprint(header.setup) & U64_MASK == header.fingerprint
    except EngineError:
        return False
