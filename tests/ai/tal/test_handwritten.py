"""The handwritten evaluator values pyramids, blocks, workers and time as a good player would."""

from collections import Counter
from math import log

import pytest

from ai.bots.bot import choose
from ai.levels import Budget
from ai.tal.handwritten import HandwrittenTalEvaluator
from ai.tal.likely_moves import menu_weights
from engine.core.game import NOBODY
from engine.core.luck import seeded_hash
from engine.tal.game import TAL
from engine.tal.state import ROUND, TalState
from tests.engine.tal.table import new_game, play, table

ROUND_2_PYRAMID = "rrryyywwwbbb"  # of the pharaoh
LATE_PYRAMID = "r" * 28


def points_of_seat_0(state: TalState) -> float:
    """The points that seat 0 has and can expect."""
    return HandwrittenTalEvaluator(TAL).expected_points(state)[0]


def with_pyramid(layers: str, **options) -> float:
    return points_of_seat_0(
        table("bids", owners={2: 0}, pyramids={2: layers}, lots=("kryww",), **({"pharaoh": ROUND_2_PYRAMID} | options))
    )


def test_a_pyramid_nearer_to_completion_is_worth_more():
    points = [with_pyramid(layers) for layers in ("", "kk", "kkkk", "kkkk k")]
    assert points == sorted(set(points))


def test_a_pyramid_of_one_colour_is_worth_more_than_a_mixed_one():
    assert with_pyramid("kkkk") > with_pyramid("kkkr")


def test_an_unfinished_pyramid_is_worth_less_near_the_end_of_the_game():
    early, late = [with_pyramid("kk", pharaoh=pharaoh) for pharaoh in (ROUND_2_PYRAMID, LATE_PYRAMID)]
    assert late < early
    assert with_pyramid("kkkk k", pharaoh=ROUND_2_PYRAMID) - early < with_pyramid("kkkk k", pharaoh=LATE_PYRAMID) - late


def test_a_site_where_a_rival_has_more_overseers_is_worth_less():
    safe, in_danger = [with_pyramid("kkkk", overseers=("", place)) for place in ("", "2/A")]
    assert in_danger < safe


def points_after_moving(worker: str, to: str) -> float:
    """The expected points of seat 0 after a worker has moved, with black and red blocks for sites 10 and 15."""
    state = table("workers", owners={10: 0, 15: 0}, pyramids={10: "kk", 15: "rr"}, held=("kkkrrr", ""))
    play(state, f"move a worker from {worker}", f"go to {to}")
    return points_of_seat_0(state)


def test_moving_a_worker_away_from_wanted_blocks_costs_points():
    to_site, elsewhere = points_after_moving("16", "10/A"), points_after_moving("16", "5/A")
    unmoved = points_of_seat_0(
        table("workers", owners={10: 0, 15: 0}, pyramids={10: "kk", 15: "rr"}, held=("kkkrrr", ""))
    )
    assert to_site >= unmoved > elsewhere


def answer_of(level: str, state: TalState) -> str:
    return TAL.say(state, TAL.action(state, choose(TAL, state, state.mover, level, Budget(200), 5)))


@pytest.mark.parametrize("level", ["scribe", "pharaoh"])
def test_a_pyramid_is_completed_with_another_colour_at_the_end_of_the_game(level: str):
    state = table(
        "building", owners={2: 0}, pyramids={2: "kkkk"}, workers=("2/A", ""), held=("r", ""), pharaoh="y" * 30
    )
    assert answer_of(level, state) == "place a red block at site 2"


def test_places_are_as_likely_as_the_fitted_model_says():
    """The sums of the logarithms of the weights in games by weights and chance, for each kind of menu, in round 1 and later."""
    sums = Counter[tuple[str, bool]]()
    late = {
        "owners": {2: 0, 5: 1, 8: 0, 11: 1},
        "pyramids": {2: "kkk", 5: "kkk", 8: "kkkk k", 11: "r"},
        "held": ("kkkk", "rrr"),
        "workers": ("2/A 5/B 5/C 16 16", "5/A 11/A"),
        "overseers": ("5/D 16", "2/B 11/B"),
    }
    states = [*[new_game(players, 4) for players in (2, 3, 4)], table("workers", **late), table("orders", **late)]
    for state in states:
        step = 0
        while state.mover != NOBODY:
            menu, weights = state.legal_moves(), menu_weights(state)
            for move, weight in zip(menu, weights, strict=True):
                sums[TAL.action(state, move).verb, state.cells[ROUND] == 0] += log(weight)
            chance = seeded_hash(4, step)
            place = chance // 4 % len(menu) if chance % 4 == 0 else max(range(len(menu)), key=lambda i: weights[i])
            state.apply(menu[place if any(weight != 1 for weight in weights) else chance % len(menu)])
            step += 1
    assert {key: round(value, 2) for key, value in sums.items() if value} == {
        ("go", False): -579.33,
        ("go", True): -679.85,
        ("stop", False): 2597.1,
        ("stop", True): 939.14,
    }
