"""The log: a tree of all that was ever played, with a head. It only grows.

Node 0 is the start; every other node is the position after its action was played at its parent. Undo, redo and jumps move the
head. They are entries of the journal too, so nothing is lost, and a save opens where the table stood.
"""

from engine.core.action import Action
from engine.core.errors import UnknownNode
from engine.core.history.journal import Entry, MovedHead, Played, Seated


class Log:
    """Parallel lists, one item for each node (`parents`, `actions`, `children`) or entry (`journal`, `heads`). Items are
    appended and never change; `children` keep the order in which they were first played."""

    def __init__(self) -> None:
        self.parents: list[int] = [0]
        self.actions: list[Action] = [Action("start")]
        self.children: list[list[int]] = [[]]
        self.journal: list[Entry] = []
        self.heads: list[int] = []  # where the head stood after each entry of the journal
        self.seat_changes: list[tuple[int, Seated]] = []  # each with the node at which the head stood
        self.head = 0
        self._redo_children: list[int] = [0]  # for each node the child that was visited last; 0 if there is none

    def __len__(self) -> int:
        """How many nodes there are."""
        return len(self.parents)

    def play(self, action: Action) -> int:
        """Step along `action`, growing a new variation where nobody has been. Returns the new head."""
        for child in self.children[self.head]:
            if self.actions[child] == action:
                break
        else:
            child = len(self.parents)
            self.parents.append(self.head)
            self.actions.append(action)
            self.children[self.head].append(child)
            self.children.append([])
            self._redo_children.append(0)
        self._redo_children[self.head] = child
        self.head = child
        self._enter(Played(action))
        return child

    def goto(self, node: int) -> None:
        """Move the head to `node`. Redo then follows the path to it. Raises UnknownNode. O(depth)."""
        if not 0 <= node < len(self.parents):
            raise UnknownNode(node)
        self.head = node
        self._enter(MovedHead(node))
        while node:
            self._redo_children[self.parents[node]] = node
            node = self.parents[node]

    def change_seat(self, seat: int, level: str, simulations: int) -> None:
        """Somebody else takes a seat. That is no move: the head stays, and going back does not undo it."""
        entry = Seated(seat, level, simulations)
        self.seat_changes.append((self.head, entry))
        self._enter(entry)

    def keep(self, entry: Entry) -> None:
        """Append an entry that changes neither the tree nor the head."""
        self._enter(entry)

    def path(self, node: int) -> list[int]:
        """The way from the root to `node`, both included."""
        path = [node]
        while node:
            node = self.parents[node]
            path.append(node)
        path.reverse()
        return path

    def redo_child(self, node: int) -> int:
        """The child of `node` that was visited last, which redo leads to; `node` itself if it has none."""
        return self._redo_children[node] or node

    def tip(self, node: int) -> int:
        """The end of the line that was visited last, from `node` on. O(its length)."""
        while self._redo_children[node]:
            node = self._redo_children[node]
        return node

    def redo_node(self) -> int:
        """The node that redo leads to from the head; the head itself at the end of a line."""
        return self.redo_child(self.head)

    def _enter(self, entry: Entry) -> None:
        self.journal.append(entry)
        self.heads.append(self.head)
