"""What a position is worth to each seat: all that an opponent ever asks about a game beyond its rules.

A judge that knows its game may be asked long before the end. So a playout can stop at a horizon, which for a game of two
hundred decisions matters more than anything else in the search.
"""

from typing import Any, Final, Generic

from engine.core.row import i64, mypyc_attr
from engine.core.rules import NOBODY, Game, S


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge(Generic[S]):
    """This one knows no game: it can tell the winners at the end and nothing before.

    `horizon` is how many ticks of the clock a playout looks ahead; 0 plays to the end.
    """

    def __init__(self, game: Game[Any], horizon: int = 0) -> None:
        self.game: Final = game
        self.horizon: Final[i64] = horizon

    def clock(self, state: S) -> i64:
        """What the horizon counts, turns for instance. It never goes back."""
        return 0

    def worth(self, state: S) -> list[float]:
        """A reward from 0 to 1 for each seat. A judge without a horizon is asked at the end alone."""
        return self.game.rewards(state)

    def hopes(self, state: S, who: i64) -> float:
        """How well `who` stands, in any unit, at any moment: what a player who looks no further than the turn compares. Here
        it is the reward, and nothing in mid-game."""
        if state.mover == NOBODY:
            return self.game.rewards(state)[who]
        return 0.0

    def means(self, state: S, who: i64) -> float:
        """What `who` may still make of this turn, in the unit of `hopes`: what lies unused in the hand, for instance."""
        return 0.0
