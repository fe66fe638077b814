"""The state that every adapter is built on: numbered actions, information states, and histories that can be replayed."""

import pickle
from collections.abc import Iterator
from itertools import islice
from pkgutil import resolve_name

import pytest

from ai.kit import kit_of
from engine import GAMES, NOBODY
from engine.core.luck import seeded_hash
from lab.adapters.adapter_state import OVERFLOW_IDS, ActionIds, AdapterState, action_ids
from lab.adapters.game_spec import GAME_SPECS, ActionRange
from tests.games.tictactoe import TicTacToeState
from tests.lab.adapters.games import KUHN_SPEC, TABLE_SPECS, TICTACTOE_SPEC, TableSpec, table_name
from tests.tables import each_row


def walk(table_spec: TableSpec, seed: int) -> Iterator[AdapterState]:
    """Every position of a random game in which a question is asked, and the last position."""
    table = AdapterState(*table_spec, seed)
    step = 0
    while not table.is_over:
        yield table
        menu = list(table.moves_by_id())
        table.play(menu[seeded_hash(seed, step) % len(menu)])
        step += 1
    assert step <= table.spec.max_decisions
    yield table


def test_game_specs_are_registered_under_the_names_of_their_games():
    named = {name for name, game in GAMES.items() if kit_of(game).adapter}
    assert {name: spec.game for name, spec in GAME_SPECS.items()} == {name: GAMES[name] for name in named}
    assert all(resolve_name(spec.import_path) is spec for spec in GAME_SPECS.values())


@pytest.mark.parametrize("table_spec", TABLE_SPECS, ids=table_name)
def test_every_action_has_a_unique_number_below_the_bound(table_spec: TableSpec):
    bound = action_ids(*table_spec).count - OVERFLOW_IDS
    for table in walk(table_spec, 1):
        menu = table.moves_by_id()
        assert sorted(menu.values()) == sorted(table.state.legal_moves())
        assert list(menu) == sorted(menu)
        assert all(0 <= number < bound for number in menu), "some blocks are too small"
        assert len({table.describe(number) for number in menu}) == len(menu)


@pytest.mark.parametrize("table_spec", TABLE_SPECS, ids=table_name)
def test_positions_that_look_the_same_have_the_same_actions_and_information(table_spec: TableSpec):
    for step, table in enumerate(islice(walk(table_spec, 2), 0, None, 3)):
        for viewer in {table.mover, step % table.players} - {NOBODY}:
            world = table.copy()
            world.resample(viewer, step)
            assert world.information_state(viewer) == table.information_state(viewer)
            assert world.observe(viewer) == table.observe(viewer)
            if table.mover == viewer:
                assert world.moves_by_id() == table.moves_by_id()


def test_different_cards_give_different_information_states():
    dealt = [AdapterState(KUHN_SPEC, 2, "base", seed) for seed in range(40)]
    assert len({table.information_state(0) for table in dealt}) == 3  # one card of three
    assert len({table.information_state(0) for table in dealt} | {table.information_state(1) for table in dealt}) == 6


def test_actions_that_overflow_their_block_are_numbered_after_all_blocks():
    board = ActionIds(TICTACTOE_SPEC.game, (ActionRange("mark", (), ids_per_offset=4),))
    assert list(board.moves_by_id(TicTacToeState())) == [0, 1, 2, 3, *range(4, 9)]
    assert list(ActionIds(TICTACTOE_SPEC.game, ()).moves_by_id(TicTacToeState())) == list(range(9))


def test_a_missing_argument_has_the_last_offset():
    block = ActionRange("react", (5, 7))
    assert (block.size, block.offset((4, 6)), block.offset((4,)), block.offset((0, 0))) == (35, 34, 34, 0)
    assert block.offset((5, 0)) == -1


@each_row("table_spec", TABLE_SPECS)
def test_a_pickled_position_is_replayed_from_its_history(table_spec: TableSpec):
    for step, table in enumerate(walk(table_spec, 3)):
        if step == 3:
            table.resample(table.mover, 5)
        if step % 16 == 4 or table.is_over:
            again: AdapterState = pickle.loads(pickle.dumps(table))
            assert again.state.digest() == table.state.digest()
            assert again.moves_by_id() == table.moves_by_id()


def test_a_copy_is_independent():
    table = AdapterState(GAME_SPECS["valley"], 3, "base", 4)
    before, menu = table.state.digest(), table.moves_by_id()
    copy = table.copy()
    copy.play(next(iter(menu)))
    assert (table.state.digest(), table.moves_by_id()) == (before, menu)
    assert pickle.loads(pickle.dumps(copy)).state.digest() == copy.state.digest()
    assert pickle.loads(pickle.dumps(table)).state.digest() == before


@each_row("table_spec", TABLE_SPECS)
def test_returns_sum_to_zero_and_come_at_the_end(table_spec: TableSpec):
    for seed in range(5):
        *before, end = ((table.is_over, table.returns()) for table in walk(table_spec, seed))
        assert not any(over or any(returns) for over, returns in before)
        assert end[0]
        assert sum(end[1]) == pytest.approx(0)
        assert max(end[1]) <= 1


def test_the_import_path_of_a_game_spec_resolves_to_it():
    for game_spec in GAME_SPECS.values():
        assert resolve_name(game_spec.import_path) is game_spec
