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
from saves.opening import reading

FILE: Final = "solitaire.jsonl"
LONGEST: Final = 1 << 20  # bytes that are read of it


class Mark(NamedTuple):
    """A finished game. `cards` tells which were played with; one in which something unseen was taken back is `peeked` and sets
    no record."""

    save: str
    seed: int
    cards: str
    points: int
    peeked: bool


def marks(home: Path) -> list[Mark]:
    """All finished games, the best first; [] if there are none or the file cannot be read."""
    try:
        with reading(home / FILE) as fd:
            lines = os.read(fd, LONGEST).splitlines()
    except SaveError:
        return []
    found: dict[tuple[str, int], Mark] = {}
    for mark in map(_read, lines):
        if mark is not None and not _stands(found.get((mark.save, mark.seed)), mark):
            found[mark.save, mark.seed] = mark
    return _ranked(found.values())


def note(home: Path, mark: Mark) -> list[Mark]:
    """Write a game down, if that is news; returns all of them, this one among them, even where nothing can be written. One
    that stood there and was not peeked stays in the place of one that is."""
    known = marks(home)
    before = next((other for other in known if (other.save, other.seed) == (mark.save, mark.seed)), None)
    if before == mark or _stands(before, mark):
        return known
    with suppress(OSError):
        _append(home, json.dumps(mark._asdict()).encode())
    return _ranked([*[other for other in known if (other.save, other.seed) != (mark.save, mark.seed)], mark])


def _stands(before: Mark | None, mark: Mark) -> bool:
    """Whether the mark that a game had before stays, whatever came of it later."""
    return before is not None and mark.peeked and not before.peeked


def _ranked(found: Iterable[Mark]) -> list[Mark]:
    return sorted(found, key=lambda mark: (mark.peeked, -mark.points))


def _append(home: Path, line: bytes) -> None:
    """One more line, and none at the end of another that was cut off."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    fd = os.open(home / FILE, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    try:
        end = os.fstat(fd).st_size
        torn = end > 0 and os.pread(fd, 1, end - 1) != b"\n"
        os.write(fd, b"\n" * torn + line + b"\n")
    finally:
        os.close(fd)


def _read(line: bytes) -> Mark | None:
    try:
        told: Any = json.loads(line)
        mark = Mark(told["save"], told["seed"], told["cards"], told["points"], told["peeked"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    kinds = (str, int, str, int, bool)
    return mark if all(type(value) is kind for value, kind in zip(mark, kinds, strict=True)) else None
