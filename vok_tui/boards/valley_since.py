"""What the others did since your turn, in short: enough to play on, the chronicle has the rest. What counts comes first, for
the end is what is cut off where there is no room."""

from collections import Counter
from itertools import groupby
from typing import Final

from vok_tui.panes.scene import Scene
from vok_tui.session import Told, Turn

QUIET: Final = frozenset({"drew", "shuffled", "discarded_hand", "looked", "kept", "crumbled", "spared", "chose"})
"""What the table shows well enough, or nobody needs to know to play on."""
GONE: Final = frozenset(
    {
        "sacrificed",
        "snatched",
        "sailed",
        "took",
        "took_from_stock",
        "took_from_boneyard",
        "gave",
        "plundered",
        "pulled",
        "put_away",
    }
)
REACTED: Final = frozenset({"snatched", "sailed"})
"""What cards in a hand did in the turn of another, because their owner wanted it."""
JOINED: Final = frozenset({"bought", "entombed", "executed", "sacrificed", "took", "discarded"})
"""What is said with a verb and a card, and so is said once of several: "buys Boat, Urn"."""


def summary(scene: Scene, turn: Turn) -> str:
    """A turn of somebody else in one line: "Nefer buys Boat; entombs Urn; you sacrifice Shabti."."""
    viewer, name = scene.view.viewer, scene.names[turn.active] + " "
    loud = sorted((told for told in turn.told if told.verb not in QUIET), key=lambda told: weight(told, viewer))
    done: list[str] = []
    subject = ""
    for lead, group in groupby(loud, key=lambda told: _lead(told, name)):
        whats = Counter(_brief(told).removeprefix(lead) for told in group)
        text = lead + ", ".join(f"{n} {what}" if n > 1 else what for what, n in whats.items())
        same, subject = subject == name, name if text.startswith(name) else ""
        done.append(text.removeprefix(name) if same and subject else text)
    line = "; ".join(done) or name + "plays nothing"
    return ("Y" + line[1:] if line.startswith(("you ", "your ")) else line) + "."


def in_short(told: Told) -> str:
    """A sentence of the chronicle for a narrow column: without what was paid, which cards were left in hand, and where the
    discard pile went."""
    behind = {"bought": " with ", "discarded_hand": ":", "shuffled": " into "}.get(told.verb)
    return told.text.removesuffix(".").rsplit(behind, 1)[0] + "." if behind else told.text


def weight(told: Told, viewer: int) -> int:
    """How late a sentence may come: purchases and the tomb, what hit the viewer, what was lost or changed hands, the rest, and
    actions last, which mostly have told of themselves by what they did. A card of the viewer's that answered has hit nobody:
    it comes behind what it answered."""
    if (told.who == viewer and told.verb not in REACTED) or " your " in told.text:
        return 2
    known = {"bought": 0, "entombed": 1, "executed": 5}
    return known.get(told.verb, 3 if told.verb in GONE else 4)


def _lead(told: Told, name: str) -> str:
    """What a sentence has in common with others that are said along with it: "Nefer buys "; of the rest all of it."""
    text = _brief(told)
    if told.verb not in JOINED or not text.startswith(name):
        return text
    return name + text.removeprefix(name).partition(" ")[0] + " "


def _brief(told: Told) -> str:
    """A sentence for the middle of a line: without its full stop, and without what was paid."""
    text = told.text.removesuffix(".")
    if told.verb == "bought":
        text = text.rsplit(" with ", 1)[0]
    return "y" + text[1:] if text.startswith(("You ", "Your ")) else text
