"""A short summary of the others' turns since yours. The most important comes first, because the end is cut off if there is no
room; the story has the rest."""

from collections import Counter
from itertools import groupby
from typing import Final

from vok_tui.game.story import Sentence, StoryChapter
from vok_tui.panes.scene import Scene

QUIET_VERBS: Final = frozenset({"drew", "shuffled", "discarded_hand", "looked", "kept", "crumbled", "spared", "chose"})
"""Events that the table shows anyway, or that are not important."""
LOST_VERBS: Final = frozenset(
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
REACTION_VERBS: Final = frozenset({"snatched", "sailed"})
"""Reactions: actions in the turn of another player."""
JOINED_VERBS: Final = frozenset({"bought", "entombed", "executed", "sacrificed", "took", "discarded"})
"""Verbs whose cards are listed together: "buys Boat, Urn"."""


def turn_summary(scene: Scene, turn: StoryChapter) -> str:
    """The turn of another player in one line: "Nefer buys Boat; entombs Urn; you sacrifice Shabti."."""
    viewer, name = scene.view.viewer, scene.names[turn.chapter.seat] + " "
    told_sentences = sorted(
        (sentence for sentence in turn.sentences if sentence.verb not in QUIET_VERBS),
        key=lambda sentence: weight(sentence, viewer),
    )
    done: list[str] = []
    subject = ""
    for lead, group in groupby(told_sentences, key=lambda sentence: _lead(sentence, name)):
        whats = Counter(_brief_text(sentence).removeprefix(lead) for sentence in group)
        text = lead + ", ".join(f"{n} {what}" if n > 1 else what for what, n in whats.items())
        same, subject = subject == name, name if text.startswith(name) else ""
        done.append(text.removeprefix(name) if same and subject else text)
    line = "; ".join(done) or name + "plays nothing"
    return ("Y" + line[1:] if line.startswith(("you ", "your ")) else line) + "."


def short_text(sentence: Sentence) -> str:
    """A sentence of the story for a narrow column: without payments, discarded hands, and shuffled piles."""
    behind = {"bought": " with ", "discarded_hand": ":", "shuffled": " into "}.get(sentence.verb)
    return sentence.text.removesuffix(".").rsplit(behind, 1)[0] + "." if behind else sentence.text


def weight(sentence: Sentence, viewer: int) -> int:
    """The sort key of a sentence: purchases and the tomb, what affected the viewer, losses, the rest, and executed actions last,
    because their effects are listed already. A reaction of the viewer comes after what it reacted to."""
    if (sentence.seat == viewer and sentence.verb not in REACTION_VERBS) or " your " in sentence.text:
        return 2
    known = {"bought": 0, "entombed": 1, "executed": 5}
    return known.get(sentence.verb, 3 if sentence.verb in LOST_VERBS else 4)


def _lead(sentence: Sentence, name: str) -> str:
    """The common start of sentences that are joined: "Nefer buys "; for other sentences the whole text."""
    text = _brief_text(sentence)
    if sentence.verb not in JOINED_VERBS or not text.startswith(name):
        return text
    return name + text.removeprefix(name).partition(" ")[0] + " "


def _brief_text(sentence: Sentence) -> str:
    """A sentence for the middle of a line: without the full stop and without the payment."""
    text = sentence.text.removesuffix(".")
    if sentence.verb == "bought":
        text = text.rsplit(" with ", 1)[0]
    return "y" + text[1:] if text.startswith(("You ", "Your ")) else text
