"""An app that is robust against any terminal: keys typed ahead, huge windows, a terminal that stops reading for a while, and
signals that end the program, which restores the terminal first.

A player may type faster than screens change. A key waits until its screen is mounted. A message for a closed screen is dropped.
"""

import asyncio
import signal
from collections.abc import Callable, Mapping
from io import StringIO
from typing import Any, Final, Protocol, TypeVar, cast, runtime_checkable

from rich.console import Console, RenderableType
from textual import constants, events, on
from textual._context import active_message_pump
from textual.actions import ActionParseResult
from textual.app import App
from textual.css.query import NoMatches
from textual.dom import DOMNode, NoScreen
from textual.filter import Monochrome, NoColor
from textual.message import Message
from textual.message_pump import MessagePump
from textual.notifications import Notification
from textual.screen import Screen
from textual.widget import AwaitMount, Widget
from textual.widgets import Input

from vok_tui.shared.key_names import SAME_KEY
from vok_tui.terminal.driver import MAX_SIZE, FullRepaintNeeded, NotSuspended, PasteStalled, VokDriver, WindowCropped
from vok_tui.terminal.exact_updates import ExactPicture, ExactUpdate, ShownCells


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


Result = TypeVar("Result")
USUAL_KEYS: Final = SAME_KEY | {f"shift+{key}": key for key in ("backspace", "enter", "escape", "space")}
USUAL_CHARACTERS: Final = {"backspace": "\x7f", "enter": "\r", "escape": "\x1b", "space": " ", "tab": "\t"}
SLOW_SECONDS: Final = 0.25  # from a question to the terminal to its answer
LOW_BANDWIDTH_ENV: Final = {"TERM": "xterm-16color"}  # whose colours need the fewest bytes
SCREEN_POLL_SECONDS: Final = 0.005  # pause between two checks for a screen
NO_SHELL_NOTE: Final = "No shell here could bring the game back, so it is not suspended."
STALLED_NOTE: Final = "The end of a pasted text is missing, so no key is taken. Press Esc to drop that text."


def follow_no_color(app: App[Any], no_color: bool) -> None:
    """Let an app send colours or not, whatever the environment of this process says."""
    app.no_color = no_color
    app._filters = [each for each in app._filters if not isinstance(each, NoColor | Monochrome)]  # noqa: SLF001
    if no_color:
        app._filters.append(NoColor())  # noqa: SLF001


@runtime_checkable
class IgnoresTypedAhead(Protocol):
    """A screen that ignores clicks, and keys that decide something, that were pressed before it showed what they would answer."""

    def is_typed_ahead(self, pressed_at: float) -> bool:
        """Whether a key or click at this time (`Message.time`) was made before."""

    def decides(self, key: str) -> bool:
        """Whether a key of this name chooses what is shown, or changes what is stored."""


@runtime_checkable
class KeepsLinesFree(Protocol):
    """A screen that keeps lines free for notifications."""

    def repaint(self) -> None:
        """Paint everything."""


class SlowTerminal(Message):
    """The terminal is far away: its answers take longer than `SLOW_SECONDS`."""


class AskingScreen(Screen[Any]):
    """A screen that asks. Clicks, and keys that decide something, count only when the terminal has shown what it asks."""

    ticket: int | None = None  # of the fence behind the first picture of what is asked now
    _is_complete = False

    def on_mount(self) -> None:
        """Paint it once more: only now, after what a subclass does, all parts are there."""
        self._is_complete = True
        self.refresh()

    def ask_anew(self) -> None:
        """Something else is asked from now on. It is painted, even if nothing differs."""
        if self.ticket is not None:
            self.ticket = None
            self.refresh()

    @property
    def shows_question(self) -> bool:
        """Whether the picture that is being sent contains what is asked."""
        return self._is_complete

    def is_typed_ahead(self, pressed_at: float) -> bool:
        app = self.app
        if self.ticket is None:
            self.refresh()  # a key is never refused without a picture to follow, after which it counts
        return isinstance(app, TerminalApp) and app.is_early(self.ticket, pressed_at)

    def decides(self, key: str) -> bool:
        """All keys but Escape, which closes."""
        return key != "escape"


