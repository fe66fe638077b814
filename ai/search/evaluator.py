"""The evaluator: all that a search asks about a game beyond its rules.

An evaluator that knows its game can be asked at any position. Then playouts can be short or left out, and the search visits ten
positions in the time of one.
"""

from typing import Any, Final, Generic

from engine.core.arrays import i64, mypyc_attr
from engine.core.game import NOBODY, Game, S

TO_GAME_END: Final = -1
DEFAULT_EXPLORATION: Final = 0.4  # the constant c of UCB for rewards from 0 to 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator(Generic[S]):
    """The evaluator for any game: it knows the winners at the end, and nothing before.

    `horizon` is the length of a playout in ticks of `clock`: 0 means no playout, TO_GAME_END no limit. `exploration` is the
    constant c of UCB, in the unit of the rewards.
    """

    def __init__(self, game: Game[Any], horizon: int = TO_GAME_END, exploration: float = DEFAULT_EXPLORATION) -> None:
        self.game: Final = game
        self.horizon: Final[i64] = horizon
        self.exploration: Final = exploration

    def clock(self, state: S) -> i64:
        """The unit of `horizon`, for instance turns. Never decreases during a game."""
        return 0

    def rewards(self, state: S) -> list[float]:
        """A reward from 0 to 1 for each seat. With TO_GAME_END it is only called for finished games."""
        return self.game.rewards(state)

    def estimate(self, state: S, seat: i64) -> float:
        """How well `seat` stands, in any unit. The turn planner compares these numbers. Here: the reward at the end, and 0
        before."""
        if state.mover == NOBODY:
            return self.game.rewards(state)[seat]
        return 0.0

    def potential(self, state: S, seat: i64) -> float:
        """What `seat` may still gain this turn, in the unit of `estimate`, for instance from unused gold in hand."""
        return 0.0
