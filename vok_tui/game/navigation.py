"""Where undo, redo and "start of the turn" lead, and whether going back there counts as a peek."""

from collections.abc import Set
from typing import Final, Literal

from engine.core.game import NOBODY
from engine.core.match import Match

FREE: Final = "free"  # nothing was revealed since
PEEKED: Final = "peeked"  # something was revealed since: the game is marked, and statistics keep it apart
RESHUFFLED: Final = "redealt"  # hidden cards were drawn again: statistics keep the game apart too
HELPED: Final = "helped"  # a hint was shown: statistics keep the game apart too
UndoKind = Literal["", "free", "peeked"]  # "" if nothing is taken back
Destination = str  # where to go: "undo", "redo" or "turn_start"; for a reshuffle also "here"


class Navigator:
    """Finds the nodes to which undo, redo and "start of the turn" lead in the log of one match. All stop at questions to one of
    `seats`; with `openly`, not at secret questions."""

    def __init__(self, match: Match) -> None:
        self._match: Final = match

    def undo_kind(self, head: int, target: int) -> UndoKind:
        """Whether going from `head` to `target` is FREE or PEEKED; "" if it takes nothing back."""
        if next(self._match.steps_taken_back(head, target), 0) == 0:
            return ""
        return PEEKED if self._match.is_peek_for_humans(head, target) else FREE

    def undo_node(self, node: int, seats: Set[int], *, openly: bool) -> int:
        """The latest such question before `node`; `node` itself if there is none."""
        return self._match.ancestor_asking_or_self(seats, node, openly=openly)

    def stop_at_or_after(self, node: int, seats: Set[int], *, openly: bool) -> int:
        """The first such question from `node` on (inclusive), along the variation visited last; its end if there is none."""
        match = self._match
        while match.log.children[node] and not match.asks_one_of(seats, node, openly=openly):
            node = match.log.last_visited_child(node)
        return node

    def turn_start_node(self, node: int, seats: Set[int]) -> int:
        """The first such question in the current turn of these seats; at that question, the first one in their turn before it.
        `node` itself if there is none."""
        parents = self._match.log.parents
        turn_start = earlier = node
        while earlier:
            earlier = parents[earlier]
            if self._match.mover(earlier) not in seats or self._match.chapter(earlier).seat not in (*seats, NOBODY):
                continue
            if turn_start != node and self._match.chapter(earlier) != self._match.chapter(turn_start):
                break
            turn_start = earlier
        return turn_start


def words_apart(match: Match) -> tuple[str, ...]:
    """PEEKED, RESHUFFLED and HELPED, as far as they hold: why statistics keep the game apart."""
    holds = {PEEKED: match.peeked, RESHUFFLED: match.was_ever_reshuffled, HELPED: match.log.is_helped}
    return tuple([word for word, is_so in holds.items() if is_so])


IdleReason = str
