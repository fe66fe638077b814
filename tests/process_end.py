"""Waits until a process that is not our child ends, without polling."""

import os
import select

MAX_WAIT_SECONDS = 180.0  # a healthy process needs only a few; long, because a slow machine is not a failure


def has_ended(pid: int) -> bool:
    """Wait for a process to end, at most MAX_WAIT_SECONDS. Returns whether it ended. A zombie counts as ended."""
    if not hasattr(os, "pidfd_open"):  # macOS
        with select.kqueue() as queue:
            try:
                found = queue.control(
                    [select.kevent(pid, select.KQ_FILTER_PROC, select.KQ_EV_ADD, select.KQ_NOTE_EXIT)],
                    1,
                    MAX_WAIT_SECONDS,
                )
            except ProcessLookupError:
                return True
        return bool(found)
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    ready, _, _ = select.select([descriptor], [], [], MAX_WAIT_SECONDS)
    os.close(descriptor)
    return bool(ready)
