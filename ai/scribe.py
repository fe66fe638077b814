"""A player who looks to the end of the turn and no further.

It tries what can still be done this turn, the most promising few lines side by side, and judges how it would stand if the
turn ended there. It deals the hidden cards anew before it looks, more than once, so that no line is chosen for the luck
of one deal.
"""

from typing import Any, Final

from ai.judge import Judge
from ai.playout import Dice
from engine.core.luck import key
from engine.core.row import i64
from engine.core.rules import NOBODY, NOTHING, Game, State

WIDTH: Final = 5  # lines that are followed side by side
DEPTH: Final = 12  # decisions
DEALS: Final = 2
REPLIES: Final = 6  # of others, to one move


class Line:
    """A way through the turn: its first move, where it has come to, how well that is, and with what is still in hand."""

    def __init__(self, first: i64, state: State, hopes: float, promise: float) -> None:
        self.first: Final[i64] = first
        self.state: Final = state
        self.hopes: Final = hopes
        self.promise: Final = promise


class Scribe:
    """One decision of `viewer`, who is asked in `state`."""

    def __init__(self, game: Game[Any], state: State, viewer: int, seed: int, judge: Judge[Any]) -> None:
        self.game: Final = game
        self.viewer: Final[i64] = viewer
        self.seed: Final = seed
        self.judge: Final = judge
        self.now: Final[i64] = judge.clock(state)
        self.seen: Final[State] = game.determinize(state, viewer, key(seed, 0) >> 1)

    def best(self, deals: int = DEALS) -> int:
        """The move after which the turn can end best, on average over some deals; chance decides among equals."""
        moves = self.seen.legal_moves()
        totals = [0.0 for _ in moves]
        for deal in range(deals):
            ends = self.explore(self.game.determinize(self.seen, self.viewer, key(self.seed, 1, deal) >> 1))
            for i in range(len(moves)):
                totals[i] += ends[moves[i]]
        dice = Dice(key(self.seed, 2))
        highest = max(totals)
        best = [moves[i] for i in range(len(moves)) if totals[i] == highest]
        return best[dice.below(len(best))]

    def explore(self, world: State) -> dict[int, float]:
        """For each move of the menu, how well the turn can end in this world."""
        ends: dict[int, float] = {}
        lines: list[Line] = []
        for move in world.legal_moves():
            line = self.follow(world, move, move)
            ends[move] = line.hopes
            lines.append(line)
        for _ in range(DEPTH):
            further: list[Line] = []
            for line in self.most_promising(lines):
                for move in line.state.legal_moves():
                    next_line = self.follow(line.state, move, line.first)
                    ends[line.first] = max(ends[line.first], next_line.hopes)
                    further.append(next_line)
            lines = further
        return ends

    def follow(self, state: State, move: i64, first: i64) -> Line:
        """One move further, and on to the next question that is ours."""
        world = state.copy()
        world.apply(move)
        for _ in range(REPLIES):
            if world.mover == self.viewer or self.is_over(world):
                break
            world.apply(self.reply(world))
        hopes = self.judge.hopes(world, self.viewer)
        promise = hopes
        if not self.is_over(world):
            promise += self.judge.means(world, self.viewer)
        return Line(first, world, hopes, promise)

    def reply(self, world: State) -> int:
        """What another player answers in the middle of our turn: whatever leaves them best off."""
        if world.offered == 1:
            return world.menu[0]
        best = NOTHING
        highest = 0.0
        for move in world.legal_moves():
            after = world.copy()
            after.apply(move)
            hopes = self.judge.hopes(after, world.mover)
            if best == NOTHING or hopes > highest:
                best, highest = move, hopes
        return best

    def is_over(self, world: State) -> bool:
        return world.mover == NOBODY or self.judge.clock(world) != self.now

    def most_promising(self, lines: list[Line]) -> list[Line]:
        """The few lines that are worth following, no two of which come to the same."""
        best: list[Line] = []
        for line in sorted([line for line in lines if self.goes_on(line)], key=promise_of, reverse=True):
            if not best or line.promise != best[-1].promise:
                best.append(line)
                if len(best) == WIDTH:
                    break
        return best

    def goes_on(self, line: Line) -> bool:
        return line.state.mover == self.viewer and not self.is_over(line.state)


def promise_of(line: Line) -> float:
    return line.promise
