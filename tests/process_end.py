"""Waits until a process that is not our child ends, without polling."""

import os
import select

MAX_WAIT_SECONDS = 180.0  # a healthy process needs only a few; long, because a slow machine is not a failure


def has_ended(pid: int) -> bool:
    """Wait for a process to end, at most MAX_WAIT_SECONDS. Returns whether it ended. A zombie counts as ended."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    ready, _, _ = select.select([descriptor], [], [], MAX_WAIT_SECONDS)
    os.close(descriptor)
    return bool(ready)
