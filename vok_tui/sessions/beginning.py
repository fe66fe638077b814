"""How the process of a session begins.

It is forked from the first client and has no terminal, so it outlives the login. While it lives, it has a file locked, so there
is one for each folder.

Nothing here imports more than it must: on a host, the process that starts helpers is forked from here, and stays as it is.
"""

import fcntl
import os
import resource
import signal
import socket
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from vok_tui.sessions import protocol
from vok_tui.sessions.protocol import MAX_WAITING_CLIENTS, Explain
from vok_tui.shared.errors import CommandError

if TYPE_CHECKING:
    from vok_tui.coordinator.start_options import StartOptions


GetStart = Callable[[], "StartOptions"]


def begin_session(folder: str, get_start: GetStart, explain: Explain) -> str:
    """Fork the process of a session with its socket in a folder. Returns "" as soon as clients can connect, or if there is a
    session already; otherwise why it could not begin. `get_start` is called in that process, before it reads anything of the
    player; it returns the start options, or raises CommandError."""
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        news, news_end = os.pipe()
        child = os.fork()
    except OSError as error:
        return f"no session can be kept in {folder}: {error.strerror or error}"
    if child == 0:
        try:
            os.close(news)
            os.setsid()  # no signal of the terminal reaches it
            if os.fork() == 0:
                try:
                    _live(folder, get_start, explain, news_end)
                except Exception as error:  # noqa: BLE001  nobody else could report it
                    explain(error)
        finally:
            os._exit(0)
    os.close(news_end)
    with os.fdopen(news, encoding="utf-8", errors="replace") as file:
        text = file.read(protocol.MAX_FRAME_BYTES)
    with suppress(ChildProcessError):
        os.waitpid(child, 0)
    return text


def _live(folder: str, get_start: GetStart, explain: Explain, news: int) -> None:
    """The life of the process of a session."""
    umask = os.umask(0o077)
    try:
        lock = os.open(os.path.join(folder, protocol.LOCK), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:  # another login was faster
        return
    except OSError as error:
        os.write(news, f"no session can be kept in {folder}: {error.strerror or error}".encode())
        return
    try:
        listener = _listen(folder)
    except OSError as error:
        os.write(news, f"no socket can be made in {folder}: {error.strerror or error}".encode())
        return
    os.umask(umask)
    _close_all_but(listener.fileno(), lock, news)
    try:
        start = get_start()
    except (CommandError, OSError) as error:
        os.write(news, str(error).encode())
        return
    os.close(news)
    for name in (*protocol.TERMINAL_VARIABLES, *protocol.REMOTE_VARIABLES, *protocol.WINDOW_VARIABLES):
        os.environ.pop(name, None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # asyncio would load TLS: 1 MiB, for a local socket.
    sys.modules.setdefault("ssl", None)  # type: ignore[arg-type]
    from vok_tui.sessions.process import serve

    serve(listener, lock, folder, start, explain)


def _listen(folder: str) -> socket.socket:
    """The socket, in place of one that a killed session has left. Raises OSError."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with protocol.current_folder(folder):
        with suppress(FileNotFoundError):
            if stat.S_IFMT(os.lstat(protocol.SOCKET).st_mode) in (stat.S_IFSOCK, stat.S_IFLNK):
                os.unlink(protocol.SOCKET)
        listener.bind(protocol.SOCKET)
        os.chmod(protocol.SOCKET, 0o600)
    listener.listen(MAX_WAITING_CLIENTS)
    listener.setblocking(False)
    return listener


def _close_all_but(*kept: int) -> None:
    """Close everything that was inherited: an open terminal or pipe of the login would keep its connection open."""
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    first = 3
    for number in (*sorted(kept), resource.getrlimit(resource.RLIMIT_NOFILE)[0]):
        os.closerange(first, min(number, 1 << 20))
        first = number + 1
