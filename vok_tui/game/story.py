"""What a session gives the screen to read: the legal actions as text, and the story, chapter by chapter."""

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
    """A sentence of the story, about the step to `node`. `verb` and `arguments` are those of the event, without what the viewer
    may not know. A declined secret question belongs to the step before it."""

    node: int
    seat: int
    verb: str
    text: str
    arguments: tuple[int, ...] = ()
    begins_chapter: bool = False  # see `engine.core.story.Event`


@dataclass(frozen=True)
class StoryChapter:
    """The sentences of one chapter (a turn, or a phase of a round) for one viewer. It leads from `start_node` to `end_node`."""

    chapter: Chapter
    sentences: tuple[Sentence, ...]
    start_node: int = 0
    end_node: int = 0

    def extended(self, later: "StoryChapter") -> "StoryChapter":
        """This chapter, continued by a later section of it."""
        return StoryChapter(self.chapter, self.sentences + later.sentences, self.start_node, later.end_node)


def sentences_about_step(match: Match, node: int, viewer: int, names: tuple[str, ...]) -> Iterable[Sentence]:
    """The sentences for the viewer about the step to `node`, and about levels that took over a seat there."""
    step = last_public_node(match, node)
    for event in match.events_on_step_to(node):
        text = match.game.describe_event(match.state, event, viewer, names)
        if text:
            yield Sentence(step, event.seat, event.verb, text, event.arguments_for(viewer), event.begins_chapter)
    if node in match.log.redraws:
        seat = match.log.redraws[node].seat
        name = "you" if seat == viewer else names[seat]
        yield Sentence(step, seat, "reshuffled", f"What {name} could not know is drawn again.")
    for changed_at, entry in match.log.seat_changes:
        if changed_at == node:
            text = f"A {entry.level} plays on for {names[entry.seat]}."
            yield Sentence(step, entry.seat, "seated", text)


def last_public_node(match: Match, node: int) -> int:
    """The last node on the path to `node` that is not a secret pass. A secret pass belongs to the step before it, so the story is
    the same whether or not somebody was asked."""
    while match.is_reached_by_secret_pass(node):
        node = match.log.parents[node]
    return node


def chapters_since_viewer_acted(
    story: list[StoryChapter], viewer: int, answered_node: int, shared_chapter: Chapter
) -> list[StoryChapter]:
    """The chapters after the last one that belongs to the viewer. If the viewer answered in `shared_chapter`, a chapter of all
    players, they begin with the sentences of that chapter after `answered_node`, the node of that answer (0: none)."""
    later_chapters: list[StoryChapter] = []
    for chapter in reversed(story):
        if chapter.chapter.seat == viewer:
            break
        if answered_node and chapter.chapter == shared_chapter:
            later = tuple([sentence for sentence in chapter.sentences if sentence.node > answered_node])
            return [replace(chapter, sentences=later), *later_chapters] if later else later_chapters
        later_chapters.insert(0, chapter)
    return later_chapters
