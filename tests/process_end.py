"""Waiting for the end of a process that is no child of ours: on the process itself, not on the clock."""

import os
import select

MAX_WAIT_SECONDS = 60.0  # seconds, of which a sound process needs few


def has_ended(pid: int) -> bool:
    """Wait for it; whether it has come to its end. One that was never waited for by its parent has ended as well."""
    try:
        ended = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    ready, _, _ = select.select([ended], [], [], MAX_WAIT_SECONDS)
    os.close(ended)
    return bool(ready)
