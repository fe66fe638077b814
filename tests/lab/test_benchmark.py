"""Which positions the measurements search."""

from engine.core.game import Setup
from engine.valley.game import VALLEY
from lab.benchmark import benchmark_first_position, first_choice_position
from tests.games.tictactoe import TicTacToe, TicTacToeState


class ForcedStart(TicTacToe):
    """Tic-tac-toe in which only the first cell may be marked first."""

    def start(self, setup: Setup) -> TicTacToeState:
        state = super().start(setup)
        state.move_count = 1
        return state


class LastCell(TicTacToe):
    """Tic-tac-toe that begins before the last cell."""

    def start(self, setup: Setup) -> TicTacToeState:
        return TicTacToeState("xxooox.xo")


def test_a_search_begins_where_there_is_something_to_choose():
    assert benchmark_first_position(ForcedStart(), 1).move_count == 1
    assert first_choice_position(ForcedStart(), 1).move_count == 8


def test_a_game_without_any_choice_begins_at_its_first_position():
    assert first_choice_position(LastCell(), 1).move_count == 1


def test_a_game_that_begins_with_a_choice_is_searched_from_its_first_position():
    assert first_choice_position(VALLEY, 1).digest() == benchmark_first_position(VALLEY, 1).digest()
