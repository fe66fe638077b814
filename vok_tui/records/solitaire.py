"""The player's solitaire records: one line in `solitaire.jsonl`, beside the saves, for each finished game.

Lines are only appended. A game is identified by its save and its seed. A game may have several lines, because a save can be
deleted and its name used again: the last line counts, but a peeked game never replaces one that is not peeked. A line that cannot
be read is skipped.
"""

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from saves.errors import SaveError
from saves.format.file_start import open_for_reading
from vok_tui.shared.paths import append_line

FILE_NAME: Final = "solitaire.jsonl"
MAX_READ_BYTES: Final = 1 << 20  # bytes; the rest of the file is ignored


class SolitaireRecord(NamedTuple):
    """A finished game. `cards` says which cards it was played with. A game is `peeked` if the player took back a move that had
    revealed something, or drew hidden cards again; such a game sets no record."""

    save: str
    seed: int
    cards: str
    points: int
    peeked: bool


def read_records(home: Path) -> list[SolitaireRecord]:
    """All finished games, best first; [] if there are none or the file cannot be read."""
    try:
        with open_for_reading(home / FILE_NAME) as fd:
            lines = os.read(fd, MAX_READ_BYTES).splitlines()
    except SaveError:
        return []
    by_game: dict[tuple[str, int], SolitaireRecord] = {}
    for record in map(_parse_line, lines):
        if record is not None and not _must_keep_earlier(by_game.get((record.save, record.seed)), record):
            by_game[record.save, record.seed] = record
    return _best_first(by_game.values())


def add_record(home: Path, record: SolitaireRecord) -> list[SolitaireRecord]:
    """Add a game, unless its earlier record must stay. Returns all records including this one, even if the file cannot be
    written."""
    known = read_records(home)
    earlier = next((other for other in known if (other.save, other.seed) == (record.save, record.seed)), None)
    if earlier == record or _must_keep_earlier(earlier, record):
        return known
    with suppress(OSError):
        append_line(home, FILE_NAME, json.dumps(record._asdict()).encode())
    return _best_first([*[other for other in known if (other.save, other.seed) != (record.save, record.seed)], record])


def _must_keep_earlier(earlier: SolitaireRecord | None, record: SolitaireRecord) -> bool:
    """Whether the earlier record of a game must stay: a peeked game never replaces one that is not peeked."""
    return earlier is not None and record.peeked and not earlier.peeked


def _best_first(records: Iterable[SolitaireRecord]) -> list[SolitaireRecord]:
    """Games that are not peeked first; among them, the most points first."""
    return sorted(records, key=lambda record: (record.peeked, -record.points))


def _parse_line(line: bytes) -> SolitaireRecord | None:
    try:
        fields: Any = json.loads(line)
        record = SolitaireRecord(fields["save"], fields["seed"], fields["cards"], fields["points"], fields["peeked"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    types = (str, int, str, int, bool)
    return record if all(type(value) is expected for value, expected in zip(record, types, strict=True)) else None
