"""The learned value of Tal der Koenige: which boards it is used for, and that it prefers better positions."""

import pytest

from ai.bots.bot import best_evaluator
from ai.tal.handwritten import HandwrittenTalEvaluator
from ai.tal.kit import TAL_KIT
from ai.tal.learned import LearnedTalEvaluator
from engine.core.game import Seat, Setup
from engine.core.setup import Variant
from engine.tal.board_text import SHIPPED, write_plan
from engine.tal.game import TAL
from tests.engine.tal.table import table
from tests.tables import each_row


def evaluator(board: str, players: int = 2, choices: tuple[str, ...] = ()) -> object:
    seats = tuple(Seat("", "") for _ in range(players))
    return best_evaluator(TAL, TAL.start(Setup("tal", seats, 3, Variant("base", choices, board))))


@each_row("players", [2, 3, 4])
@each_row("choices", [(), ("short",)])
@each_row("board", ["", write_plan(SHIPPED, with_comments=True)])
def test_the_shipped_board_is_played_with_the_learned_value(players: int, choices: tuple[str, ...], board: str):
    assert isinstance(evaluator(board, players, choices), LearnedTalEvaluator)


def test_another_board_is_played_with_the_handwritten_evaluator():
    other = SHIPPED._replace(small_values=(13, *SHIPPED.small_values[1:]))
    assert isinstance(evaluator(write_plan(other)), HandwrittenTalEvaluator)


@pytest.mark.parametrize("step", ["bids", "workers", "building"])
def test_chances_sum_to_one_and_grow_with_a_finished_pyramid(step: str):
    chances = []
    for layers in ("kkkr", "kkkk k"):
        state = table(step, owners={2: 0, 5: 1}, pyramids={2: layers}, held=("kkrr", "kkrr"), pharaoh="rrryyywwwbbb")
        chances.append(TAL_KIT.evaluator(state).rewards(state))
    assert all(sum(each) == pytest.approx(1) for each in chances)
    assert chances[1][0] > chances[0][0] + 0.05
