"""The pipes between the program and its helper processes: one JSON object per line in each direction.

Every helper process of this program is started here: the one that thinks for the table and its helpers, the workers of a
contest, the hosts of external bots. Processes are spawned, never forked. They ignore Ctrl-C and end when their input ends, even
while they work, so no process is left behind when the main program is killed. A helper also ends when it reaches its memory
limit, and does not touch the terminal: everything else that it writes to stdout is discarded. Of what it writes to stderr the
beginning is kept, to say why it has ended; where a bot of somebody else runs, that is discarded too.
"""

import ctypes
import errno
import gc
import json
import os
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType
from typing import IO, Any, Final, Protocol

from ai.process.limits import MAX_PROCESS_MEGABYTES, OUT_OF_MEMORY_EXIT_CODE, limit_memory
from engine.games import GAMES

PACKAGES_FOLDER: Final = str(Path(__file__).resolve().parents[2])
DIES_WITH_STARTER: Final = "VOK_DIES_WITH_STARTER"  # set for a process that shall end with the thread that starts it
GAMES_FIELD: Final = "games"  # in the first message: the games that the main program knows
FOLDERS_FIELD: Final = "folders"  # in the same message: where their modules are, for games that are not part of Vok
MAX_ERROR_BYTES: Final = 1 << 16  # of what a process wrote to stderr, that are looked at
MAX_LAST_WORDS_CHARS: Final = 160
MAX_MESSAGE_BYTES: Final = 16_000_000  # of one message from a helper process
MAX_UNREAD_MESSAGES: Final = 64  # waiting for `receive`; a process that sends more is killed
EXIT_SECONDS: Final = 1.0  # how long a process may still run after it has closed its output; then it is killed
# A search makes many objects, which free themselves: to look for cycles among them more often costs 5% of its time.
OBJECTS_BETWEEN_COLLECTIONS: Final = 50_000

Message = dict[str, Any]


def python_command(code: str) -> tuple[str, ...]:
    """The command line of a process that runs `code` in Python. In any current folder it imports the same copy of our packages,
    even if other packages have the same names."""
    return (
        sys.executable,
        "-P",
        "-c",
        f"import sys; sys.path.insert(0, sys.argv.pop(1)); import engine; {code}",
        PACKAGES_FOLDER,
    )


WORKER_COMMAND: Final = python_command("from ai.bots.worker import serve_requests; serve_requests()")


class StartedProcess(Protocol):
    """A process that was started, with both ends of its pipes: a `subprocess.Popen`, or one that another process has started."""

    stdin: IO[bytes] | None
    stdout: IO[bytes] | None
    pid: int

    def poll(self) -> int | None:
        """The exit code; None while it runs."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end. Raises subprocess.TimeoutExpired."""

    def kill(self) -> None:
        """End it at once."""


Start = Callable[[Sequence[str]], StartedProcess]
_starts_elsewhere: list[Start] = []  # at most one


def start_helpers_by(start: Start) -> None:
    """From now on, let `start` start the helper processes of this process, which itself may not start any."""
    _starts_elsewhere[:] = [start]


