"""Monte Carlo tree search for any `Game` with hidden information (ISMCTS): the search, and the nodes of its tree.

There is one tree, from the point of view of one player. An edge is a move *as that player sees it*, so a node stands for all
positions that look the same to the player. Each simulation redraws the hidden cards (determinization), walks down the tree along
moves that are legal in this world, adds one node, runs a playout up to the evaluator's horizon, and credits each node on the path
with the reward of the seat that moved there. Each seat maximises its own reward, so any number of players can be searched.

In each world only some of the children are legal. So UCB uses how often a child *was available*, not how often its parent was
visited. (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012: single-observer ISMCTS.)

With one tree, the others' secret moves look alike to the viewer, so one of them is made at random. With a tree for each seat
(multiple-observer ISMCTS, in the same paper) each seat chooses in its own tree, whose edges are the moves as that seat sees them.

The search cannot cheat: it first redraws everything hidden, and keeps no reference to the true position.
"""

from math import log, sqrt
from typing import Any, Final

from ai.search.evaluator import LUCK_BOUND, Evaluator
from ai.search.playout import Rng, playout_to_horizon
from engine.core.arrays import i64, vec
from engine.core.game import NOBODY, NOTHING, OMNISCIENT, Game, State
from engine.core.luck import nth_seed, seeded_hash

SEAT_BITS: Final = 3
MIN_WIDE_MENU_MOVES: Final[i64] = 20  # a menu with this many moves is wide
FIRST_CONSIDERED_MOVES: Final[i64] = 5  # moves of a wide menu that are considered from the first visit
WIDENING_RATE: Final = 0.3  # further moves, per square root of the number of visits
EMPTY_MENU: Final = vec[i64]([0])
MISSED_WEIGHT: Final = -1.0  # below the weight of every move


class MoveRecord:
    """How one move of one seat did, wherever it was made in the tree."""

    __slots__ = ("total_reward", "visits")

    def __init__(self) -> None:
        self.visits: i64 = 0
        self.total_reward = 0.0  # the sum of the mover's rewards


NO_CHILDREN: Final[dict[int, "Node"]] = {}  # of all nodes without children: most have none


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
        "record",
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
        self.children = NO_CHILDREN
        self.record: MoveRecord | None = None  # of its move, if the search keeps records
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
        """Sort the moves by weight, the highest first. Overlooked moves come last. `weights` is sorted, too."""
        count = self.move_count
        order = vec[i64]([0] * count)
        for i in range(count):
            weight = MISSED_WEIGHT if self.menu_children[i] is MISSED else weights[i]
            place = i
            while place > 0 and weights[place - 1] < weight:
                weights[place] = weights[place - 1]
                order[place] = order[place - 1]
                place -= 1
            weights[place] = weight
            order[place] = i
        seen_moves = self.seen_moves[:count]
        self.menu_children = [self.menu_children[order[i]] for i in range(count)]
        for i in range(count):
            self.seen_moves[i] = seen_moves[order[i]]

    def put_child(self, child: "Node") -> None:
        """Add a child to `children`."""
        if self.children is NO_CHILDREN:
            self.children = {}
        self.children[child_key(child.move, child.mover)] = child

    def add_child(self, menu_index: i64) -> "Node":
        """Add one child for the move at this index of the menu and for all moves that look the same to the viewer."""
        seen_move = self.seen_moves[menu_index]
        child = Node(seen_move, self.menu_mover)
        self.put_child(child)
        for i in range(self.move_count):
            if self.seen_moves[i] == seen_move:
                self.menu_children[i] = child
        return child


def child_key(move: int, mover: int) -> int:
    """The key of a child: its move and the seat that made it. It is no i64, because the largest moves need a key of 65 bits."""
    return move << SEAT_BITS | mover


UNEXPANDED: Final = Node(NOTHING, NOBODY)  # a child that does not exist yet
MISSED: Final = Node(NOTHING, NOBODY)  # a move that is overlooked

