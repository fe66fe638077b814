"""Search and turn planner in a game without turns, in which all players choose secretly: Caravans with its own evaluator."""

import pytest

from ai.search.mcts import Search
from ai.search.playout import Rng
from ai.search.turn_planner import TurnPlanner
from engine.core.game import NOBODY, Seat, Setup
from tests.games.caravans.game import CARAVANS
from tests.games.caravans.kit import CARAVANS_KIT
from tests.games.caravans.state import CaravansState


def start(players: int, seed: int) -> CaravansState:
    return CARAVANS.start(Setup("caravans", tuple(Seat(f"seat {n}") for n in range(players)), seed))


def searched(state: CaravansState, simulations: int, seed: int) -> int:
    search = Search(CARAVANS, state, int(state.mover), seed, CARAVANS_KIT.evaluator(state))
    search.run(simulations)
    return search.best()


def planned(state: CaravansState, _: int, seed: int) -> int:
    planner = TurnPlanner(CARAVANS, state, int(state.mover), seed, CARAVANS_KIT.handwritten_evaluator(state))
    for _ in range(20):
        planner.plan_deal()
    return planner.best()


@pytest.mark.parametrize("choose", [searched, planned])
def test_a_player_that_searches_beats_a_random_player(choose) -> None:
    points = [0, 0]
    for seed in range(6):
        state, rng, searcher = start(2, seed), Rng(seed), seed % 2
        while state.mover != NOBODY:
            searches = state.mover == searcher
            move = choose(state, 60, seed) if searches else state.move_at(rng.below(state.move_count))
            state.apply(move)
        gained = state.points()
        points[0] += gained[searcher]
        points[1] += gained[1 - searcher]
    assert points[0] > 1.2 * points[1]
