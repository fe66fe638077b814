"""How a screen is left, and resized, when keys and sizes come faster than screens.

A message may reach a screen that another one covers by now, or that has been left, alone or with the whole app, and finds
nothing of itself. Neither is a fault, and neither may touch the screen that has come in its place.
"""

import asyncio
from typing import Any

from textual.await_complete import AwaitComplete
from textual.css.query import NoMatches
from textual.errors import NoWidget
from textual.events import InputEvent, Resize
from textual.message import Message
from textual.screen import Screen


class LeavingScreen(Screen[Any]):
    """A screen that can be left once, and only while it is on top."""

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Leave the screen with a result; nothing happens if another screen is on top."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    async def _dispatch_message(self, message: Message) -> None:
        # Each layout sends the screen a Resize. If an earlier size were laid out again, two sizes would call each other for ever.
        if isinstance(message, Resize) and message.size != self.app.size:
            return
        if isinstance(message, InputEvent):
            await asyncio.sleep(0)  # a signal comes first, however many keys are waiting here, and then they are void
            if not self.is_attached:
                return
        try:
            await super()._dispatch_message(message)
        except NoWidget:
            pass  # a click beside all that is shown
        except NoMatches:
            if self in self.app.screen_stack and self.is_attached:
                raise
