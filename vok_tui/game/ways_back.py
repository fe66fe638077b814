"""Where undo, redo and the start of a turn lead, and what it costs to go back."""

from collections.abc import Set
from typing import Final

from engine.core.game import NOBODY
from engine.core.history.match import Match

FREE: Final = "free"  # nothing unseen came to light since
PEEKED: Final = "peeked"  # something was seen that could not be known there: the game is marked, and kept apart
RESHUFFLED: Final = "reshuffled"  # hidden cards were drawn again: the game is kept apart too
UndoCost = str  # FREE, PEEKED, or "" where nothing is taken back
Way = str  # where to go: "undo", "redo" or "turn_start"; for a reshuffle also "here"


class WaysBack:
    """The ways in one match. One stops at the questions of some `seats`; with `openly`, only at those that are asked openly."""

    def __init__(self, match: Match) -> None:
        self._match: Final = match

    def undo_cost(self, head: int, node: int) -> UndoCost:
        """What it is to go from `head` to `node`; "" if nothing is taken back."""
        if next(self._match.steps_taken_back(head, node), 0) == 0:
            return ""
        return PEEKED if self._match.is_peek_for_humans(head, node) else FREE

    def undo_node(self, node: int, seats: Set[int], *, openly: bool) -> int:
        """The latest question before a node; the node itself if there is none."""
        return self._match.ancestor_asking_or_self(seats, node, openly=openly)

    def first_stop_from(self, node: int, seats: Set[int], *, openly: bool) -> int:
        """The first question from a node on, the node itself included, along the variation that was visited last; otherwise its
        end."""
        match = self._match
        while match.log.children[node] and not match.asks_one_of(seats, node, openly=openly):
            node = match.log.last_visited_child(node)
        return node

    def turn_start_node(self, node: int, seats: Set[int]) -> int:
        """The first question to these seats in their turn, or then in the one before; the node itself if there is none."""
        parents = self._match.log.parents
        found = before = node
        while before:
            before = parents[before]
            if self._match.mover(before) not in seats or self._match.chapter(before).seat not in (*seats, NOBODY):
                continue
            if found != node and self._match.chapter(before) != self._match.chapter(found):
                break
            found = before
        return found


def peeked_and_reshuffled_words(match: Match) -> tuple[str, ...]:
    """PEEKED, RESHUFFLED, both or neither: what keeps the game apart from others."""
    return tuple([word for word, is_so in ((PEEKED, match.peeked), (RESHUFFLED, match.was_ever_reshuffled)) if is_so])