class TerminalApp(App[None], inherit_bindings=False):
    """An app that knows the terminal, but no game. `no_color`: it sends no colours. The environment of this process does not
    count: a session is shown on the terminals of others, and Textual would take even an empty NO_COLOR for a wish."""

    skipped_frames = 0
    low_bandwidth = False  # send as little as possible
    _skips_frames = False
    _must_fence = False  # after the next picture

    def __init__(self, *, no_color: bool = False, **options: Any) -> None:
        super().__init__(ansi_color=True if no_color else None, **options)
        follow_no_color(self, no_color)
        self._shown: Final = ShownCells()
        self._waiting_notices: Final[dict[Screen[Any], list[tuple[Notification, float]]]] = {}

    def notify_player(self, sentence: str, seconds: float = 20) -> None:
        """Show a notification, on any screen."""
        self.notify(sentence, timeout=seconds, markup=False)

    def notify(self, message: str, **options: Any) -> None:
        """Show a notification as Textual does. A sentence that is still visible is not shown a second time."""
        if all(notification.message != message for notification in self._notifications):
            super().notify(message, **options)
            if self.screen_stack and isinstance(self.screen, KeepsLinesFree):
                self.call_later(self.screen.repaint)  # when it is among the notifications

    def _let_notices_wait(self, screen: Screen[Any]) -> None:
        """Let the notifications wait until a screen closes that opens now: they must not hide what is read there."""
        if self._notifications:
            self._waiting_notices[screen] = [(notice, notice.time_left) for notice in self._notifications]
            self._notifications.clear()
            super()._refresh_notifications()

    def _refresh_notifications(self) -> None:
        """Show the notifications, and those that have waited for a screen that is closed now."""
        closed = [screen for screen in self._waiting_notices if screen not in self.screen_stack]
        for notice, seconds in [each for screen in closed for each in self._waiting_notices.pop(screen)]:
            options = {"title": notice.title, "severity": notice.severity, "markup": notice.markup}
            self.notify(notice.message, timeout=seconds, **options)
        super()._refresh_notifications()

    def clear_notifications(self) -> None:
        """Remove all notifications, also those that wait."""
        self._waiting_notices.clear()
        super().clear_notifications()

    @property
    def shows_notices(self) -> bool:
        """Whether a notification is visible."""
        return len(self._notifications) > 0

    # -- keys typed ahead

    async def on_event(self, event: events.Event) -> None:
        """Let typed keys wait until their screen is mounted. While the app ends, drop them.

        The event loop runs between two keys, so a signal does not have to wait for all keys that were typed before it.
        """
        if isinstance(event, events.Resize):
            self._shown.forget()  # the terminal may have moved its lines
        if isinstance(event, events.InputEvent | events.Paste):
            await asyncio.sleep(0)
            if self._exit:
                return
            if not event.is_forwarded:  # a forwarded event has been handled by the screen already
                await self._wait_for_screen()
                if isinstance(event, events.Key):
                    event = self._usual_key(event)
                if self._answers_too_early(event):
                    return
                if isinstance(event, events.Key) and not isinstance(self.focused, Input):
                    event = self.key_of_layout(event)
        await super().on_event(event)

    def _usual_key(self, event: events.Key) -> events.Key:
        """A key that old terminals cannot tell from another one is that other key, unless a binding names it."""
        usual = USUAL_KEYS.get(event.key)
        if usual is None or event.key in self.screen.active_bindings:
            return event
        key = events.Key(usual, USUAL_CHARACTERS.get(usual))
        key.time = event.time
        return key

    def key_of_layout(self, event: events.Key) -> events.Key:
        """The key that a key means which is not typed into a text; by default itself."""
        return event

    def ask_fence(self) -> int | None:
        """Ask the terminal to tell when it shows what is painted now. Returns a ticket for `is_early`; None if that is not known
        yet: a terminal that does not answer must first have taken everything."""
        driver = self._driver
        if not isinstance(driver, VokDriver):
            return 0
        if self._skips_frames or (driver.fence.is_silent and not driver.has_no_pending_io):
            return None
        if driver.terminal.remote and not self.low_bandwidth and driver.fence.round_trip_seconds > SLOW_SECONDS:
            self.post_message(SlowTerminal())
        return driver.fence.ask(self._previous_cursor_position)

    def is_early(self, ticket: int | None, pressed_at: float) -> bool:
        """Whether a key or click at this time (`Message.time`) was made before the terminal had shown what the ticket is for."""
        if not isinstance(self._driver, VokDriver):
            return False
        return ticket is None or pressed_at <= self._driver.fence.shown_at(ticket)

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Send a picture, and put the fence behind the first one of a question or of another terminal."""
        if self._skips_frames:
            self.skipped_frames += 1
            return
        if isinstance(renderable, ExactUpdate | ExactPicture):
            renderable.shown, renderable.width = self._shown, self.size.width
        elif renderable is not None:
            self._shown.forget()
        super()._display(screen, renderable)
        if renderable is None or self._batch_count or not isinstance(self._driver, VokDriver):
            return
        is_new_question = isinstance(screen, AskingScreen) and screen.ticket is None and screen.shows_question
        if is_new_question or self._must_fence:
            ticket = self._driver.fence.ask(self._previous_cursor_position)
            self._must_fence = False
            if is_new_question:
                cast(AskingScreen, screen).ticket = ticket

    def _answers_too_early(self, event: events.Event) -> bool:
        """Whether the screen ignores a click or a key as typed ahead. It must be asked here, because the click that Textual makes
        from the release of a button does not have its time."""
        screen = self.screen
        if not isinstance(screen, IgnoresTypedAhead) or not screen.is_typed_ahead(event.time):
            return False
        if isinstance(event, events.Key):
            return screen.decides(event.key)
        return isinstance(event, events.MouseDown | events.MouseUp)

    def _begin_update(self) -> None:
        if not self.low_bandwidth:
            super()._begin_update()

    def _end_update(self) -> None:
        if not self.low_bandwidth:
            super()._end_update()

    async def _dispatch_message(self, message: Message) -> None:
        """Handle a message. While the app ends, drop our own messages, so that a signal is handled soon."""
        if not self._exit or type(message).__module__.startswith("textual."):
            await super()._dispatch_message(message)

    async def run_action(
        self,
        action: "str | ActionParseResult",
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Carry out the action of a key, if the screen with its binding is still open."""
        if default_namespace is not None and default_namespace is not self:
            await self._wait_for_screen()
            try:
                if self._exit or default_namespace.screen not in self.screen_stack:
                    return False
            except NoScreen:
                return False
        return await super().run_action(action, default_namespace, namespaces)

    async def _wait_for_screen(self) -> None:
        while self.screen_stack and not self.screen.is_mounted and not self._exit:
            await asyncio.sleep(SCREEN_POLL_SECONDS)

    def push_screen(self, screen: Any, *args: Any, **options: Any) -> Any:
        """Show another screen. While the app ends, do nothing: the screen would never appear, and the caller would wait."""
        if self._exit:
            return AwaitMount(self.screen, [])
        self._let_notices_wait(screen)
        return super().push_screen(screen, *args, **options)

    # -- errors

    def _handle_exception(self, error: Exception) -> None:
        """Ignore errors of callbacks, watchers and workers that belong to a closed screen."""
        if not (
            isinstance(getattr(error, "error", error), NoMatches)
            and self._is_on_closed_screen(active_message_pump.get(None))
        ):
            self.handle_crash(error)

    def handle_crash(self, error: Exception) -> None:
        """Handle an internal error."""
        super()._handle_exception(error)

    def _is_on_closed_screen(self, node: MessagePump | None) -> bool:
        """Whether a node is on a screen that was closed, or is being closed while it opens."""
        try:
            if not isinstance(node, DOMNode) or node is self:
                return False
            screen = node.screen
            is_closing = screen._closing or screen._pruning  # noqa: SLF001  there is no public way to ask
            return is_closing or screen not in self.screen_stack
        except NoScreen:
            return True

    # -- the terminal

    @on(FullRepaintNeeded)
    def repaint_all(self) -> None:
        """Paint everything, because the contents of the terminal are unknown."""
        self._shown.forget()
        self._must_fence = True
        self.refresh(layout=True)

    def skip_frames(self) -> None:
        """Paint nothing until `paint_now`. `skipped_frames` counts."""
        self._skips_frames, self.skipped_frames = True, 0

    def action_redraw(self) -> None:
        """Paint everything anew. Only the player knows that another program has written on the terminal."""
        self.repaint_all()

    def paint_now(self) -> None:
        """Send the picture as it is to a terminal that shows nothing, without computing anything again."""
        self._skips_frames = False
        if self.screen_stack and self.screen.is_mounted:
            self._shown.forget()
            self._must_fence = True
            screen = self.screen
            picture = screen._compositor.render_update(full=True, screen_stack=self._background_screens)  # noqa: SLF001
            self._display(screen, picture)

    def lay_out_again(self) -> None:
        """Let all screens paint again what they paint for a size, because the terminal shows other things."""
        for screen in self.screen_stack:
            for widget in (screen, *screen.walk_children(Widget)):
                size = self.size if widget is screen else widget.size
                widget.post_message(events.Resize(size, size))

    def adapt_colors(self, env: Mapping[str, str], theme_name: str, *, no_color: bool) -> bool:
        """Use the colours that a terminal with this environment has, in this theme. Returns whether nothing changes."""
        console = Console(
            color_system=cast(Any, constants.COLOR_SYSTEM), force_terminal=True, file=StringIO(), _environ=env
        )
        system = console._color_system  # noqa: SLF001  there is no public way
        before = (self.console._color_system, self.no_color, self.theme)  # noqa: SLF001
        self._sync_available = False  # until the terminal says that it can
        self.supports_smooth_scrolling = False
        if before == (system, no_color, theme_name):
            return True
        self.console._color_system = system  # noqa: SLF001
        follow_no_color(self, no_color)
        self.set_reactive(App.ansi_color, True if no_color else None)
        # Without the watcher, which would announce a theme that the player has chosen.
        self.set_reactive(App.theme, theme_name)
        self.stylesheet.set_variables(self.get_css_variables())
        self._refresh_truecolor_filter(self.ansi_theme)
        if self.is_running:
            dark = self.current_theme.dark
            names = {name: False for name in self.classes if name.startswith("-theme-")}
            self.update_classes(
                {**names, f"-theme-{theme_name}": True, "-dark-mode": dark, "-light-mode": not dark}, update=False
            )
            self._invalidate_css()
            self.refresh_css(animate=False)
        return False

    def in_app(self, call: Callable[[], Result]) -> Result:
        """Call a function that uses screens and widgets. What is not called by Textual needs this."""
        with self._context():
            return call()

    @property
    def waiting_messages(self) -> int:
        """How many messages wait to be handled: by the app, by its screen, and by the field of it that has the focus."""
        screens = self.screen_stack[-1:]
        focused = [screen.focused for screen in screens if screen.focused is not None]
        return sum([pump.message_queue_size for pump in (self, *screens, *focused)])

    @on(WindowCropped)
    def _notify_cropped(self, message: WindowCropped) -> None:
        self.notify_player(
            f"This window has {message.size.width} columns and {message.size.height} lines: "
            f"only {MAX_SIZE.width} and {MAX_SIZE.height} of them are painted."
        )

    @on(PasteStalled)
    def _notify_stalled(self) -> None:
        self.notify_player(STALLED_NOTE)

    def action_suspend_process(self) -> None:
        """Suspend the game, if there is a shell that can continue it."""
        if isinstance(self._driver, VokDriver) and self._driver.can_suspend:
            self._driver.suspend(super().action_suspend_process)
        else:
            self._notify_not_suspended()

    @on(NotSuspended)
    def _notify_not_suspended(self) -> None:
        self.notify_player(NO_SHELL_NOTE)
