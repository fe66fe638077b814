"""Our games in PettingZoo: its own conformance tests, and the observations and rewards of an agent."""

import warnings
from typing import Any

import pytest

from engine.core.errors import BadSetup
from tests.lab.adapters.games import FEW_TABLE_SPECS, TableSpec, table_name

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
np = pytest.importorskip("numpy")

from lab.adapters.pettingzoo import GameEnv, env  # noqa: E402  needs the library that is imported above


def play_randomly(table: Any, seed: int) -> dict[str, float]:
    """Reset, and play at random to the end. Returns the total reward of each agent."""
    table.reset(seed=seed)
    total_rewards = dict.fromkeys(table.possible_agents, 0.0)
    for seat, agent in enumerate(table.possible_agents):
        table.action_space(agent).seed(seed + seat)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, _ = table.last()
        total_rewards[agent] += reward
        assert not truncated
        assert table.observation_space(agent).contains(observation)
        table.step(None if terminated else table.action_space(agent).sample(observation["action_mask"]))
    return total_rewards


@pytest.mark.parametrize("table_spec", FEW_TABLE_SPECS, ids=table_name)
def test_a_table_passes_pettingzoos_api_test(table_spec: TableSpec):
    from pettingzoo.test import api_test

    # PettingZoo warns about the dict with a mask, although its own games use it.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(GameEnv(*table_spec), num_cycles=300)


@pytest.mark.parametrize("table_spec", FEW_TABLE_SPECS, ids=table_name)
def test_a_table_passes_pettingzoos_seed_test(table_spec: TableSpec):
    from pettingzoo.test import seed_test

    seed_test(lambda: GameEnv(*table_spec), num_cycles=30)


@pytest.mark.parametrize("table_spec", FEW_TABLE_SPECS, ids=table_name)
def test_rewards_come_at_the_end_and_sum_to_zero(table_spec: TableSpec):
    table = GameEnv(*table_spec)
    for seed in range(2):
        total_rewards = play_randomly(table, seed)
        assert sum(total_rewards.values()) == pytest.approx(0)
        assert max(total_rewards.values()) <= 1
        assert table.agents == []


def test_only_the_agent_to_act_has_legal_actions_in_its_mask():
    table = env("valley", 4)
    table.reset(seed=1)
    masks = {agent: table.observe(agent)["action_mask"].sum() for agent in table.agents}
    assert masks.pop(table.agent_selection) == table.position.state.move_count
    assert not any(masks.values())


def test_an_observation_holds_no_hidden_information():
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


def test_a_masked_action_is_refused_and_changes_nothing():
    table = env("valley", 2)
    table.reset(seed=3)
    before = table.position.state.digest()
    for action in (None, -1, table.action_count, table.action_count - 1):
        with pytest.raises(ValueError, match="is not a legal action"):
            table.step(action)
    assert table.position.state.digest() == before


def test_a_reset_without_a_seed_gives_the_next_deal():
    table = env("valley", 2)
    table.reset(seed=4)
    first = table.position.state.digest()
    table.reset()
    second = table.position.state.digest()
    table.reset(seed=5)
    assert first != second == table.position.state.digest()


def test_a_refused_seed_does_not_change_the_next_deal():
    table = env("valley", players=2)
    table.reset(seed=4)
    with pytest.raises(BadSetup):
        table.reset(seed=1 << 70)
    table.reset()
    assert table.position.seed == 5


def test_a_step_is_refused_before_the_first_reset_and_ignored_after_the_end():
    table = env("valley", players=2)
    with pytest.raises(Exception, match="reset"):
        table.step(0)
    play_randomly(table, 3)
    assert table.agents == []
    end = table.unwrapped.position.state.digest()
    table.step(3)
    assert table.unwrapped.position.state.digest() == end


@pytest.mark.parametrize(("players", "edition"), [(1, "base"), (9, "base"), (2, "lost")])
def test_an_impossible_number_of_players_or_edition_is_refused(players: int, edition: str):
    with pytest.raises(ValueError, match=r"players|edition"):
        env("valley", players, edition)
