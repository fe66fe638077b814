"""The story of a match as one viewer is told it, and what the viewer saw at its steps.

What was computed is kept; of the views, which are large, only the latest.

A declined secret question is not a step of its own here, so the story is the same whether or not somebody was asked.
"""

from dataclasses import replace
from typing import Any, Final

from engine.core.game import NOBODY
from engine.core.history.match import Match
from vok_tui.game.story import StoryChapter, last_public_node, sentences

MAX_VIEWS: Final = 32  # that are kept: each is 150 objects, which every garbage collection would walk through


class MatchStory:
    """Chapters, sentences and views along a path of nodes, for a viewer."""

    def __init__(self, match: Match, names: tuple[str, ...]) -> None:
        self._match: Final = match
        self._names: Final = names
        self._steps: Final[dict[tuple[int, int], StoryChapter]] = {}
        self._views: Final[dict[tuple[int, int], Any]] = {}

    def forget_sentences(self) -> None:
        """A seat has changed: what is told of the steps is no longer true."""
        self._steps.clear()

    def chapters(self, path: list[int], viewer: int) -> list[StoryChapter]:
        """The story along a path, chapter by chapter."""
        story: list[StoryChapter] = []
        for node in path if any(at == 0 for at, _ in self._match.log.seat_changes) else path[1:]:
            for part in self._parts(node, viewer):
                if story and story[-1].chapter == part.chapter:
                    story[-1] = story[-1].extended(part)
                else:
                    story.append(part)
        return story

    def _parts(self, node: int, viewer: int) -> list[StoryChapter]:
        """What is told of the step to a node: in two parts if the next chapter begins within it."""
        step, chapter = self.story_of_step(node, viewer), self._match.chapter(node)
        begins = [sentence.begins_chapter for sentence in step.sentences]
        if True not in begins or chapter == step.chapter:
            return [step]
        at = begins.index(True)
        return [replace(step, sentences=step.sentences[:at]), StoryChapter(chapter, step.sentences[at:], node, node)]

    def story_of_step(self, node: int, viewer: int) -> StoryChapter:
        """What is told of the step to a node."""
        if (node, viewer) not in self._steps:
            before = self._match.log.parents[node]
            told = tuple(sentences(self._match, node, viewer, self._names))
            self._steps[node, viewer] = StoryChapter(self._match.chapter(before), told, before, node)
        return self._steps[node, viewer]

    def view_at(self, node: int, viewer: int) -> Any:
        """The position at a node as the viewer may see it."""
        if (node, viewer) not in self._views:
            if len(self._views) == MAX_VIEWS:
                del self._views[next(iter(self._views))]
            self._views[node, viewer] = self._match.game.view(self._match.at(node), viewer)
        return self._views[node, viewer]

    def views_around(self, step_node: int, path: list[int], viewer: int) -> tuple[Any, Any]:
        """The views before and behind the step to a node. The declined secret questions behind it belong to the step."""
        behind = self._last_silent(path, step_node)
        return self.view_at(self._match.log.parents[step_node], viewer), self.view_at(behind, viewer)

    def view_after_last_answer(self, path: list[int], viewer: int) -> Any:
        """The view behind the viewer's last answer on a path, or at the beginning; for NOBODY, before the last step. To decline a
        secret question is no answer here: what was new stays new."""
        parents = self._match.log.parents
        if viewer == NOBODY:
            return self.view_at(parents[last_public_node(self._match, path[-1])], viewer)
        for node in reversed(path[1:]):
            if self._match.mover(parents[node]) == viewer and not self._match.is_reached_by_secret_pass(node):
                return self.view_at(self._last_silent(path, node), viewer)
        return self.view_at(0, viewer)

    def _last_silent(self, path: list[int], node: int) -> int:
        """The last node on a path that belongs to the step to `node`: the declined secret questions behind it do."""
        for later in path[path.index(node) + 1 :]:
            if not self._match.is_reached_by_secret_pass(later):
                break
            node = later
        return node
