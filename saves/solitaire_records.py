"""One's own records in solitaire: a line for each game that was played to its end, in `solitaire.jsonl` beside the saves.

The lines are only ever appended. A game is known by its save and its seed. It ends once; if there are several lines of it, for a
save may be deleted and its name taken by another game, the last one counts, but no peeked one takes the place of one that is
not. A line that cannot be read is passed over: a record book is no reason to stop anybody.
"""

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from saves.errors import SaveError
from saves.format.opening import open_for_reading

FILE_NAME: Final = "solitaire.jsonl"
MAX_READ_BYTES: Final = 1 << 20  # bytes that are read of it


class SolitaireRecord(NamedTuple):
    """A finished game. `cards` tells which were played with; one in which something unseen was taken back is `peeked` and sets
    no record."""

    save: str
    seed: int
    cards: str
    points: int
    peeked: bool


def read_records(home: Path) -> list[SolitaireRecord]:
    """All finished games, the best first; [] if there are none or the file cannot be read."""
    try:
        with open_for_reading(home / FILE_NAME) as fd:
            lines = os.read(fd, MAX_READ_BYTES).splitlines()
    except SaveError:
        return []
    found: dict[tuple[str, int], SolitaireRecord] = {}
    for record in map(_parse_line, lines):
        if record is not None and not _keeps_its_place(found.get((record.save, record.seed)), record):
            found[record.save, record.seed] = record
    return _best_first(found.values())


def add_record(home: Path, record: SolitaireRecord) -> list[SolitaireRecord]:
    """Write a game down, if that is news; returns all of them, this one among them, even where nothing can be written. One
    that stood there and was not peeked stays in the place of one that is."""
    known = read_records(home)
    before = next((other for other in known if (other.save, other.seed) == (record.save, record.seed)), None)
    if before == record or _keeps_its_place(before, record):
        return known
    with suppress(OSError):
        _append(home, json.dumps(record._asdict()).encode())
    return _best_first([*[other for other in known if (other.save, other.seed) != (record.save, record.seed)], record])


def _keeps_its_place(before: SolitaireRecord | None, record: SolitaireRecord) -> bool:
    """Whether the mark that a game had before stays, whatever came of it later."""
    return before is not None and record.peeked and not before.peeked


def _best_first(found: Iterable[SolitaireRecord]) -> list[SolitaireRecord]:
    return sorted(found, key=lambda record: (record.peeked, -record.points))


def _append(home: Path, line: bytes) -> None:
    """One more line, and none at the end of another that was cut off."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    fd = os.open(home / FILE_NAME, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    try:
        end = os.fstat(fd).st_size
        torn = end > 0 and os.pread(fd, 1, end - 1) != b"\n"
        os.write(fd, b"\n" * torn + line + b"\n")
    finally:
        os.close(fd)


def _parse_line(line: bytes) -> SolitaireRecord | None:
    try:
        fields: Any = json.loads(line)
        record = SolitaireRecord(fields["save"], fields["seed"], fields["cards"], fields["points"], fields["peeked"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    kinds = (str, int, str, int, bool)
    return record if all(type(value) is kind for value, kind in zip(record, kinds, strict=True)) else None
