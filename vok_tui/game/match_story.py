"""The story of a match for a viewer, and the viewer's views of its positions. Both are cached.

A declined secret question belongs to the step before it, so the story is the same whether or not somebody was asked.
"""

from dataclasses import replace
from typing import Any, Final

from engine.core.game import NOBODY
from engine.core.history.match import Match
from vok_tui.game.story import StoryChapter, last_public_node, sentences_about_step

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
