"""The learned value of Tal der Koenige: which boards it is used for, and that it prefers better positions."""

import pytest

from ai.bots.bot import best_evaluator
from ai.tal.handwritten import HandwrittenTalEvaluator
from ai.tal.kit import TAL_KIT
from ai.tal.learned import FEATURE_NAMES, LearnedTalEvaluator, TalFeatures
from engine.core.game import Seat, Setup
from engine.core.setup import Variant
from engine.tal.board import PLACE_OF_NAME
from engine.tal.board_text import SHIPPED, write_plan
from engine.tal.game import TAL
from engine.tal.state import WRITTEN_ORDERS
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


def test_overseers_guard_own_sites_and_threaten_unfinished_ones_of_others():
    """Each row: where the two overseers and the workers of seat 0 are, and what counts as guarded, prey and loot. An overseer
    with an order counts where it is going."""
    places = (
        ("2/A 16", "16", (0.2, 0.0, 0.0)),
        ("2/A 2/B", "16", (0.4, 0.0, 0.0)),
        ("5/A 16", "5/B", (0.0, 0.3, 0.2)),
        ("5/A 5/C", "5/B 5/D", (0.0, 0.6, 0.6)),
        ("8/A 11/A", "8/B 11/B", (0.0, 0.0, 0.0)),  # complete; of nobody
    )
    for overseers, workers, expected in places:
        state = table(
            "workers",
            owners={2: 0, 5: 1, 8: 1},
            pyramids={2: "kk", 5: "kkk", 8: "kkkk k"},
            overseers=(overseers,),
            workers=(workers,),
        )
        features = TalFeatures()
        features.prepare(state)
        features.fill_inputs(state, 0)
        named = dict(zip(FEATURE_NAMES, features.inputs, strict=True))
        assert tuple(named[name] for name in ("guards", "prey", "loot")) == pytest.approx(expected), overseers
        state.cells[WRITTEN_ORDERS] = state.cells[WRITTEN_ORDERS + 2] = PLACE_OF_NAME["2/C"]
        features.fill_inputs(state, 0)
        assert dict(zip(FEATURE_NAMES, features.inputs, strict=True))["guards"] == pytest.approx(0.4), overseers
