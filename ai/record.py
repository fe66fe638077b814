"""The state of a contest on disk: one JSON object a line, only ever appended, so that a run may be killed at any moment.

The first line tells what was asked for and by which program; each further line is a block that is through. How many games and
which test do not stand there: a longer run of the same contest goes on where the shorter one ended.
"""

import fcntl
import json
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Self

import ai
from ai import files
from ai.arena import Contest, Result

FORMAT: Final = 2
MAX_LINE_BYTES: Final = 1_000_000  # of the first one too, in which all cards of a house may stand
HOUSES: Final = ("engine", "ai")
OTHERWISE: Final = {
    "vok arena": "made by another version of the program",
    "program": "made by another version of the program",
    "guests": "with other guests, or other versions of them",
}
KEYS: Final = {"rewards", "points", "decisions", "ms", "forfeits", "digest"}
PROGRAM: Final = (".py", ".json")  # sources, and what was learned


class BadRecord(Exception):
    """A file that does not hold the state of this contest; the text is one sentence."""


def program(root: Path | None = None) -> str:
    """A name for the rules and the opponents as they stand in this copy, or in that below `root`: other sources or weights, other
    name."""
    root = root or Path(ai.__file__ or "").resolve().parent.parent
    digest = sha256()
    for path in sorted(path for house in HOUSES for path in (root / house).rglob("*") if path.suffix in PROGRAM):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


class Record:
    """The file, open and ours alone until it is closed. `blocks` are those that were through when it was opened."""

    def __init__(self, path: Path, contest: Contest) -> None:
        """Open it, or begin it. A line that was cut off by a kill is dropped. Raises BadRecord, and OSError where the
        system refuses."""
        self._path: Final = path
        self._players: Final = contest.players
        self._first: Final = _line({"vok arena": FORMAT, **contest.facts(), "program": program()})
        self.blocks: Final[dict[int, list[Result]]] = {}
        try:
            files.must_be_ordinary(path)
        except files.BadFile as bad:
            raise BadRecord(f"{path} cannot be used: {bad}; name another file") from None
        self._file: Final = path.open("a+b")
        try:
            self._take()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def keep(self, block: int, results: list[Result]) -> None:
        """Append a block."""
        self._write(_line({"block": block, "games": results}))

    def _take(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadRecord(f"another arena is writing {self._path}; wait for it or name another file") from None
        self._file.seek(0)
        first = self._file.readline(MAX_LINE_BYTES)
        if not first.endswith(b"\n") and self._first.startswith(first):
            self._file.truncate(0)
            self._write(self._first)
            return
        if first != self._first:
            raise BadRecord(self._stranger(first))
        whole, number = len(first), 1
        while line := self._file.readline(MAX_LINE_BYTES):
            number += 1
            if not line.endswith(b"\n") and len(line) < MAX_LINE_BYTES:
                break
            self._read(number, line)
            whole += len(line)
        self._file.truncate(whole)

    def _read(self, number: int, line: bytes) -> None:
        try:
            found = json.loads(line)
            block, results = found["block"], found["games"]
            if type(block) is not int or len(results) != self._players or not all(map(self._sound, results)):
                raise ValueError
        except (ValueError, KeyError, TypeError, RecursionError):
            raise BadRecord(
                f"line {number} of {self._path} is no block of a contest; mend it or name another file"
            ) from None
        self.blocks[block] = results

    def _sound(self, result: Any) -> bool:
        return set(result) == KEYS and all(len(result[key]) == self._players for key in KEYS - {"digest"})

    def _stranger(self, line: bytes) -> str:
        """Why a file is refused, by its first line."""
        theirs: Any = None
        with suppress(ValueError, RecursionError):
            theirs = json.loads(line)
        if not isinstance(theirs, Mapping) or "vok arena" not in theirs:
            return f"{self._path} holds something else than the state of an arena; name another file"
        ours = json.loads(self._first)
        other = [key for key in ours | theirs if theirs.get(key) != ours.get(key)]
        said = [OTHERWISE.get(key, f"{key} {_plain(theirs.get(key))}") for key in other]
        return f"{self._path} holds another contest ({', '.join(dict.fromkeys(said))}); name another file"

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()


def _line(facts: Mapping[str, Any]) -> bytes:
    return json.dumps(facts).encode() + b"\n"


def _plain(value: Any) -> str:
    return (" against ".join(map(str, value)) if isinstance(value, list) else str(value))[:80]
