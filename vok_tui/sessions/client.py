"""The client of a session: it puts the terminal into raw mode, and carries bytes between it and the session.

It knows no game, and imports little, so a login to a session that waits shows its screen soon. Whatever happens to the session,
the client restores the terminal.
"""

import fcntl
import json
import os
import re
import select
import signal
import socket
import struct
import sys
import termios
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import monotonic, sleep
from typing import Any, Final

from vok_tui.sessions import protocol
from vok_tui.sessions.protocol import BadFrame, FrameReader
from vok_tui.shared.errors import CommandError, ExitCode

ANSWER_SECONDS: Final = 20.0  # for a session to answer; it may only have begun
END_SECONDS: Final = 20.0  # for a session to end when it is asked to
BEGIN_SECONDS: Final = 30.0  # for a session to begin, also if another login begins one at the same time
RETRY_SECONDS: Final = 0.02
UNANSWERED_SECONDS: Final = 10.0  # of a session that handles no key, until Ctrl-C ends the client
RESTORE_SECONDS: Final = 1.0  # for a terminal that does not read
MAX_UNSENT_BYTES: Final = 1 << 16  # in each direction; then nothing more is read
CHUNK_BYTES: Final = 4096
# Off: pastes as reports, reports of the size, the mouse, the keyboard protocol of kitty, the second screen, reports of focus. On:
# the wrapping of lines, and the cursor.
RESTORE: Final = (
    b"\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"
    b"\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
)
# Ctrl-C, and what the keyboard protocol of kitty sends for it, on a Latin or a Cyrillic keyboard, whatever locks are on.
INTERRUPT: Final = re.compile(rb"\x03|\x1b\[(?:99|67|1089|1057)(?::\d*)*;(?:5|69|133|197)(?::1)?(?:;[\d:]*)?u")
ASK_CURSOR: Final = b"\x1b[6n"
CURSOR_REPORT: Final = b"\x1b[2;"  # the beginning of an answer to the fence
STILL_RUNS: Final = "Another login has taken over this game."
HAS_ENDED: Final = "The session of this game has ended; your game is on disk, and vok continues it."
OUR_SIGNALS: Final = (signal.SIGWINCH, signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGCONT, signal.SIGTSTP)
EXIT_CODES: Final = {
    signal.SIGHUP: ExitCode.HUNG_UP,
    signal.SIGTERM: ExitCode.TERMINATED,
    signal.SIGINT: ExitCode.INTERRUPTED,
}


class NoAnswer(CommandError):
    """A session runs, but does not answer."""


class NotAllowed(NoAnswer):
    """The system does not let this process connect to a session."""


def enter_session(
    folder: str,
    start: Mapping[str, Any] | None = None,
    begin: Callable[[], str] | None = None,
    *,
    may_suspend: bool = True,
) -> tuple[int | None, str]:
    """Play in the session of a folder, on this terminal, until the player leaves.

    `start` are packed start options, where the session shall go; None to stay where it is. Without a session, `begin` makes one,
    and returns "" or why it cannot. Without `may_suspend`, Ctrl-Z does nothing. Returns the exit code, which is None if there is
    no session, and then why not. Raises NoAnswer.
    """
    deadline = monotonic() + BEGIN_SECONDS
    while monotonic() < deadline:
        try:
            connection = _connect(folder)
        except NotAllowed as refused:
            return None, str(refused)
        if connection is None:
            if begin is None:
                return None, ""
            if problem := begin():
                return None, problem
            start = None  # the session begins where it shall go
            connection = _connect(folder)
            if connection is None:
                sleep(RETRY_SECONDS)
                continue
        try:
            answer = protocol.ask(connection, protocol.ATTACH)
        except TimeoutError:
            raise _no_answer(connection) from None
        except (OSError, BadFrame):  # it ends just now
            connection.close()
            sleep(RETRY_SECONDS)
            continue
        if answer.answer == protocol.YES:
            with connection:
                return Client(connection, folder, start, may_suspend=may_suspend).run(), ""
        connection.close()
        end_session(folder)
    raise NoAnswer("a session that another login has begun cannot be entered; see vok sessions")


