"""How much memory a process of ours may have: one that wants more fails alone, before the machine begins to swap for all."""

import resource
import signal
from contextlib import suppress
from typing import Final

MEGABYTE: Final = 1 << 20
OUT_OF_MEMORY: Final = 76  # the exit code of a process that met its limit


def limit_memory(megabytes: int) -> None:
    """From here on more than that raises MemoryError in this process, or ends it; 0 is no limit. What counts is the memory that
    it asks for as its own (RLIMIT_DATA), not the libraries that it maps. A lower limit that stands already stays."""
    if megabytes:
        wanted = megabytes * MEGABYTE
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        if most != resource.RLIM_INFINITY:
            wanted = min(wanted, most)
        with suppress(ValueError, OSError):  # a system without such a limit
            resource.setrlimit(resource.RLIMIT_DATA, (wanted, wanted))


def has_run_out(code: int) -> bool:
    """Whether a process of ours that ended with this code has met its limit. Where memory is lacking even to say so, Python
    aborts."""
    return code in (OUT_OF_MEMORY, -signal.SIGABRT)
