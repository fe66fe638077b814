"""The log: a tree of all actions that were ever played, with a head. It only grows.

Node 0 is the start. Every other node is the position after its action was played at its parent, or after a reshuffle there.
Undo, redo and jumps move the head. They are entries of the journal too, so nothing is lost, and a save opens at the same node.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.core.action import Action
from engine.core.errors import UnknownNode
from engine.core.journal import (
    Annotated,
    Annotations,
    Entry,
    Helped,
    Imported,
    MovedHead,
    Played,
    Reshuffled,
    Retracted,
    Seated,
    Tried,
)

RESHUFFLE: Final = Action("reshuffle")  # in `actions` of a log, for a reshuffle; no game has it in a menu


class Redraw(NamedTuple):
    """A reshuffle for a seat: `drawn` says what was drawn again because this seat cannot know it."""

    seat: int
    drawn: str

    def pack(self) -> dict[str, int | str]:
        """JSON values."""
        return {"seat": self.seat, "drawn": self.drawn}


Step = Action | Redraw  # what leads from a node to a child


def unpack_step(packed: object) -> Step:
    """The step that was packed. Raises KeyError, TypeError or ValueError for anything else."""
    if isinstance(packed, dict):
        return Redraw(int(packed["seat"]), str(packed["drawn"]))
    if not isinstance(packed, list):
        raise TypeError("a step is a list or a table")
    return Action.from_packed(packed)


def path_to(node: int, parents: Sequence[int] | Mapping[int, int]) -> list[int]:
    """The nodes of a tree from its root 0 to `node`, both included."""
    path = [node]
    while node:
        node = parents[node]
        path.append(node)
    path.reverse()
    return path


class Log:
    """Parallel lists, with one item for each node (`parents`, `actions`, `children`) or for each entry (`journal`, `heads`).
    Items are appended and never change. Children are in the order in which they were first played."""

    def __init__(self) -> None:
        self.parents: list[int] = [0]
        self.actions: list[Action] = [Action("start")]
        self.children: list[list[int]] = [[]]
        self.journal: list[Entry] = []
        self.heads: list[int] = []  # the head after each entry of the journal
        self.seat_changes: list[tuple[int, Seated]] = []  # each with the head at that time
        self.redraws: dict[int, Redraw] = {}  # of each node that a reshuffle made
        self.heads_before_redraws: dict[int, int] = {}  # for each of these nodes, the head before the reshuffle
        self.annotations = Annotations()
        self.is_helped = False  # whether the player was shown a hint or an analysis during the game
        self.head = 0
        self.depths: list[int] = [0]  # of each node: the number of steps that lead to it
        self._last_visited_children: list[int] = [0]  # for each node; 0 if none was visited
        self._far_ancestors: list[int] = [0]  # of each node, for `depth_of_common_ancestor`

    def __len__(self) -> int:
        """The number of nodes."""
        return len(self.parents)

    @property
    def is_imported(self) -> bool:
        """Whether the game was imported from a text."""
        return self.journal[:1] == [Imported()]

    def play(self, action: Action) -> int:
        """Move the head along `action`, which begins a new variation if it was never played there. Returns the new head."""
        child = self._find_or_add_child(self.head, action)
        self._last_visited_children[self.head] = child
        self.head = child
        self._append(Played(action))
        return child

    def try_action(self, node: int, action: Action) -> int:
        """Add `action` as a variation at `node`, unless it was played there. Neither the head nor the path of redo changes.
        Returns the child. Only a child that the game itself did not reach can be taken back by `retract`."""
        node_count = len(self.parents)
        child = self._find_or_add_child(node, action)
        if child == node_count or self.annotations.was_tried(child):
            self.annotations.add_try(len(self.journal), child)
        self._append(Tried(node, action))
        return child

    def reshuffle(self, last_part: Reshuffled, whole_drawn: str) -> int:
        """Move the head to a new child of `last_part.node`. `whole_drawn` joins the texts of all parts. Returns the new head."""
        node = self._add_node(last_part.node, RESHUFFLE)
        self.redraws[node], self.heads_before_redraws[node] = Redraw(last_part.seat, whole_drawn), self.head
        self._move_head(node)
        self._append(last_part)
        return node

    def goto(self, node: int) -> None:
        """Move the head to `node`. Redo then follows the path to it. Raises UnknownNode. O(steps that it leaves and takes)."""
        if not 0 <= node < len(self.parents):
            raise UnknownNode(node)
        self._move_head(node)
        self._append(MovedHead(node))

    def change_seat(self, seat: int, level: str, simulations: int) -> None:
        """Give a seat to another level. The head does not move, and undo does not take the change back."""
        entry = Seated(seat, level, simulations)
        self.seat_changes.append((self.head, entry))
        self._append(entry)

    def annotate(self, entry: Annotated) -> None:
        """Add an annotation. Raises UnknownNode."""
        if not 0 <= entry.node < len(self.parents):
            raise UnknownNode(entry.node)
        self.annotations.add(len(self.journal), entry)
        self._append(entry)

    def retract(self, journal_index: int) -> None:
        """Take back the annotation or the tried answer with this index in the journal."""
        self.annotations.retract(journal_index)
        self._append(Retracted(journal_index))

    def append_entry_outside_tree(self, entry: Entry) -> None:
        """Append an entry that changes neither the tree nor the head."""
        self.is_helped = self.is_helped or isinstance(entry, Helped)
        self._append(entry)

    def path(self, node: int) -> list[int]:
        """The nodes from the root to `node`, both included."""
        return path_to(node, self.parents)

    def depth_of_common_ancestor(self, node: int, other: int) -> int:
        """The depth of the last node that the paths to two nodes share. O(log depth)."""
        depths, parents, far_ancestors = self.depths, self.parents, self._far_ancestors
        if depths[node] < depths[other]:
            node, other = other, node
        while depths[node] > depths[other]:
            far = far_ancestors[node]
            node = far if depths[far] >= depths[other] else parents[node]
        while node != other:  # both have the same depth, so their far ancestors have the same depth too
            if far_ancestors[node] != far_ancestors[other]:
                node, other = far_ancestors[node], far_ancestors[other]
            else:
                node, other = parents[node], parents[other]
        return depths[node]

    def step_to(self, node: int) -> Step:
        """The step from the parent of a node to the node."""
        return self.redraws.get(node) or self.actions[node]

    def last_visited_child(self, node: int) -> int:
        """The child of `node` that was visited last, to which redo leads; `node` itself if none was."""
        return self._last_visited_children[node] or node

    def leaves(self) -> list[int]:
        """The last node of each variation."""
        return [node for node, children in enumerate(self.children) if not children]

    def last_visited_leaf(self, node: int) -> int:
        """The end of the variation through `node` that was visited last, which repeated redo reaches. O(length of the path)."""
        while self._last_visited_children[node]:
            node = self._last_visited_children[node]
        return node

    def redo_node(self) -> int:
        """The node to which redo moves the head; the head itself at the end of a variation."""
        return self.last_visited_child(self.head)

    def find_child(self, node: int, action: Action) -> int:
        """The child that an action leads to; 0 if it was never played there."""
        for child in self.children[node]:
            if self.actions[child] == action:
                return child
        return 0

    def _find_or_add_child(self, node: int, action: Action) -> int:
        """The child that an action leads to; a new one if it was never played there."""
        return self.find_child(node, action) or self._add_node(node, action)

    def _add_node(self, parent: int, action: Action) -> int:
        node = len(self.parents)
        self.parents.append(parent)
        self.actions.append(action)
        self.children[parent].append(node)
        self.children.append([])
        self._last_visited_children.append(0)
        self.depths.append(self.depths[parent] + 1)
        far = self._far_ancestors[
            parent
        ]  # twice as far if the last two jumps were equally far, so a path has few jumps
        is_far = self.depths[parent] - self.depths[far] == self.depths[far] - self.depths[self._far_ancestors[far]]
        self._far_ancestors.append(self._far_ancestors[far] if is_far else parent)
        return node

    def _move_head(self, node: int) -> None:
        """Move the head, and let redo follow the path to it. Redo already follows the path to the old head, so only what the
        paths do not share changes."""
        shared_depth = self.depth_of_common_ancestor(self.head, node)
        self.head = node
        while self.depths[node] > shared_depth:
            self._last_visited_children[self.parents[node]] = node
            node = self.parents[node]

    def _append(self, entry: Entry) -> None:
        self.journal.append(entry)
        self.heads.append(self.head)
