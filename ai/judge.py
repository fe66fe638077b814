"""The old place and the old names of `ai.search.evaluator`, kept for one version."""

from typing import Any

from ai.search.evaluator import DEFAULT_EXPLORATION, TO_GAME_END, Evaluator
from engine.core.arrays import i64
from engine.core.game import Game, S

TO_THE_END = TO_GAME_END


class Judge(Evaluator[S]):
    """An evaluator whose subclasses define `worth`, `hopes` and `means`."""

    def __init__(self, game: Game[Any], horizon: int = TO_GAME_END, curiosity: float = DEFAULT_EXPLORATION) -> None:
        super().__init__(game, horizon, curiosity)

    def worth(self, state: S) -> list[float]:
        """`rewards` of the evaluator."""
        return super().rewards(state)

    def hopes(self, state: S, who: i64) -> float:
        """`estimate` of the evaluator."""
        return super().estimate(state, who)

    def means(self, state: S, who: i64) -> float:
        """`potential` of the evaluator."""
        return super().potential(state, who)

    def rewards(self, state: S) -> list[float]:
        return self.worth(state)

    def estimate(self, state: S, seat: i64) -> float:
        return self.hopes(state, seat)

    def potential(self, state: S, seat: i64) -> float:
        return self.means(state, seat)


__all__ = ["TO_THE_END", "Judge"]
