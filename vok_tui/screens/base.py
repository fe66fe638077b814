"""The base of all full screens: a note covers a terminal that is too small, and a screen closes only while it is on top.

A message may reach a screen that is covered by another one, or that was closed. This is not an error, and the message must not
affect the screen that is shown instead.

Textual repaints the whole screen when the focus changes (about 15 kB); these screens repaint only what changed, to the cell
(`vok_tui.terminal.exact_updates`). If the terminal is too small, a note covers them.
"""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.css.query import NoMatches
from textual.errors import NoWidget
from textual.events import InputEvent, Resize, ScreenResume
from textual.message import Message
from textual.reactive import Reactive
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from vok_tui.boards.keymap import with_keys
from vok_tui.painting.surface import GridSurface
from vok_tui.shared.detection import MIN_TERMINAL_SIZE
from vok_tui.shared.key_names import key_label
from vok_tui.shared.shortcuts import DECISIONS, EVERYWHERE, SHORTCUTS, bindings_of

if TYPE_CHECKING:
    from vok_tui.game.analysis_job import AnalysisJob
from vok_tui.terminal.app import AskingScreen
from vok_tui.terminal.exact_updates import ExactCompositor


class SafeClosingScreen(Screen[Any]):
    """A screen that can be closed once, and only while it is on top."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._compositor = ExactCompositor()
        self._was_shown = False

    class ResultArrived(Message, bubble=False):
        """A thread has a result, which `show` shows."""

        def __init__(self, show: Callable[[], None]) -> None:
            super().__init__()
            self.show: Final = show

    def show_from_thread(self, show: Callable[..., None], *result: Any) -> None:
        """Let the screen call `show` with a result; may be called in any thread. Nothing happens if the screen closes or the
        program ends first."""
        self.post_message(self.ResultArrived(partial(show, *result)))

    def on_safe_closing_screen_result_arrived(self, message: ResultArrived) -> None:
        message.show()

    def _on_screen_resume(self, event: ScreenResume) -> None:
        """Leave the widgets of a new screen as they are: they were styled when they were mounted. Textual styles all again."""
        if not self._was_shown:
            self._was_shown, event.refresh_styles = True, False
            self.app.stylesheet.apply(self)

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


def is_too_small(columns: int, lines: int) -> bool:
    """Whether the terminal is too small."""
    return columns < MIN_TERMINAL_SIZE[0] or lines < MIN_TERMINAL_SIZE[1]


class TooSmallScreen(SafeClosingScreen, ModalScreen[None]):
    """Shows the actual and the required size, and how to leave. It closes itself, and blocks all other keys until then."""

    BINDINGS = bindings_of(shortcut for shortcut in SHORTCUTS[EVERYWHERE] if shortcut.id == "leave")

    def compose(self) -> ComposeResult:
        yield Static("", id="small", markup=False)

    def on_mount(self) -> None:
        self._update_text()

    def on_resize(self) -> None:
        self._update_text()

    def on_screen_resume(self) -> None:
        self._update_text()

    def _update_text(self) -> None:
        columns, lines = self.app.size
        if is_too_small(columns, lines):
            min_columns, min_lines = MIN_TERMINAL_SIZE
            self.query_one("#small", Static).update(
                f"Vok needs {min_columns} columns and {min_lines} lines, but this window has {columns} and {lines}: "
                f"please enlarge the window. Your game waits; {self._leave_key()} leaves."
            )
        else:
            self.dismiss()

    def _leave_key(self) -> str:
        """The shortest of the current keys that leave the program."""
        keys = [key_label(key) for key, active in self.active_bindings.items() if active.binding.id == "leave"]
        return min(keys, key=len)


WIDE_COLUMNS: Final = 110  # screens at least this wide use wider styles


class SizeGuardedScreen(SafeClosingScreen, AskingScreen):
    """A screen that is covered by a note while the terminal is too small."""

    def on_resize(self) -> None:
        self._check_size()

    def on_screen_resume(self) -> None:
        self._check_size()
        self.ask_anew()  # a key for the screen that covered this one is not for this one

    @property
    def shows_question(self) -> bool:
        surfaces = [child for child in self.children if isinstance(child, GridSurface)]
        return super().shows_question and all(surface.has_rendered_latest_grid for surface in surfaces)

    def decides(self, key: str) -> bool:
        """The keys of the shortcuts that decide something. What is typed into a text only changes the text."""
        active = self.active_bindings.get(key)
        if active is None or not (active.binding.id in DECISIONS or active.binding.action == "select"):  # of a list
            return False
        return active.binding.priority or not isinstance(self.focused, Input)

    def action_move_focus(self, step: int) -> None:
        """Focus the next button or field, or the one before."""
        if step > 0:
            self.focus_next()
        else:
            self.focus_previous()

    def action_back(self) -> None:
        self.dismiss()

    def _check_size(self) -> None:
        if self.is_active and is_too_small(*self.app.size):
            self.app.push_screen(TooSmallScreen())


class BaseScreen(SizeGuardedScreen):
    """The base class of all full screens. It has the CSS class `-wide` if it has at least `WIDE_COLUMNS` columns, and `-tall`
    if it has at least 34 lines."""

    KEYS_SECTION: ClassVar[str] = ""  # the section of the help with the keys of this screen
    KEPT_AS: ClassVar[str] = ""  # the name of its `kept_view` in the place of a session; "" if it has none
    AUTO_FOCUS = None
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE_COLUMNS, "-wide")]  # noqa: RUF012  as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-short"), (34, "-tall")]  # noqa: RUF012  as Textual declares it
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)

    def on_compose(self) -> None:
        """Set the classes that depend on the size before the widgets are mounted. Textual sets them after its first layout, and
        styles all widgets again if they have changed."""
        width, height = self.app.size
        by_width = self._get_breakpoint_classes(width, self.HORIZONTAL_BREAKPOINTS)
        by_height = self._get_breakpoint_classes(height, self.VERTICAL_BREAKPOINTS)
        self.add_class(*by_width, *by_height, update=False)

    def with_keys(self, text: str) -> str:
        """A text in which {undo} stands for the current key of the shortcut "undo"."""
        return with_keys(text, getattr(self.app, "keys_changed", {}))

    @property
    def game_shown(self) -> str:
        """The name of the game that is chosen or marked on this screen; "" if it is about no game, or about the open one."""
        return ""

    def takes_refusal(self, sentence: str) -> bool:
        """Say on this screen why something is not done. False if that needs a notification."""
        del sentence
        return False

    def show_analysis(self, job: "AnalysisJob") -> None:
        """Show what has changed in an analysis, if this screen shows any of its game."""

    def kept_view(self) -> dict[str, Any]:
        """What a later session needs, besides the game, to show the same: JSON values."""
        return {}

    def restore_view(self, view: Mapping[str, Any]) -> None:
        """Show what `kept_view` said. Any other values change nothing."""
