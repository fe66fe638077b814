"""The log: a tree of all actions that were ever played, with a head. It only grows.

Node 0 is the start. Every other node is the position after its action was played at its parent, or after a reshuffle there.
Undo, redo and jumps move the head. They are entries of the journal too, so nothing is lost, and a save opens where the table
stood.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.core.action import Action
from engine.core.errors import UnknownNode
from engine.core.history.annotations import Annotated, Annotations, Retracted
from engine.core.history.journal import Entry, Imported, MovedHead, Played, Reshuffled, Seated, Tried

RESHUFFLE: Final = Action("reshuffle")  # stands in `actions` for a reshuffle; no game has it in a menu


class Redraw(NamedTuple):
    """A reshuffle: for which seat, and what was `drawn` again because this seat cannot know it."""

    seat: int
    drawn: str

    def pack(self) -> dict[str, int | str]:
        """JSON values."""
        return {"seat": self.seat, "drawn": self.drawn}


Step = Action | Redraw  # what leads from a node to the next


def unpack_step(packed: object) -> Step:
    """The step whose `pack` made these values. Raises KeyError, TypeError or ValueError for others."""
    if isinstance(packed, dict):
        return Redraw(int(packed["seat"]), str(packed["drawn"]))
    if not isinstance(packed, list):
        raise TypeError("a step is a list or a table")
    return Action.unpack(packed)


def path_to(node: int, parents: Sequence[int] | Mapping[int, int]) -> list[int]:
    """The nodes of a tree from its root 0 to `node`, both included."""
    path = [node]
    while node:
        node = parents[node]
        path.append(node)
    path.reverse()
    return path


class Log:
    """Parallel lists, one item for each node (`parents`, `actions`, `children`) or entry (`journal`, `heads`). Items are
    appended and never change; `children` keep the order in which they were first played."""

    def __init__(self) -> None:
        self.parents: list[int] = [0]
        self.actions: list[Action] = [Action("start")]
        self.children: list[list[int]] = [[]]
        self.journal: list[Entry] = []
        self.heads: list[int] = []  # the head after each entry of the journal
        self.seat_changes: list[tuple[int, Seated]] = []  # each with the head at that moment
        self.redraws: dict[int, Redraw] = {}  # of the nodes that a reshuffle led to
        self.left_nodes: dict[int, int] = {}  # for each of them the head before it
        self.annotations = Annotations()
        self.head = 0
        self._redo_children: list[int] = [0]  # for each node the child that was visited last; 0 if there is none

    def __len__(self) -> int:
        """The number of nodes."""
        return len(self.parents)

    @property
    def is_imported(self) -> bool:
        """Whether the game was read from a text."""
        return self.journal[:1] == [Imported()]

    def play(self, action: Action) -> int:
        """Move the head along `action`. If nobody has played it there, it begins a new variation. Returns the new head."""
        child = self._child(self.head, action)
        self._redo_children[self.head] = child
        self.head = child
        self._enter(Played(action))
        return child

    def try_action(self, node: int, action: Action) -> int:
        """Make `action` a variation below `node`, if nobody has played it there. The head stays, and so does what redo follows.
        Returns the child. Only a child that no game led to can be taken back by `retract`."""
        is_new = len(self.parents)
        child = self._child(node, action)
        if child == is_new or self.annotations.was_tried(child):
            self.annotations.add_try(len(self.journal), child)
        self._enter(Tried(node, action))
        return child

    def reshuffle(self, entry: Reshuffled, drawn: str) -> int:
        """Move the head to a new node below `entry.node`. `drawn` is all that was drawn there, and `entry` the last entry that
        holds a part of it. Returns the new head."""
        node = self._add_node(entry.node, RESHUFFLE)
        self.redraws[node], self.left_nodes[node] = Redraw(entry.seat, drawn), self.head
        self._move_head(node)
        self._enter(entry)
        return node

    def goto(self, node: int) -> None:
        """Move the head to `node`. Redo then follows the path to it. Raises UnknownNode. O(depth)."""
        if not 0 <= node < len(self.parents):
            raise UnknownNode(node)
        self._move_head(node)
        self._enter(MovedHead(node))

    def change_seat(self, seat: int, level: str, simulations: int) -> None:
        """Give a seat to another level. The head does not move, and undo does not take it back."""
        entry = Seated(seat, level, simulations)
        self.seat_changes.append((self.head, entry))
        self._enter(entry)

    def annotate(self, entry: Annotated) -> None:
        """Write an annotation. Raises UnknownNode."""
        if not 0 <= entry.node < len(self.parents):
            raise UnknownNode(entry.node)
        self.annotations.add(len(self.journal), entry)
        self._enter(entry)

    def retract(self, journal_place: int) -> None:
        """Take back the annotation, or the answer that was tried, at this place of the journal."""
        self.annotations.retract(journal_place)
        self._enter(Retracted(journal_place))

    def append_to_journal(self, entry: Entry) -> None:
        """Append an entry that changes neither the tree nor the head."""
        self._enter(entry)

    def path(self, node: int) -> list[int]:
        """The nodes from the root to `node`, both included."""
        return path_to(node, self.parents)

    def step_to(self, node: int) -> Step:
        """What led to a node from its parent."""
        return self.redraws.get(node) or self.actions[node]

    def redo_child(self, node: int) -> int:
        """The child of `node` that was visited last, which redo leads to; `node` itself if it has none."""
        return self._redo_children[node] or node

    def redo_end(self, node: int) -> int:
        """The node that repeated redo ends at, from `node` on. O(length of that path)."""
        while self._redo_children[node]:
            node = self._redo_children[node]
        return node

    def redo_node(self) -> int:
        """The node that redo leads to from the head; the head itself at the end of a variation."""
        return self.redo_child(self.head)

    def _child(self, node: int, action: Action) -> int:
        """The child that an action leads to, new if nobody has played it there."""
        for child in self.children[node]:
            if self.actions[child] == action:
                return child
        return self._add_node(node, action)

    def _add_node(self, parent: int, action: Action) -> int:
        node = len(self.parents)
        self.parents.append(parent)
        self.actions.append(action)
        self.children[parent].append(node)
        self.children.append([])
        self._redo_children.append(0)
        return node

    def _move_head(self, node: int) -> None:
        """Redo then follows the path to the node. O(depth)."""
        self.head = node
        while node:
            self._redo_children[self.parents[node]] = node
            node = self.parents[node]

    def _enter(self, entry: Entry) -> None:
        self.journal.append(entry)
        self.heads.append(self.head)
