"""The pace of the opponents: each of their steps stays visible for a while."""

import asyncio
from contextlib import suppress
from time import monotonic
from typing import Final

REACTION_SECONDS: Final = (
    1.2  # seconds for which the table waits whether an opponent reacts: more than any level takes for a decision
)


class Pace:
    """`seconds` for each step; 0 means no pause. Opponents think during the pause, so only the rest of it is waited."""

    def __init__(self, seconds: float) -> None:
        self.seconds: Final = seconds
        self._until = 0.0
        self._hurried: asyncio.Event | None = None

    def begin_pause(self) -> None:
        """A new step is visible from now on."""
        self._until = monotonic() + self.seconds

    async def wait(self) -> None:
        """Wait until the pause is over, or `end_pause` is called."""
        left = self._until - monotonic()
        if left > 0:
            self._hurried = asyncio.Event()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurried.wait(), left)
            self._hurried = None

    def end_pause(self) -> None:
        """End the current pause, also while the opponent still thinks."""
        self._until = 0.0
        if self._hurried is not None:
            self._hurried.set()
