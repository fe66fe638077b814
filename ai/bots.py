"""The levels at work, behind one interface: whoever sits there, a decision is a function of what the seat may see and of a seed.

The seed of a decision follows from the setup's and from how many decisions went before, so every answer can be had again from
the log, unless it was given by the clock. Its name keeps it apart from the game's own luck, of which it tells nothing.
"""

from time import perf_counter
from typing import Any, Final

from ai.judge import TO_THE_END, Judge
from ai.levels import PLAIN, SCRIBE, SEER, SHABTI, Budget, level_of
from ai.mcts import Search
from ai.playout import Dice
from ai.scribe import Scribe
from ai.valley import ValleyJudge
from engine.core.errors import BadSetup
from engine.core.luck import key
from engine.core.rules import NOTHING, Game, State
from engine.valley.state import ValleyState

DECISION: Final = 0xDEC1  # the name of a decision's luck
STEP: Final = 25  # simulations
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


class Thought:
    """A decision in the making, for callers that may want to drop it. `step` until it is `done`, then `move` is the answer."""

    def __init__(self, game: Game[Any], state: State, viewer: int, level: str, budget: Budget, seed: int) -> None:
        self.budget: Final = budget or level_of(level).budget
        if state.mover != viewer:
            raise BadSetup(f"seat {viewer + 1} is not asked now")
        self.simulations = 0
        self.done = True
        self.move: int = NOTHING
        self._began: Final = perf_counter()
        self._search: Search | None = None
        if state.offered == 1:
            self.move = state.menu[0]
        elif level == SHABTI:
            self.move = state.menu[Dice(seed).below(state.offered)]
        elif level == SCRIBE:
            self.move = Scribe(game, state, viewer, seed, judge_of(game, state)).best(max(1, self.budget.simulations))
        elif level == PLAIN:
            self._search = Search(game, state, viewer, seed, Judge(game, TO_THE_END, TEXTBOOK))
            self.done = False
        else:
            self._search = Search(game, state, viewer, seed, judge_of(game, state), peeks=level == SEER)
            self.done = False

    def step(self) -> None:
        """Think on for a few milliseconds."""
        search = self._search
        if search is None or self.done:
            return
        most = self.budget.simulations
        search.run(min(STEP, most - self.simulations) if most else STEP)
        self.simulations = search.simulations
        if self.simulations == most or self._late():
            self.move = search.best()
            self.done = True

    def _late(self) -> bool:
        allowed = self.budget.milliseconds
        return allowed > 0 and 1000 * (perf_counter() - self._began) >= allowed


def judge_of(game: Game[Any], state: State) -> Judge[Any]:
    """Whoever knows the game best."""
    if isinstance(state, ValleyState):
        return ValleyJudge(game, state.cards)
    return Judge(game)
