"""A memory limit for helper processes: one that needs more ends alone, before the whole machine starts to swap.

The system refuses allocations beyond the limit (RLIMIT_DATA), and Python raises MemoryError, but only when no gap is left in the
memory that the process already has. Before that point each small object is tried in several ways, and a search may crawl like
this for minutes. So a thread checks the limit regularly and ends the process when Python could not get its next block. On
systems without /proc only the refusal remains.
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
MAX_PROCESS_MEGABYTES: Final = 2048  # the longest search needs some hundreds
ALLOCATION_BYTES: Final = MEGABYTE  # what Python requests from the system at a time for small objects
CHECK_EVERY_SECONDS: Final = 0.2  # pause between two checks
OUT_OF_MEMORY_EXIT_CODE: Final = 76  # of a process that reached its limit


def limit_memory(megabytes: int) -> None:
    """Allow this process `megabytes` more than it has now; 0 means no limit. Beyond that it ends with OUT_OF_MEMORY_EXIT_CODE,
    or MemoryError is raised in it. Only private memory counts, not mapped libraries. A lower limit that is already set stays."""
    if not megabytes:
        return
    statm = _open_statm()
    limit_queue: SimpleQueue[int] = SimpleQueue()
    if statm >= 0:
        Thread(target=_watch_memory, args=(statm, limit_queue), name="limits", daemon=True).start()
    limit = _used_bytes(statm) + megabytes * MEGABYTE
    _, current_limit = resource.getrlimit(resource.RLIMIT_DATA)
    if current_limit != resource.RLIM_INFINITY:
        limit = min(limit, current_limit)
    limit_queue.put(limit)
    with suppress(ValueError, OSError):  # a system without such a limit
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def ran_out_of_memory(exit_code: int) -> bool:
    """Whether this exit code of a helper process means that it reached its limit. Without memory even for an error, Python
    aborts."""
    return exit_code in (OUT_OF_MEMORY_EXIT_CODE, -signal.SIGABRT)


def _open_statm() -> int:
    """A file descriptor of /proc/self/statm; -1 if there is none. Opened once, in advance: later there may be no memory for
    it."""
    try:
        return os.open("/proc/self/statm", os.O_RDONLY)
    except OSError:
        return -1


def _used_bytes(statm: int) -> int:
    """The bytes that count towards the limit; 0 if unknown."""
    return int(os.pread(statm, 200, 0).split()[5]) * resource.getpagesize() if statm >= 0 else 0


def _watch_memory(statm: int, limit_queue: SimpleQueue[int]) -> None:
    """End the process when the next block would exceed the limit. The limit comes through a queue because the stack of this
    thread counts as well."""
    limit = limit_queue.get()
    try:
        while _used_bytes(statm) + ALLOCATION_BYTES <= limit:
            sleep(CHECK_EVERY_SECONDS)
    except OSError:  # the external bot in this process has closed it
        return
    except MemoryError:
        pass
    os._exit(OUT_OF_MEMORY_EXIT_CODE)
