"""A helper process of this program, and the pipes to it: one JSON object per line in each direction.

Processes are spawned, never forked. They ignore Ctrl-C and end when their input ends, so no process is left behind when the main
program is killed.
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

PROCESSES_ENV: Final = "VOK_PROCESSES"  # environment variable: on how many processes an opponent thinks
MAX_PROCESSES: Final = 4  # of them
PACKAGES_FOLDER: Final = str(Path(ai.__file__ or "").resolve().parent.parent)


def python_command(code: str) -> tuple[str, ...]:
    """The command line of a process that runs `code` in Python. It imports the same copy of our packages, from any folder, even
    if other packages have the same names."""
    return sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, sys.argv.pop(1)); {code}", PACKAGES_FOLDER


WORKER_COMMAND: Final = python_command("from ai.thinking.worker import main; main()")


def core_count() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def thinking_process_count() -> int:
    """On how many processes an opponent may think: the value of the environment variable, or one per core. Raises BadSetup."""
    setting = os.environ.get(PROCESSES_ENV, "")
    if not setting:
        return min(MAX_PROCESSES, core_count())
    if setting not in map(str, range(1, MAX_PROCESSES + 1)):
        raise BadSetup(
            f"{PROCESSES_ENV} must be a whole number from 1 to {MAX_PROCESSES}, not {setting[:20]!r}; "
            f"leave it out for one a core"
        )
    return int(setting)


class JsonProcess:
    """One process, from its start to its end. `extra_env` is added to our environment. Raises OSError if it cannot be started."""

    def __init__(self, command: Sequence[str], extra_env: Mapping[str, str] | None = None) -> None:
        self.popen: Final = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env={**os.environ, **(extra_env or {})},
        )

    def send(self, message: object) -> None:
        """Send a message. A dead process is noticed only when the answer is read."""
        assert self.popen.stdin is not None
        with suppress(OSError):
            self.popen.stdin.write(json.dumps(message).encode() + b"\n")
            self.popen.stdin.flush()

    def receive(self) -> dict[str, Any] | None:
        """The next message from it; None if it has ended, or has written something else than a JSON object."""
        assert self.popen.stdout is not None
        try:
            answer = json.loads(self.popen.stdout.readline())
        except ValueError:
            return None
        return answer if isinstance(answer, dict) else None

    def stop(self) -> None:
        """Kill it."""
        self.popen.kill()
        self.popen.wait()
        for pipe in (self.popen.stdin, self.popen.stdout):
            assert pipe is not None
            with suppress(OSError):  # what was not sent is lost, and so be it
                pipe.close()
