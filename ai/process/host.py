"""A helper process's end of the pipes: messages come in, answers go out, one JSON object per line in each direction.

`ai.process.pipe` is the other end. The process ends when its input ends, even while it works, so nothing is left behind when the
main program is killed; on Linux not even a stopped process is. It also ends when it reaches its memory limit. It ignores Ctrl-C
and does not touch the terminal: everything else that is written to stdout or stderr is discarded.
"""

import ctypes
import json
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, Final

from ai.process.memory import MAX_PROCESS_MEGABYTES, OUT_OF_MEMORY_EXIT_CODE, limit_memory
from ai.process.pipe import DIES_WITH_STARTER, GAMES_FIELD
from engine.games import GAMES

# The beginnings of the first message from the main program, and of the message that asks for an answer now.
GAMES_MESSAGE: Final = json.dumps({GAMES_FIELD: {}}).encode()[:-3]
HURRY_FIELD: Final = "hurry"
PR_SET_PDEATHSIG: Final = 1  # of prctl
HURRY_MESSAGE: Final = json.dumps({HURRY_FIELD: 0}).encode()[:-2]


class PipeHost:
    """The pipes of this process. There is one in a process: it takes over stdin and stdout."""

    def __init__(self, memory_megabytes: int = MAX_PROCESS_MEGABYTES) -> None:
        """`memory_megabytes` limits the memory of this process beyond what it has now; 0 means no limit."""
        self.hurried_id: int | None = None  # the id of the latest request that must be answered now
        self._output: Final = _reserve_stdout()
        if os.environ.pop(DIES_WITH_STARTER, ""):
            _die_with_starter()
        self._inbox: Final[SimpleQueue[bytes]] = SimpleQueue()
        Thread(target=self._read_lines, args=(sys.stdin.buffer,), name="input", daemon=True).start()
        limit_memory(memory_megabytes)

    @property
    def has_message(self) -> bool:
        """Whether a message is waiting."""
        return not self._inbox.empty()

    def receive(self) -> bytes:
        """Wait for the next message, and return it undecoded. The message that lists the games is not returned: its games are
        registered here."""
        while (line := self._inbox.get()).startswith(GAMES_MESSAGE):
            GAMES.register_packed(json.loads(line)[GAMES_FIELD])
        return line

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message."""
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
    while True:
        try:
            host.send(handle_message(host.receive()))
        except MemoryError:
            os._exit(OUT_OF_MEMORY_EXIT_CODE)


def _die_with_starter() -> None:
    """Let the system kill this process when the thread that started it ends, even if this process is stopped and cannot notice
    the end of its input. Only Linux can."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)


def _reserve_stdout() -> IO[bytes]:
    """Reserve stdout for answers, discard everything else that is written to stdout or stderr, and ignore Ctrl-C from now on.
    Returns the stream for the answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    null_device = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null_device, 1)
    os.dup2(null_device, 2)
    return answers
