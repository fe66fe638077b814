"""The footer of a screen: its keys, which can also be clicked."""

from collections.abc import Collection
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.events import MouseDown, MouseMove
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget


class FooterKey(NamedTuple):
    """A key as the footer shows it, and the columns that it takes."""

    key: str
    label: str
    description: str
    help_text: str
    is_enabled: bool
    columns: range


class KeyFooter(Widget):
    """The keys of the screen in one line, one for each action.

    Textual's footer mounts a widget for each key, and mounts all of them again when the keys change. These were more than half
    of the widgets that Vok mounted. Shortcuts whose ids are `named_elsewhere` are left out: the screen has buttons for them.
    """

    ALLOW_SELECT = False
    keys: reactive[tuple[FooterKey, ...]] = reactive(())
    hovered_key: reactive[FooterKey | None] = reactive(None)

    def __init__(self, named_elsewhere: Collection[str] = ()) -> None:
        super().__init__()
        self._named_elsewhere: Final = frozenset(named_elsewhere)

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._show_keys)

    def _show_keys(self, screen: Screen[object]) -> None:
        if not self.app.app_focus or not self.is_attached or screen is not self.screen:
            return
        keys: dict[str, FooterKey] = {}
        column = 0
        for _, binding, is_enabled, help_text in screen.active_bindings.values():
            if binding.show and binding.action not in keys and binding.id not in self._named_elsewhere:
                label, description = f" {self.app.get_key_display(binding)} ", f"{binding.description} "
                end = column + cell_len(label) + cell_len(description)
                columns = range(column, end)
                keys[binding.action] = FooterKey(binding.key, label, description, help_text, is_enabled, columns)
                column = end
        self.keys = tuple(keys.values())

    def render(self) -> Content:
        return Content.assemble(*(part for key in self.keys for part in self._styled_parts(key)))

    def _styled_parts(self, key: FooterKey) -> tuple[tuple[str, str], tuple[str, str]]:
        style = "" if key.is_enabled else "dim"
        if key == self.hovered_key:
            style += " on $block-hover-background"
        return (
            (key.label, f"bold $footer-key-foreground {style}"),
            (key.description, f"$footer-description-foreground {style}"),
        )

    def _key_at(self, column: int) -> FooterKey | None:
        return next((key for key in self.keys if column in key.columns), None)

    def watch_hovered_key(self) -> None:
        self.tooltip = self.hovered_key.help_text if self.hovered_key else None

    def on_mouse_move(self, event: MouseMove) -> None:
        self.hovered_key = self._key_at(event.x)

    def on_leave(self) -> None:
        self.hovered_key = None

    def on_mouse_down(self, event: MouseDown) -> None:
        key = self._key_at(event.x)
        if key is None:
            return
        if key.is_enabled:
            self.app.simulate_key(key.key)
        else:
            self.app.bell()
