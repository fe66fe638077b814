"""The main program's end of the pipes to a helper process: one JSON object per line in each direction.

Every helper process of this program is started here: the one that thinks for the table and its helpers, the workers of a
contest, the hosts of external bots. `ai.process.host` is the other end. Processes are spawned, never forked. They ignore Ctrl-C
and end when their input ends, so no process is left behind when the main program is killed.
"""

import errno
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final

from engine.games import GAMES

PACKAGES_FOLDER: Final = str(Path(__file__).resolve().parents[2])
DIES_WITH_STARTER: Final = "VOK_DIES_WITH_STARTER"  # set for a process that shall end with the thread that starts it
GAMES_FIELD: Final = "games"  # in the first message: the games that the main program knows
MAX_MESSAGE_BYTES: Final = 16_000_000  # of one message from a helper process
MAX_UNREAD_MESSAGES: Final = 64  # waiting for `receive`; a process that sends more is killed
EXIT_SECONDS: Final = 1.0  # how long a process may still run after it has closed its output; then it is killed

Message = dict[str, Any]


def python_command(code: str) -> tuple[str, ...]:
    """The command line of a process that runs `code` in Python. In any current folder it imports the same copy of our packages,
    even if other packages have the same names."""
    return sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, sys.argv.pop(1)); {code}", PACKAGES_FOLDER


WORKER_COMMAND: Final = python_command("from ai.thinking.worker import serve_requests; serve_requests()")


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
        # The system counts the end of the thread that starts a process, so only one that lives as long as this process counts.
        is_main_thread = "1" if threading.current_thread() is threading.main_thread() else ""
        self._popen: Final = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env={**os.environ, DIES_WITH_STARTER: is_main_thread, **(extra_env or {})},
        )
        try:
            for task in (self._write, self._read):
                Thread(target=task, name=f"pipe-{self.pid}", daemon=True).start()
        except RuntimeError:  # no memory for the stack of the thread
            self.stop()
            raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)) from None
        self.send({GAMES_FIELD: GAMES.pack()})

    @property
    def pid(self) -> int:
        return self._popen.pid

    @property
    def exit_code(self) -> int | None:
        """The exit code, negative for a signal; None while it runs. It is known before the None is delivered."""
        return self._popen.poll()

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
        self._outbox.put(None)
        self._deliver(None)
