"""The nodes of a search tree, and which of their moves are considered."""

from math import log, sqrt
from typing import Final

from engine.core.arrays import i64, vec
from engine.core.game import NOBODY, NOTHING, State

SEAT_BITS: Final = 3
WIDE_MENU: Final[i64] = 20  # moves
FIRST_MOVES: Final[i64] = 5  # of a wide menu that are considered at once
WIDENING: Final = 0.3  # moves more, for the square root of the number of visits
EMPTY_MENU: Final = vec[i64]([0])


class Node:
    """A node of the tree: the seat `mover` has made `move`, as the viewer saw it."""

    __slots__ = (
        "availability",
        "children",
        "is_wide",
        "last_simulation",
        "menu",
        "menu_children",
        "menu_mover",
        "move",
        "move_count",
        "mover",
        "seen_moves",
        "total_reward",
        "visits",
    )

    def __init__(self, move: i64, mover: i64) -> None:
        self.move: Final[i64] = move
        self.mover: Final[i64] = mover
        self.visits: i64 = 0
        self.availability: i64 = 0  # the number of simulations in which it was legal
        self.last_simulation: i64 = NOTHING  # the latest simulation in which it was legal
        self.total_reward = 0.0  # of the mover's rewards
        self.children: dict[int, Node] = {}
        # A cache: the latest menu at this node, the seat that was to move, its moves as the viewer sees them, and the child of
        # each. Most worlds bring the same menu again.
        self.menu_mover: i64 = NOBODY
        self.move_count: i64 = 0
        self.menu = EMPTY_MENU
        self.seen_moves = EMPTY_MENU
        self.menu_children: list[Node] = []
        self.is_wide = False  # then `seen_moves` and `menu_children` are sorted, the likeliest first

    def mean(self) -> float:
        """The mean reward of the mover."""
        return self.total_reward / float(self.visits)

    def ucb(self, exploration: float) -> float:
        """UCB1 with availability counts (Cowling et al. 2012)."""
        return self.mean() + exploration * sqrt(log(float(self.availability)) / float(self.visits))

    def has_menu_of(self, world: State) -> bool:
        """Whether the cached menu is the menu of `world`, for the same seat. In another world, another seat may hold the card
        that reacts."""
        move_count = world.move_count
        if self.move_count != move_count or self.menu_mover != world.mover:
            return False
        ours = self.menu
        theirs = world.menu
        for i in range(move_count):
            if ours[i] != theirs[i]:
                return False
        return True

    def considered_move_count(self) -> i64:
        """The number of moves that are considered: all, but of a wide menu only the likeliest, more with each visit (progressive
        widening; Coulom 2007, Chaslot et al. 2008)."""
        if not self.is_wide:
            return self.move_count
        wider: i64 = int(WIDENING * sqrt(float(self.visits)))
        return min(self.move_count, FIRST_MOVES + wider)

    def sort_menu(self, weights: vec[float]) -> None:
        """Sort the moves by these weights, the highest first, and those that are overlooked last."""
        order = sorted([(self.menu_children[i] is MISSED, -weights[i], int(i)) for i in range(self.move_count)])
        seen_moves = self.seen_moves[: self.move_count]
        self.menu_children = [self.menu_children[i] for _, _, i in order]
        for i in range(self.move_count):
            self.seen_moves[i] = seen_moves[order[i][2]]

    def add_child(self, index: i64) -> "Node":
        """Add a child for the move at this index of the menu, and for all moves that look the same."""
        seen_move = self.seen_moves[index]
        child = Node(seen_move, self.menu_mover)
        self.children[child_key(seen_move, self.menu_mover)] = child
        for i in range(self.move_count):
            if self.seen_moves[i] == seen_move:
                self.menu_children[i] = child
        return child


def child_key(move: int, mover: int) -> int:
    """The key of a child: its move and the seat that made it. It is not an i64, because the longest moves make a key of 65
    bits."""
    return move << SEAT_BITS | mover


UNEXPANDED: Final = Node(NOTHING, NOBODY)  # a child that does not exist yet
MISSED: Final = Node(NOTHING, NOBODY)  # a move that is overlooked
