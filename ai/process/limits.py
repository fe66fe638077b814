"""What processes may use: a limit of memory, and the number of cores.

A thread checks the limit regularly and ends the process. The system refuses allocations (RLIMIT_DATA) only beyond a reserve
above the limit, because Python handles refused allocations badly: before it raises MemoryError it retries in several ways for
each small object, so a search may crawl for minutes; and CPython 3.11 tries forever to unwind a `with` block if it cannot get the
memory for one integer, without letting another thread run. Systems without /proc have no such thread: there allocations are
refused at the limit.
"""

import os
import resource
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from time import sleep
from typing import Final

MEGABYTE: Final = 1 << 20
MAX_PROCESS_MEGABYTES: Final = 2048  # the longest search needs a few hundred MB
ALLOCATION_BYTES: Final = MEGABYTE  # what Python requests from the system at a time for small objects
RESERVE_BYTES: Final = 256 * MEGABYTE  # more than Python can fill between two checks
CHECK_EVERY_SECONDS: Final = 0.1
STATUS_BYTES: Final = 4096  # more than what is counted needs
# Private memory and stacks, in addresses, and pages of shared memory.
COUNTED: Final = (b"VmData:", b"VmStk:", b"RssShmem:")
OUT_OF_MEMORY_EXIT_CODE: Final = 76  # exit code of a process that reached its limit


def limit_memory(extra_megabytes: int) -> None:
    """Allow this process `extra_megabytes` more than it has now; 0 means no limit.

    Beyond that, it ends with OUT_OF_MEMORY_EXIT_CODE. An allocation that exceeds even the reserve raises MemoryError. Private
    memory and shared memory without a file count, not mapped libraries. If a lower RLIMIT_DATA is already set, it stays.
    """
    if not extra_megabytes:
        return
    status = _open_status()
    limit_queue: SimpleQueue[int] = SimpleQueue()
    if status >= 0:
        Thread(target=_watch_memory, args=(status, limit_queue), name="limits", daemon=True).start()
    limit = _used_bytes(status) + extra_megabytes * MEGABYTE
    limit_queue.put(limit)
    hard_limit = limit + RESERVE_BYTES if status >= 0 else limit
    with suppress(ValueError, OSError):  # a system without such a limit, or walls that refuse it
        _, current_limit = resource.getrlimit(resource.RLIMIT_DATA)
        if current_limit != resource.RLIM_INFINITY:
            hard_limit = min(hard_limit, current_limit)
        resource.setrlimit(resource.RLIMIT_DATA, (hard_limit, hard_limit))


def _open_status() -> int:
    """A file descriptor of /proc/self/status; -1 if there is none. Opened once, in advance: later there may be no memory for
    it."""
    try:
        return os.open("/proc/self/status", os.O_RDONLY)
    except OSError:
        return -1


def _used_bytes(status: int) -> int:
    """The bytes that count towards the limit; 0 if unknown."""
    lines = os.pread(status, STATUS_BYTES, 0).split(b"\n") if status >= 0 else []
    return 1024 * sum([int(line.split()[1]) for line in lines if line.startswith(COUNTED)])


def _watch_memory(status: int, limit_queue: SimpleQueue[int]) -> None:
    """End the process when the next block would exceed the limit. The limit comes through a queue because the stack of this
    thread counts as well."""
    limit = limit_queue.get()
    try:
        while _used_bytes(status) + ALLOCATION_BYTES <= limit:
            sleep(CHECK_EVERY_SECONDS)
    except OSError:  # the external bot in this process has closed it
        return
    except MemoryError:
        pass
    os._exit(OUT_OF_MEMORY_EXIT_CODE)


PROCESSES_ENV: Final = "VOK_PROCESSES"  # environment variable: the number of processes for an opponent
MAX_PROCESSES: Final = 4  # for an opponent


HOSTED_ENV: Final = "VOK_HOSTED"  # set by `vok shell` and `vok serve`: the name of the player on a host
HOST_ENV: Final = "VOK_HOST"  # set by `vok serve`: who hosts


def is_hosted() -> bool:
    """Whether the player is a guest on this machine, who may run no code on it, and shares its processors."""
    return bool(os.environ.get(HOSTED_ENV))


def core_count() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def thinking_process_count() -> int:
    """The number of processes for an opponent: the value of the environment variable, or one per core up to MAX_PROCESSES.
    Raises BadSetup for an invalid value."""
    from engine.core.errors import BadSetup  # late: a client starts without the engine

    setting = os.environ.get(PROCESSES_ENV, "")
    if not setting:
        return min(MAX_PROCESSES, core_count())
    if setting not in map(str, range(1, MAX_PROCESSES + 1)):
        raise BadSetup(
            f"{PROCESSES_ENV} must be a whole number from 1 to {MAX_PROCESSES}, not {setting[:20]!r}; "
            f"leave it unset for one process per core"
        )
    return int(setting)
