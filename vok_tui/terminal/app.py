"""An app that bears with its terminal: keys typed ahead, windows beyond reason, output that nobody read for a while.

Whoever types fast is ahead of the screen. A key waits until the screen that it is meant for is there, and what is still on its
way to a screen that has been left is void.
"""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from textual import events, on
from textual._context import active_message_pump
from textual.actions import ActionParseResult
from textual.app import App
from textual.css.query import NoMatches
from textual.dom import DOMNode, NoScreen
from textual.message import Message
from textual.message_pump import MessagePump
from textual.theme import ThemeProvider
from textual.widget import AwaitMount

from vok_tui.command_palette import Palette
from vok_tui.terminal.driver import MAX_SIZE, NotSuspended, TerminalCaughtUp, WindowCropped

LOOK_SECONDS: Final = 0.005  # from one look for a screen to the next
NO_SHELL: Final = "No shell waits here that could bring the game back, so it goes on."


class TerminalApp(App[None], inherit_bindings=False):
    """An app that knows no game, only the terminal."""

    def tell(self, sentence: str) -> None:
        """Something the player should know, wherever they are."""
        self.notify(sentence, timeout=20, markup=False)

    # -- keys typed ahead

    async def on_event(self, event: events.Event) -> None:
        """What is typed waits until its screen is there. While the app ends, it is void.

        Between two keys the event loop has its turn: a signal must not wait for all that was typed ahead of it.
        """
        if isinstance(event, events.InputEvent | events.Paste):
            await asyncio.sleep(0)
            if self._exit:
                return
            if not event.is_forwarded:  # what is forwarded has been at the screen already
                await self._screen_to_be_there()
        await super().on_event(event)

    async def _dispatch_message(self, message: Message) -> None:
        """While the app ends, nothing is begun any more, however much is still to be done: a signal is obeyed soon."""
        if not self._exit or type(message).__module__.startswith("textual."):
            await super()._dispatch_message(message)

    async def run_action(
        self,
        action: "str | ActionParseResult",
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Carry out what a key is bound to, if what it is bound on is still there."""
        if default_namespace is not None and default_namespace is not self:
            await self._screen_to_be_there()
            try:
                if self._exit or default_namespace.screen not in self.screen_stack:
                    return False
            except NoScreen:
                return False
        return await super().run_action(action, default_namespace, namespaces)

    async def _screen_to_be_there(self) -> None:
        while self.screen_stack and not self.screen.is_mounted and not self._exit:
            await asyncio.sleep(LOOK_SECONDS)

    def push_screen(self, *args: Any, **options: Any) -> Any:
        """Show another screen; while the app ends, none, for it would never come and its caller would wait for ever."""
        return AwaitMount(self.screen, []) if self._exit else super().push_screen(*args, **options)

    # -- what breaks

    def _handle_exception(self, error: Exception) -> None:
        """What finds nothing of a screen that has been left, whether a callback, a watcher or a worker, is no fault."""
        if not (
            isinstance(getattr(error, "error", error), NoMatches) and self._has_left(active_message_pump.get(None))
        ):
            self.broken(error)

    def broken(self, error: Exception) -> None:
        """A fault of ours."""
        super()._handle_exception(error)

    def _has_left(self, node: MessagePump | None) -> bool:
        """Whether a node is of a screen that is not there any more."""
        try:
            return isinstance(node, DOMNode) and node is not self and node.screen not in self.screen_stack
        except NoScreen:
            return True

    # -- the palette

    def action_command_palette(self) -> None:
        """Open the palette, once."""
        if not any(isinstance(screen, Palette) for screen in self.screen_stack):
            self.push_screen(Palette())

    def search_themes(self) -> None:
        """Choose a theme as a command is chosen."""
        self.push_screen(Palette(providers=[ThemeProvider], placeholder="Search for themes…"))

    # -- the terminal

    @on(TerminalCaughtUp)
    def _show_all(self) -> None:
        """Nothing of what the terminal shows can be relied on."""
        self.refresh(layout=True)

    @on(WindowCropped)
    def _tell_cropped(self, message: WindowCropped) -> None:
        self.tell(
            f"This window has {message.size.width} columns and {message.size.height} lines: "
            f"no more than {MAX_SIZE.width} and {MAX_SIZE.height} are painted."
        )

    def action_suspend_process(self) -> None:
        """To the shell, if there is one that can bring the game back."""
        if self._driver is not None and self._driver.can_suspend:
            super().action_suspend_process()
        else:
            self._tell_not_suspended()

    @on(NotSuspended)
    def _tell_not_suspended(self) -> None:
        self.tell(NO_SHELL)
