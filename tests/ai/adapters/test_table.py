"""What every adapter builds on: answers by number, what a seat knows, the road that can be gone again."""

import pickle
from collections.abc import Iterator
from pkgutil import resolve_name

import pytest

from ai.adapters.games import SHAPES
from ai.adapters.numbers import SPILL, Numbers
from ai.adapters.shape import Block
from ai.adapters.table import Table, numbers
from engine import GAMES, NOBODY
from engine.core.luck import key
from tests.ai.adapters.games import KUHN_SHAPE, PLACES, TICTACTOE_SHAPE, Place, name
from tests.games.tictactoe import TicTacToeState


def walk(place: Place, seed: int) -> Iterator[Table]:
    """Every position of a game in which anything is answered, the last one included."""
    table = Table(*place, seed)
    step = 0
    while not table.over:
        yield table
        menu = list(table.menu())
        table.answer(menu[key(seed, step) % len(menu)])
        step += 1
    assert step <= table.shape.longest
    yield table


def test_every_game_that_there_is_has_a_shape():
    assert {shape_name: shape.game for shape_name, shape in SHAPES.items()} == GAMES


@pytest.mark.parametrize("place", PLACES, ids=name)
def test_every_answer_has_a_number_of_its_own_below_the_bound(place: Place):
    bound = numbers(*place).count - SPILL
    for table in walk(place, 1):
        menu = table.menu()
        assert sorted(menu.values()) == sorted(table.state.legal_moves())
        assert list(menu) == sorted(menu)
        assert all(0 <= number < bound for number in menu), "some blocks are too small"
        assert len({table.say(number) for number in menu}) == len(menu)


@pytest.mark.parametrize("place", PLACES, ids=name)
def test_in_all_positions_that_look_the_same_the_numbers_mean_the_same_and_the_knowledge_is_the_same(place: Place):
    for step, table in enumerate(walk(place, 2)):
        for viewer in {table.mover, step % table.players} - {NOBODY}:
            world = table.copy()
            world.redeal(viewer, step)
            assert world.known(viewer) == table.known(viewer)
            assert world.observe(viewer) == table.observe(viewer)
            if table.mover == viewer:
                assert world.menu() == table.menu()


def test_a_seat_that_knows_more_is_told_apart():
    dealt = [Table(KUHN_SHAPE, 2, "base", seed) for seed in range(40)]
    assert len({table.known(0) for table in dealt}) == 3  # a card of three
    assert len({table.known(0) for table in dealt} | {table.known(1) for table in dealt}) == 6


def test_answers_beyond_the_room_of_their_block_are_numbered_after_all_blocks():
    board = Numbers(TICTACTOE_SHAPE.game, (Block("mark", (), ways=4),))
    assert list(board.menu(TicTacToeState())) == [0, 1, 2, 3, *range(4, 9)]
    assert list(Numbers(TICTACTOE_SHAPE.game, ()).menu(TicTacToeState())) == list(range(9))


def test_an_argument_that_is_missing_has_the_last_place_of_its_bound():
    block = Block("react", (5, 7))
    assert (block.size, block.place((4, 6)), block.place((4,)), block.place((0, 0))) == (35, 34, 34, 0)
    assert block.place((5, 0)) == -1


@pytest.mark.parametrize("place", PLACES, ids=name)
def test_a_position_travels_as_the_road_that_led_to_it(place: Place):
    for step, table in enumerate(walk(place, 3)):
        if step == 3:
            table.redeal(table.mover, 5)
        if step % 16 == 4 or table.over:
            again: Table = pickle.loads(pickle.dumps(table))
            assert again.state.digest() == table.state.digest()
            assert again.menu() == table.menu()


def test_a_copy_goes_its_own_way():
    table = Table(SHAPES["valley"], 3, "base", 4)
    before, menu = table.state.digest(), table.menu()
    copy = table.copy()
    copy.answer(next(iter(menu)))
    assert (table.state.digest(), table.menu()) == (before, menu)
    assert pickle.loads(pickle.dumps(copy)).state.digest() == copy.state.digest()
    assert pickle.loads(pickle.dumps(table)).state.digest() == before


@pytest.mark.parametrize("place", PLACES, ids=name)
def test_returns_sum_to_zero_and_come_at_the_end(place: Place):
    for seed in range(5):
        *way, end = ((table.over, table.returns()) for table in walk(place, seed))
        assert not any(over or any(returns) for over, returns in way)
        assert end[0]
        assert sum(end[1]) == pytest.approx(0)
        assert max(end[1]) <= 1


def test_a_shape_says_where_it_is_found():
    for shape in SHAPES.values():
        assert resolve_name(shape.home) is shape
