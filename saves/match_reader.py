"""From bytes to a match: plays every entry again, as far as the file is sound.

Damage is not raised. It is reported together with the part that could be read, so half a game still opens as half a game.
Loading, verifying and watching a growing file all use `MatchReader`.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.core.errors import EngineError, ImpossibleRedraw
from engine.core.game import NOBODY, Game
from engine.core.history.journal import Played
from engine.core.history.match import Match
from saves.errors import (
    BadRedraw,
    BadSeal,
    CannotStart,
    CutOff,
    Damaged,
    EntryChanged,
    NewerEntry,
    ReplayDiverged,
    TooManyEntries,
)
from saves.format.entries import DIGEST_VERSION, PositionCheck, Record, SaveLabel, UnknownKind, read_record
from saves.format.frames import FORMAT_VERSION, U64_MASK, Seal, read_frame_if_whole, unpack
from saves.format.header import Header
from saves.format.opening import CHUNK_BYTES, open_for_reading, read_opening

MAX_ENTRIES: Final = 250_000  # that are read of one file; a long game has a thousand


class LoadedSave(NamedTuple):
    """A save that was read. `match` stands where the table stood; the caller owns it.

    `damage` is what could not be read; None if the file is sound. `with_original_cards`: some cards were corrected since, and
    the game goes on with the cards that it began with. `with_unknown_cards`: those cards are not known here, and the game goes
    on with others as long as the checks agree. `version` is the number of the format on disk.

    A game is `finished` if the variation that was visited last has ended. Then `match.peeked` tells whether it was peeked in up
    to that end; a look back afterwards does not count.
    """

    path: Path
    header: Header
    match: Match
    damage: Damaged | None
    with_original_cards: bool
    with_unknown_cards: bool
    version: int
    entries: int  # records read behind the header, checks and summaries too
    checks: int  # of these, checks that agreed
    skipped_checks: int  # checks with digests of another version, which cannot be compared
    label: SaveLabel | None  # the label at the end of the file, whether it is true or not
    finished: bool
    last_played: int  # unix time at which a finished game ended; in another game, at which the file was last closed or written to
    seal: Seal | None  # how the file ended when it was last closed; None if it never was
    end: int  # the byte after the last good record, and the check of that record: writing continues there
    check: int


class MatchReader:
    """A match that follows the bytes of a file. Raises CannotStart, and what `read_opening` raises."""

    def __init__(self, path: Path, fd: int, games: Mapping[str, Game[Any]]) -> None:
        self.path = path
        self.version, self.header, frame, self._migration, self.seal, self._is_seal_damaged = read_opening(path, fd)
        self.match = self._begin_match(games)
        # The nodes at which the game was over, and whether somebody had peeked by then.
        self._ends: dict[int, bool] = {}
        self._sealed_check = frame.crc  # the check of the entry that is the last one according to the seal
        self.end = frame.end
        self.check = frame.crc
        self.entries = 0
        self.checks = 0
        self.skipped_checks = 0
        self.label: SaveLabel | None = None
        self.ended = 0  # when the game ended, according to the last label that says it; 0 if none does
        self.damage: Damaged | None = None
        self.rest_bytes = 0
        self._actions: dict[
            bytes, Played
        ] = {}  # those that were read, by their bodies: a long game says most of them often

    def feed(self, data: bytes) -> None:
        """Read on in `data`, the bytes of the file from `end` on. Stops before the first damaged or incomplete record."""
        at = 0
        self.damage = None
        while self.damage is None:
            try:
                frame = read_frame_if_whole(data, at, self.check)
                if frame is None:
                    return
                if self.entries == MAX_ENTRIES:
                    self.damage = TooManyEntries(self.path, self.entries + 1, len(self.match.log.journal))
                    return
                record = self._actions.get(frame.body) or self._read_body(frame.body)
            except UnknownKind:
                self.damage = NewerEntry(self.path, self.entries + 1, len(self.match.log.journal))
                return
            except ValueError:
                self.damage = EntryChanged(self.path, self.entries + 1, len(self.match.log.journal))
                return
            if self._replay_record(record):
                self.entries += 1
                self.end += frame.end - at
                self.check = frame.crc
                at = frame.end
                if self.seal is not None and self.entries == self.seal.entries:
                    self._sealed_check = frame.crc

    def _read_body(self, body: bytes) -> Record:
        """The record in a body. Raises ValueError."""
        record = read_record(self._migration.migrate_entry(unpack(body)))
        if (
            isinstance(record, Played) and self.version == FORMAT_VERSION
        ):  # what an older entry says may depend on those before
            self._actions[body] = record
        return record

    def read_to_end(self, fd: int) -> None:
        """Read the file to its end. `rest_bytes` is then the number of bytes of an incomplete last record."""
        while True:
            data = os.pread(fd, CHUNK_BYTES, self.end)
            before = self.end
            self.feed(data)
            if self.end == before:
                self.rest_bytes = len(data)
                return

    def damage_at_end(self) -> Damaged | None:
        """The damage of a file that was read to its end; None if it is sound."""
        moves, seal = len(self.match.log.journal), self.seal
        if self.damage is not None:
            return self.damage
        if seal is not None and self.entries < seal.entries:
            return CutOff(self.path, self.entries + 1, moves, seal.entries)
        if self.rest_bytes:
            return CutOff(self.path, self.entries + 1, moves)
        if self._is_seal_damaged or (seal is not None and seal.crc != self._sealed_check):
            return BadSeal(self.path, self.entries, moves)
        return None

    def is_finished(self) -> bool:
        """Whether the game is finished: the variation that was visited last has ended."""
        return self.match.mover(self._last_node()) == NOBODY

    def ignore_peeks_after_end(self) -> None:
        """Set `match.peeked` of a finished game to its value at the end: a look back afterwards does not count."""
        self.match.peeked = self._ends.get(self._last_node(), self.match.peeked)

    def _last_node(self) -> int:
        return self.match.log.last_visited_leaf(self.match.log.head)

    def _replay_record(self, record: Record) -> bool:
        """Play an entry, or compare a check. If the position does not agree, note the damage and return False."""
        agreed = True
        self.label = None
        if isinstance(record, SaveLabel):
            self.label = record
            self.ended = record.ended
        elif isinstance(record, PositionCheck):
            if record.version != DIGEST_VERSION:
                self.skipped_checks += 1
            else:
                agreed = self.match.state.digest() & U64_MASK == record.digest
                self.checks += agreed
        else:
            try:
                self.match.replay(record)
            except ImpossibleRedraw:
                self.damage = BadRedraw(self.path, self.entries + 1, len(self.match.log.journal))
                return False
            except EngineError:
                agreed = False
            if self.match.is_over:
                self._ends.setdefault(self.match.log.head, self.match.peeked)
        if not agreed:
            self.damage = ReplayDiverged(self.path, self.entries + 1, len(self.match.log.journal))
        return agreed

    def _begin_match(self, games: Mapping[str, Game[Any]]) -> Match:
        setup = self.header.setup
        if setup.game not in games:
            raise CannotStart(self.path, f"there is no game {setup.game!r}", self.header.app)
        game = games[setup.game]
        try:
            match = Match(game, game.with_original_data(setup, self.header.fingerprint))
        except EngineError as error:
            raise CannotStart(self.path, str(error), self.header.app) from None
        # A player who branches off from a finished game has seen what came.
        match.peeked = self.header.origin is not None
        return match


def load(path: Path, games: Mapping[str, Game[Any]]) -> LoadedSave:
    """Read a save to look on; nothing is locked or changed.

    Raises NotASave, NewerFormat, BadHeader, CannotStart, CannotRead; any other fault is in `damage`. Costs a replay of the
    whole game.
    """
    with open_for_reading(path) as fd:
        return load_from_fd(path, fd, games)


def load_from_fd(path: Path, fd: int, games: Mapping[str, Game[Any]]) -> LoadedSave:
    """The same from a file that is open already."""
    replay = MatchReader(path, fd, games)
    replay.read_to_end(fd)
    damage, match, finished = replay.damage_at_end(), replay.match, replay.is_finished()
    if finished:
        replay.ignore_peeks_after_end()
    return LoadedSave(
        path=path,
        header=replay.header,
        match=match,
        damage=damage,
        with_original_cards=match.setup != replay.header.setup,
        with_unknown_cards=match.game.fingerprint(match.setup) & U64_MASK != replay.header.fingerprint,
        version=replay.version,
        entries=replay.entries,
        checks=replay.checks,
        skipped_checks=replay.skipped_checks,
        label=replay.label,
        finished=finished,
        last_played=replay.ended or (replay.seal.closed_at if replay.seal is not None else int(os.fstat(fd).st_mtime)),
        seal=replay.seal,
        end=replay.end,
        check=replay.check,
    )
