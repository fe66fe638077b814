"""What the player has learned: one line of JSON in `learning.jsonl`, in the data folder, for each thing that was done.

Lines are only appended, each with one write, so two processes can write at the same time. Every line has the version `v` of its
form. A line that is damaged, or of a later version, costs only that line. Readers skip what they do not know, so new kinds of
lines need no new version.

What is tried again has an id that never changes: for a position of a game, `position_id` in `vok_tui.learning.practice` makes it.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock
from time import time
from typing import Any, Final, NamedTuple

from vok_tui.shared.paths import append_line, read_lines

FILE_NAME: Final = "learning.jsonl"
VERSION: Final = 1
MAX_READ_BYTES: Final = 4 << 20  # bytes; of a larger file, the latest lines are read
MAX_LINE_BYTES: Final = 2000
MAX_WORD_CHARS: Final = 100

BEGUN: Final = "lesson begun"
REACHED: Final = "step reached"  # `what` is the number of the step that begins, from 0
SKIPPED: Final = "step skipped"
FINISHED: Final = "lesson finished"
LEFT: Final = "lesson left"  # it ended, but most of its steps were skipped or missed
FOLLOWED_TIP: Final = "tip followed"  # `what` is the verb

# A position was tried again; `what` is its id, `outcome` one of those below.
ANSWERED: Final = "position answered"
DRILLED: Final = "position drilled"  # the same, in a drill
HINT_GIVEN: Final = "hint given"  # on a position that is tried again, or on a puzzle; its next answer is HINTED
RETIRED: Final = "position retired"  # it does not come back any more; `outcome` says why

ADVISED_SIZE: Final = "larger window advised"
GOAL_REACHED: Final = "goal reached"  # `what` is the id of the goal, `game` its group, `at` when it was reached

RIGHT: Final = "right"  # the first answer
HINTED: Final = "hinted"  # the first answer, after a hint
MISSED: Final = "missed"  # the first answer was wrong
SHOWN: Final = "shown"  # without an answer

LOSS_UNIT: Final = 10_000
MAX_TIME: Final = 1 << 36  # a Unix time that a clock can show, with room to compute with it


LESSON_ENDS: Final = (FINISHED, LEFT)


class LearningRecord(NamedTuple):
    """Something that the player has done while learning: in which game, what, and more about it. `at` is the Unix time.

    About an answer there is more: its `outcome`, the `kind` of the decision, and what the answer lost, in 1/LOSS_UNIT of a
    victory; `before` is what the answer in the game had lost."""

    game: str
    done: str
    what: str = ""
    at: int = 0
    outcome: str = ""
    kind: str = ""
    loss: int = 0
    before: int = 0


class LearningHistory:
    """The history in a data folder. It is read once, when it is first needed; `reload` reads what other processes have added.
    `clock` returns the Unix time. `trouble` is a sentence about what is not on the disk; "" if all is."""

    def __init__(self, home: Path, clock: Callable[[], float] = time) -> None:
        self.clock = clock
        self._home: Final = home
        self._records: list[LearningRecord] | None = None
        self._unwritten: Final[list[LearningRecord]] = []
        self.trouble = ""
        self._lock: Final = Lock()  # a thread may read again what another one adds to

    @property
    def records(self) -> list[LearningRecord]:
        """All records, the oldest first; [] if there are none or the file cannot be read."""
        if self._records is None:
            self.reload()
        assert self._records is not None
        return self._records

    def reload(self) -> None:
        """Read the file again."""
        with self._lock:
            self._records = [*read_history(self._home), *self._unwritten]

    def add(
        self,
        game: str,
        done: str,
        what: str = "",
        *,
        outcome: str = "",
        kind: str = "",
        loss: float = 0,
        before: float = 0,
        at: int = 0,
    ) -> None:
        """Add a record; losses are given in victories. `at` is the Unix time, 0 for now. If the file cannot be written, `trouble`
        says so, and the record counts only for this process until a later one can be written."""
        losses = [round(LOSS_UNIT * min(1.0, max(0.0, value))) for value in (loss, before)]
        record = LearningRecord(game, done, what, at or int(self.clock()), outcome, kind, *losses)
        with self._lock:
            self._unwritten.append(record)
            self._write()
            if self._records is not None:
                self._records.append(record)

    def _write(self) -> None:
        """Write what is not on the disk, the oldest first."""
        try:
            while self._unwritten:
                append_record(self._home, self._unwritten[0])
                self._unwritten.pop(0)
            self.trouble = ""
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            self.trouble = f"{FILE_NAME} cannot be written: {reason}. This lasts until you leave."

    def count(self, game: str, done: str, what: str = "") -> int:
        """How often something was done in a game."""
        return sum([record[:3] == (game, done, what) for record in self.records])

    def is_hinted(self, what: str) -> bool:
        """Whether a hint was given on what is tried again, and no answer since."""
        done = [record.done for record in self.records if record.what == what]
        return done[-1:] == [HINT_GIVEN]

    def has_followed_tip(self, game: str) -> bool:
        """Whether the player has ever followed a tip in a game."""
        return any(record.game == game and record.done == FOLLOWED_TIP for record in self.records)

    # -- lessons

    def has_begun_lesson(self, game: str) -> bool:
        """Whether the player has ever begun the lesson of a game."""
        return self.count(game, BEGUN) > 0

    def has_finished_lesson(self, game: str) -> bool:
        """Whether the player has ever finished the lesson of a game."""
        return self.count(game, FINISHED) > 0

    def is_lesson_open(self, game: str) -> bool:
        """Whether the lesson that was begun last has not ended."""
        done = [record.done for record in self.records if record.game == game and record.done in (BEGUN, *LESSON_ENDS)]
        return done[-1:] == [BEGUN]

    def end_lesson(self, game: str, steps_done: int, step_count: int) -> None:
        """Note that the lesson that was begun last has ended: as finished if most of its steps were done, otherwise as left. A
        lesson that was left may be finished later; otherwise the first end counts."""
        end = FINISHED if 2 * steps_done > step_count else LEFT
        if self.is_lesson_open(game) or (end == FINISHED and self.has_left_lesson(game)):
            self.add(game, end)

    def has_left_lesson(self, game: str) -> bool:
        """Whether the lesson that was begun last was left: it ended with most of its steps undone."""
        done = [record.done for record in self.records if record.game == game and record.done in (BEGUN, *LESSON_ENDS)]
        return done[-1:] == [LEFT]

    def steps(self, game: str, done: str) -> list[int]:
        """The steps that were reached or skipped in the lesson that was begun last."""
        steps: list[int] = []
        for record in self.records:
            if record.game == game and record.done == BEGUN:
                steps.clear()
            elif record.game == game and record.done == done and record.what.isdecimal():
                steps.append(int(record.what))
        return steps


def read_history(home: Path) -> list[LearningRecord]:
    """The records of a data folder, the oldest first; [] if there are none or the file cannot be read."""
    lines = read_lines(home, FILE_NAME, MAX_READ_BYTES, MAX_LINE_BYTES, latest=True)
    return [record for record in map(_record_of, lines) if record is not None]


def append_record(home: Path, record: LearningRecord) -> None:
    """Append a record. Raises OSError."""
    fields = {"v": VERSION, **record._asdict()}
    append_line(home, FILE_NAME, json.dumps({name: value for name, value in fields.items() if value}).encode())


def _record_of(fields: Mapping[str, Any]) -> LearningRecord | None:
    """The record of a line; None if it is none, or if a later version wrote it."""
    names = [name for name in LearningRecord._fields if name in fields]
    if type(fields.get("v")) is not int or not 1 <= fields["v"] <= VERSION or names[:2] != ["game", "done"]:
        return None
    record = LearningRecord(**{name: fields[name] for name in names})
    words = (*record[:3], record.outcome, record.kind)
    numbers = ((record.at, MAX_TIME), (record.loss, LOSS_UNIT), (record.before, LOSS_UNIT))
    if not all(isinstance(word, str) and len(word) <= MAX_WORD_CHARS for word in words):
        return None
    return record if all(type(number) is int and 0 <= number <= top for number, top in numbers) else None
