"""Replays the entries of a file in a match, up to the first damage.

Damage is not raised. It is reported together with the part that could be read, so that this part of the game can be opened.
Loading, verifying and watching a growing file all use `MatchReader`.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.core.errors import EngineError, ImpossibleRedraw
from engine.core.game import Game
from engine.core.journal import Played
from engine.core.match import Match
from engine.core.setup import OLDEST_RULES
from saves.errors import (
    BadRedraw,
    BadSeal,
    CannotStart,
    CutOff,
    Damaged,
    EntryChanged,
    MadeBeforeRelease,
    NewerEntry,
    ReplayDiverged,
    TooManyEntries,
    TooMuchWork,
)
from saves.format.entries import DIGEST_VERSION, NewerEntryKind, PositionCheck, Record, SaveLabel, read_record
from saves.format.file_start import CHUNK_BYTES, open_for_reading, read_file_start
from saves.format.frames import U64_MASK, Seal, read_frame_if_whole, storable_time, unpack
from saves.format.header import Header

MAX_ENTRIES: Final = 30_000  # entries read from one file; a long game has a thousand
# Work is counted in the units of `Match.work`, about 5 microseconds each.
BASE_WORK: Final = 600_000  # for what makes no new node: enough for MAX_ENTRIES jumps, annotations or changes of seats
WORK_PER_NODE: Final = 800  # a node takes 100; going far back before each one, 2,100
ENTRY_WORK: Final = 5  # to unpack, read and keep an entry of any kind
BYTES_PER_WORK: Final = 64  # bytes of an entry
CHECK_WORK: Final = 25


class WorkBudget:
    """How much work one reader may spend, whatever the file or text says. It grows with each position that the game reaches, so a
    game of any length stays below it."""

    def __init__(self, base: int = BASE_WORK, per_node: int = WORK_PER_NODE) -> None:
        self.base: Final = base
        self.per_node: Final = per_node
        self.spent = 0

    def is_exceeded(self, match: Match) -> bool:
        """Whether reading must stop, in a game that has come to this match."""
        return self.spent > self.base + self.per_node * len(match.log)


class LoadedSave(NamedTuple):
    """A save that was read. `match` has its head where the table left it, and belongs to the caller.

    `damage` says what could not be read; None if the file is sound. `lacks_original_cards`: the original cards are not
    known here, and the game is played with others as long as the checks agree.

    `finished` says whether the game is finished (`Match.is_finished`). Then `match.peeked` says whether somebody peeked before
    that end; taking moves back afterwards does not count.
    """

    path: Path
    header: Header
    match: Match
    damage: Damaged | None
    lacks_original_cards: bool
    entry_count: int  # records read after the header, including checks and labels
    agreed_check_count: int  # position checks among these that agreed
    skipped_check_count: int  # position checks of another digest version, which cannot be compared
    label: SaveLabel | None  # the label at the end of the file, which may be wrong
    finished: bool
    last_played: int  # unix time: when a finished game ended, otherwise when the file was last closed or written
    seal: Seal | None  # how the file ended when it was last closed; None if it never was
    end: int  # the offset after the last sound record: writing continues there
    crc: int  # the check of that record


class MatchReader:
    """Replays the bytes of a file in `match`. Raises CannotStart, MadeBeforeRelease, and what `read_file_start` raises."""

    def __init__(self, path: Path, fd: int, games: Mapping[str, Game[Any]], budget: WorkBudget | None = None) -> None:
        """Without a `budget`, it has one that any game stays below."""
        self.path = path
        self.budget = budget or WorkBudget()
        self.header, frame, self.seal, self._is_seal_damaged = read_file_start(path, fd)
        self.match = self._begin_match(games)
        self._peeked_at_end: dict[int, bool] = {}  # for each node at which the game was over
        self._sealed_crc = frame.crc  # the check of the entry that is the last one according to the seal
        self.end = frame.end
        self.crc = frame.crc
        self.entry_count = 0
        self.agreed_check_count = 0
        self.skipped_check_count = 0
        self.label: SaveLabel | None = None
        self.ended = 0  # when the game ended, according to the last label; 0 if it does not say
        self.damage: Damaged | None = None
        self.incomplete_byte_count = 0
        self._checked: tuple[int, int] | None = None  # the head that was checked last, and its digest
        self._played: dict[bytes, Played] = {}  # by body: a cache, because most actions of a long game recur

    def feed(self, data: bytes) -> None:
        """Replay `data`, the bytes of the file from `end` on. Stops before the first damaged or incomplete record."""
        start = 0
        self.damage = None
        while self.damage is None:
            try:
                frame = read_frame_if_whole(data, start, self.crc)
                if frame is None:
                    return
                if self.entry_count == MAX_ENTRIES:
                    self.damage = TooManyEntries(self.path, self.entry_count + 1, len(self.match.log.journal))
                    return
                if self.budget.is_exceeded(self.match):
                    self.damage = TooMuchWork(self.path, self.entry_count + 1, len(self.match.log.journal))
                    return
                self.budget.spent += ENTRY_WORK + len(frame.body) // BYTES_PER_WORK
                record = self._played.get(frame.body) or self._read_body(frame.body)
            except NewerEntryKind:
                self.damage = NewerEntry(self.path, self.entry_count + 1, len(self.match.log.journal))
                return
            except ValueError:
                self.damage = EntryChanged(self.path, self.entry_count + 1, len(self.match.log.journal))
                return
            if self._replay_or_set_damage(record):
                self.entry_count += 1
                self.end += frame.end - start
                self.crc = frame.crc
                start = frame.end
                if self.seal is not None and self.entry_count == self.seal.entry_count:
                    self._sealed_crc = frame.crc

    def _read_body(self, body: bytes) -> Record:
        """The record in a body. Raises ValueError."""
        record = read_record(unpack(body))
        if isinstance(record, Played):
            self._played[body] = record
        return record

    def read_to_end(self, fd: int) -> None:
        """Read the file to its end. Then `incomplete_byte_count` is the number of bytes of an incomplete last record."""
        while True:
            start = self.end
            data = os.pread(fd, CHUNK_BYTES, start)
            self.feed(data)
            if self.end == start:
                self.incomplete_byte_count = len(data)
                return

    def damage_at_end(self) -> Damaged | None:
        """The damage of a file that was read to its end; None if it is sound."""
        journal_length, seal = len(self.match.log.journal), self.seal
        if self.damage is not None:
            return self.damage
        if seal is not None and self.entry_count < seal.entry_count:
            return CutOff(self.path, self.entry_count + 1, journal_length, seal.entry_count)
        if self.incomplete_byte_count:
            return CutOff(self.path, self.entry_count + 1, journal_length)
        if self._is_seal_damaged or (seal is not None and seal.crc != self._sealed_crc):
            return BadSeal(self.path, self.entry_count, journal_length)
        return None

    def restore_peeked_at_end(self) -> None:
        """Reset `match.peeked` of a finished game to its value at the end: moves taken back afterwards do not count."""
        self.match.peeked = self._peeked_at_end.get(self._last_visited_leaf(), self.match.peeked)

    def _last_visited_leaf(self) -> int:
        return self.match.log.last_visited_leaf(self.match.log.head)

    def _replay_or_set_damage(self, record: Record) -> bool:
        """Replay an entry, or compare a check. If the position does not fit, set `damage` and return False."""
        work_before = self.match.work  # not all work of a match that is watched is done here
        try:
            return self._agrees(record)
        finally:
            self.budget.spent += self.match.work - work_before

    def _agrees(self, record: Record) -> bool:
        """The same, without counting the work."""
        agreed = True
        self.label = None
        if isinstance(record, SaveLabel):
            self.label = record
            self.ended = record.ended
        elif isinstance(record, PositionCheck):
            if record.version != DIGEST_VERSION:
                self.skipped_check_count += 1
            else:
                agreed = self._digest_at_head() == record.digest
                self.agreed_check_count += agreed
        else:
            try:
                self.match.replay(record)
            except ImpossibleRedraw:
                self.damage = BadRedraw(self.path, self.entry_count + 1, len(self.match.log.journal))
                return False
            except EngineError:
                agreed = False
            if self.match.is_over:
                self._peeked_at_end.setdefault(self.match.log.head, self.match.peeked)
        if not agreed:
            self.damage = ReplayDiverged(self.path, self.entry_count + 1, len(self.match.log.journal))
        return agreed

    def _digest_at_head(self) -> int:
        head = self.match.log.head
        if self._checked is None or self._checked[0] != head:
            self._checked = head, self.match.state.digest() & U64_MASK
            self.budget.spent += CHECK_WORK
        return self._checked[1]

    def _begin_match(self, games: Mapping[str, Game[Any]]) -> Match:
        setup = self.header.setup
        if setup.game not in games:
            raise CannotStart(self.path, f"there is no game {setup.game!r}", self.header.app)
        if setup.rules < OLDEST_RULES:
            raise MadeBeforeRelease(self.path)
        game = games[setup.game]
        try:
            match = Match(game, setup)
        except EngineError as error:
            raise CannotStart(self.path, str(error), self.header.app) from None
        # A player who branches off from a finished game has seen how it ended.
        match.peeked = self.header.origin is not None
        return match


def load(path: Path, games: Mapping[str, Game[Any]]) -> LoadedSave:
    """Read a save without locking or changing it.

    Raises NotASave, NewerFormat, NewerRules, MadeBeforeRelease, BadHeader, CannotStart, CannotRead; any other fault is
    in `damage`. Costs a replay of the whole game.
    """
    with open_for_reading(path) as fd:
        return load_from_fd(path, fd, games)


def load_from_fd(path: Path, fd: int, games: Mapping[str, Game[Any]], budget: WorkBudget | None = None) -> LoadedSave:
    """Read a save from an open file. Raises what `load` raises."""
    reader = MatchReader(path, fd, games, budget)
    reader.read_to_end(fd)
    damage, match, finished = reader.damage_at_end(), reader.match, reader.match.is_finished
    if finished:
        reader.restore_peeked_at_end()
    return LoadedSave(
        path=path,
        header=reader.header,
        match=match,
        damage=damage,
        lacks_original_cards=match.game.fingerprint(match.setup) & U64_MASK != reader.header.fingerprint,
        entry_count=reader.entry_count,
        agreed_check_count=reader.agreed_check_count,
        skipped_check_count=reader.skipped_check_count,
        label=reader.label,
        finished=finished,
        last_played=reader.ended
        or (reader.seal.closed_at if reader.seal is not None else int(storable_time(os.fstat(fd).st_mtime))),
        seal=reader.seal,
        end=reader.end,
        crc=reader.crc,
    )
