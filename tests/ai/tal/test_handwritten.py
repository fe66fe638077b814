"""The handwritten evaluator weighs pyramids, blocks, workers and time as a builder would."""

import pytest

from ai.bots.bot import choose
from ai.bots.levels import Budget
from ai.tal.handwritten import HandwrittenTalEvaluator
from engine.tal.game import TAL
from engine.tal.state import TalState
from tests.engine.tal.table import play, table

USUAL = "rrryyywwwbbb"  # the pharaoh's pyramid in round 2
LATE = "r" * 28


def mine(state: TalState) -> float:
    """What seat 0 has and can expect."""
    return HandwrittenTalEvaluator(TAL).expected_points(state)[0]


def with_pyramid(layers: str, **options) -> float:
    return mine(table("bids", owners={2: 0}, pyramids={2: layers}, lots=("kryww",), **({"pharaoh": USUAL} | options)))


def test_a_pyramid_is_worth_more_the_nearer_it_is_to_its_end():
    points = [with_pyramid(layers) for layers in ("", "kk", "kkkk", "kkkk k")]
    assert points == sorted(set(points))


def test_blocks_of_one_colour_promise_more_than_mixed_ones():
    assert with_pyramid("kkkk") > with_pyramid("kkkr")


def test_an_unfinished_pyramid_promises_less_the_nearer_the_end_of_the_game_is():
    early, late = [with_pyramid("kk", pharaoh=pharaoh) for pharaoh in (USUAL, LATE)]
    assert late < early
    assert with_pyramid("kkkk k", pharaoh=USUAL) - early < with_pyramid("kkkk k", pharaoh=LATE) - late


def test_a_site_where_a_rival_has_more_overseers_promises_less():
    safe, in_danger = [with_pyramid("kkkk", overseers=("", place)) for place in ("", "2/A")]
    assert in_danger < safe


def moved_worker(worker: str, to: str) -> float:
    """What seat 0 can expect after a worker has moved, with black blocks for sites 10 and 15."""
    state = table("workers", owners={10: 0, 15: 0}, pyramids={10: "kk", 15: "rr"}, held=("kkkrrr", ""))
    play(state, f"move a worker from {worker}", f"go to {to}")
    return mine(state)


def test_a_worker_moves_to_where_blocks_are_wanted_at_no_cost_and_elsewhere_at_some():
    there, elsewhere = moved_worker("16", "10/A"), moved_worker("16", "5/A")
    still = mine(table("workers", owners={10: 0, 15: 0}, pyramids={10: "kk", 15: "rr"}, held=("kkkrrr", "")))
    assert there >= still > elsewhere


def answer_of(level: str, state: TalState) -> str:
    return TAL.say(state, TAL.action(state, choose(TAL, state, state.mover, level, Budget(200), 5)))


@pytest.mark.parametrize("level", ["scribe", "pharaoh"])
def test_a_pyramid_is_completed_with_another_colour_when_the_game_is_about_to_end(level: str):
    state = table(
        "building", owners={2: 0}, pyramids={2: "kkkk"}, workers=("2/A", ""), held=("r", ""), pharaoh="y" * 30
    )
    assert answer_of(level, state) == "place a red block at site 2"
