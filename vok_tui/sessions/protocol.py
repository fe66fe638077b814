"""What the client and the process of a session say to each other, and where its socket is.

The client connects to a local socket and sends one line; the session answers with one line. **These two lines never change**, so
that any version can ask a session of any other version what it is, or to end:

    vok ASK VERSION                                  ASK is `attach`, `state` or `end`
    vok ANSWER VERSION PID SINCE CONNECTED WHAT      ANSWER is `yes`, `no` or `ended`; SINCE in Unix seconds; CONNECTED 0 or 1

A session says `no` to `attach` if the versions differ. It says `ended` when its last move is on disk, just before it is gone.
After `yes` to `attach`, both sides send frames: a letter, the length of the payload in four bytes, and the payload.

Nothing here imports more than it must: a client starts in a few milliseconds.
"""

import json
import os
import socket
import stat
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final, NamedTuple

from vok_tui import __version__

SOCKET: Final = "session.sock"
LOCK: Final = "session.lock"  # locked by the process of the session for as long as it lives
PLACE: Final = "session.json"  # where a session was when it ended by itself
MAX_LINE_BYTES: Final = 400  # of the first exchange
MAX_VERSION_CHARS: Final = 120

ATTACH, STATE, END = "attach", "state", "end"
YES, NO, ENDED = "yes", "no", "ended"

# Frames from the client.
TERMINAL: Final = b"T"  # first: what the terminal can do, and where to go; JSON
KEYS: Final = b"K"  # what the terminal sends, byte for byte
SIZE: Final = b"S"  # the window has another size: columns and lines in two bytes each
PAINTED: Final = (
    b"P"  # how many bytes of output the terminal has taken so far, eight bytes; no earlier key is left unread
)
RESUMED: Final = b"R"  # the client goes on after it was suspended; the terminal shows nothing of the game
# Frames from the session.
OUTPUT: Final = b"O"  # for the terminal, byte for byte
HANDLED: Final = b"H"  # how many bytes of keys the app has handled so far, eight bytes
SUSPEND: Final = b"Z"  # give the terminal back to the shell, and stop until it says to go on
LEAVE: Final = b"E"  # last: the exit code and what to print; JSON

HEADER: Final = struct.Struct("!cI")
WINDOW: Final = struct.Struct("!HH")
COUNT: Final = struct.Struct("!Q")
MAX_TERMINAL_BYTES: Final = 1 << 20  # of the first frame, which may contain the cards of a game
MAX_FRAME_BYTES: Final = 1 << 16  # of all others
READ_BYTES: Final = 1 << 12  # of one frame of keys
FROM_SESSION: Final = {
    OUTPUT: MAX_FRAME_BYTES,
    LEAVE: MAX_FRAME_BYTES,
    SUSPEND: 0,
    HANDLED: COUNT.size,
}  # with their most bytes

# The variables of the environment that say what a terminal can do. Others stay with the process that has them.
TERMINAL_VARIABLES: Final = ("TERM", "COLORTERM", "TERM_PROGRAM", "LC_ALL", "LC_CTYPE", "LANG", "NO_COLOR")
REMOTE_VARIABLES: Final = ("SSH_CONNECTION", "SSH_TTY")
WINDOW_VARIABLES: Final = ("COLUMNS", "LINES")
MAX_VARIABLE_CHARS: Final = 100


class BadFrame(ValueError):
    """The other side does not keep to the protocol."""


class SessionState(NamedTuple):
    """The first line from a session."""

    answer: str
    version: str
    pid: int
    since: int
    is_connected: bool
    what: str  # what is played, for people


def own_version() -> str:
    """The version of this copy, with its place: two copies may differ although their versions are equal."""
    from vok_tui.library import packages_folder

    return f"{__version__}@{packages_folder()}".replace(" ", "_")[-MAX_VERSION_CHARS:]


def ask_line(ask: str) -> bytes:
    """The first line of a client."""
    return f"vok {ask} {own_version()}\n".encode()


def parse_ask(line: bytes) -> tuple[str, str]:
    """What a client asks, and its version. Raises BadFrame. More words may follow in later versions."""
    words = line.decode("utf-8", "replace").split()
    if len(words) < 3 or words[0] != "vok":
        raise BadFrame
    return words[1], words[2]


def answer_line(answer: SessionState) -> bytes:
    """The first line of a session."""
    words = (answer.answer, answer.version, answer.pid, answer.since, int(answer.is_connected), answer.what)
    return " ".join(["vok", *map(str, words)]).encode()[: MAX_LINE_BYTES - 1] + b"\n"


def parse_answer(line: bytes) -> SessionState:
    """The first line of a session. Raises BadFrame."""
    words = line.decode("utf-8", "replace").rstrip("\n").split(" ", 6)
    try:
        vok, answer, version, pid, since, is_connected, what = words
        if vok != "vok":
            raise BadFrame
        return SessionState(answer, version, int(pid), int(since), is_connected == "1", what)
    except ValueError:
        raise BadFrame from None


def frame(kind: bytes, payload: bytes = b"") -> bytes:
    return HEADER.pack(kind, len(payload)) + payload


