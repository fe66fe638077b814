"""A screen that can be closed and resized safely, even if keys and resizes arrive faster than screens can change.

A message may reach a screen that is covered by another one, or that was closed. This is not an error, and the message must not
affect the screen that is shown instead.
"""

import asyncio
from typing import Any

from textual.await_complete import AwaitComplete
from textual.css.query import NoMatches
from textual.errors import NoWidget
from textual.events import InputEvent, Resize
from textual.message import Message
from textual.screen import Screen


class SafeClosingScreen(Screen[Any]):
    """A screen that can be closed once, and only while it is on top."""

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Close the screen with a result. Does nothing if another screen is on top."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def _compositor_refresh(self) -> None:
        """Paint what has changed. If another screen covers this one, that screen paints it.

        Textual would also ask the covered screen to repaint itself, which changes it again, so that both would repaint for ever.
        """
        super()._compositor_refresh()
        if self is not self.app.screen:
            self._repaint_required = False

    async def _dispatch_message(self, message: Message) -> None:
        # Each layout sends the screen a Resize. Laying out an outdated size would make two sizes alternate for ever.
        if isinstance(message, Resize) and message.size != self.app.size:
            return
        if isinstance(message, InputEvent):
            # Lets a signal be handled first, even if many keys are waiting; they are then dropped.
            await asyncio.sleep(0)
            if not self.is_attached:
                return
        try:
            await super()._dispatch_message(message)
        except NoWidget:
            pass  # a click outside of all widgets
        except NoMatches:
            if self in self.app.screen_stack and self.is_attached:
                raise
