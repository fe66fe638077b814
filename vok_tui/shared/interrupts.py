"""Ctrl-C in a process without a screen: KeyboardInterrupt, but never inside compiled code.

Python lets the handler of a signal run, and raise, in the middle of any computation, even the product of two large integers.
Compiled code takes an error there for a lack of memory and aborts the process. So the handler raises nothing. The next line of
Python code raises the exception; if the process waits, and no line comes, the handler of a timer raises it.
"""

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final, NoReturn

from vok_tui.shared.errors import with_origins

CHECK_SECONDS: Final = 0.05
IDLE_CHECKS: Final = 6  # in a row without processor time, until the process counts as waiting
IDLE_SHARE: Final = 0.05  # of a pause, in processor time: less means waiting


class Interrupts:
    """Turns SIGINT into KeyboardInterrupt at the next safe place. There is one in a process; it uses the timer of SIGALRM."""

    def __init__(self) -> None:
        self._idle_checks = 0
        self._cpu_seconds = 0.0

    def install(self) -> None:
        """Handle SIGINT from now on, unless this process ignores it. Only the main thread may call this."""
        if signal.getsignal(signal.SIGINT) in (signal.default_int_handler, signal.SIG_DFL):
            signal.signal(signal.SIGINT, self.handle)

    def handle(self, _number: int, frame: FrameType | None) -> None:
        """Let the next line of Python code raise KeyboardInterrupt."""
        self._idle_checks, self._cpu_seconds = 0, time.thread_time()
        while frame is not None:
            frame.f_trace = self._raise_here
            frame = frame.f_back
        signal.signal(signal.SIGALRM, self._check_whether_waiting)
        signal.setitimer(signal.ITIMER_REAL, CHECK_SECONDS)
        sys.settrace(self._raise_here)  # last: it concerns all that is called from now on

    def _raise_here(self, frame: FrameType, _event: str, _argument: object) -> None:
        """Raise KeyboardInterrupt, but not in these handlers, which may have been called within a computation."""
        if frame.f_code.co_filename != __file__:
            self._raise()

    def _raise(self) -> NoReturn:
        sys.settrace(None)
        signal.setitimer(signal.ITIMER_REAL, 0)
        raise KeyboardInterrupt

    def _check_whether_waiting(self, _number: int, _frame: FrameType | None) -> None:
        """Raise KeyboardInterrupt if the process only waits; then no computation can be interrupted."""
        now = time.thread_time()
        is_idle = now - self._cpu_seconds < CHECK_SECONDS * IDLE_SHARE
        self._idle_checks, self._cpu_seconds = self._idle_checks + 1 if is_idle else 0, now
        if self._idle_checks >= IDLE_CHECKS:
            self._raise()
        signal.setitimer(signal.ITIMER_REAL, CHECK_SECONDS)


@contextmanager
def interrupts_heard_by(function: Callable[[], object]) -> Iterator[None]:
    """While this is open, Ctrl-C calls a function in the event loop that runs, where there are signals for it."""
    from asyncio import get_running_loop  # slow to load for commands that need none

    before, loop = signal.getsignal(signal.SIGINT), get_running_loop()
    is_heard = False
    with suppress(NotImplementedError, RuntimeError, ValueError):  # Windows, or not the main thread
        loop.add_signal_handler(signal.SIGINT, function)
        is_heard = True
    try:
        yield
    finally:
        if is_heard:
            loop.remove_signal_handler(signal.SIGINT)
            signal.signal(signal.SIGINT, before)


def was_interrupted(error: BaseException) -> bool:
    """Whether Ctrl-C is the origin of an error. Python makes another error of it where a class is being made."""
    return any(isinstance(origin, KeyboardInterrupt) for origin in with_origins(error))
