"""The journal of a contest on disk: one JSON object per line, append-only, so that a run can be killed at any moment.

The first line describes the contest and the program; each further line is a complete block. The number of games and the
sequential test are not stored, so a longer run of the same contest continues a shorter one.
"""

import fcntl
import json
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Self

from ai.process import bounded_files
from ai.process.pipes import PACKAGES_FOLDER
from lab.contest import Contest
from lab.game_runner import GameResultDict

FORMAT_VERSION: Final = 2
MAX_LINE_BYTES: Final = 1_000_000  # the first line may contain a whole custom catalogue
PACKAGES: Final = ("engine", "ai", "lab")
DIFFERENCES: Final = {  # what a field of the first line means that differs; other fields are quoted
    "vok arena": "made by another version of the program",
    "program": "made by another version of the program",
    "guests": "with other external bots, or other versions of them",
}
RESULT_FIELDS: Final = {"rewards", "points", "decisions", "ms", "forfeits", "digest"}
HASHED_SUFFIXES: Final = (".py", ".json")  # files of sources and learned weights


class BadJournal(Exception):
    """A file that is not the journal of this contest; the text is one sentence."""


def program_hash(root: Path | None = None) -> str:
    """A hash of the sources and learned weights of the rules and the opponents, in this copy or in the copy below `root`."""
    root = root or Path(PACKAGES_FOLDER)
    digest = sha256()
    for path in sorted(
        path for package in PACKAGES for path in (root / package).rglob("*") if path.suffix in HASHED_SUFFIXES
    ):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


class ContestJournal:
    """The journal file, locked until it is closed. `blocks` holds the blocks that were complete when it was opened."""

    def __init__(self, path: Path, contest: Contest) -> None:
        """Open or create it. An incomplete last line is dropped. Raises BadJournal and OSError."""
        self._path: Final = path
        self._players: Final = contest.player_count
        self._header: Final = _json_line(
            {"vok arena": FORMAT_VERSION, **contest.conditions(), "program": program_hash()}
        )
        self.blocks: Final[dict[int, list[GameResultDict]]] = {}
        try:
            bounded_files.check_regular_or_missing(path)
        except bounded_files.BadFile as bad:
            raise BadJournal(f"{path} cannot be used: {bad}; name another file") from None
        self._file: Final = path.open("a+b")
        try:
            self._lock_and_read()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def append(self, block: int, results: list[GameResultDict]) -> None:
        """Append a block. Raises OSError."""
        self._write(_json_line({"block": block, "games": results}))

    def _lock_and_read(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadJournal(f"another arena is writing {self._path}; wait for it or name another file") from None
        self._file.seek(0)
        first = self._file.readline(MAX_LINE_BYTES)
        if not first.endswith(b"\n") and self._header.startswith(first):
            self._file.truncate(0)
            self._write(self._header)
            return
        if first != self._header:
            raise BadJournal(self._mismatch_reason(first))
        complete_bytes, line_number = len(first), 1
        while line := self._file.readline(MAX_LINE_BYTES):
            line_number += 1
            if not line.endswith(b"\n") and len(line) < MAX_LINE_BYTES:
                break
            self._read_block(line_number, line)
            complete_bytes += len(line)
        self._file.truncate(complete_bytes)

    def _read_block(self, line_number: int, line: bytes) -> None:
        try:
            fields = json.loads(line)
            block, results = fields["block"], fields["games"]
            if type(block) is not int or len(results) != self._players or not all(map(self._is_valid, results)):
                raise ValueError
        except (ValueError, KeyError, TypeError, RecursionError):
            raise BadJournal(
                f"line {line_number} of {self._path} is not a block of a contest; correct it or name another file"
            ) from None
        self.blocks[block] = results

    def _is_valid(self, result: Any) -> bool:
        """Whether a result has all fields, with an entry for each player; points may be missing."""
        return set(result) == RESULT_FIELDS and all(
            len(result[key]) == self._players or (key == "points" and not result[key])
            for key in RESULT_FIELDS - {"digest"}
        )

    def _mismatch_reason(self, line: bytes) -> str:
        """Why a file with this first line is refused."""
        theirs: Any = None
        with suppress(ValueError, RecursionError):
            theirs = json.loads(line)
        if not isinstance(theirs, Mapping) or "vok arena" not in theirs:
            return f"{self._path} is not the journal of an arena; name another file"
        ours = json.loads(self._header)
        differing_keys = [key for key in ours | theirs if theirs.get(key) != ours.get(key)]
        differences = [DIFFERENCES.get(key, f"{key} {_short_text(theirs.get(key))}") for key in differing_keys]
        return f"{self._path} holds another contest ({', '.join(dict.fromkeys(differences))}); name another file"

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()


def _json_line(fields: Mapping[str, Any]) -> bytes:
    return json.dumps(fields).encode() + b"\n"


def _short_text(value: Any) -> str:
    return (" against ".join(map(str, value)) if isinstance(value, list) else str(value))[:80]
