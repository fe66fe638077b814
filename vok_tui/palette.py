"""The commands that the palette finds: whatever the screen offers now under a name, and the ways to the other screens."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from textual.app import App, SystemCommand
from textual.screen import Screen

from vok_tui.keys import KEYS

WAYS: Final = (
    ("Continue", "go on with the latest game that is not over", "app.go('continue')"),
    ("New game", "choose seats and opponents", "app.go('new')"),
    ("Saved games", "the shelf of all games you began", "app.go('open')"),
    ("Cards", "read every card", "app.go('cards')"),
    ("Rules", "the rules, in short", "app.go('help')"),
    ("Keys", "every key there is", "app.go('keys')"),
    ("Menu", "to the start screen; the game is on disk", "app.go('start')"),
    ("Theme", "other colours", "app.change_theme"),
)


def commands(app: App[Any], screen: Screen[Any]) -> Iterator[SystemCommand]:
    """First what the screen itself can do, then the ways that it does not offer itself."""
    keys = {key.id: key for place in KEYS.values() for key in place}
    told: set[str] = set()
    for node, binding, enabled, _ in screen.active_bindings.values():
        key = keys.get(binding.id or "")
        if enabled and key is not None and key.label and key.id not in told:
            told |= {key.id, key.label}
            yield SystemCommand(key.label, key.does, partial(app.run_action, key.action, node))
    for title, does, action in WAYS:
        if title not in told:
            yield SystemCommand(title, does, partial(app.run_action, action))
