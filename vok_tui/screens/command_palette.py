"""The command palette: the shortcuts of the current screen, and the other screens."""

import inspect
import os
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any, Final

from textual import work
from textual.app import App, ComposeResult, SystemCommand
from textual.command import CommandList, CommandPalette
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.widgets import Input

from ai.process.limits import HOST_ENV, HOSTED_ENV
from vok_tui.boards.keymap import all_shortcuts
from vok_tui.coordinator.config import Config
from vok_tui.coordinator.settings import setting_rows
from vok_tui.screens.base import SizeGuardedScreen
from vok_tui.screens.widgets import KeyFooter, SafeOptionList
from vok_tui.terminal.theme import theme_names

SCREEN_COMMANDS: Final = (
    ("Continue", "continue the latest game that is not over", "app.go('continue')"),
    ("New game", "choose seats and opponents", "app.go('new')"),
    ("Daily game", "the game of the day, the same for everybody", "app.go('daily')"),
    ("Saved games", "the shelf of all games you began", "app.go('open')"),
    ("Statistics", "your finished games in numbers", "app.go('stats')"),
    ("Goals", "what you can reach, and how far you have come", "app.go('goals')"),
    ("Settings", "name, colours, pace, tips, warnings and the others", "app.go('settings')"),
    ("Cards", "read every card", "app.go('cards')"),
    ("Rules", "the rules, in short", "app.go('help')"),
    ("Keys", "all keys", "app.go('keys')"),
    ("Reading the table", "every sign, and what it means", "app.go('signs')"),
    ("Menu", "to the start screen; the game is on disk", "app.go('start')"),
    ("Theme", "other colours", "app.change_theme"),
    ("Save screen", "a picture (SVG) and a text of this screen, as files", "app.save_screen"),
)

MAX_SEARCH_CHARACTERS: Final = 60
GATHERING: Final = "--textual-command-palette-gather-commands"  # the name of the task that Textual cancels


class SafeCommandList(CommandList, SafeOptionList):
    """The list of the palette, with the fixes of `SafeOptionList`."""


class Palette(CommandPalette, SizeGuardedScreen):
    """Textual's palette, which can be closed and covered like all our screens."""

    def on_mount(self) -> None:
        """Limit the length of the search text, because the time of a search grows fast with it. The cursor does not blink."""
        field = self.query_one(Input)
        field.max_length, field.cursor_blink = MAX_SEARCH_CHARACTERS, False
        self.app.theme_changed_signal.subscribe(self, lambda _: self.take_on_new_theme())

    def decides(self, key: str) -> bool:
        """Enter chooses a command."""
        return key == "enter"

    def take_on_new_theme(self) -> None:
        """Style the palette again, which Textual leaves out, and list the commands again, which hold their old colours."""
        self.app.stylesheet.update(self)
        self._gather_commands(self.query_one(Input).value.strip())

    @work(exclusive=True, group=GATHERING)
    async def _gather_commands(self, search_value: str) -> None:
        """List the commands that match. A palette that was closed in the meantime lists nothing."""
        gather = inspect.unwrap(super()._gather_commands)
        with suppress(NoMatches):
            await gather(self, search_value)

    def compose(self) -> ComposeResult:
        for widget in super().compose():
            yield SafeCommandList() if type(widget) is CommandList else widget
        yield KeyFooter()


def palette_commands(app: App[Any], screen: Screen[Any], config: Config) -> Iterator[SystemCommand]:
    """The commands of the current screen, then those for other screens that it does not offer itself, and each setting with its
    value."""
    shortcuts = {shortcut.id: shortcut for group in all_shortcuts().values() for shortcut in group}
    offered: set[str] = set()
    for node, binding, enabled, _ in screen.active_bindings.values():
        shortcut = shortcuts.get(binding.id or "")
        if enabled and shortcut is not None and shortcut.label and shortcut.id not in offered:
            offered |= {shortcut.id, shortcut.label}
            yield SystemCommand(shortcut.label, shortcut.help_text, partial(app.run_action, shortcut.action, node))
    if host := os.environ.get(HOST_ENV):
        said = f"you play here as {os.environ.get(HOSTED_ENV, '')}; {host} lets you"
        yield SystemCommand("Host", said, partial(app.notify, said, title="Host"))
    for title, help_text, action in SCREEN_COMMANDS:
        if title not in offered:
            yield SystemCommand(title, help_text, partial(app.run_action, action))
    for row in setting_rows(theme_names()):
        title = f"Settings: {row.label}, {row.chosen(config).word}"
        yield SystemCommand(title, row.sentence, partial(app.run_action, f"app.go_to_setting('{row.name}')"))
