"""What a list says of one save, and how it is read.

To list hundreds of games, they must not be replayed. So a save that was closed properly ends with a label. A list reads
through the records, which finds any damaged byte, takes the label and plays nothing. The label is the last entry of the save,
not a second file: it cannot be lost, grow stale or belong to another game, and it counts only while no entry follows it. It is
written on closing; after every decision it would double the file. Only a game that was not closed, because its process was
killed or is still playing, is replayed.

A file that is longer than any usual game is neither read through nor replayed, so that it cannot hold up the list. If it was
closed, the field in front leads to its label.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.core.errors import EngineError
from engine.core.game import Game, Seat, Setup
from saves.errors import SaveError, TooLongToList
from saves.format.entries import SaveLabel, read_record
from saves.format.frames import U64_MASK, find_last_body, last_record_and_count, unpack
from saves.format.header import Header, Origin
from saves.format.opening import Opening, open_for_reading, read_opening
from saves.match_reader import load_from_fd
from saves.save_file import label_of

FIRST_LABELLED_FORMAT: Final = 1  # the first format whose saves end with a label
MAX_SCANNED_BYTES: Final = 1 << 19  # of a closed save; a game of 250 entries has 5 kB
MAX_REPLAYED_BYTES: Final = 1 << 15  # of the entries of a save that was not closed


class SaveInfo(NamedTuple):
    """What the list says of one save. Of a file that cannot be opened it knows the path, the time and `damage`, a sentence
    that is "" for a sound one. A game that is over is `finished`: turn and scores of its label are those of its end, and
    `modified` is the time at which it ended, as far as the file tells. `origin` is the finished game that this one goes on
    from. `setup` and `created` are what was decided before the first move, and the unix time of that."""

    path: Path
    modified: float  # of the last entry, unix time
    damage: str = ""
    game: str = ""
    edition: str = ""
    seats: tuple[Seat, ...] = ()
    label: SaveLabel = SaveLabel()
    origin: Origin | None = None
    setup: Setup | None = None
    created: int = 0

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
        """The seats that won; those with the highest score if an older version did not tell them."""
        if not self.finished:
            return ()
        seats = range(len(self.seats))
        if self.label.winner_bits or not self.scores:
            return tuple([seat for seat in seats if self.label.winner_bits >> seat & 1])
        return tuple([seat for seat in seats if self.scores[seat] == max(self.scores)])


def read_info(path: Path, modified: float, games: Mapping[str, Game[Any]]) -> SaveInfo:
    """What a list says of the save at `path`, a file of this time. A file that cannot be read is told, never raised."""
    try:
        with open_for_reading(path) as fd:
            start = read_opening(path, fd)
            label, damage = _read_label(path, fd, start, games)
    except SaveError as error:
        return SaveInfo(path, modified, str(error))
    if label.over:
        modified = float(label.ended or (start.seal.closed_at if start.seal is not None else modified))
    header, setup = start.header, start.header.setup
    return SaveInfo(
        path, modified, damage, setup.game, setup.edition, setup.seats, label, header.origin, setup, header.created
    )


def _read_label(path: Path, fd: int, start: Opening, games: Mapping[str, Game[Any]]) -> tuple[SaveLabel, str]:
    """The label of a save, and what is wrong with it. Raises what `load` raises."""
    size = os.fstat(fd).st_size
    label = _find_label(fd, start, size, games)
    if label is not None:
        return label, ""
    if size - start.frame.end > MAX_REPLAYED_BYTES:
        return SaveLabel(), str(TooLongToList(path, size))
    loaded = load_from_fd(path, fd, games)
    return label_of(loaded.match, loaded.last_played), str(loaded.damage or "")


def _find_label(fd: int, start: Opening, size: int, games: Mapping[str, Game[Any]]) -> SaveLabel | None:
    """The label at the end of a file that is sound and whole, and whose cards are today's; else None."""
    game = games.get(start.header.setup.game)
    if start.version < FIRST_LABELLED_FORMAT or game is None or start.is_seal_damaged:
        return None
    seal = start.seal
    if size > MAX_SCANNED_BYTES and (seal is None or not seal.entries):
        return None
    try:
        if size > MAX_SCANNED_BYTES and seal is not None:
            body = find_last_body(fd, size, seal.crc)
        else:
            data = os.pread(fd, size, start.frame.end)
            last, entries = last_record_and_count(data, start.frame.crc)
            if (
                not entries
                or last.end != len(data)
                or (seal is not None and (entries, last.crc) != (seal.entries, seal.crc))
            ):
                return None
            body = last.body
        label = read_record(start.migration.migrate_entry(unpack(body)))
    except ValueError:
        return None
    if not isinstance(label, SaveLabel) or not _is_playable(game, start.header):
        return None
    return label if len(label.scores) in (0, start.header.setup.player_count) else None


def _is_playable(game: Game[Any], header: Header) -> bool:
    """Whether the game is played with the cards that it was begun with, be they today's or earlier ones; not if it cannot be
    played here at all."""
    try:
        return (
            game.fingerprint(game.with_original_data(header.setup, header.fingerprint)) & U64_MASK == header.fingerprint
        )
    except EngineError:
        return False
