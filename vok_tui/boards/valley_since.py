"""What the others did since your turn, a line a turn: enough to play on, the chronicle has the rest."""

from typing import Final

from vok_tui.panes.scene import Scene
from vok_tui.session import Told, Turn

QUIET: Final = frozenset({"drew", "shuffled", "discarded_hand", "looked", "kept", "crumbled"})
"""What the table shows well enough, or nobody needs to know to play on."""


def summary(scene: Scene, turn: Turn) -> str:
    """A turn of somebody else in one line: "Nefer buys Boat; entombs Urn."."""
    name = scene.names[turn.active]
    done = [_brief(told, turn, name) for told in turn.told if told.verb not in QUIET]
    return f"{name} {'; '.join(done) or 'plays nothing'}."


def _brief(told: Told, turn: Turn, name: str) -> str:
    """A sentence without its full stop, without the name that the line begins with, and without what was paid."""
    text = told.text.removesuffix(".")
    if told.verb == "bought":
        text = text.rsplit(" with ", 1)[0]
    return text.removeprefix(name + " ") if told.who == turn.active else text
