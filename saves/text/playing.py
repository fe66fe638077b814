"""Plays the game of a text step by step, and keeps it as a save."""

import errno
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.core.action import Action
from engine.core.errors import EngineError
from engine.core.game import Game
from engine.core.journal import Annotated, Helped, Imported, MovedHead, Played, Reshuffled, Seated
from engine.core.match import Match
from saves.clean_text import file_stem
from saves.errors import AlreadyThere, CannotRead, CannotWrite, SaveError
from saves.format.appender import Appender, create_save, sync_folder_of
from saves.format.entries import DIGEST_VERSION, write_record
from saves.format.frames import U64_MASK, pack, time_now
from saves.format.header import Header, write_header
from saves.format.lock import Lock
from saves.match_reader import LoadedSave, WorkBudget, load
from saves.save_file import SAVE_SUFFIX, SaveFile, make_folder
from saves.shelf import Shelf
from saves.text.record import (
    MAX_DEPTH,
    MAX_JOURNAL,
    ParsedText,
    RecordedEntry,
    RecordedGame,
    TextFault,
    TextRefused,
    short_quote,
    short_reason,
)

MAX_ATTEMPTS: Final = 3  # to play a text; after each fault, what follows it is cut off


class PlayedText(NamedTuple):
    """The game in a text, up to `fault`; None if there is none."""

    record: RecordedGame
    match: Match
    fault: TextFault | None
    step_count: int = 0  # steps in the whole text, also after the fault


class _ImpossibleEntry(Exception):
    """An entry that cannot be carried out; `fault` says where and why."""

    def __init__(self, fault: TextFault) -> None:
        super().__init__(str(fault))
        self.fault: Final = fault


def play_text(
    parsed: ParsedText, games: Mapping[str, Game[Any]], cards: Callable[[str], str] | None = None
) -> PlayedText:
    """Play what was parsed, up to the first fault: what the text says above it. `cards` returns the custom cards for the name of
    a game, for a text that contains only their fingerprint. Raises TextRefused for a game or cards that this Vok does not have.
    """
    record, fault, step_count = parsed
    setup, budget = record.header.setup, WorkBudget()
    if cards is not None and not setup.cards and setup.game in games:
        record = replace(record, header=record.header._replace(setup=setup.with_cards(cards(setup.game))))
    for _ in range(MAX_ATTEMPTS):
        try:
            match = _play_entries(record, games, budget)
            break
        except _ImpossibleEntry as impossible:
            fault = _find_first_fault(record, games, budget) or impossible.fault
            record = part_above_line(record, fault.line)
    else:
        raise TextRefused(f"{fault}; nothing could be read")
    if fault is None:
        fault = _find_end_fault(record, match)
    for entry in record.annotations:
        if entry.node < len(match.log):
            match.log.annotate(entry)
    return PlayedText(record, match, fault and fault._replace(unit=record.unit), step_count)


def part_above_line(record: RecordedGame, line: int) -> RecordedGame:
    """The part of a record above a line of its text. Its nodes are renumbered without gaps."""
    numbers, node, entries = {0: 0}, 0, []
    for recorded in record.entries:
        if recorded.is_step:
            node += 1
        if recorded.line >= line:
            continue
        if recorded.is_step and recorded.parent in numbers:
            numbers[node] = len(numbers)
            entries.append(recorded._replace(parent=numbers[recorded.parent]))
        elif isinstance(recorded.entry, MovedHead) and recorded.entry.node in numbers:
            entries.append(recorded._replace(entry=MovedHead(numbers[recorded.entry.node])))
        elif isinstance(recorded.entry, Seated | Helped):
            entries.append(recorded)
    annotations = [
        Annotated(entry.kind, numbers[entry.node], entry.text, entry.value)
        for entry in record.annotations
        if entry.node in numbers
    ]
    return replace(record, entries=tuple(entries), annotations=tuple(annotations), position_check=None)


def _begin_match(record: RecordedGame, games: Mapping[str, Game[Any]]) -> Match:
    """The match at its start. Raises TextRefused."""
    header = record.header
    setup = header.setup
    if setup.game not in games:
        known = ", ".join(games)
        raise TextRefused(f"there is no game {short_quote(setup.game)} here (there is {known}): update Vok to read it")
    game = games[setup.game]
    try:
        match = Match(game, setup)
    except EngineError as error:
        raise TextRefused(f"this game cannot be started here ({short_reason(error)}): check its header") from None
    if game.fingerprint(setup) & U64_MASK != header.fingerprint:
        advice = "give their file with --cards" if not setup.cards else "open it with the Vok that wrote it"
        raise TextRefused(
            f"this game is played with other cards than those here (fingerprint {header.fingerprint:016x}): {advice}"
        )
    match.peeked = header.origin is not None
    match.log.append_entry_outside_tree(Imported())
    return match