def last_words(payload: bytes) -> tuple[int, str, str]:
    """The exit code of a LEAVE, and what to print on standard output and standard error. Raises BadFrame."""
    try:
        fields = json.loads(payload)
        return int(fields["code"]), str(fields["out"]), str(fields["err"])
    except (ValueError, TypeError, KeyError, RecursionError):
        raise BadFrame from None


class FrameReader:
    """Takes frames out of a stream of bytes, which may end anywhere. `limits` has the maximum length of each kind."""

    def __init__(self, limits: dict[bytes, int]) -> None:
        self._limits: Final = limits
        self._bytes: Final = bytearray()

    def feed(self, data: bytes) -> Iterator[tuple[bytes, bytes]]:
        """The frames that are complete now. Raises BadFrame for a kind that is not expected, or a frame that is too long."""
        self._bytes.extend(data)
        start = 0
        try:
            while len(self._bytes) - start >= HEADER.size:
                kind, length = HEADER.unpack_from(self._bytes, start)
                if length > self._limits.get(kind, -1):
                    raise BadFrame
                end = start + HEADER.size + length
                if len(self._bytes) < end:
                    return
                start, payload = end, bytes(self._bytes[start + HEADER.size : end])
                yield kind, payload
        finally:
            del self._bytes[:start]


# -- the folder and the socket


def session_folder() -> str:
    """The folder of the socket: `VOK_HOME`, or else the player's folder for the state of programs. "" without a home folder."""
    configured = os.environ.get("VOK_HOME", "")
    if configured:
        folder = os.path.abspath(os.path.expanduser(configured))
    elif sys.platform == "linux":
        state = os.environ.get("XDG_STATE_HOME", "")
        state = state if os.path.isabs(state) else os.path.expanduser("~/.local/state")
        folder = f"{state}/vok"
    else:
        import platformdirs

        folder = platformdirs.user_state_dir("vok", appauthor=False)
    return folder if os.path.isabs(folder) else ""


@contextmanager
def current_folder(folder: str) -> Iterator[None]:
    """Make a folder the current one for a moment. A socket is named from there, because its path may have about 100 bytes. Raises
    OSError."""
    before = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.chdir(folder)
        try:
            yield
        finally:
            os.fchdir(before)
    finally:
        os.close(before)


def connect(folder: str, seconds: float) -> socket.socket | None:
    """A connection to the session with its socket in this folder; None if there is none, or if another user has it, or if
    something else is there. Waits while too many clients wait. Raises TimeoutError if the session does not accept it by then, and
    PermissionError if the system does not let this process connect."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    deadline = monotonic() + seconds
    try:
        with current_folder(folder):
            if not stat.S_ISSOCK(os.lstat(SOCKET).st_mode):  # a link leads to another program
                raise FileNotFoundError
            while not _is_connected(connection):  # a signal may have ended the wait
                _wait_for_queue(connection, deadline - monotonic())
                connection.connect(SOCKET)
        connection.settimeout(seconds)
        if peer_uid(connection) == os.getuid():
            return connection
    except (TimeoutError, BlockingIOError):  # too many wait for too long
        connection.close()
        raise TimeoutError from None
    except PermissionError:
        connection.close()
        raise
    except OSError:
        pass
    connection.close()
    return None


def _is_connected(connection: socket.socket) -> bool:
    try:
        connection.getpeername()
    except OSError:
        return False
    return True


def _wait_for_queue(connection: socket.socket, seconds: float) -> None:
    """Let `connect` wait so long for a place in the queue. With a timeout of Python's, a full queue would be an error at once."""
    whole, micros = divmod(max(1, int(seconds * 1_000_000)), 1_000_000)  # 0 would wait for ever
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", whole, micros))


def peer_uid(connection: socket.socket) -> int:
    """The user id of the process at the other end; -1 if the system does not tell."""
    return _peer(connection)[1]


def peer_pid(connection: socket.socket) -> int:
    """The process at the other end; 0 if the system does not tell."""
    return _peer(connection)[0]


def _peer(connection: socket.socket) -> tuple[int, int]:
    """Process id and user id of the other end."""
    try:
        if hasattr(socket, "SO_PEERCRED"):
            pid, uid, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
            return pid, uid
        version_and_uid = connection.getsockopt(0, 1, 76)  # LOCAL_PEERCRED: struct xucred of macOS and FreeBSD
        return 0, struct.unpack_from("II", version_and_uid)[1]
    except (OSError, struct.error):
        return 0, -1


def receive_line(connection: socket.socket) -> bytes:
    """The first line, byte for byte: what follows it stays unread. Raises BadFrame for a line that is too long or has no end, and
    OSError."""
    line = b""
    while not line.endswith(b"\n"):
        byte = connection.recv(1)
        if not byte or len(line) >= MAX_LINE_BYTES:
            raise BadFrame
        line += byte
    return line


def ask(connection: socket.socket, what: str) -> SessionState:
    """Ask a session, and wait for its answer. Raises BadFrame and OSError."""
    connection.sendall(ask_line(what))
    return parse_answer(receive_line(connection))


MAX_WAITING_CLIENTS: Final = 16  # that have not attached; the oldest gives way


Explain = Callable[[Exception], tuple[str, int]]
