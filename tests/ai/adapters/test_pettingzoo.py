"""Our games in PettingZoo: its own conformance tests, and what an agent may see and gets."""

import warnings
from typing import Any

import pytest

from engine.core.errors import BadSetup
from tests.ai.adapters.games import PLACES, Place, name

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
np = pytest.importorskip("numpy")

from ai.adapters.pettingzoo import GameEnv, env  # noqa: E402  needs the library that was asked for above


def take_part(table: Any, seed: int) -> dict[str, float]:
    """Play at random from a reset on. Returns what each agent received in total."""
    table.reset(seed=seed)
    given = dict.fromkeys(table.possible_agents, 0.0)
    for seat, agent in enumerate(table.possible_agents):
        table.action_space(agent).seed(seed + seat)
    for agent in table.agent_iter():
        seen, reward, ended, cut, _ = table.last()
        given[agent] += reward
        assert not cut
        assert table.observation_space(agent).contains(seen)
        table.step(None if ended else table.action_space(agent).sample(seen["action_mask"]))
    return given


@pytest.mark.parametrize("place", PLACES, ids=name)
def test_a_table_passes_pettingzoos_api_test(place: Place):
    from pettingzoo.test import api_test

    # PettingZoo warns about the dict with a mask, although its own games use it.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(GameEnv(*place), num_cycles=300)


@pytest.mark.parametrize("place", PLACES, ids=name)
def test_a_table_passes_pettingzoos_seed_test(place: Place):
    from pettingzoo.test import seed_test

    seed_test(lambda: GameEnv(*place), num_cycles=30)


@pytest.mark.parametrize("place", PLACES, ids=name)
def test_rewards_come_at_the_end_and_sum_to_zero(place: Place):
    table = GameEnv(*place)
    for seed in range(2):
        given = take_part(table, seed)
        assert sum(given.values()) == pytest.approx(0)
        assert max(given.values()) <= 1
        assert table.agents == []


def test_the_mask_shows_answers_to_nobody_but_who_is_asked():
    table = env("valley", 4)
    table.reset(seed=1)
    masks = {agent: table.observe(agent)["action_mask"].sum() for agent in table.agents}
    assert masks.pop(table.agent_selection) == table.position.state.move_count
    assert not any(masks.values())


def test_an_observation_holds_nothing_that_the_seat_does_not_see():
    table = env("valley", 3)
    table.reset(seed=2)
    for step in range(60):
        for seat, agent in enumerate(table.agents):
            before = table.observe(agent)
            world = table.position
            table.position = world.copy()
            table.position.resample(seat, step)
            after = table.observe(agent)
            assert np.array_equal(before["observation"], after["observation"])
            assert np.array_equal(before["action_mask"], after["action_mask"])
            table.position = world
        table.step(next(iter(table.position.moves_by_id())))


def test_an_answer_that_the_mask_does_not_show_is_refused_and_changes_nothing():
    table = env("valley", 2)
    table.reset(seed=3)
    before = table.position.state.digest()
    for answer in (None, -1, table.action_count, table.action_count - 1):
        with pytest.raises(ValueError, match="is not a legal action"):
            table.step(answer)
    assert table.position.state.digest() == before


def test_after_a_reset_without_a_seed_comes_another_deal():
    table = env("valley", 2)
    table.reset(seed=4)
    first = table.position.state.digest()
    table.reset()
    second = table.position.state.digest()
    table.reset(seed=5)
    assert first != second == table.position.state.digest()


def test_a_seed_that_is_refused_does_not_spoil_the_next_deal():
    table = env("valley", players=2)
    table.reset(seed=4)
    with pytest.raises(BadSetup):
        table.reset(seed=1 << 70)
    table.reset()
    assert table.position.seed == 5


def test_a_step_before_the_first_reset_is_refused_in_a_sentence_and_one_after_the_end_changes_nothing():
    table = env("valley", players=2)
    with pytest.raises(Exception, match="reset"):
        table.step(0)
    take_part(table, 3)
    assert table.agents == []
    end = table.unwrapped.position.state.digest()
    table.step(3)
    assert table.unwrapped.position.state.digest() == end


@pytest.mark.parametrize(("players", "edition"), [(1, "base"), (9, "base"), (2, "lost")])
def test_a_table_that_no_game_has_is_refused(players: int, edition: str):
    with pytest.raises(ValueError, match=r"players|edition"):
        env("valley", players, edition)