def _play_entries(record: RecordedGame, games: Mapping[str, Game[Any]], budget: WorkBudget) -> Match:
    """Play all entries in the order of the journal. Raises _ImpossibleEntry at the first one that cannot be carried out, and
    TextRefused at the one that exceeds the budget."""
    match = _begin_match(record, games)
    for recorded in record.entries:
        _check_work(match, recorded, budget)
        work_before = match.work
        if len(match.log.journal) > MAX_JOURNAL:
            raise _ImpossibleEntry(TextFault(recorded.line, "the game has more entries than a save can have"))
        target = (
            recorded.parent
            if recorded.is_step
            else recorded.entry.node
            if isinstance(recorded.entry, MovedHead)
            else -1
        )
        if target >= len(match.log):
            raise _ImpossibleEntry(TextFault(recorded.line, f"there is no step {target}"))
        is_jump = target >= 0 and not (isinstance(recorded.entry, Reshuffled) or target == match.log.head)
        if is_jump or isinstance(recorded.entry, MovedHead):
            match.goto(target)
        if recorded.is_step or isinstance(recorded.entry, Seated | Helped):
            _carry_out(match, recorded)
        budget.spent += match.work - work_before
    return match


def _check_work(match: Match, recorded: RecordedEntry, budget: WorkBudget) -> None:
    """Raise TextRefused if the budget is exceeded before this entry."""
    budget.spent += 1
    if budget.is_exceeded(match):
        raise TextRefused(f"line {recorded.line}: this game takes more work to play than any game, so nothing was read")


def _find_first_fault(record: RecordedGame, games: Mapping[str, Game[Any]], budget: WorkBudget) -> TextFault | None:
    """The fault of the first step in the text that cannot be played; None if all can. In every form, a step is below its parent,
    so all steps above the fault can be played."""
    match = _begin_match(record, games)
    numbers = {0: 0}
    for node, recorded in sorted(
        enumerate([recorded for recorded in record.entries if recorded.is_step], 1), key=lambda item: item[1].line
    ):
        _check_work(match, recorded, budget)
        work_before = match.work
        try:
            if recorded.parent not in numbers:
                raise _ImpossibleEntry(TextFault(recorded.line, f"there is no step {recorded.parent}"))
            if numbers[recorded.parent] != match.log.head:
                match.goto(numbers[recorded.parent])
            _carry_out(match, recorded)
        except _ImpossibleEntry as impossible:
            return impossible.fault
        numbers[node] = match.log.head
        budget.spent += match.work - work_before
    return None


def _carry_out(match: Match, recorded: RecordedEntry) -> None:
    """Play one step, or repeat an entry that makes none. Raises _ImpossibleEntry."""
    if isinstance(recorded.entry, Reshuffled):
        try:
            match.repeat_redraw(recorded.parent, recorded.entry.seat, recorded.entry.drawn)
        except EngineError as error:
            raise _ImpossibleEntry(TextFault(recorded.line, short_reason(error))) from None
        return
    if isinstance(recorded.entry, Played):
        action = recorded.entry.action
        node_count = len(match.log)
        if match.is_over:
            raise _ImpossibleEntry(
                TextFault(recorded.line, f"{_quote(action)} is not possible, because the game is over")
            )
        if match.depth(match.log.head) >= MAX_DEPTH:
            raise _ImpossibleEntry(TextFault(recorded.line, f"a variation has more than {MAX_DEPTH:,} steps"))
        try:
            match.play(action)
        except EngineError:
            raise _ImpossibleEntry(TextFault(recorded.line, f"{_quote(action)} is not possible here")) from None
        if len(match.log) == node_count:
            raise _ImpossibleEntry(TextFault(recorded.line, f"{_quote(action)} occurs twice here"))
    else:
        try:
            match.replay(recorded.entry)
        except EngineError as error:
            raise _ImpossibleEntry(TextFault(recorded.line, short_reason(error))) from None


def _find_end_fault(record: RecordedGame, match: Match) -> TextFault | None:
    """The fault of a game that ends in another position than when its text was written; None if it ends in the same."""
    check = record.position_check
    if check is None or check.version != DIGEST_VERSION or check.digest == match.state.digest() & U64_MASK:
        return None
    line = max([recorded.line for recorded in record.entries], default=0) + 1
    return TextFault(line, "the game ends in another position here: it was played with other rules or cards")


def _quote(action: Action) -> str:
    return short_quote(" ".join([action.verb, *map(str, action.arguments)]))


NAME_CHECKSUM_CHARS: Final = 8  # how much of the checksum of its game the name of an imported save contains


def save_played_text_once(shelf: Shelf, played: PlayedText) -> LoadedSave:
    """Write the game to a new save. Returns that save as it was read back from the disk. If the same game was imported before,
    its save is returned. Raises CannotWrite, Busy and GameTooLong; then there is no new save."""
    match, header = played.match, played.record.header
    header = Header(header.app, match.game.fingerprint(match.setup), header.created, match.setup, header.origin)
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
