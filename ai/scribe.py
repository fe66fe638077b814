"""A player who looks to the end of the turn and no further.

It deals the hidden cards anew, tries what can still be done this turn, the few most promising lines side by side, and judges
how it would stand if the turn ended there. Told to look at more deals than one, it goes by the average.
"""

from typing import Any, Final

from ai.judge import Judge
from ai.playout import Dice
from engine.core.luck import key, mix
from engine.core.row import i64
from engine.core.rules import NOBODY, NOTHING, Game, State

WIDTH: Final = 6  # lines that are followed side by side
REPLIES: Final = 6  # of others, to one move
PATIENCE: Final = 150  # positions looked at in one deal; the first moves are all tried, whatever their number


class Line:
    """A way through the turn: its first move, where it has come to, how well that is, and with what is still in hand.
    `made` is a number for the moves made, in whatever order."""

    def __init__(self, first: i64, made: int, state: State, hopes: float, promise: float) -> None:
        self.first: Final[i64] = first
        self.made: Final = made
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

    def best(self, deals: int = 1) -> int:
        """The move after which the turn can end best, on average over the deals; chance decides among equals."""
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
        lines = [self.follow(world, move, move, mix(move)) for move in world.legal_moves()]
        ends: dict[int, float] = {line.first: line.hopes for line in lines}
        tried: set[int] = set()
        left = PATIENCE - len(lines)
        while lines and left > 0:
            further: list[Line] = []
            for line in self.most_promising(lines):
                for move in line.state.legal_moves():
                    made = line.made + mix(move)
                    if made not in tried:  # the same moves in another order mostly come to the same
                        tried.add(made)
                        further.append(self.follow(line.state, move, line.first, made))
            for line in further:
                ends[line.first] = max(ends[line.first], line.hopes)
            lines = further
            left -= len(lines)
        return ends

    def follow(self, state: State, move: i64, first: i64, made: int) -> Line:
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
        return Line(first, made, world, hopes, promise)

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
