"""The story of a game as a viewer knows it, step by step.

A declined secret question belongs to the step before it, so the story is the same whether or not somebody was asked.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.core.action import Action
from engine.core.events import Chapter
from engine.core.game import NOBODY
from engine.core.match import Match


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
    begins_chapter: bool = False  # see `engine.core.events.Event`


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
    latest: Sentence | None = None  # which equal events may extend
    for event in match.events_on_step_to(node):
        text = match.game.describe_event(match.state, event, viewer, names)
        sentence = Sentence(step, event.seat, event.verb, text, event.arguments_for(viewer), event.begins_chapter)
        if latest is not None and (joined := _joined(latest, sentence)) is not None:
            latest = joined
        elif text:
            if latest is not None:
                yield latest
            latest = sentence
    if latest is not None:
        yield latest
    yield from sentences_about_changes(match, node, viewer, names)


def sentences_about_changes(match: Match, node: int, viewer: int, names: tuple[str, ...]) -> Iterable[Sentence]:
    """The sentences about what a node has changed besides its events: a reshuffle, and levels that took over a seat."""
    step = last_public_node(match, node)
    if node in match.log.redraws:
        seat = match.log.redraws[node].seat
        name = "you" if seat == viewer else names[seat]
        yield Sentence(step, seat, "reshuffled", f"What {name} could not know is dealt again.")
    for changed_at, entry in match.log.seat_changes:
        if changed_at == node:
            text = f"A {entry.level} plays on for {names[entry.seat]}."
            yield Sentence(step, entry.seat, "seated", text)


def _joined(first: Sentence, second: Sentence) -> Sentence | None:
    """Two sentences about the same event as one, if they begin alike: "New in the pyramid: Boat, Censer."; else None."""
    head, colon, more = second.text.partition(": ")
    if not colon or (first.verb, first.seat) != (second.verb, second.seat) or not first.text.startswith(head + colon):
        return None
    return replace(first, text=f"{first.text.removesuffix('.')}, {more}", arguments=first.arguments + second.arguments)


def last_public_node(match: Match, node: int) -> int:
    """The last node on the path to `node` that is not a secret pass. A secret pass belongs to the step before it, so the story is
    the same whether or not somebody was asked."""
    while match.is_reached_by_secret_pass(node):
        node = match.log.parents[node]
    return node


def chapters_since_viewer_acted(
    story: list[StoryChapter], viewer: int, answered_node: int, shared_chapter: Chapter, now_node: int
) -> list[StoryChapter]:
    """The chapters after the last one that belongs to the viewer. If the viewer answered in `shared_chapter`, a chapter of all
    players, they begin with the sentences of that chapter after `answered_node`, the node of that answer (0: none). They end at
    `now_node`, after which the viewer answers now."""
    later_chapters: list[StoryChapter] = []
    for whole in reversed(story):
        until_now = tuple([each for each in whole.sentences if each.node <= now_node or each.seat != viewer])
        chapter = whole if whole.chapter.seat != NOBODY else replace(whole, sentences=until_now)
        if chapter.chapter.seat == viewer:
            break
        if answered_node and chapter.chapter == shared_chapter:
            later = tuple([sentence for sentence in chapter.sentences if sentence.node > answered_node])
            return [replace(chapter, sentences=later), *later_chapters] if later else later_chapters
        later_chapters.insert(0, chapter)
    return later_chapters


MAX_CACHED_VIEWS: Final = 32  # a view is about 150 objects, which every garbage collection has to visit


class MatchStory:
    """Chapters, sentences and views along a path of nodes, each for a given viewer."""

    def __init__(self, match: Match, names: tuple[str, ...]) -> None:
        self._match: Final = match
        self._names: Final = names
        self._step_chapters: Final[dict[tuple[int, int], StoryChapter]] = {}
        self._views: Final[dict[tuple[int, int], Any]] = {}

    def forget_sentences(self) -> None:
        """Clear the cached sentences, after a seat has changed."""
        self._step_chapters.clear()

    def story_along(self, path: list[int], viewer: int) -> list[StoryChapter]:
        """The story along a path, chapter by chapter."""
        story: list[StoryChapter] = []
        for node in path if any(changed_at == 0 for changed_at, _ in self._match.log.seat_changes) else path[1:]:
            for section in self._story_of_step_by_chapter(node, viewer):
                if story and story[-1].chapter == section.chapter:
                    story[-1] = story[-1].extended(section)
                else:
                    story.append(section)
        return story

    def _story_of_step_by_chapter(self, node: int, viewer: int) -> list[StoryChapter]:
        """The sentences about the step to `node`, in two parts if the next chapter begins within the step."""
        step, chapter = self.story_of_step(node, viewer), self._match.chapter(node)
        begins = [sentence.begins_chapter for sentence in step.sentences]
        if True not in begins or chapter == step.chapter:
            return [step]
        first = begins.index(True)
        before, after = step.sentences[:first], step.sentences[first:]
        return [replace(step, sentences=before), StoryChapter(chapter, after, node, node)]

    def story_of_step(self, node: int, viewer: int) -> StoryChapter:
        """The sentences about the step to `node`, in the chapter that the step begins in."""
        if (node, viewer) not in self._step_chapters:
            parent = self._match.log.parents[node]
            step_sentences = tuple(sentences_about_step(self._match, node, viewer, self._names))
            self._step_chapters[node, viewer] = StoryChapter(self._match.chapter(parent), step_sentences, parent, node)
        return self._step_chapters[node, viewer]

    def view_at(self, node: int, viewer: int) -> Any:
        """The position at a node as the viewer may see it."""
        if (node, viewer) not in self._views:
            if len(self._views) == MAX_CACHED_VIEWS:
                del self._views[next(iter(self._views))]
            self._views[node, viewer] = self._match.game.view(self._match.at(node), viewer)
        return self._views[node, viewer]

    def views_around(self, step_node: int, path: list[int], viewer: int) -> tuple[Any, Any]:
        """The views before and after the step to `step_node`. The secret passes that follow it on the path belong to the step."""
        last_node = self._last_node_of_step(path, step_node)
        return self.view_at(self._match.log.parents[step_node], viewer), self.view_at(last_node, viewer)

    def view_after_last_answer(self, path: list[int], viewer: int) -> Any:
        """The view after the viewer's last answer on a path, or at the start if there is none; for NOBODY, before the last step.
        Secret passes do not count as answers, so what was new stays new."""
        parents = self._match.log.parents
        if viewer == NOBODY:
            return self.view_at(parents[last_public_node(self._match, path[-1])], viewer)
        for node in reversed(path[1:]):
            if self._match.mover(parents[node]) == viewer and not self._match.is_reached_by_secret_pass(node):
                return self.view_at(self._last_node_of_step(path, node), viewer)
        return self.view_at(0, viewer)

    def _last_node_of_step(self, path: list[int], node: int) -> int:
        """The last node on a path that belongs to the step to `node`: the secret passes that follow it do."""
        for later in path[path.index(node) + 1 :]:
            if not self._match.is_reached_by_secret_pass(later):
                break
            node = later
        return node
