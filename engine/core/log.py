"""The log: a tree of all that was ever played, with a head. It only grows.

Node 0 is the start; every other node is the position after its action was played at its parent. Undo, redo and jumps are
`goto`s, and these are entries of the journal too, so nothing is lost and a reload ends where the table stood.
"""

from typing import Final

from engine.core.action import Action
from engine.core.errors import UnknownNode

GOTO: Final = "goto"
SEAT_PREFIX: Final = "seat:"  # and a level behind it: who plays on at a seat


class Log:
    """Parallel lists, appended and never changed, but for `children`, where the latest visited child comes last."""

    def __init__(self) -> None:
        self.parents: list[int] = [0]
        self.actions: list[Action] = [Action("start")]
        self.children: list[list[int]] = [[]]
        self.journal: list[Action] = []
        self.seat_changes: list[tuple[int, Action]] = []  # who took a seat, and where the head stood
        self.head = 0

    def __len__(self) -> int:
        """How many nodes there are."""
        return len(self.parents)

    def play(self, action: Action) -> int:
        """Step along `action`, growing a new variation where nobody has been. Returns the new head."""
        self.journal.append(action)
        siblings = self.children[self.head]
        for child in siblings:
            if self.actions[child] == action:
                siblings.remove(child)
                break
        else:
            child = len(self.parents)
            self.parents.append(self.head)
            self.actions.append(action)
            self.children.append([])
        siblings.append(child)
        self.head = child
        return child

    def goto(self, node: int) -> None:
        """Stand on any node: the whole way there becomes the one that redo follows. Raises UnknownNode."""
        if not 0 <= node < len(self.parents):
            raise UnknownNode(node)
        self.journal.append(Action(GOTO, (node,)))
        self.head = node
        while node:
            siblings = self.children[self.parents[node]]
            siblings.remove(node)
            siblings.append(node)
            node = self.parents[node]

    def change_seat(self, seat: int, level: str, simulations: int) -> None:
        """Somebody else takes a seat. That is no move: the head stays, and going back does not undo it."""
        entry = Action(f"{SEAT_PREFIX}{level}", (seat, simulations))
        self.journal.append(entry)
        self.seat_changes.append((self.head, entry))

    def replay(self, entry: Action) -> None:
        """Repeat an entry of a journal: a goto, a seat that was taken, or an action."""
        if entry.verb == GOTO and len(entry.arguments) == 1:
            self.goto(entry.arguments[0])
        elif entry.verb.startswith(SEAT_PREFIX) and len(entry.arguments) == 2:
            self.change_seat(entry.arguments[0], entry.verb.removeprefix(SEAT_PREFIX), entry.arguments[1])
        else:
            self.play(entry)

    def path(self, node: int) -> list[int]:
        """The way from the root to `node`, both included."""
        path = [node]
        while node:
            node = self.parents[node]
            path.append(node)
        path.reverse()
        return path

    def tip(self, node: int) -> int:
        """The end of the line that was visited last, from a node on. O(its length)."""
        while self.children[node]:
            node = self.children[node][-1]
        return node

    def redo_node(self) -> int:
        """The node that redo leads to: the child of the head that was visited last; the head itself if there is none."""
        return self.children[self.head][-1] if self.children[self.head] else self.head