DEAL_STREAM: Final = 1  # the streams derive independent seeds from the seed of the search
RNG_STREAM: Final = 2
NEXT_ROOT_STREAM: Final = 3
MISSED_STREAM: Final = 4
SETTLING_STREAM: Final = 5
SETTLING_RNG_STREAM: Final = 6
MIN_SETTLED_VISITS: Final[i64] = 2  # a child with fewer visits ends a walk of `settle`
FAIR: Final = 0  # the search knows only what its seat may see
KNOWS_CARDS: Final = 1  # it also knows all hidden cards
KNOWS_LUCK: Final = 2  # it also knows all future luck

MoveStats = tuple[int, int, float]  # a move, its visits, and the sum of its rewards


def most_visited(stats: list[MoveStats], rng: Rng) -> int:
    """The move with the most visits. Ties are broken by the mean reward, then at random: the order of the menu would decide too
    often after few simulations. `stats` must not be empty."""
    best, most_visits, best_mean = stats[0][0], 0, 0.0
    ties: i64 = 0
    for move, visits, total_reward in stats:
        mean = total_reward / visits
        if visits > most_visits or (visits == most_visits and mean > best_mean):
            ties = 0
        elif visits < most_visits or mean < best_mean:
            continue
        ties += 1
        if ties == 1 or rng.below(ties) == 0:
            best, most_visits, best_mean = move, visits, mean
    return best


