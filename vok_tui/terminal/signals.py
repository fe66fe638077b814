"""Signals that end the program: the terminal is restored first."""

import asyncio
import signal
from collections.abc import Callable, Mapping


def handle_signals(exit_with: Callable[[int], None], exit_codes: Mapping[signal.Signals, int]) -> None:
    """When a signal arrives, call `exit_with` with its code. Must be called while the event loop runs.

    The handlers are those of the module `signal`. Those of asyncio lose a signal while hundreds of keys are waiting, because both
    wake the loop through the same pipe, which may be full.
    """
    loop = asyncio.get_running_loop()
    earlier = {number: signal.getsignal(number) for number in exit_codes}

    def handle(number: int, _: object) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(exit_with, exit_codes[signal.Signals(number)])
        else:  # the app has ended: act as before it
            signal.signal(number, earlier[signal.Signals(number)])
            signal.raise_signal(number)

    for number in exit_codes:
        signal.signal(number, handle)
