"""What a position is worth to each seat: all that an opponent ever asks about a game beyond its rules.

A judge that knows its game may be asked at any moment. Then a search need not play to the end, nor at all, and looks at ten
positions in the time of one.
"""

from typing import Any, Final, Generic

from engine.core.row import i64, mypyc_attr
from engine.core.rules import NOBODY, Game, S

TO_THE_END: Final = -1
CURIOSITY: Final = 0.4  # the c of UCB, where rewards reach from 0 to 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge(Generic[S]):
    """This one knows no game: it can tell the winners at the end and nothing before.

    `horizon` is how many ticks of the clock a playout looks ahead: 0 does without playouts, TO_THE_END knows no limit.
    `curiosity` is what a search should give for a look at what it has seldom tried, in the unit of the rewards.
    """

    def __init__(self, game: Game[Any], horizon: int = TO_THE_END, curiosity: float = CURIOSITY) -> None:
        self.game: Final = game
        self.horizon: Final[i64] = horizon
        self.curiosity: Final = curiosity

    def clock(self, state: S) -> i64:
        """What the horizon counts, turns for instance. It never goes back."""
        return 0

    def worth(self, state: S) -> list[float]:
        """A reward from 0 to 1 for each seat. A judge that looks to the end is asked there alone."""
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