def end_session(folder: str) -> bool:
    """Ask the session of a folder to end, whatever version it has, and wait until it has. Returns whether there was one. Raises
    NoAnswer."""
    connection = _connect(folder)
    if connection is None:
        return False
    with connection, suppress(BadFrame, OSError):
        connection.settimeout(END_SECONDS)
        connection.sendall(protocol.ask_line(protocol.END))
        try:
            while connection.recv(CHUNK_BYTES):
                pass
        except TimeoutError:
            raise _no_answer(connection) from None
    return True


def end_waiting_session() -> None:
    """End the player's session if nobody is connected to it, because its game, which is on disk, is to go on without it. One
    that does not answer stays."""
    with suppress(NoAnswer):
        folder = protocol.session_folder()
        state = ask_state(folder) if folder else None
        if state is not None and not state.is_connected:
            end_session(folder)


def ask_state(folder: str, seconds: float = ANSWER_SECONDS) -> protocol.SessionState | None:
    """What the session of a folder says of itself; None without one. Raises NoAnswer."""
    connection = _connect(folder, seconds)
    if connection is None:
        return None
    with connection:
        try:
            return protocol.ask(connection, protocol.STATE)
        except TimeoutError:
            raise _no_answer(connection) from None
        except (OSError, BadFrame):
            return None


def _connect(folder: str, seconds: float = ANSWER_SECONDS) -> socket.socket | None:
    try:
        return protocol.connect(folder, seconds)
    except TimeoutError:
        raise NoAnswer("the session does not answer, because too many clients wait for it; try again") from None
    except PermissionError as error:
        raise NotAllowed(
            f"whether a session runs cannot be found out ({(error.strerror or str(error)).lower()})"
        ) from None


def _no_answer(connection: socket.socket) -> NoAnswer:
    pid = protocol.peer_pid(connection)
    process = f" (process {pid})" if pid else ""
    connection.close()
    return NoAnswer(
        _for_guest("NO_ANSWER")
        or f"the session{process} does not answer; vok sessions end --force ends it, and your game is on disk"
    )


def _for_guest(name: str) -> str:
    """The sentence of this name for the player of a host, who has no commands; "" for others."""
    from ai.process.limits import is_hosted
    from vok_tui.sessions import hosted

    return str(getattr(hosted, name)) if is_hosted() else ""


class Left(Exception):
    """The session has let this client go."""

    def __init__(self, code: int, out: str, err: str) -> None:
        super().__init__()
        self.code, self.out, self.err = code, out, err


class KeysOnTheirWay:
    """The keys that a session has not handled yet. If it handles none for UNANSWERED_SECONDS, Ctrl-C is not sent in vain: it ends
    the client. A session that says nothing after it has begun counts too."""

    def __init__(self) -> None:
        self.handled = 0  # bytes
        self._sent = 0
        self._since: float | None = monotonic()
        self._has_interrupt = False

    def send(self, data: bytes) -> None:
        """These keys are on their way."""
        self._sent += len(data)
        self._has_interrupt = self._has_interrupt or INTERRUPT.search(data) is not None
        if self._since is None:
            self._since = monotonic()

    def hear(self) -> None:
        """The session has said something."""
        if self.handled >= self._sent:
            self._since, self._has_interrupt = None, False
        else:
            self._since = monotonic()

    @property
    def is_overdue(self) -> bool:
        """Whether the session does not answer."""
        return self._since is not None and monotonic() >= self._since + UNANSWERED_SECONDS

    @property
    def seconds_to_interrupt(self) -> float | None:
        """How long until Ctrl-C ends the client; None if it was not pressed, or the session has handled it."""
        if not self._has_interrupt or self._since is None:
            return None
        return max(0.0, self._since + UNANSWERED_SECONDS - monotonic())


