"""The pace of the opponents: each of their steps can be seen for a while before the next one follows."""

import asyncio
from contextlib import suppress
from time import monotonic
from typing import Final

REACTION: Final = (
    1.2  # seconds for which the table waits whether an opponent reacts: more than any level takes for a decision
)


class Pace:
    """`seconds` for each step; 0 is no pause at all. They think meanwhile, so a pause costs only what their thoughts left of
    it."""

    def __init__(self, seconds: float) -> None:
        self.seconds: Final = seconds
        self._until = 0.0
        self._waiting: asyncio.Event | None = None

    def stepped(self) -> None:
        """Something can be seen from now on."""
        self._until = monotonic() + self.seconds

    async def wait(self) -> None:
        """Until it was seen for long enough, or somebody hurries."""
        left = self._until - monotonic()
        if left > 0:
            self._waiting = asyncio.Event()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._waiting.wait(), left)
            self._waiting = None

    def hurry(self) -> None:
        """The pause that there is now is over."""
        if self._waiting is not None:
            self._waiting.set()
