"""How many processes run at the same time on this machine."""

import os
from typing import Final

from engine.core.errors import BadSetup

PROCESSES_ENV: Final = "VOK_PROCESSES"  # environment variable: the number of processes for an opponent
MAX_PROCESSES: Final = 4  # for an opponent


def core_count() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def thinking_process_count() -> int:
    """The number of processes for an opponent: the value of the environment variable, or one per core up to MAX_PROCESSES.
    Raises BadSetup for an invalid value."""
    setting = os.environ.get(PROCESSES_ENV, "")
    if not setting:
        return min(MAX_PROCESSES, core_count())
    if setting not in map(str, range(1, MAX_PROCESSES + 1)):
        raise BadSetup(
            f"{PROCESSES_ENV} must be a whole number from 1 to {MAX_PROCESSES}, not {setting[:20]!r}; "
            f"leave it unset for one process per core"
        )
    return int(setting)
