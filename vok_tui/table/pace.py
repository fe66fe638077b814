"""The pace of the opponents: each of their steps stays visible for a while."""

import asyncio
from contextlib import suppress
from time import monotonic
from typing import Final

REACTION_SECONDS: Final = 1.2  # the wait for possible reactions: longer than any level takes for a decision


class Pace:
    """A pause of `seconds` after each step; 0 means none. Opponents think during it, so `wait` only waits for the rest of it."""

    def __init__(self, seconds: float) -> None:
        self.seconds: Final = seconds
        self._until = 0.0
        self._hurried: asyncio.Event | None = None

    def begin_pause(self) -> None:
        """Begin the pause of a step that has just become visible."""
        self._until = monotonic() + self.seconds

    async def wait(self) -> None:
        """Wait until the pause is over, or `end_pause` is called."""
        seconds_left = self._until - monotonic()
        if seconds_left > 0:
            self._hurried = asyncio.Event()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurried.wait(), seconds_left)
            self._hurried = None

    def end_pause(self) -> None:
        """End the current pause, even if the opponent is still thinking."""
        self._until = 0.0
        if self._hurried is not None:
            self._hurried.set()
