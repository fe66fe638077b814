"""The learned value: which positions it prefers, and in which games it is used."""

import pytest

from ai.thieves.guided import GuidedEvaluator
from ai.thieves.kit import THIEVES_KIT
from ai.thieves.learned import LearnedValue, learned_weights_for
from engine.thieves.game import THIEVES
from engine.thieves.pieces_text import write_pieces
from engine.thieves.shipped import SHIPPED
from engine.thieves.state import ThievesState
from tests.engine.thieves.table import new_game, setup, table

HANDS = ("1 key/2 lamp, 2 lamp/2 sword", "2 key/1 lamp, 2 shield/1 sword")


def value_of(state: ThievesState) -> LearnedValue:
    value = THIEVES_KIT.evaluator(state).value
    assert value is not None
    return value


def test_seats_that_change_places_exchange_their_chances():
    state = table(HANDS, reputation=(3, 6), treasure=(2, 5))
    exchanged = table((HANDS[1], HANDS[0]), reputation=(6, 3), treasure=(5, 2), starter=1)
    chances = value_of(state).win_chances(state)
    assert sum(chances) == pytest.approx(1)
    assert value_of(exchanged).win_chances(exchanged) == pytest.approx(chances[::-1])


@pytest.mark.parametrize("better", [{"treasure": (4, 2)}, {"reputation": (8, 2)}])
def test_more_treasure_or_reputation_is_better(better: dict[str, tuple[int, int]]):
    chances = [
        value_of(state).win_chances(state)[0]
        for state in (
            table(HANDS, **({"treasure": (2, 2), "reputation": (2, 2)} | changes)) for changes in ({}, better)
        )
    ]
    assert chances[1] > chances[0] + 0.05


def test_the_value_is_used_at_the_beginning_of_a_tomb():
    state = table(HANDS)
    evaluator = THIEVES_KIT.evaluator(state)
    assert evaluator.rewards(state) == value_of(state).win_chances(state)


def test_an_eliminated_thief_has_no_chance():
    state = table((*HANDS, ""), status=("inside", "inside", "out"))
    evaluator = GuidedEvaluator(THIEVES, state.pieces, 3)
    chances = LearnedValue(evaluator.holdings, (0.1,) * 42).win_chances(state)
    assert chances[2] < 1e-9
    assert sum(chances) == pytest.approx(1)


def test_the_value_is_used_only_in_the_game_it_was_learned_in():
    assert learned_weights_for(new_game()) is not None
    other_pieces = write_pieces(SHIPPED).replace("strength = 4", "strength = 5")
    for other in (setup(3), setup(2, 1, ("20", "all", "normal")), setup(2, cards=other_pieces)):
        state = THIEVES.start(other)
        assert learned_weights_for(state) is None
        assert THIEVES_KIT.evaluator(state).value is None
