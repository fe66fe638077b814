"""Monte Carlo tree search for games with hidden cards, over any `Game`.

One tree, seen by one player. A branch is a move *as that player sees it being made*, so a node stands for all positions
that look alike from their chair. Each simulation deals the hidden cards anew, walks down the tree along moves that are
possible in that deal, adds one branch, plays on as far as the judge wants to see and credits every branch on its way with
the reward of the seat that chose it. Two seats or six are one case: nobody is an enemy, everybody wants their own.

Since a deal allows only some of the branches, a branch competes by how often it *could* have been chosen, not by how often
its parent was visited. (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012: the
single-observer kind.)

The search is fair by construction: before anything else it deals the position anew, and forgets the one it was given.
"""

from math import log, sqrt
from typing import Any, Final

from ai.judge import Judge
from ai.playout import Dice, play_out
from engine.core.luck import key, nth
from engine.core.row import i64, vec
from engine.core.rules import EVERYBODY, NOBODY, NOTHING, Game, State

DEAL: Final = 1  # names of the seed's parts
DICE: Final = 2
NEXT: Final = 3
OVERLOOK: Final = 4
SEAT_BITS: Final = 3
AT_NOTHING: Final = 0  # what a search peeks at:
AT_CARDS: Final = 1  # all cards,
AT_LUCK: Final = 2  # and what chance will bring


Tried = tuple[int, int, float]  # a move, how often it was tried, and the sum of the rewards that it brought

NO_MENU: Final = vec[i64]([0])


class Node:
    """A branch, and what grows from it: `mover` has made `move`, as the viewer saw it."""

    __slots__ = (
        "asked",
        "available",
        "children",
        "kids",
        "last",
        "looks",
        "menu",
        "move",
        "mover",
        "offered",
        "total",
        "visits",
    )

    def __init__(self, move: i64, mover: i64) -> None:
        self.move: Final[i64] = move
        self.mover: Final[i64] = mover
        self.visits: i64 = 0
        self.available: i64 = 0  # in how many simulations it could be chosen
        self.last: i64 = NOTHING  # the latest of them
        self.total = 0.0  # of the mover's rewards
        self.children: dict[int, Node] = {}
        # The menu that was met here last, who was asked, how its moves look, and the branch of each: most worlds bring the same
        # again, and need not be looked up.
        self.asked: i64 = NOBODY
        self.offered: i64 = 0
        self.menu = NO_MENU
        self.looks = NO_MENU
        self.kids: list[Node] = []

    def mean(self) -> float:
        """What the mover can expect of it."""
        return self.total / float(self.visits)

    def urge(self, curiosity: float) -> float:
        """How much it asks to be tried again: what it brings, and how seldom it was tried where it could be (UCB1)."""
        return self.mean() + curiosity * sqrt(log(float(self.available)) / float(self.visits))

    def has_laid_out(self, world: State) -> bool:
        """Whether the menu is the one that was met last, and asked of the same seat: in another world another may hold the
        card that answers."""
        offered = world.offered
        if self.offered != offered or self.asked != world.mover:
            return False
        ours = self.menu
        theirs = world.menu
        for i in range(offered):
            if ours[i] != theirs[i]:
                return False
        return True

    def grow(self, place: i64) -> "Node":
        """A new branch, for the move in that place of the menu and for all that look like it."""
        look = self.looks[place]
        child = Node(look, self.asked)
        self.children[look << SEAT_BITS | self.asked] = child
        for i in range(self.offered):
            if self.looks[i] == look:
                self.kids[i] = child
        return child


UNGROWN: Final = Node(NOTHING, NOBODY)  # stands for a branch that is not there yet,
UNSEEN: Final = Node(NOTHING, NOBODY)  # and this for one that is overlooked


def most_tried(tried: list[Tried], dice: Dice) -> int:
    """The move that was tried most, of one at least; among equals the one with the better reward, and then chance decides. Never
    the order of the menu: after few simulations that would be the whole choice."""
    best, most, highest = tried[0][0], 0, 0.0
    ties: i64 = 0
    for move, visits, total in tried:
        mean = total / visits
        if visits > most or (visits == most and mean > highest):
            ties = 0
        elif visits < most or mean < highest:
            continue
        ties += 1
        if ties == 1 or dice.below(ties) == 0:
            best, most, highest = move, visits, mean
    return best


