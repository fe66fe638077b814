"""What a session tells the screen: the legal actions in words, and the story turn by turn."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.action import Action
from engine.core.match import Match


@dataclass(frozen=True)
class Choice:
    """A legal action and its text."""

    action: Action
    text: str


@dataclass(frozen=True)
class Sentence:
    """A sentence of the story: what a player did on the step to `node`. `verb` is that of the event."""

    node: int
    seat: int
    verb: str
    text: str


@dataclass(frozen=True)
class StoryTurn:
    """The sentences of one turn for the viewer. `number` counts the turns of all players from 1; `active` is the seat whose turn
    it was."""

    number: int
    active: int
    sentences: tuple[Sentence, ...]


def sentences(match: Match, node: int, viewer: int, names: tuple[str, ...]) -> Iterable[Sentence]:
    """What the viewer is told of the step to a node, and of the levels that took a seat there."""
    for event in match.events(node):
        text = match.game.describe_event(match.state, event, viewer, names)
        if text:
            yield Sentence(node, event.seat, event.verb, text)
    for at, entry in match.log.seat_changes:
        if at == node:
            text = f"A {entry.level} plays on for {names[entry.seat]}."
            yield Sentence(node, entry.seat, "seated", text)
