"""A position with a wide menu, and an evaluator that knows which of its moves are likely."""

from ai.search.evaluator import Evaluator
from ai.search.mcts import MIN_WIDE_MENU_MOVES
from engine.core.arrays import vec
from engine.tal.game import TAL
from engine.tal.state import TalState
from tests.engine.tal.table import play, table


class Ranking(Evaluator[TalState]):
    """The last moves of a menu are the likeliest, and all positions are alike."""

    def __init__(self, weighs_moves: bool = True) -> None:
        super().__init__(TAL, 0, weighs_moves=weighs_moves)

    def rewards(self, state: TalState) -> list[float]:
        return [0.5] * int(state.seat_count)

    def move_weights(self, state: TalState) -> vec[float]:
        return [100.0 ** float(i) for i in range(state.move_count)]


def wide_table() -> TalState:
    state = table("workers")
    play(state, "move a worker from 16")
    assert state.move_count >= MIN_WIDE_MENU_MOVES
    return state