class Search:
    """A tree for the question that `viewer` is asked in `state`. `run` makes it grow, as often as you like; `best` answers.

    The same look at the table and the same seed give the same tree, number for number, whatever is hidden in `state`. Not so
    if it `peeks`, AT_CARDS or AT_LUCK too, to show what knowing them would be worth. Of its own moves it `overlooks` a share from
    0 to 1, as people do: those it does not think of at all.
    """

    def __init__(
        self,
        game: Game[Any],
        state: State,
        viewer: int,
        seed: int,
        judge: Judge[Any],
        peeks: int = AT_NOTHING,
        overlooks: float = 0.0,
    ) -> None:
        assert state.mover == viewer, "only who is asked may think about the answer"
        self.game: Final = game
        self.viewer: Final[i64] = viewer
        self.seed: Final = seed
        self.judge: Final = judge
        self.peeks: Final = peeks
        self.overlooks: Final = overlooks
        self.deals: Final[i64] = key(seed, DEAL) >> 1  # and the number of a simulation: what its deal is called
        self.seen: State = self._forget(state, self.deals)
        self.root = Node(NOTHING, NOBODY)
        self.dice: Final = Dice(key(seed, DICE))
        self.simulations: i64 = 0
        self.since: i64 = 0  # so many of them were made for the questions before

    def run(self, simulations: int) -> None:
        """Grow the tree by so many simulations."""
        for _ in range(simulations):
            self._simulate()

    def follow(self, move: int, state: State) -> bool:
        """Go on in the branch of `move`, which the viewer has made since and nobody another: there `state` is the question now.
        False if the tree has no such branch, and stays as it is."""
        child = self.root.children.get(move << SEAT_BITS | self.viewer)
        if child is None:
            return False
        self.root = child
        self.since = self.simulations
        child.offered = 0  # it may be another menu, and other moves are overlooked now
        child.kids = []
        self.seen = self._forget(state, key(self.seed, NEXT, self.simulations) >> 1)
        return True

    def settled(self, left: int) -> bool:
        """Whether no other move can overtake the one that was tried most, with so many simulations left."""
        most: i64 = 0
        second: i64 = 0
        for child in self._thought_of():
            if child.visits > most:
                most, second = child.visits, most
            elif child.visits > second:
                second = child.visits
        return most - second > left

    def tried(self) -> list[Tried]:
        """What was tried of the menu, in its order. Of the viewer's own moves no two look alike, so each is here once."""
        return [(int(child.move), int(child.visits), child.total) for child in self._thought_of()]

    def best(self) -> int:
        """The move that was tried most."""
        tried = self.tried()
        if not tried:
            return self.seen.menu[self.dice.below(self.seen.offered)]
        return most_tried(tried, self.dice)

    def _thought_of(self) -> list[Node]:
        """The branches of this question that have grown and are not overlooked."""
        return [child for child in self.root.kids if child is not UNGROWN and child is not UNSEEN]

    def _simulate(self) -> None:
        world = self._forget(self.seen, nth(self.deals, self.simulations))
        path = self._descend(world)
        play_out(world, self.dice, self.judge)
        rewards = self.judge.worth(world)
        for node in path:
            node.visits += 1
            node.total += rewards[node.mover]
        self.simulations += 1

    def _forget(self, state: State, seed: i64) -> State:
        """The position with all that is hidden, and what chance will bring, drawn anew."""
        if self.peeks == AT_LUCK:
            return state.copy()
        eyes = self.viewer
        if self.peeks == AT_CARDS:
            eyes = EVERYBODY
        world: State = self.game.determinize(state, eyes, seed)
        return world

    def _descend(self, world: State) -> list[Node]:
        """Walk down the tree until a new branch has grown, and `world` with it; returns the branches on the way. Where there
        was nothing to choose the walk goes on: that branch tells nothing."""
        path: list[Node] = []
        node = self.root
        while world.mover != NOBODY:
            forced = world.offered == 1
            node = self._choose(node, world)
            world.apply(self._one_that_looks_like(node.move, world))
            path.append(node)
            if node.visits == 0 and not forced:
                break
        return path

    def _choose(self, node: Node, world: State) -> Node:
        """The next branch: by chance one that has not grown yet, or else the one with the strongest urge."""
        if not node.has_laid_out(world):
            self._lay_out(node, world)
        kids = node.kids
        ungrown = UNGROWN
        unseen = UNSEEN
        now = self.simulations
        curiosity = self.judge.curiosity
        best = node
        strongest = -1.0
        fresh: i64 = 0
        ties: i64 = 0
        for i in range(node.offered):
            child = kids[i]
            if child is ungrown:
                fresh += 1
            elif child.last != now and child is not unseen:  # what looks the same twice is counted once
                child.last = now
                child.available += 1
                if fresh == 0:
                    urge = child.urge(curiosity)
                    if urge > strongest:
                        best, strongest, ties = child, urge, 1
                    elif urge == strongest:
                        ties += 1
                        if self.dice.below(ties) == 0:
                            best = child
        if fresh > 0:
            best = node.grow(self._nth_fresh(node, self.dice.below(fresh)))
            best.last = now
            best.available = 1
        return best

    def _nth_fresh(self, node: Node, n: i64) -> i64:
        """The place in the menu of the n-th move that has no branch yet."""
        kids = node.kids
        for i in range(node.offered):
            if kids[i] is UNGROWN:
                if n == 0:
                    return i
                n -= 1
        return NOTHING

    def _lay_out(self, node: Node, world: State) -> None:
        """Look up the branch of each move of this menu."""
        offered = world.offered
        mover = world.mover
        node.asked = mover
        node.offered = offered
        node.menu = world.menu[:offered]
        node.looks = world.menu[:offered]
        node.kids = []
        for i in range(offered):
            look = self._look(world, world.menu[i])
            node.looks[i] = look
            node.kids.append(node.children.get(look << SEAT_BITS | mover, UNGROWN))
        if node is self.root and self.overlooks > 0.0:
            self._overlook(node)

    def _overlook(self, node: Node) -> None:
        """Leave out some of the moves, whichever the seed says; all of them would be none."""
        seen = [not self._is_overlooked(node.looks[i]) for i in range(node.offered)]
        if True in seen:
            node.kids = [node.kids[i] if seen[i] else UNSEEN for i in range(node.offered)]

    def _is_overlooked(self, look: i64) -> bool:
        return key(self.seed, OVERLOOK, self.since, look) % 1000 < 1000 * self.overlooks

    def _look(self, world: State, move: i64) -> i64:
        """The move as the viewer would see it."""
        if world.mover == self.viewer:
            return move
        return self.game.seen_by(world, self.viewer, move)

    def _one_that_looks_like(self, look: i64, world: State) -> i64:
        """A move of this world with that look; among several, chance decides."""
        if world.mover == self.viewer:
            return look
        chosen: i64 = NOTHING
        ties: i64 = 0
        for i in range(world.offered):
            if self.game.seen_by(world, self.viewer, world.menu[i]) == look:
                ties += 1
                if ties == 1 or self.dice.below(ties) == 0:
                    chosen = world.menu[i]
        return chosen