class Search:
    """A search tree for the decision of `viewer` in `state`. `run` adds simulations and may be called repeatedly; `best` returns
    the move.

    The same view and the same seed give exactly the same tree, whatever is hidden in `state`. With `knowledge` KNOWS_CARDS or
    KNOWS_LUCK the search cheats, to measure what that knowledge is worth. `missed_share`, from 0 to 1, is the share of its own
    moves that it ignores, as human players overlook moves.

    With `first_move` the tree belongs to that answer alone: each simulation begins with it. Trees with the same seed meet the
    same deals, so the answers of one question can be compared.

    `trees` is 1, or the number of seats: then each seat has a tree of its own. Several trees suit neither an evaluator that
    `has_policy`, which moves for the others, nor `first_move`.

    With `judges_untried` a move that a node below the root has not tried counts as what the same move did elsewhere in the tree
    (MAST; Finnsson and Björnsson 2008), as if it had been tried once here, too. So a node need not try all its moves before it
    returns to a good one (first-play urgency; Gelly and Wang 2006).

    `beliefs` are positions from which the others' secrets are taken (`ai.search.beliefs`); if there are none, all secrets that
    are possible are equally likely.
    """

    def __init__(
        self,
        game: Game[Any],
        state: State,
        viewer: int,
        seed: int,
        evaluator: Evaluator[Any],
        knowledge: int = FAIR,
        missed_share: float = 0.0,
        first_move: int = NOTHING,
        trees: int = 1,
        beliefs: list[State] | None = None,
        judges_untried: bool = False,
    ) -> None:
        assert state.mover == viewer, "only the seat to move can search for its move"
        assert trees == 1 or not (evaluator.has_policy or first_move != NOTHING)
        self.game: Final = game
        self.viewer: Final[i64] = viewer
        self.seed: Final = seed
        self.evaluator: Final = evaluator
        self.knowledge: Final = knowledge
        self.missed_share: Final = missed_share
        self.judges_untried: Final = judges_untried
        self.records: Final[dict[int, MoveRecord]] = {}  # by `child_key`, if it `judges_untried`
        self.beliefs: Final[list[State]] = beliefs or []
        self.deal_seed: Final[i64] = seeded_hash(seed, DEAL_STREAM) >> 1  # the seeds of all deals are derived from it
        self.root_state: State = self._determinize(state, self.deal_seed)
        self.root = Node(NOTHING, NOBODY)  # of the viewer's tree
        self.roots: list[Node] = [self.root]  # of each seat's tree, if there are several
        if trees > 1:
            self.roots = [Node(NOTHING, NOBODY) for _ in range(trees)]
            self.roots[viewer] = self.root
        self.first: Final = Node(first_move, viewer) if first_move != NOTHING else None
        self.rng: Final = Rng(seeded_hash(seed, RNG_STREAM))
        self.simulations: i64 = 0
        self.simulations_before_root: i64 = 0  # the simulations that ran before `root` became the root

    def run(self, simulations: int) -> None:
        """Run `simulations` more simulations."""
        for _ in range(simulations):
            self._simulate()

    def advance(self, move: int, state: State) -> bool:
        """Make the child of `move` the new root, after the viewer has made this move and nobody else has moved since. `state` is
        the new position. Returns False, without a change, if the tree has no such child."""
        child = self.root.children.get(child_key(move, self.viewer))
        if child is None:
            return False
        if len(self.roots) > 1:
            self.roots = self._children_in_all_trees(self.roots, child, self.root_state)
        self.root = child
        self.simulations_before_root = self.simulations
        child.move_count = 0  # discards the cached menu: it may differ now, and other moves are overlooked
        child.menu_children = []
        self.root_state = self._determinize(state, seeded_hash(self.seed, NEXT_ROOT_STREAM, self.simulations) >> 1)
        return True

    def is_decided(self, simulations_left: int) -> bool:
        """Whether no other move can overtake the most visited one in the remaining simulations."""
        most_visits: i64 = 0
        second_visits: i64 = 0
        for child in self._expanded_children():
            if child.visits > most_visits:
                most_visits, second_visits = child.visits, most_visits
            elif child.visits > second_visits:
                second_visits = child.visits
        return most_visits - second_visits > simulations_left

    def move_stats(self) -> list[MoveStats]:
        """The statistics of the root's visited moves, in the order of the menu. Each move occurs once, because no two of the
        viewer's own moves look the same."""
        return [(int(child.move), int(child.visits), child.total_reward) for child in self._expanded_children()]

    def best(self) -> int:
        """The most visited move; a random one before the first simulation."""
        stats = self.move_stats()
        if not stats:
            return self.root_state.menu[self.rng.below(self.root_state.move_count)]
        return most_visited(stats, self.rng)

    def settled_position(self, deal: int) -> State:
        """Where all seats get in a fresh deal if they make the most visited moves of the finished tree: the last position at rest
        (`Game.is_at_rest`) on their way after the first move. If there is none, the position where the tree ends, or the playout
        of an evaluator that needs one. Unlike the mean of the tree, it leaves out the moves that were only tried. Trees with the
        same seed settle in the same deals."""
        seed: i64 = seeded_hash(self.seed, SETTLING_STREAM) >> 1
        rng = Rng(seeded_hash(self.seed, SETTLING_RNG_STREAM, deal))
        evaluator = self.evaluator
        start = self._determinize(self.root_state, nth_seed(seed, deal))
        if evaluator.has_policy and self.knowledge == FAIR:
            evaluator.infer_hidden(start, self.viewer, rng.below(LUCK_BOUND))
        world: State = start.copy()
        made, rest_count = self.walk_settled(world, rng)
        if evaluator.has_policy or evaluator.horizon != 0:
            playout_to_horizon(world, rng, evaluator)
            world.lazy_menu = False
            return world
        if rest_count == 0 or rest_count == len(made):
            return world
        for _, move in made[:rest_count]:
            start.apply(move)
        return start

    def walk_settled(self, world: State, rng: Rng) -> tuple[list[tuple[int, int]], int]:
        """Make the most visited moves of the tree in `world`, as far as the tree reaches. Returns them, each with its seat, and
        the number of them that lead to the last position at rest; 0 if there is none."""
        made: list[tuple[int, int]] = []
        rest_count = 0
        node = self.root
        first = self.first
        has_policy = self.evaluator.has_policy
        while world.mover != NOBODY:
            if has_policy and made and self.evaluator.is_leaf(world):
                break
            mover = world.mover
            move: i64 = NOTHING
            if first is not None and not made:
                move = first.move
                node = first
            elif has_policy and mover != self.viewer:
                move = self.evaluator.policy_move(world, rng.below(LUCK_BOUND))
                child = node.children.get(child_key(self._move_as_seen(world, move), mover))
                if child is None:
                    break
                node = child
            else:
                best = self._most_visited_child(node, world)
                if best is node:
                    break
                node = best
                move = self._matching_move(node.move, world)
            made.append((int(mover), int(move)))
            world.apply(move)
            if self.game.is_at_rest(world):
                rest_count = len(made)
        return made, rest_count

    def _most_visited_child(self, node: Node, world: State) -> Node:
        """The child with the most visits among those that are legal in this world, the first of equals; `node` itself if none has
        MIN_SETTLED_VISITS."""
        best = node
        most_visits = MIN_SETTLED_VISITS - 1
        mover = world.mover
        for i in range(world.move_count):
            child = node.children.get(child_key(self._move_as_seen(world, world.menu[i]), mover))
            if child is not None and child.visits > most_visits:
                best, most_visits = child, child.visits
        return best

    def _expanded_children(self) -> list[Node]:
        """The children of the root that exist and are not overlooked."""
        return [child for child in self.root.menu_children if child is not UNEXPANDED and child is not MISSED]

    def _simulate(self) -> None:
        world = self._determinize(self.root_state, nth_seed(self.deal_seed, self.simulations))
        if self.evaluator.has_policy and self.knowledge == FAIR:
            self.evaluator.infer_hidden(world, self.viewer, self.rng.below(LUCK_BOUND))
        path = self._descend(world) if len(self.roots) == 1 else self._descend_all_trees(world)
        playout_to_horizon(world, self.rng, self.evaluator)
        rewards = self.evaluator.rewards(world)
        self.root.visits += 1
        for node in path:
            node.visits += 1
            node.total_reward += rewards[node.mover]
        if self.judges_untried:
            self._record(path, rewards)
        self.simulations += 1

    def _record(self, path: list[Node], rewards: list[float]) -> None:
        """Add a simulation to the records of its moves."""
        trees: i64 = len(self.roots)
        for step in range(len(path) // trees):
            node = path[step * trees]
            if trees > 1:  # the mover's own tree, in which it chose
                node = path[step * trees + node.mover]
            record = node.record
            if record is None:
                key = child_key(node.move, node.mover)
                record = self.records.get(key)
                if record is None:
                    record = MoveRecord()
                    self.records[key] = record
                node.record = record
            record.visits += 1
            record.total_reward += rewards[node.mover]

    def _determinize(self, state: State, seed: i64) -> State:
        """A copy of the position in which everything that the search must not know is drawn again."""
        if self.knowledge == KNOWS_LUCK:
            return state.copy()
        viewer = self.viewer
        if self.knowledge == KNOWS_CARDS:
            viewer = OMNISCIENT
        world: State = self.game.determinize(state, viewer, seed)
        if len(self.beliefs) > 0:
            self.evaluator.copy_secrets(world, self.beliefs[seed % len(self.beliefs)], self.viewer)
        return world

    def _descend(self, world: State) -> list[Node]:
        """Selection and expansion: walk down the tree until a new node is added, and apply the moves to `world`. Returns the
        nodes on the path. The walk does not stop at a new node of a forced move."""
        path: list[Node] = []
        node = self.root
        if self.first is not None:
            node = self.first
            world.apply(node.move)
            path.append(node)
        has_policy = self.evaluator.has_policy
        while world.mover != NOBODY:
            if has_policy and path and self.evaluator.is_leaf(world):
                break
            forced = world.move_count == 1
            if has_policy and world.mover != self.viewer:
                node = self._apply_policy_move(node, world)
            else:
                node = self._select_or_add_child(node, world)
                world.apply(self._matching_move(node.move, world))
            path.append(node)
            if node.visits == 0 and not forced:
                break
        return path

    def _descend_all_trees(self, world: State) -> list[Node]:
        """As `_descend`, in all trees at once: the mover chooses in its own tree, and the others follow in theirs. The walk ends
        when the mover's tree has a new node. Returns the nodes on all paths."""
        path: list[Node] = []
        nodes = self.roots
        while world.mover != NOBODY:
            forced = world.move_count == 1
            chosen = self._select_or_add_child(nodes[world.mover], world)
            nodes = self._children_in_all_trees(nodes, chosen, world)
            path.extend(nodes)
            world.apply(chosen.move)
            if chosen.visits == 0 and not forced:
                break
        return path

    def _children_in_all_trees(self, nodes: list[Node], chosen: Node, world: State) -> list[Node]:
        """The node of each tree after the mover of `world` makes the move of `chosen`, a node of its own tree. `nodes` are those
        before."""
        mover = world.mover
        children: list[Node] = []
        for seat in range(len(nodes)):
            child = chosen
            if seat != mover:
                seen_move = self.game.move_as_seen(world, seat, chosen.move)
                known = nodes[seat].children.get(child_key(seen_move, mover))
                if known is None:
                    known = Node(seen_move, mover)
                    nodes[seat].put_child(known)
                child = known
            children.append(child)
        return children

    def _apply_policy_move(self, node: Node, world: State) -> Node:
        """Apply the move that another seat is expected to make; returns its child."""
        move = self.evaluator.policy_move(world, self.rng.below(LUCK_BOUND))
        seen_move = self._move_as_seen(world, move)
        child = node.children.get(child_key(seen_move, world.mover))
        if child is None:
            child = Node(seen_move, world.mover)
            node.put_child(child)
        world.apply(move)
        return child

    def _select_or_add_child(self, node: Node, world: State) -> Node:
        """The next child: a new one for an untried move (a random move; in a wide menu the likeliest), or else the child with the
        highest UCB."""
        if not node.has_menu_of(world):
            self._cache_menu(node, world)
        if self.judges_untried and node is not self.root and not node.is_wide:
            return self._select_or_add_judged_child(node)
        children = node.menu_children
        unexpanded = UNEXPANDED
        missed = MISSED
        simulation = self.simulations
        exploration = self.evaluator.exploration
        best = node
        best_ucb = -1.0
        unexpanded_count: i64 = 0
        ties: i64 = 0
        considered_move_count = node.considered_move_count()
        for i in range(considered_move_count):
            child = children[i]
            if child is unexpanded:
                unexpanded_count += 1
            elif child.last_simulation != simulation and child is not missed:  # moves that look the same count once
                child.last_simulation = simulation
                child.availability += 1
                if unexpanded_count == 0:
                    ucb = child.ucb(exploration)
                    if ucb > best_ucb:
                        best, best_ucb, ties = child, ucb, 1
                    elif ucb == best_ucb:
                        ties += 1
                        if self.rng.below(ties) == 0:
                            best = child
        if unexpanded_count > 0:
            nth: i64 = 0 if node.is_wide else self.rng.below(unexpanded_count)
            best = node.add_child(self._nth_unexpanded_index(node, nth))
            best.last_simulation = simulation
            best.availability = 1
        return best

    def _select_or_add_judged_child(self, node: Node) -> Node:
        """The child with the highest UCB, if untried moves count as in `judges_untried`."""
        children = node.menu_children
        unexpanded = UNEXPANDED
        simulation = self.simulations
        exploration = self.evaluator.exploration
        visits: i64 = 0
        total_reward = 0.0
        best_index: i64 = NOTHING
        best_ucb = -1.0
        ties: i64 = 0
        for i in range(node.move_count):
            child = children[i]
            if child.last_simulation != simulation and child is not unexpanded and child is not MISSED:
                child.last_simulation = simulation
                child.availability += 1
                visits += child.visits
                total_reward += child.total_reward
        mean = total_reward / float(visits) if visits > 0 else 0.0
        untried_bonus = exploration * sqrt(log(float(visits + 1)))
        for i in range(node.move_count):
            child = children[i]
            if child is MISSED:
                continue
            if child is unexpanded:
                ucb = self._judge(node.seen_moves[i], node.menu_mover, mean) + untried_bonus
            else:
                ucb = child.ucb(exploration)
            if ucb > best_ucb:
                best_index, best_ucb, ties = i, ucb, 1
            elif ucb == best_ucb:
                ties += 1
                if self.rng.below(ties) == 0:
                    best_index = i
        best = children[best_index]
        if best is unexpanded:
            best = node.add_child(best_index)
            best.last_simulation = simulation
            best.availability = 1
        return best

    def _judge(self, seen_move: i64, mover: i64, mean: float) -> float:
        """The reward that is expected of an untried move: that of its record and of one visit with this mean."""
        record = self.records.get(child_key(seen_move, mover))
        if record is None:
            return mean
        return (record.total_reward + mean) / (float(record.visits) + 1.0)

    def _nth_unexpanded_index(self, node: Node, n: i64) -> i64:
        """The menu index of the n-th move without a child."""
        children = node.menu_children
        for i in range(node.move_count):
            if children[i] is UNEXPANDED:
                if n == 0:
                    return i
                n -= 1
        return NOTHING

    def _cache_menu(self, node: Node, world: State) -> None:
        """Cache the menu of `world` at the node, with the child of each move."""
        move_count = world.move_count
        mover = world.mover
        node.menu_mover = mover
        node.move_count = move_count
        node.menu = world.menu[:move_count]
        node.seen_moves = node.menu
        node.is_wide = move_count >= MIN_WIDE_MENU_MOVES and self.evaluator.weighs_moves
        is_seen_otherwise = mover != self.viewer and len(self.roots) == 1  # else the node is in a tree of the mover
        if node.is_wide or is_seen_otherwise:
            node.seen_moves = world.menu[:move_count]
        if is_seen_otherwise:
            for i in range(move_count):
                node.seen_moves[i] = self.game.move_as_seen(world, self.viewer, world.menu[i])
        children = node.children
        if children:
            seen_moves = node.seen_moves
            node.menu_children = [children.get(child_key(seen_moves[i], mover), UNEXPANDED) for i in range(move_count)]
        else:
            node.menu_children = [UNEXPANDED] * int(move_count)
        if self.evaluator.has_policy and mover == self.viewer:
            self._hide_moves(node, [self.evaluator.is_worth_a_node(world, world.menu[i]) for i in range(move_count)])
        if node is self.root and self.missed_share > 0.0:
            self._hide_moves(node, [not self._is_missed(node.seen_moves[i]) for i in range(move_count)])
        if node.is_wide:
            node.sort_menu(self.evaluator.move_weights(world))

    def _hide_moves(self, node: Node, visible: list[bool]) -> None:
        """Mark the moves that are not `visible` as missed, unless that would leave none."""
        if [i for i in range(node.move_count) if visible[i] and node.menu_children[i] is not MISSED]:
            node.menu_children = [node.menu_children[i] if visible[i] else MISSED for i in range(node.move_count)]

    def _is_missed(self, seen_move: i64) -> bool:
        return (
            seeded_hash(self.seed, MISSED_STREAM, self.simulations_before_root, seen_move) % 1000
            < 1000 * self.missed_share
        )

    def _move_as_seen(self, world: State, move: i64) -> i64:
        """The move as the viewer would see it."""
        if world.mover == self.viewer:
            return move
        return self.game.move_as_seen(world, self.viewer, move)

    def _matching_move(self, seen_move: i64, world: State) -> i64:
        """A legal move in `world` that looks like `seen_move` to the viewer; a random one if there are several."""
        if world.mover == self.viewer:
            return seen_move
        matching_move: i64 = NOTHING
        ties: i64 = 0
        for i in range(world.move_count):
            if self.game.move_as_seen(world, self.viewer, world.menu[i]) == seen_move:
                ties += 1
                if ties == 1 or self.rng.below(ties) == 0:
                    matching_move = world.menu[i]
        return matching_move
