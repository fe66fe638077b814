"""The player's solitaire records: one line in `solitaire.jsonl`, beside the saves, for each finished game.

Lines are only appended. A game is identified by its save and its seed. A game may have several lines, because a save can be
deleted and its name used again: the last line counts, but a peeked game never replaces one that is not peeked. A line that cannot
be read is skipped.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from vok_tui.shared.paths import append_line, read_lines

FILE_NAME: Final = "solitaire.jsonl"
MAX_READ_BYTES: Final = 1 << 20  # bytes; the rest of the file is ignored
MAX_LINE_BYTES: Final = 1000


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
    by_game: dict[tuple[str, int], SolitaireRecord] = {}
    for record in map(_record_of, read_lines(home, FILE_NAME, MAX_READ_BYTES, MAX_LINE_BYTES)):
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


def _record_of(fields: Mapping[str, Any]) -> SolitaireRecord | None:
    values: list[Any] = [fields.get(name) for name in SolitaireRecord._fields]
    types = (str, int, str, int, bool)
    return SolitaireRecord(*values) if all(type(one) is kind for one, kind in zip(values, types, strict=True)) else None
