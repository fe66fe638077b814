"""Helper processes for a process behind walls: another one, forked before the walls went up, forks them on request.

The process behind the walls sends the number of a command in `SERVERS`, and with it the two ends of pipes that become the input
and output of the helper. It never sends a path or code. Each helper stands behind walls of its own: it reads the code of Vok, and
writes nothing. There are at most `MAX_HELPERS`; beyond that the oldest is killed. All end with the process behind the walls.
"""

import errno
import os
import select
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import IO, Final

from ai.process.pipes import start_helpers_by
from ai.process.walls import Limits, die_with_parent, forbid_programs, raise_walls, set_limits

MAX_HELPERS: Final = 4
MAX_REQUEST_BYTES: Final = 64
BACKGROUND_NICENESS: Final = 10
HELPER_LIMITS: Final = Limits(data_megabytes=1024, processor_seconds=3600, file_megabytes=0, open_files=32)
START: Final = "start"
STOP: Final = "stop"


class Server:
    """What a helper does: the function that serves requests until its input ends, and whether others go first."""

    def __init__(self, module: str, function: str, *, is_in_background: bool = False) -> None:
        self.module: Final = module
        self.function: Final = function
        self.is_in_background: Final = is_in_background


# The helpers of the table. Their commands name the same functions.
SERVERS: Final = (
    Server("ai.bots.worker", "serve_requests"),
    Server("ai.analysis.hint", "serve_hints"),
    Server("ai.analysis.workers", "serve_analysis", is_in_background=True),
)


class OutsideProcess:
    """A helper that the starter has forked. Its exit code is unknown, and counts as 0."""

    def __init__(self, pid: int, to_helper: IO[bytes], from_helper: IO[bytes], stop: Callable[[int], None]) -> None:
        self.pid = pid
        self.stdin: IO[bytes] | None = to_helper
        self.stdout: IO[bytes] | None = from_helper
        self._stop: Final = stop
        self._was_stopped = False

    def poll(self) -> int | None:
        """0 once the helper has closed its output."""
        ended = self._was_stopped or self.stdout is None or self.stdout.closed
        return 0 if ended else None

    def wait(self, timeout: float | None = None) -> int:
        """Nothing: the starter waits for it."""
        del timeout
        return 0

    def kill(self) -> None:
        """End it at once."""
        if not self._was_stopped:
            self._was_stopped = True
            self._stop(self.pid)


class Starter:
    """The way from the process behind the walls to the one that forks helpers."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection: Final = connection
        self._lock: Final = Lock()

    def start(self, command: Sequence[str]) -> OutsideProcess:
        """Start the helper with this command line. Raises OSError, and PermissionError for any other program."""
        number = next((i for i, server in enumerate(SERVERS) if any(server.function in word for word in command)), -1)
        if number < 0:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
        helper_input, to_helper = os.pipe()
        from_helper, helper_output = os.pipe()
        try:
            with self._lock:
                socket.send_fds(self._connection, [f"{START} {number}".encode()], [helper_input, helper_output])
                pid = int(self._connection.recv(MAX_REQUEST_BYTES) or b"0")
        except (OSError, ValueError):
            pid = 0
        finally:
            os.close(helper_input)
            os.close(helper_output)
        if not pid:
            os.close(to_helper)
            os.close(from_helper)
            raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        return OutsideProcess(pid, os.fdopen(to_helper, "wb"), os.fdopen(from_helper, "rb"), self._stop)

    def _stop(self, pid: int) -> None:
        with suppress(OSError), self._lock:
            self._connection.send(f"{STOP} {pid}".encode())


def fork_starter(private: Path, *, has_walls: bool) -> None:
    """Fork the process that starts the helpers of this one, which must have one thread. No helper can read in the folder
    `private`. Raises OSError."""
    inside, outside = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if os.fork() == 0:
        try:
            os.setsid()  # no signal of a terminal reaches it
            keep = os.dup2(outside.fileno(), 3) if outside.fileno() != 3 else 3
            _leave_terminal()
            os.closerange(keep + 1, os.sysconf("SC_OPEN_MAX"))
            die_with_parent()
            if has_walls:
                forbid_programs()
            _serve_starts(socket.socket(fileno=os.dup(keep)), private, has_walls=has_walls)
        finally:
            os._exit(0)
    outside.close()
    start_helpers_by(Starter(inside).start)


def _leave_terminal() -> None:
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)


def _serve_starts(connection: socket.socket, private: Path, *, has_walls: bool) -> None:
    """Fork helpers until the other end is closed."""
    helpers: dict[int, int] = {}  # descriptors that tell of the end of a process, by its process id
    while True:
        readable, _, _ = select.select([connection.fileno(), *helpers.values()], [], [])
        for pid in [pid for pid, descriptor in helpers.items() if descriptor in readable]:
            _end(helpers, pid)
        if connection.fileno() not in readable:
            continue
        request, descriptors, _, _ = socket.recv_fds(connection, MAX_REQUEST_BYTES, 2)
        if not request:
            return
        action, _, word = request.decode("ascii", "replace").partition(" ")
        number = int(word) if word.isascii() and word.isdecimal() else -1
        if action == STOP and number in helpers:
            _end(helpers, number)
        elif action == START:
            while len(helpers) >= MAX_HELPERS:
                _end(helpers, next(iter(helpers)))
            pid = 0
            if 0 <= number < len(SERVERS) and len(descriptors) == 2:
                pid = _fork_helper(SERVERS[number], descriptors, private, has_walls=has_walls)
            if pid:
                helpers[pid] = os.pidfd_open(pid)
            connection.send(str(pid).encode())
        for descriptor in descriptors:
            os.close(descriptor)


def _end(helpers: dict[int, int], pid: int) -> None:
    """Kill a helper, and wait for it. It is our child, and nobody has waited for it, so the number is still its own."""
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(helpers.pop(pid))


def _fork_helper(server: Server, pipes: Sequence[int], private: Path, *, has_walls: bool) -> int:
    """Fork one helper. Returns its process id; 0 if the system refuses."""
    try:
        pid = os.fork()
    except OSError:
        return 0
    if pid:
        return pid
    try:
        null = os.open(os.devnull, os.O_RDWR)
        for number, descriptor in enumerate((*pipes, null)):
            os.dup2(descriptor, number)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        sys.stdin = os.fdopen(0, encoding="utf-8")
        die_with_parent()
        os.setsid()
        if server.is_in_background:
            os.nice(BACKGROUND_NICENESS)
        set_limits(HELPER_LIMITS)
        if has_walls:
            raise_walls(private, None)
        getattr(import_module(server.module), server.function)()
    finally:
        os._exit(1)
