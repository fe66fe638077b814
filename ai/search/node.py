"""The nodes of a search tree, and which of their moves are considered."""

from math import log, sqrt
from typing import Final

from engine.core.arrays import i64, vec
from engine.core.game import NOBODY, NOTHING, State

SEAT_BITS: Final = 3
MIN_WIDE_MENU_MOVES: Final[i64] = 20  # a menu with this many moves is wide
FIRST_CONSIDERED_MOVES: Final[i64] = 5  # moves of a wide menu that are considered from the first visit
WIDENING_RATE: Final = 0.3  # further moves, per square root of the number of visits
EMPTY_MENU: Final = vec[i64]([0])


class Node:
    """A node of the tree, reached when the seat `mover` made `move`, as the viewer saw it."""

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
        self.availability: i64 = 0  # the number of simulations in which its move was legal
        self.last_simulation: i64 = NOTHING  # the latest of these simulations
        self.total_reward = 0.0  # the sum of the mover's rewards
        self.children: dict[int, Node] = {}
        # A cache: the latest menu at this node, the seat to move, its moves as the viewer sees them, and the child of each.
        # Most worlds have the same menu.
        self.menu_mover: i64 = NOBODY
        self.move_count: i64 = 0
        self.menu = EMPTY_MENU
        self.seen_moves = EMPTY_MENU
        self.menu_children: list[Node] = []
        self.is_wide = False  # if so, `seen_moves` and `menu_children` are sorted, the likeliest move first

    def mean(self) -> float:
        """The mean reward of the mover."""
        return self.total_reward / float(self.visits)

    def ucb(self, exploration: float) -> float:
        """UCB1 with availability counts (Cowling et al. 2012)."""
        return self.mean() + exploration * sqrt(log(float(self.availability)) / float(self.visits))

    def has_menu_of(self, world: State) -> bool:
        """Whether the cached menu is the menu of `world`, for the same seat. Worlds differ in who holds a card that reacts."""
        move_count = world.move_count
        if self.move_count != move_count or self.menu_mover != world.mover:
            return False
        cached = self.menu
        menu = world.menu
        for i in range(move_count):
            if cached[i] != menu[i]:
                return False
        return True

    def considered_move_count(self) -> i64:
        """The number of moves that are considered: all, but in a wide menu only the likeliest ones, and more of them as the
        visits grow (progressive widening; Coulom 2007, Chaslot et al. 2008)."""
        if not self.is_wide:
            return self.move_count
        extra: i64 = int(WIDENING_RATE * sqrt(float(self.visits)))
        return min(self.move_count, FIRST_CONSIDERED_MOVES + extra)

    def sort_menu(self, weights: vec[float]) -> None:
        """Sort the moves by weight, the highest first. Overlooked moves come last."""
        order = sorted([(self.menu_children[i] is MISSED, -weights[i], int(i)) for i in range(self.move_count)])
        seen_moves = self.seen_moves[: self.move_count]
        self.menu_children = [self.menu_children[i] for _, _, i in order]
        for i in range(self.move_count):
            self.seen_moves[i] = seen_moves[order[i][2]]

    def add_child(self, menu_index: i64) -> "Node":
        """Add one child for the move at this index of the menu and for all moves that look the same to the viewer."""
        seen_move = self.seen_moves[menu_index]
        child = Node(seen_move, self.menu_mover)
        self.children[child_key(seen_move, self.menu_mover)] = child
        for i in range(self.move_count):
            if self.seen_moves[i] == seen_move:
                self.menu_children[i] = child
        return child


def child_key(move: int, mover: int) -> int:
    """The key of a child: its move and the seat that made it. It is no i64, because the largest moves need a key of 65 bits."""
    return move << SEAT_BITS | mover


UNEXPANDED: Final = Node(NOTHING, NOBODY)  # a child that does not exist yet
MISSED: Final = Node(NOTHING, NOBODY)  # a move that is overlooked