class Client:
    """Shows a session on the terminal of this process."""

    def __init__(
        self, connection: socket.socket, folder: str, start: Mapping[str, Any] | None, *, may_suspend: bool = True
    ) -> None:
        self._connection: Final = connection
        self._may_suspend: Final = may_suspend and os.getpgrp() != os.getsid(0)  # a shell can continue this process
        self._folder: Final = folder
        self._start: Final = start
        self._reader: Final = FrameReader(protocol.FROM_SESSION)
        self._keys = KeysOnTheirWay()
        self._to_session: Final = bytearray()
        self._to_terminal: Final = bytearray()
        self._painted = self._reported = 0  # bytes that the terminal has taken, and that the session knows of
        self._asked = self._answered = 0  # where the cursor is, by the fence of the session
        self._input = 0
        self._output = -1
        self._attributes: list[Any] | None = None
        self._wakes, self._wake = os.pipe()
        for end in (self._wakes, self._wake):
            os.set_blocking(end, False)

    def run(self) -> int:
        """Play until the session or the terminal ends. Returns the exit code."""
        self._output = _open_output()
        for number in OUR_SIGNALS:
            signal.signal(number, lambda *_: None)
        signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)
        self._connection.setblocking(False)
        self._send(protocol.TERMINAL, json.dumps(self._attachment()).encode())
        left = Left(ExitCode.FAILED, "", "")
        try:
            self._take_terminal()
            while True:
                self._relay_once()
        except Left as reason:
            left = reason
        finally:
            self._restore_terminal()
            signal.set_wakeup_fd(-1)
            for descriptor in (self._output, self._wakes, self._wake):
                os.close(descriptor)
        return self._say_farewell(left)

    def _attachment(self) -> dict[str, Any]:
        """What the session must know of this terminal."""
        env = {name: os.environ[name] for name in protocol.TERMINAL_VARIABLES if os.environ.get(name)}
        env |= {name: "yes" for name in protocol.REMOTE_VARIABLES if os.environ.get(name)}
        columns, lines = _window(self._input)
        return {"env": env, "window": [columns, lines], "may_suspend": self._may_suspend, "start": self._start}

    def _say_farewell(self, left: Left) -> int:
        """Print what the session has said last."""
        if left.code == ExitCode.HUNG_UP:
            return left.code
        if left.out:
            print(left.out)  # noqa: T201
        if left.err:
            print(f"vok: {left.err}", file=sys.stderr)  # noqa: T201
        return left.code

    # -- bytes

    def _send(self, kind: bytes, payload: bytes = b"") -> None:
        self._to_session.extend(protocol.frame(kind, payload))

    def _relay_once(self) -> None:
        """Wait until something can be read or written, and do that. Raises Left."""
        reads: list[int | socket.socket] = [self._wakes]
        if len(self._to_session) < MAX_UNSENT_BYTES or self._keys.is_overdue:
            reads.append(self._input)
        if len(self._to_terminal) < MAX_UNSENT_BYTES:
            reads.append(self._connection)
        writes: list[int | socket.socket] = [self._output] if self._to_terminal else []
        if self._to_session:
            writes.append(self._connection)
        readable, _, _ = select.select(reads, writes, [], self._keys.seconds_to_interrupt)
        if self._wakes in readable:
            self._handle_signals()
        if self._input in readable:
            self._read_keys()
        if self._connection in readable:
            self._read_session()
        if self._to_terminal:
            self._write_terminal()
        self._report_painted()
        if self._to_session:
            self._write_session()
        if self._keys.seconds_to_interrupt == 0:
            raise Left(ExitCode.FAILED, "", str(_no_answer(self._connection)))

    def _read_keys(self) -> None:
        try:
            data = os.read(self._input, protocol.READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            raise Left(ExitCode.HUNG_UP, "", "")
        self._answered += data.count(CURSOR_REPORT)
        self._keys.send(data)
        if len(self._to_session) < MAX_UNSENT_BYTES:
            self._send(protocol.KEYS, data)

    def _read_session(self) -> None:
        try:
            data = self._connection.recv(protocol.MAX_FRAME_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            raise self._lost()
        try:
            for kind, payload in self._reader.feed(data):
                if kind == protocol.OUTPUT:
                    self._to_terminal.extend(payload)
                    self._asked += payload.count(ASK_CURSOR)
                elif kind == protocol.SUSPEND:
                    self._suspend()
                elif kind == protocol.HANDLED:
                    self._keys.handled = protocol.COUNT.unpack(payload)[0]
                else:
                    raise Left(*protocol.last_words(payload))
        except (BadFrame, struct.error):
            raise self._lost() from None
        self._keys.hear()

    def _lost(self) -> Left:
        """Why there is no connection any more."""
        with suppress(NoAnswer):
            if ask_state(self._folder) is None:
                return Left(ExitCode.FAILED, "", _for_guest("HAS_ENDED") or HAS_ENDED)
        return Left(ExitCode.OK, "", STILL_RUNS)

    def _write_terminal(self) -> None:
        with suppress(BlockingIOError):
            try:
                count = os.write(self._output, self._to_terminal[:CHUNK_BYTES])
            except BlockingIOError:
                raise
            except OSError:
                raise Left(ExitCode.HUNG_UP, "", "") from None
            del self._to_terminal[:count]
            self._painted += count

    def _report_painted(self) -> None:
        """Say what the terminal has taken, after all keys that were pressed before it."""
        if self._painted == self._reported or self._to_terminal:
            return
        with suppress(OSError):
            if any(fcntl.ioctl(self._input, termios.FIONREAD, bytes(4))):
                self._read_keys()
        self._reported = self._painted
        self._send(protocol.PAINTED, protocol.COUNT.pack(self._painted))

    def _write_session(self) -> None:
        with suppress(OSError):  # the end of the connection is read
            count = self._connection.send(self._to_session)
            del self._to_session[:count]

    # -- signals

    def _handle_signals(self) -> None:
        with suppress(BlockingIOError):
            for number in os.read(self._wakes, CHUNK_BYTES):
                if number in EXIT_CODES:
                    raise Left(EXIT_CODES[signal.Signals(number)], "", "")
                if number == signal.SIGWINCH:
                    self._send(protocol.SIZE, protocol.WINDOW.pack(*_window(self._input)))
                elif number == signal.SIGTSTP:
                    self._suspend()
                elif number == signal.SIGCONT:  # after a stop that could not be noticed
                    self._take_terminal()
                    self._send(protocol.RESUMED)

    def _suspend(self) -> None:
        """Give the terminal back to the shell, and stop until it lets this job go on. The system does not stop an orphaned group,
        for which no shell waits."""
        self._restore_terminal()
        signal.signal(signal.SIGTSTP, signal.SIG_IGN)
        os.killpg(0, signal.SIGTSTP)  # the other processes of the job first
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, lambda *_: None)
        self._take_terminal()
        self._send(protocol.SIZE, protocol.WINDOW.pack(*_window(self._input)))
        self._send(protocol.RESUMED)

    # -- the terminal

    def _take_terminal(self) -> None:
        """Put the terminal into raw mode. What it shows on its second screen, the session writes."""
        with suppress(termios.error):
            attributes = termios.tcgetattr(self._input)
            if self._attributes is None:
                self._attributes = [*attributes[:6], list(attributes[6])]
            attributes[0] &= ~(termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR)
            attributes[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG)
            attributes[6][termios.VMIN] = 1
            termios.tcsetattr(self._input, termios.TCSANOW, attributes)

    def _restore_terminal(self) -> None:
        """Restore the terminal to its earlier state. What it has not shown yet is dropped, and so are keys that nobody reads."""
        self._painted += len(self._to_terminal)  # nobody waits for it any more
        self._to_terminal.clear()
        left, deadline = RESTORE, monotonic() + RESTORE_SECONDS
        with suppress(OSError):
            while left and monotonic() < deadline:
                if select.select([], [self._output], [], RESTORE_SECONDS)[1]:
                    with suppress(BlockingIOError):
                        left = left[os.write(self._output, left) :]
        self._drop_answers()
        if self._attributes is not None:
            with suppress(termios.error):
                termios.tcflush(self._input, termios.TCIFLUSH)
                termios.tcsetattr(self._input, termios.TCSANOW, self._attributes)

    def _drop_answers(self) -> None:
        """Wait a moment for answers that are on their way, so that the shell does not get them."""
        deadline = monotonic() + RESTORE_SECONDS
        while 0 < self._answered < self._asked and (left := deadline - monotonic()) > 0:
            try:
                data = os.read(self._input, CHUNK_BYTES) if select.select([self._input], [], [], left)[0] else b""
            except OSError:
                data = b""
            if not data:
                break
            self._answered += data.count(CURSOR_REPORT)
        self._asked = self._answered = 0


def _open_output() -> int:
    """The terminal, opened again so that writing does not wait. The descriptors of this process are shared with its shell."""
    with suppress(OSError):
        return os.open(os.ttyname(1), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
    return os.dup(1)


def _window(terminal: int) -> tuple[int, int]:
    """The columns and lines of the window."""
    with suppress(OSError):
        lines, columns = struct.unpack("HHHH", fcntl.ioctl(terminal, termios.TIOCGWINSZ, bytes(8)))[:2]
        if lines and columns:
            return columns, lines
    from vok_tui.shared.detection import USUAL_SIZE, window_size

    return window_size(os.environ) or USUAL_SIZE
