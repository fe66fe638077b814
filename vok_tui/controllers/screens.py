"""What a controller may do with the app: show and close screens, and notify the player."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from textual.screen import Screen


class Screens(Protocol):
    """The screens of the app. The methods without a docstring are those of the class App of Textual."""

    @property
    def screen(self) -> Screen[Any]: ...

    @property
    def screen_stack(self) -> Sequence[Screen[Any]]: ...

    def push_screen(self, screen: Screen[Any], callback: Callable[[Any], None] | None = None, /) -> object: ...

    def pop_screen(self) -> object: ...

    def switch_screen(self, screen: Screen[Any], /) -> object: ...

    def clear_notifications(self) -> None: ...

    def call_later(self, callback: Callable[..., None], *arguments: Any) -> bool: ...

    def show_only(self, screen: Screen[None]) -> None:
        """Close all other screens and show this one."""

    def action_go(self, name: str) -> None:
        """Go to another screen, by its name: "start", "open" and others."""

    def notify_player(self, sentence: str, seconds: float = ...) -> None:
        """Show a notification, on any screen, for a number of seconds."""
