"""What a session tells the screen: the legal actions in words, and the story, chapter by chapter."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

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
    """A sentence of the story: what a player did on the step to `node`. `verb` and `arguments` are those of the event, without
    what the viewer may not know. The step of a declined secret question counts as part of the step before it."""

    node: int
    seat: int
    verb: str
    text: str
    arguments: tuple[int, ...] = ()
    begins_chapter: bool = False  # see `engine.core.story.Event`


@dataclass(frozen=True)
class StoryChapter:
    """The sentences of one chapter for the viewer: of a turn, or of a phase. It leads from `start_node` to `end_node`."""

    chapter: Chapter
    sentences: tuple[Sentence, ...]
    start_node: int = 0
    end_node: int = 0

    def extended(self, later: "StoryChapter") -> "StoryChapter":
        """The same chapter with what came later in it."""
        return StoryChapter(self.chapter, self.sentences + later.sentences, self.start_node, later.end_node)


def sentences(match: Match, node: int, viewer: int, names: tuple[str, ...]) -> Iterable[Sentence]:
    """What the viewer is told of the step to a node, and of levels that took over a seat there."""
    step = last_public_node(match, node)
    for event in match.events_on_step_to(node):
        text = match.game.describe_event(match.state, event, viewer, names)
        if text:
            yield Sentence(step, event.seat, event.verb, text, event.arguments_for(viewer), event.begins_chapter)
    if node in match.log.redraws:
        seat = match.log.redraws[node].seat
        who = "you" if seat == viewer else names[seat]
        yield Sentence(step, seat, "reshuffled", f"What {who} could not know is drawn again.")
    for at, entry in match.log.seat_changes:
        if at == node:
            text = f"A {entry.level} plays on for {names[entry.seat]}."
            yield Sentence(step, entry.seat, "seated", text)


def last_public_node(match: Match, node: int) -> int:
    """The node of the step that all know of: a declined secret question belongs to the step before it. So the story is the same
    whether or not somebody was asked."""
    while match.is_reached_by_secret_pass(node):
        node = match.log.parents[node]
    return node


def chapters_since_own(
    story: list[StoryChapter], viewer: int, answered_node: int, shared_chapter: Chapter
) -> list[StoryChapter]:
    """The end of a story: all after the last chapter of the viewer's own. Of `shared_chapter`, a chapter of all players, it holds
    what came after `answered_node`, the node of the viewer's last answer (0: none)."""
    since: list[StoryChapter] = []
    for told in reversed(story):
        if told.chapter.seat == viewer:
            break
        if answered_node and told.chapter == shared_chapter:
            later = tuple([sentence for sentence in told.sentences if sentence.node > answered_node])
            return [replace(told, sentences=later), *since] if later else since
        since.insert(0, told)
    return since
