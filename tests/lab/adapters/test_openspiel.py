"""Our games in OpenSpiel: its own conformance tests, its own bots and solvers."""

import pickle
from pathlib import Path
from typing import Any

import pytest

from tests.lab.adapters.games import FEW_TABLE_SPECS, KUHN_SPEC, TICTACTOE_SPEC, TableSpec, table_name

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
np = pytest.importorskip("numpy")

from lab.adapters.openspiel import load, register  # noqa: E402  needs the library that is imported above

ROOT = Path(__file__).parents[3]
SEEDS = np.random.RandomState


def game_of(table_spec: TableSpec, deals: int = 50) -> Any:
    game_spec, players, edition = table_spec
    return pyspiel.load_game(register(game_spec), {"players": players, "edition": edition, "deals": deals})


def random_game(game: Any, seed: int) -> Any:
    """All positions of a random game."""
    state, chance = game.new_initial_state(), SEEDS(seed)
    while not state.is_terminal():
        yield state
        state.apply_action(int(chance.choice(state.legal_actions())))
    yield state


@pytest.mark.parametrize("table_spec", FEW_TABLE_SPECS, ids=table_name)
def test_a_game_passes_openspiels_random_simulations(table_spec: TableSpec):
    pyspiel.random_sim_test(game_of(table_spec), num_sims=1, serialize=True, verbose=False)


@pytest.mark.nightly(
    reason="plays whole games",
    keep=("kuhn-base-2", "kuhn-base-6", "tictactoe-base-2", "pennies-base-2", "thieves-base-2", "tal-base-2"),
)
@pytest.mark.parametrize("table_spec", FEW_TABLE_SPECS, ids=table_name)
def test_a_game_passes_the_simulation_test_of_openspiels_python_suite(table_spec: TableSpec):
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    GamesSimTest("sim_game").sim_game(game_of(table_spec))


@pytest.mark.parametrize("table_spec", FEW_TABLE_SPECS, ids=table_name)
def test_a_resampled_position_has_the_same_information_state(table_spec: TableSpec):
    """What OpenSpiel's C++ suite asks of `ResampleFromInfostate`."""
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for number, state in enumerate(random_game(game_of(table_spec), 1)):
        if state.is_chance_node() or number % 12:
            continue
        for player in range(state.num_players()):
            other = state.resample_from_infostate(player, sampler)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.current_player() == state.current_player()
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()


def test_resampling_gives_different_worlds():
    state = load("valley", 2).new_initial_state()
    state.apply_action(3)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    assert len({str(state.resample_from_infostate(0, sampler)) for _ in range(20)}) > 10


def test_a_deal_is_the_setup_seed():
    from engine import GAMES, Seat, Setup

    state = load("valley", 3).new_initial_state()
    state.apply_action(17)
    same_game = GAMES["valley"].start(Setup("valley", (Seat("a"), Seat("b"), Seat("c")), 17))
    assert state.position.state.digest() == same_game.digest()


def test_kuhn_poker_has_twelve_information_states():
    from open_spiel.python import policy

    game = pyspiel.load_game(register(KUHN_SPEC), {"players": 2, "deals": 30})
    assert len(policy.TabularPolicy(game).state_lookup) == 12


def test_openspiels_solver_learns_kuhn_poker():
    from open_spiel.python.algorithms import cfr

    game = pyspiel.load_game(register(KUHN_SPEC), {"players": 2, "deals": 12})
    solver = cfr.CFRPlusSolver(game)
    before = pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game))
    for _ in range(30):
        solver.evaluate_and_update_policy()
    after = pyspiel.nash_conv(game, as_policy(game, solver.average_policy()))
    assert before > 0.3
    assert after < 0.02


def as_policy(game: Any, tabular: Any) -> Any:
    """A Python policy in the form that the C++ side needs."""
    from open_spiel.python import policy

    return policy.python_policy_to_pyspiel_policy(tabular)


@pytest.mark.nightly(
    reason="plays a whole game", instead="test_openspiels_mcts_bot_does_not_lose_tic_tac_toe_against_chance"
)
def test_openspiels_ismcts_bot_plays_valley_of_the_kings_to_the_end():
    from open_spiel.python.algorithms import ismcts, mcts

    game = load("valley", 2)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, SEEDS(1)), 1.4, 2, random_state=SEEDS(2))
    state, chance = game.new_initial_state(), SEEDS(3)
    state.apply_action(1)
    decisions = 0
    while not state.is_terminal():
        if state.current_player() == 0 and decisions < 12:
            decisions += len(state.legal_actions()) > 1
            state.apply_action(int(bot.step(state)))
        else:
            state.apply_action(int(chance.choice(state.legal_actions())))
    assert sorted(state.returns()) in ([-1.0, 1.0], [0.0, 0.0])


def test_openspiels_mcts_bot_does_not_lose_tic_tac_toe_against_chance():
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game(register(TICTACTOE_SPEC))
    bot = mcts.MCTSBot(game, 2.0, 100, mcts.RandomRolloutEvaluator(1, SEEDS(1)), random_state=SEEDS(2))
    for seed in range(3):
        state, chance = game.new_initial_state(), SEEDS(seed)
        while not state.is_terminal():
            mine = state.current_player() == 0
            state.apply_action(int(bot.step(state) if mine else chance.choice(state.legal_actions())))
        assert state.returns()[0] >= 0


def test_openspiels_compiled_search_runs_on_our_games():
    game = pyspiel.load_game(register(TICTACTOE_SPEC))
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 200, 100, True, 1, False)
    state = game.new_initial_state()
    for cell in (0, 3, 1, 4):  # x x . / o o . : a third mark wins
        state.apply_action(cell)
    assert bot.mcts_search(state).best_child().action == 2


def test_an_observation_has_a_text_and_a_tensor():
    from open_spiel.python.observation import make_observation

    game = load("valley", 2)
    state = game.new_initial_state()
    seen = make_observation(game)
    seen.set_from(state, 0)
    assert not seen.tensor.any()
    state.apply_action(5)
    seen.set_from(state, 0)
    assert seen.tensor.any()
    assert "Shabti" in state.observation_string(0)


def test_a_pickled_position_plays_on():
    *_, end = random_game(load("valley", 2), 4)
    state = pickle.loads(pickle.dumps(end))
    assert (str(state), state.returns()) == (str(end), end.returns())


@pytest.mark.parametrize(
    ("players", "edition", "message"), [(1, "base", "2 to 4"), (9, "base", "2 to 4"), (2, "lost", "lost")]
)
def test_an_impossible_number_of_players_or_edition_is_refused(players: int, edition: str, message: str):
    with pytest.raises(ValueError, match=message):
        load("valley", players, edition)


def test_an_unknown_deal_or_illegal_action_is_refused():
    state = load("valley", players=2, deals=10).new_initial_state()
    with pytest.raises(ValueError, match="there is no deal 10; deals are numbered from 0 to 9"):
        state.apply_action(10)
    state.apply_action(9)
    wrong = next(number for number in range(1000) if number not in state.legal_actions())
    before = str(state)
    with pytest.raises(ValueError, match=f"{wrong} is not a legal action now"):
        state.apply_action(wrong)
    assert str(state) == before
