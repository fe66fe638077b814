"""Beliefs: the secrets of the others are what is good for them, within what was seen."""

import pytest

from ai.search.beliefs import DRAWS, draw_again, draw_beliefs, search_before_secrets
from ai.search.evaluator import Evaluator
from ai.search.mcts import Search
from ai.search.playout import Rng
from engine.core.action import Action
from engine.core.arrays import i64
from tests.games.pennies import COINS, PENNIES, PenniesState

CROWN = COINS.index("crown")


class Coins(Evaluator[PenniesState]):
    """Seat 0 is best off with a crown: it wins then even if the coins match, but seat 1 is a little better off if they do."""

    def rewards(self, state: PenniesState) -> list[float]:
        if state.laid[0] == CROWN:
            return [1.0, 0.5 if state.laid[1] == CROWN else 0.0]
        return super().rewards(state)

    def before_secrets(self, state: PenniesState) -> PenniesState:
        return PenniesState([])

    def copy_secrets(self, world: PenniesState, source: PenniesState, viewer: i64) -> None:
        world.laid[1 - viewer :] = source.laid[1 - viewer :]


@pytest.mark.parametrize("coin", range(len(COINS)))
def test_a_secret_is_believed_to_be_what_is_good_for_its_seat(coin: int) -> None:
    state = PenniesState([coin])
    thinker = search_before_secrets(PENNIES, state, 1, 5, Coins(PENNIES), 2)
    assert thinker is not None
    thinker.run(300)
    believed = draw_beliefs(thinker, state, 1, 5)
    assert len(believed) == DRAWS
    assert sum(world.laid == [CROWN] for world in believed) > 0.8 * DRAWS


def test_the_first_seat_has_nothing_to_believe() -> None:
    assert search_before_secrets(PENNIES, PenniesState([]), 0, 5, Coins(PENNIES), 2) is None


def test_a_search_answers_what_it_believes() -> None:
    state = PenniesState([0])
    search = Search(PENNIES, state, 1, 5, Coins(PENNIES), beliefs=[PenniesState([CROWN])])
    search.run(60)
    assert PENNIES.action(state, search.best()) == Action("lay", (CROWN,))


def test_what_is_drawn_again_is_drawn_in_proportion_to_its_weight() -> None:
    worlds = [PenniesState([coin]) for coin in (0, 1, 2)]
    for weights in ([1.0, 1.0, 2.0], [3.0, 1.0, 0.0], [0.001, 0.0, 0.003], [0.0, 0.0, 1.0]):
        for seed in range(3):
            drawn = draw_again(worlds, weights, Rng(seed))
            assert len(drawn) == DRAWS
            for world, weight in zip(worlds, weights, strict=True):
                expected = DRAWS * weight / sum(weights)
                assert abs(sum(one is world for one in drawn) - expected) <= 1, f"{weights}, seed {seed}"
