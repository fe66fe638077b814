"""Waits for the end of a process that is not our child: on the process itself, not on the clock."""

import os
import select

MAX_WAIT_SECONDS = 60.0  # a healthy process needs only a few


def has_ended(pid: int) -> bool:
    """Wait for it. Returns whether it has ended. A process that its parent has not waited for counts as ended."""
    try:
        ended = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    ready, _, _ = select.select([ended], [], [], MAX_WAIT_SECONDS)
    os.close(ended)
    return bool(ready)
