"""The levels, behind one interface: whoever sits there, a decision is a function of what the seat may see and of a seed.

The seed of a decision follows from the setup's and from how many decisions went before, so every answer can be had again from
the log. Its name keeps it apart from the game's own luck, of which it tells nothing.
"""

from typing import Any, Final

from ai.judge import Judge
from ai.mcts import Search
from ai.playout import Dice
from ai.scribe import Scribe
from ai.valley import ValleyJudge
from engine.core.errors import BadSetup
from engine.core.luck import key
from engine.core.rules import NOTHING, Game, State
from engine.valley.state import ValleyState

SHABTI: Final = "shabti"
SCRIBE: Final = "scribe"
PRIEST: Final = "priest"
DECISION: Final = 0xDEC1  # the name of a decision's luck
MOST: Final = 1_000_000
STEP: Final = 25  # simulations


class Level:
    """How an opponent plays, in a line, and how much it spends on a decision if the seat does not say: simulations, or for
    the scribe deals."""

    def __init__(self, name: str, line: str, simulations: int) -> None:
        self.name: Final = name
        self.line: Final = line
        self.simulations: Final = simulations


LEVELS: Final = {
    level.name: level
    for level in (
        Level(SHABTI, "plays anything that is allowed", 0),
        Level(SCRIBE, "looks to the end of its turn", 1),
        Level(PRIEST, "thinks on, about what may come and what you may hold", 1000),
    )
}


def decision_seed(setup_seed: int, ply: int, seat: int) -> int:
    """The seed of the decision that `seat` makes after `ply` others, in any game with this seed."""
    return key(setup_seed, DECISION, ply, seat) >> 1


def choose(game: Game[Any], state: State, viewer: int, level: str, simulations: int, seed: int) -> int:
    """The move with which `level` answers the question that `viewer` is asked in `state`; `simulations` 0 is the level's own
    measure. Two positions that look the same to the viewer get the same answer.

    Raises BadSetup for a level or a number of simulations that no seat can have. A priest takes a tenth of a second,
    a scribe a hundredth.
    """
    thought = Thought(game, state, viewer, level, simulations, seed)
    while not thought.done:
        thought.step()
    return thought.move


class Thought:
    """A decision in the making, for callers that may want to drop it. `step` until it is `done`, then `move` is the answer."""

    def __init__(self, game: Game[Any], state: State, viewer: int, level: str, simulations: int, seed: int) -> None:
        if level not in LEVELS:
            raise BadSetup(f"no opponent is called {level[:40]!r}; there are {', '.join(LEVELS)}")
        if not 0 <= simulations <= MOST:
            raise BadSetup(f"an opponent spends 0 to {MOST} simulations on a decision, not {simulations}")
        if state.mover != viewer:
            raise BadSetup(f"seat {viewer + 1} is not asked now")
        self.measure: Final = simulations or LEVELS[level].simulations
        self.simulations = 0
        self.done = True
        self.move: int = NOTHING
        self._search: Search | None = None
        if state.offered == 1:
            self.move = state.menu[0]
        elif level == SHABTI:
            self.move = state.menu[Dice(seed).below(state.offered)]
        elif level == SCRIBE:
            self.move = Scribe(game, state, viewer, seed, judge_of(game, state)).best(self.measure)
        else:
            self._search = Search(game, state, viewer, seed, judge_of(game, state))
            self.done = False

    def step(self) -> None:
        """Think on for a few milliseconds."""
        search = self._search
        if search is not None and not self.done:
            search.run(min(STEP, self.measure - self.simulations))
            self.simulations = search.simulations
            if self.simulations >= self.measure:
                self.move = search.best()
                self.done = True


def judge_of(game: Game[Any], state: State) -> Judge[Any]:
    """Whoever knows the game best."""
    if isinstance(state, ValleyState):
        return ValleyJudge(game, state.cards)
    return Judge(game)
