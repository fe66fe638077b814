"""The levels at work, behind one interface: whoever sits there, a decision is a function of what the seat may see and of a seed.

The seed of a decision follows from the setup's and from how many decisions went before, so every answer can be had again from
the log, unless it was given by the clock; one that several processes gave together, with as many of them (`ai.chorus`). Its
name keeps it apart from the game's own luck, of which it tells nothing.
"""

from time import perf_counter
from typing import Any, Final

from ai.judge import TO_THE_END, Judge
from ai.learned import LearnedJudge
from ai.levels import ELDER, MOST, PLAIN, PROPHET, SCRIBE, SEER, SHABTI, Budget, level_of
from ai.mcts import AT_CARDS, AT_LUCK, AT_NOTHING, Search
from ai.playout import Dice
from ai.scribe import Scribe
from ai.valley import ValleyJudge
from ai.values import value_for
from engine.core.errors import BadSetup
from engine.core.luck import key
from engine.core.rules import NOTHING, Game, State
from engine.valley.state import ValleyState

DECISION: Final = 0xDEC1  # the name of a decision's luck
STEP: Final = 25  # simulations
PEEKS: Final = {SEER: AT_CARDS, PROPHET: AT_LUCK}
TEXTBOOK: Final = 1.4  # the c of UCB that the plain gauge uses


def decision_seed(setup_seed: int, ply: int, seat: int) -> int:
    """The seed of the decision that `seat` makes after `ply` others, in any game with this seed."""
    return key(setup_seed, DECISION, ply, seat) >> 1


def choose(game: Game[Any], state: State, viewer: int, level: str, budget: Budget, seed: int) -> int:
    """The move with which `level` answers the question that `viewer` is asked in `state`; an empty budget is the level's own.
    Two positions that look the same to the viewer get the same answer, unless the clock decides.

    Raises BadSetup for a level that does not exist and a seat that is not asked.
    """
    thought = Thought(game, state, viewer, level, budget, seed)
    while not thought.done:
        thought.step()
    return thought.move


class Mind:
    """What sits at a seat, from decision to decision: asked again when nobody else has answered in between, it goes on from the
    tree that it has already grown."""

    def __init__(self, game: Game[Any], viewer: int, level: str, budget: Budget) -> None:
        self.game: Final = game
        self.viewer: Final = viewer
        self.level: Final = level
        self.budget: Final = budget
        self.spent = 0  # milliseconds, on the decisions in a row before the one that is thought about
        self._last: Thought | None = None

    def think(self, state: State, seed: int, made: int = NOTHING, spent: int | None = None) -> "Thought":
        """A thought about the question in `state`; `made` is the answer to the last one, if nothing else lies in between.
        `spent` tells what the decisions in a row have taken, if somebody else counts. Raises BadSetup."""
        last = self._last
        self.spent = 0 if last is None or made == NOTHING else self.spent + last.took
        if spent is not None:
            self.spent = spent
        budget = (self.budget or level_of(self.level).budget).after(self.spent)
        search = last.search if last is not None else None
        if last is None or search is None or made == NOTHING or not search.follow(made, state):
            search = None
        self._last = Thought(self.game, state, self.viewer, self.level, budget, seed, search)
        return self._last


class Thought:
    """A decision in the making, for callers that may want to drop it. `step` until it is `done`, then `move` is the answer.

    It ends before its budget does where there is nothing to choose, and when no other move can overtake the best one. `search`
    is a tree that stands at this very question already.
    """

    def __init__(
        self,
        game: Game[Any],
        state: State,
        viewer: int,
        level: str,
        budget: Budget,
        seed: int,
        search: Search | None = None,
    ) -> None:
        self.budget: Final = budget or level_of(level).budget
        if state.mover != viewer:
            raise BadSetup(f"seat {viewer + 1} is not asked now")
        self.simulations = 0
        self.took = 0  # milliseconds, once it is done
        self.done = True
        self.move: int = NOTHING
        self.search = search
        self._began: Final = perf_counter()
        if state.offered == 1:
            self.move = state.menu[0]
        elif level == SHABTI:
            self.move = state.menu[Dice(seed).below(state.offered)]
        elif level == SCRIBE:
            self.move = Scribe(game, state, viewer, seed, written_judge(game, state)).best(
                max(1, self.budget.simulations)
            )
        else:
            self.done = False
            if search is None:
                judge = judge_for(game, state, level)
                overlooks = level_of(level).overlooks
                self.search = Search(
                    game, state, viewer, seed, judge, peeks=PEEKS.get(level, AT_NOTHING), overlooks=overlooks
                )

    def step(self) -> None:
        """Think on for a few milliseconds."""
        search = self.search
        if search is None or self.done:
            return
        most = self.budget.simulations
        share = min(STEP, most - self.simulations) if most else STEP
        search.run(share)
        self.simulations += share
        if search.settled(self._left()):
            self.move = search.best()
            self.took = int(1000 * (perf_counter() - self._began))
            self.done = True

    def _left(self) -> int:
        """How many simulations can still be made, -1 if the time is over."""
        left = self.budget.simulations - self.simulations if self.budget.simulations else MOST
        if self.budget.milliseconds:
            spent = 1000 * (perf_counter() - self._began)
            if spent >= self.budget.milliseconds:
                return -1
            left = min(left, int(self.simulations * (self.budget.milliseconds / spent - 1)))
        return left or -1


def judge_for(game: Game[Any], state: State, level: str) -> Judge[Any]:
    """Whom a level that searches asks."""
    if level == PLAIN:
        return Judge(game, TO_THE_END, TEXTBOOK)
    return written_judge(game, state) if level == ELDER else judge_of(game, state)


def judge_of(game: Game[Any], state: State) -> Judge[Any]:
    """Whoever knows the game best: one who has learned with these very cards and as many seats, if there is one."""
    if isinstance(state, ValleyState):
        weights = value_for(state.cards, int(state.n))
        if weights is not None:
            return LearnedJudge(game, state.cards, weights)
    return written_judge(game, state)


def written_judge(game: Game[Any], state: State, horizon: int = 0) -> Judge[Any]:
    """Whoever knows the game without having learned. The scribe stays with this one: it is the yardstick."""
    if isinstance(state, ValleyState):
        return ValleyJudge(game, state.cards, horizon)
    return Judge(game)
