"""The learned value of Tal der Koenige: which positions it is for, and that it tells better from worse."""

import json

import pytest

from ai.bots.bot import best_evaluator
from ai.tal.features import FEATURE_NAMES
from ai.tal.handwritten import TalEvaluator
from ai.tal.kit import TAL_KIT
from ai.tal.learned import LearnedEvaluator
from ai.tal.value_file import WEIGHTS_FOLDER, BadValueFile, read_value, value_text
from engine.core.game import Seat, Setup
from engine.core.variant import Variant
from engine.tal.data.board_text import write_plan
from engine.tal.data.shipped import SHIPPED
from engine.tal.game import TAL
from engine.tal.state import PHASES
from tests.engine.tal.table import table

BOARD = SHIPPED.fingerprint()
WEIGHTS = [round(0.01 * i, 2) for i in range(2 * len(PHASES) * len(FEATURE_NAMES))]
TEXT = value_text(WEIGHTS, BOARD, {"edition": "base", "players": 2})


def evaluator(board: str, players: int = 2, choices: tuple[str, ...] = ()) -> object:
    seats = tuple(Seat("", "") for _ in range(players))
    return best_evaluator(TAL, TAL.start(Setup("tal", seats, 3, Variant("base", choices, board))))


@pytest.mark.parametrize("players", [2])
@pytest.mark.parametrize("choices", [(), ("short",)])
@pytest.mark.parametrize("board", ["", write_plan(SHIPPED, commented=True)])
def test_the_board_of_the_program_is_played_by_what_was_learned(players: int, choices: tuple[str, ...], board: str):
    assert isinstance(evaluator(board, players, choices), LearnedEvaluator)


def test_nobody_has_learned_another_board():
    other = SHIPPED._replace(small=(13, *SHIPPED.small[1:]))
    assert isinstance(evaluator(write_plan(other)), TalEvaluator)


def test_the_value_that_was_written_is_read_for_its_board_and_its_number_of_players():
    assert read_value(TEXT, BOARD, 2) == WEIGHTS
    assert read_value(TEXT, BOARD, 3) is None
    assert read_value(TEXT, BOARD + 1, 2) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        TEXT.replace('"finished"', '"other"'),
        TEXT.replace("0.16", "NaN"),
        TEXT.replace('"vok value": 1', '"vok value": 2'),
        json.dumps(json.loads(TEXT) | {"weights": {name: [1] for name in FEATURE_NAMES}}),
    ],
)
def test_a_damaged_value_is_refused_in_one_sentence(text: str):
    assert text != TEXT
    with pytest.raises(BadValueFile) as refused:
        read_value(text, BOARD, 2)
    assert "\n" not in str(refused.value)


def test_each_shipped_value_says_how_it_was_made():
    for file in WEIGHTS_FOLDER.glob("*.json"):
        fields = json.loads(file.read_text())
        assert file.name == f"{fields['edition']}-{fields['players']}.json"
        assert {"games", "seed", "simulations", "penalty"} <= set(fields["made"])


@pytest.mark.parametrize("step", ["bids", "workers", "building"])
def test_the_chances_add_up_to_one_and_grow_with_a_finished_pyramid(step: str):
    chances = []
    for layers in ("kkkr", "kkkk k"):
        state = table(step, owners={2: 0, 5: 1}, pyramids={2: layers}, held=("kkrr", "kkrr"), pharaoh="rrryyywwwbbb")
        chances.append(TAL_KIT.evaluator(state).rewards(state))
    assert all(sum(each) == pytest.approx(1) for each in chances)
    assert chances[1][0] > chances[0][0] + 0.05
