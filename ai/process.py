"""A process of this very program, and the pipes to it: one JSON object a line, each way.

Processes are spawned, never forked. They leave Ctrl-C to whoever started them and end when their input does, so one that is
killed leaves nobody behind.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import ai
from engine.core.errors import BadSetup

SETTING: Final = "VOK_PROCESSES"  # in the environment: on how many processes an opponent thinks
MOST: Final = 4  # of them
ROOT: Final = str(Path(ai.__file__ or "").resolve().parent.parent)


def program(text: str) -> tuple[str, ...]:
    """The command of a process that does what `text` says, in Python. It finds the very packages that we run on, wherever it is
    started and whatever else bears their names."""
    return sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, sys.argv.pop(1)); {text}", ROOT


WORKER: Final = program("from ai.worker import main; main()")


def cores() -> int:
    """How many processes can work here side by side."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def thinkers() -> int:
    """On how many processes an opponent may think: as many as the setting says, or one a core. Raises BadSetup."""
    setting = os.environ.get(SETTING, "")
    if not setting:
        return min(MOST, cores())
    if setting not in map(str, range(1, MOST + 1)):
        raise BadSetup(
            f"{SETTING} must be a whole number from 1 to {MOST}, not {setting[:20]!r}; leave it out for one a core"
        )
    return int(setting)


class Process:
    """One process, from its start to its end, with more in its environment than we have. Raises OSError if the system
    refuses."""

    def __init__(self, command: Sequence[str], more: Mapping[str, str] | None = None) -> None:
        self.process: Final = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env={**os.environ, **(more or {})},
        )

    def give(self, letter: object) -> None:
        """Send a letter. Whether the process still lives shows when it answers."""
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.write(json.dumps(letter).encode() + b"\n")
            self.process.stdin.flush()

    def take(self) -> dict[str, Any] | None:
        """The next letter from it; None if it has ended instead, or speaks of something else."""
        assert self.process.stdout is not None
        try:
            answer = json.loads(self.process.stdout.readline())
        except ValueError:
            return None
        return answer if isinstance(answer, dict) else None

    def stop(self) -> None:
        """End it, whatever it is doing."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with suppress(OSError):  # what was not sent is lost, and so be it
                pipe.close()
