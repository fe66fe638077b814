"""How much memory a process of ours may have: one that wants more ends alone, before the machine begins to swap for all.

The system refuses what is asked for beyond the limit (RLIMIT_DATA), and Python raises MemoryError. But it does so only when no
gap is left anywhere in what the process has. Before that each small object is asked for in several ways in vain, and a search
creeps on like this for minutes. So a thread looks now and then how near the limit is, and ends the process where Python could
not get its next block. Where the system does not tell (no /proc), the refusal alone remains.
"""

import os
import resource
import signal
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from time import sleep
from typing import Final

MEGABYTE: Final = 1 << 20
MEMORY: Final = (
    2048  # megabytes for a process that plays, thinks or lodges a guest; the longest search needs some hundreds
)
BLOCK: Final = MEGABYTE  # what Python asks the system for at a time, to make small objects of it
EVERY: Final = 0.2  # seconds from one look to the next
OUT_OF_MEMORY: Final = 76  # the exit code of a process that met its limit


def limit_memory(megabytes: int) -> None:
    """From here on this process may have so much more than it has now; 0 is no limit. If it wants more, it ends with
    OUT_OF_MEMORY, or MemoryError is raised in it, which ought to have it end. What counts is the memory that it asks for as its
    own, not the libraries that it maps. A lower limit that stands already stays."""
    if not megabytes:
        return
    table = _open_table()
    told: SimpleQueue[int] = SimpleQueue()
    if table >= 0:
        Thread(target=_watch, args=(table, told), name="limits", daemon=True).start()
    most = _taken(table) + megabytes * MEGABYTE
    _, standing = resource.getrlimit(resource.RLIMIT_DATA)
    if standing != resource.RLIM_INFINITY:
        most = min(most, standing)
    told.put(most)
    with suppress(ValueError, OSError):  # a system without such a limit
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def has_run_out(code: int) -> bool:
    """Whether a process of ours that ended with this code has met its limit. Where memory is lacking even to say so, Python
    aborts."""
    return code in (OUT_OF_MEMORY, -signal.SIGABRT)


def _open_table() -> int:
    """Where the system tells what this process has; -1 if it does not. Opened once: later there may be no room for it."""
    try:
        return os.open("/proc/self/statm", os.O_RDONLY)
    except OSError:
        return -1


def _taken(table: int) -> int:
    """The bytes that count for the limit; 0 if the system does not tell."""
    return int(os.pread(table, 200, 0).split()[5]) * resource.getpagesize() if table >= 0 else 0


def _watch(table: int, told: SimpleQueue[int]) -> None:
    """End the process where the next block would be beyond so many bytes as it is told. It is told, as its own stack counts."""
    most = told.get()
    try:
        while _taken(table) + BLOCK <= most:
            sleep(EVERY)
    except OSError:  # whoever lodges here has closed it
        return
    except MemoryError:
        pass
    os._exit(OUT_OF_MEMORY)