class HelperProcess:
    """One helper process, from its start to its end. One thread writes to it and one reads from it, so `send` never blocks.

    Each message from it is passed to `deliver` in the reading thread, and None once when it has ended. Without `deliver`,
    `receive` returns them. The process is killed, and `wrote_nonsense` is set, if it writes anything but JSON objects of at most
    `max_bytes`, or if `deliver` raises ValueError or KeyError. `extra_env` is added to the environment. Raises OSError if it
    cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        deliver: Callable[[Message | None], None] | None = None,
        extra_env: Mapping[str, str] | None = None,
        max_bytes: int = MAX_MESSAGE_BYTES,
    ) -> None:
        self.wrote_nonsense = False
        self._deliver: Final = deliver or self._put_in_inbox
        self._max_bytes: Final = max_bytes
        self._inbox: Final[SimpleQueue[Message | None]] = SimpleQueue()
        self._outbox: Final[SimpleQueue[bytes | None]] = SimpleQueue()  # None ends the writing
        self._next: list[Message | None] = []  # a message that `wait_for_message_or_end` has taken from the inbox
        self._error_text = ""  # what it wrote to stderr, when it has ended
        self._errors, errors = os.pipe()
        os.set_blocking(errors, False)  # for the process too: what is too much for the pipe is lost, and nobody waits
        start = _starts_elsewhere[0] if _starts_elsewhere else None
        try:
            self._popen: Final[StartedProcess] = (
                _spawn(command, extra_env or {}, errors) if start is None else start(command)
            )
        except OSError:
            os.close(self._errors)
            raise
        finally:
            os.close(errors)
        try:
            for task in (self._write, self._read):
                Thread(target=task, name=f"pipe-{self.pid}", daemon=True).start()
        except RuntimeError:  # no memory for the stack of the thread
            self.stop()
            raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)) from None
        self.send({GAMES_FIELD: GAMES.pack(), FOLDERS_FIELD: GAMES.folders(sys.path)})

    @property
    def pid(self) -> int:
        return self._popen.pid

    @property
    def exit_code(self) -> int | None:
        """The exit code, negative for a signal; None while it runs. It is known before the None is delivered."""
        return self._popen.poll()

    @property
    def ran_out_of_memory(self) -> bool:
        """Whether it ended because it reached its limit. Python, and compiled code, may abort if they have no memory for an
        error."""
        code = self.exit_code
        has_aborted = code == -signal.SIGABRT and "memory" in self._error_text.casefold()
        return code == OUT_OF_MEMORY_EXIT_CODE or has_aborted

    @property
    def last_words(self) -> str:
        """The exception with which it ended, or the error of Python itself: "KeyError: 'undo'"; "" if it said nothing."""
        lines = [line for line in self._error_text.splitlines() if line.strip() and not line.startswith(" ")]
        words = next((line for line in lines if line.startswith("Fatal Python error")), lines[-1] if lines else "")
        return "".join(filter(str.isprintable, words))[:MAX_LAST_WORDS_CHARS]

    def send(self, message: object) -> None:
        """Send a message. If the process has ended, the message is lost, and None is delivered."""
        self._outbox.put(json.dumps(message).encode() + b"\n")

    def wait_for_message_or_end(self, seconds: float) -> bool:
        """Wait up to `seconds`. Returns whether a message has arrived, or the process has ended; `receive` then does not wait."""
        if not self._next:
            with suppress(Empty):
                self._next.append(self._inbox.get(timeout=seconds))
        return bool(self._next)

    def receive(self, seconds: float | None = None) -> Message | None:
        """The next message from the process; None if it has ended. Raises TimeoutError if none comes within `seconds`."""
        if seconds is not None and not self.wait_for_message_or_end(seconds):
            raise TimeoutError
        message = self._next.pop() if self._next else self._inbox.get()
        if message is None:
            self._inbox.put(None)  # for the next call
        return message

    def stop(self) -> None:
        """Kill the process, and all processes that it has started in its process group."""
        self._outbox.put(None)
        with suppress(OSError):
            os.killpg(self.pid, signal.SIGKILL)
        self._popen.kill()
        self._popen.wait()

    def _put_in_inbox(self, message: Message | None) -> None:
        if message is not None and self._inbox.qsize() >= MAX_UNREAD_MESSAGES:
            raise ValueError
        self._inbox.put(message)

    def _write(self) -> None:
        pipe = self._popen.stdin
        assert pipe is not None
        with suppress(OSError):  # a broken pipe: the reading thread notices the end of the process
            while (message := self._outbox.get()) is not None:
                pipe.write(message)
                pipe.flush()
        with suppress(OSError):  # unsent messages are lost
            pipe.close()

    def _read(self) -> None:
        pipe = self._popen.stdout
        assert pipe is not None
        with pipe:
            try:
                while line := pipe.readline(self._max_bytes + 1):
                    if not line.endswith(b"\n") and len(line) <= self._max_bytes:
                        break  # it ended in the middle of a message
                    message = json.loads(line)
                    if not isinstance(message, dict):
                        raise ValueError
                    self._deliver(message)
            except (ValueError, KeyError, RecursionError):
                self.wrote_nonsense = True
                self._popen.kill()
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(EXIT_SECONDS)
        self._popen.kill()
        self._popen.wait()
        with suppress(OSError):  # nothing was written
            os.set_blocking(self._errors, False)
            self._error_text = os.read(self._errors, MAX_ERROR_BYTES).decode("utf-8", "replace")
        os.close(self._errors)
        self._outbox.put(None)
        self._deliver(None)


def _spawn(command: Sequence[str], extra_env: Mapping[str, str], errors: int) -> StartedProcess:
    # The system counts the end of the thread that starts a process, so only one that lives as long as this process counts.
    is_main_thread = "1" if threading.current_thread() is threading.main_thread() else ""
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        start_new_session=True,
        env={**os.environ, DIES_WITH_STARTER: is_main_thread, **extra_env},
    )


# The beginnings of the first message from the main program, and of the message that asks for an answer now.
GAMES_MESSAGE: Final = json.dumps({GAMES_FIELD: {}}).encode()[:-3]
HURRY_FIELD: Final = "hurry"
PR_SET_PDEATHSIG: Final = 1  # of prctl
HURRY_MESSAGE: Final = json.dumps({HURRY_FIELD: 0}).encode()[:-2]


class PipeHost:
    """The pipes of this process. There is one in a process: it takes over stdin and stdout."""

    def __init__(self, memory_megabytes: int = MAX_PROCESS_MEGABYTES, *, drops_errors: bool = False) -> None:
        """`memory_megabytes` limits the memory of this process beyond what it has now; 0 means no limit. With `drops_errors`,
        nobody reads what is written to stderr."""
        self.hurried_id: int | None = None  # the id of the latest request that must be answered now
        self._output: Final = _reserve_stdout(drops_errors)
        if os.environ.pop(DIES_WITH_STARTER, ""):
            _die_with_starter()
        self._inbox: Final[SimpleQueue[bytes]] = SimpleQueue()
        Thread(target=self._read_lines, args=(sys.stdin.buffer,), name="input", daemon=True).start()
        sys.excepthook = _end_with_exception
        limit_memory(memory_megabytes)

    @property
    def has_message(self) -> bool:
        """Whether a message is waiting."""
        return not self._inbox.empty()

    def receive(self) -> bytes:
        """Wait for the next message, and return it undecoded. The message that lists the games is not returned: its games are
        registered here."""
        while (line := self._inbox.get()).startswith(GAMES_MESSAGE):
            fields = json.loads(line)
            sys.path += [folder for folder in fields[FOLDERS_FIELD] if folder not in sys.path]
            GAMES.register_packed(fields[GAMES_FIELD])
        return line

    def send(self, message: Mapping[str, Any]) -> None:
        self.send_line(json.dumps(message).encode() + b"\n")

    def send_line(self, line: bytes) -> None:
        """Send an encoded message, with the end of its line."""
        self._output.write(line)
        self._output.flush()

    def _read_lines(self, source: IO[bytes]) -> None:
        """Put each line of the input into the inbox, except the messages that ask to hurry, which must not wait for a request to
        be answered. At the end of the input, or without memory to read on, the whole process ends."""
        try:
            for message in source:
                if message.startswith(HURRY_MESSAGE):
                    self._set_hurried_id(message)
                else:
                    self._inbox.put(message)
        except MemoryError:
            os._exit(OUT_OF_MEMORY_EXIT_CODE)
        os._exit(0)

    def _set_hurried_id(self, message: bytes) -> None:
        with suppress(ValueError, TypeError):  # the message has no answer, so an error could not be reported
            self.hurried_id = int(json.loads(message)[HURRY_FIELD])


def serve(handle_message: Callable[[bytes], Mapping[str, Any]], host: PipeHost) -> None:
    """Answer each message until the input ends."""
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    while True:
        try:
            host.send(handle_message(host.receive()))
        except MemoryError:
            os._exit(OUT_OF_MEMORY_EXIT_CODE)


def _end_with_exception(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Say which exception ends this process, and end it at once: Python would wait for the thread that reads, and abort."""
    with suppress(OSError):
        traceback.print_exception(kind, error, trace)
        sys.stderr.flush()
    os._exit(1)


def _die_with_starter() -> None:
    """Let the system kill this process when the thread that started it ends, even if this process is stopped and cannot notice
    the end of its input. Only Linux can."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)


def _reserve_stdout(drops_errors: bool) -> IO[bytes]:
    """Reserve stdout for answers, discard everything else that is written there, and to stderr with `drops_errors`, and ignore
    Ctrl-C from now on. Returns the stream for the answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    null_device = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null_device, 1)
    if drops_errors:
        os.dup2(null_device, 2)
    return answers
