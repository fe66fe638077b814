"""What every adapter is built on: answers by number, what a seat knows, and histories that can be replayed."""

import pickle
from collections.abc import Iterator
from pkgutil import resolve_name

import pytest

from ai.adapters.action_ids import OVERFLOW_IDS, ActionIds
from ai.adapters.adapter_state import AdapterState, action_ids
from ai.adapters.game_spec import ActionRange
from ai.adapters.game_specs import GAME_SPECS
from ai.kit import kit_of
from engine import GAMES, NOBODY
from engine.core.luck import seeded_hash
from tests.ai.adapters.games import KUHN_SPEC, PLACES, TICTACTOE_SPEC, Place, name
from tests.games.tictactoe import TicTacToeState


def walk(place: Place, seed: int) -> Iterator[AdapterState]:
    """Every position of a game in which a question is asked, and the last one."""
    table = AdapterState(*place, seed)
    step = 0
    while not table.is_over:
        yield table
        menu = list(table.moves_by_id())
        table.play(menu[seeded_hash(seed, step) % len(menu)])
        step += 1
    assert step <= table.spec.max_decisions
    yield table


def test_every_game_whose_kit_names_a_spec_has_it_under_its_own_name():
    named = {name for name, game in GAMES.items() if kit_of(game).adapter}
    assert {name: spec.game for name, spec in GAME_SPECS.items()} == {name: GAMES[name] for name in named}
    assert all(resolve_name(spec.import_path) is spec for spec in GAME_SPECS.values())


@pytest.mark.parametrize("place", PLACES, ids=name)
def test_every_answer_has_a_number_of_its_own_below_the_bound(place: Place):
    bound = action_ids(*place).count - OVERFLOW_IDS
    for table in walk(place, 1):
        menu = table.moves_by_id()
        assert sorted(menu.values()) == sorted(table.state.legal_moves())
        assert list(menu) == sorted(menu)
        assert all(0 <= number < bound for number in menu), "some blocks are too small"
        assert len({table.describe(number) for number in menu}) == len(menu)


@pytest.mark.parametrize("place", PLACES, ids=name)
def test_in_all_positions_that_look_the_same_the_numbers_mean_the_same_and_the_knowledge_is_the_same(place: Place):
    for step, table in enumerate(walk(place, 2)):
        for viewer in {table.mover, step % table.players} - {NOBODY}:
            world = table.copy()
            world.resample(viewer, step)
            assert world.information_state(viewer) == table.information_state(viewer)
            assert world.observe(viewer) == table.observe(viewer)
            if table.mover == viewer:
                assert world.moves_by_id() == table.moves_by_id()


def test_a_seat_that_knows_more_is_told_apart():
    dealt = [AdapterState(KUHN_SPEC, 2, "base", seed) for seed in range(40)]
    assert len({table.information_state(0) for table in dealt}) == 3  # one card of three
    assert len({table.information_state(0) for table in dealt} | {table.information_state(1) for table in dealt}) == 6


def test_answers_beyond_the_room_of_their_block_are_numbered_after_all_blocks():
    board = ActionIds(TICTACTOE_SPEC.game, (ActionRange("mark", (), ids_per_offset=4),))
    assert list(board.moves_by_id(TicTacToeState())) == [0, 1, 2, 3, *range(4, 9)]
    assert list(ActionIds(TICTACTOE_SPEC.game, ()).moves_by_id(TicTacToeState())) == list(range(9))


def test_an_argument_that_is_missing_has_the_last_place_of_its_bound():
    block = ActionRange("react", (5, 7))
    assert (block.size, block.offset((4, 6)), block.offset((4,)), block.offset((0, 0))) == (35, 34, 34, 0)
    assert block.offset((5, 0)) == -1


@pytest.mark.parametrize("place", PLACES, ids=name)
def test_a_position_travels_as_the_road_that_led_to_it(place: Place):
    for step, table in enumerate(walk(place, 3)):
        if step == 3:
            table.resample(table.mover, 5)
        if step % 16 == 4 or table.is_over:
            again: AdapterState = pickle.loads(pickle.dumps(table))
            assert again.state.digest() == table.state.digest()
            assert again.moves_by_id() == table.moves_by_id()


def test_a_copy_goes_its_own_way():
    table = AdapterState(GAME_SPECS["valley"], 3, "base", 4)
    before, menu = table.state.digest(), table.moves_by_id()
    copy = table.copy()
    copy.play(next(iter(menu)))
    assert (table.state.digest(), table.moves_by_id()) == (before, menu)
    assert pickle.loads(pickle.dumps(copy)).state.digest() == copy.state.digest()
    assert pickle.loads(pickle.dumps(table)).state.digest() == before


@pytest.mark.parametrize("place", PLACES, ids=name)
def test_returns_sum_to_zero_and_come_at_the_end(place: Place):
    for seed in range(5):
        *way, end = ((table.is_over, table.returns()) for table in walk(place, seed))
        assert not any(over or any(returns) for over, returns in way)
        assert end[0]
        assert sum(end[1]) == pytest.approx(0)
        assert max(end[1]) <= 1


def test_a_shape_says_where_it_is_found():
    for shape in GAME_SPECS.values():
        assert resolve_name(shape.import_path) is shape
