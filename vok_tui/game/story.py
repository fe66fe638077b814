"""What a session tells the screen: the legal actions in words, and the story turn by turn."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.action import Action
from engine.core.history.match import Match
from engine.core.story import Chapter


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
class StoryChapter:
    """The sentences of one chapter for the viewer: of a turn, or of a phase."""

    chapter: Chapter
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


def chapters_since(story: list[StoryChapter], viewer: int, answered: int, shared: Chapter) -> list[StoryChapter]:
    """The end of a story after the last chapter of the viewer's own, or after the node `answered` (0: none) to which an answer of
    the viewer led in a chapter `shared` by all players."""
    since: list[StoryChapter] = []
    for told in reversed(story):
        if told.chapter.seat == viewer:
            break
        if answered and told.chapter == shared:
            later = tuple([sentence for sentence in told.sentences if sentence.node > answered])
            return [StoryChapter(shared, later), *since] if later else since
        since.insert(0, told)
    return since
