"""A search that knows how likely moves are: it tries the likeliest moves of a wide menu first."""

from ai.search.mcts import FIRST_CONSIDERED_MOVES, MIN_WIDE_MENU_MOVES, Search
from engine.core.arrays import i64
from engine.tal.game import TAL
from engine.tal.state import TalState
from tests.ai.search.wide_menus import Ranking, wide_table
from tests.engine.tal.table import table


def tried_moves(state: TalState, simulations: i64, weighs_moves: bool = True) -> set[int]:
    search = Search(TAL, state, state.mover, 3, Ranking(weighs_moves))
    search.run(simulations)
    return {move for move, _, _ in search.move_stats()}


def test_the_likeliest_moves_of_a_wide_menu_are_tried_first():
    state = wide_table()
    assert tried_moves(state, FIRST_CONSIDERED_MOVES) == set(state.legal_moves()[-FIRST_CONSIDERED_MOVES:])
    assert len(tried_moves(state, FIRST_CONSIDERED_MOVES, weighs_moves=False)) == FIRST_CONSIDERED_MOVES


def test_more_visits_consider_more_moves_of_a_wide_menu():
    state = wide_table()
    tried = tried_moves(state, 200)
    assert FIRST_CONSIDERED_MOVES < len(tried) < state.move_count
    assert tried == set(state.legal_moves()[-len(tried) :])
    search = Search(TAL, state, state.mover, 3, Ranking())
    search.run(1)
    search.root.visits = 1_000_000
    assert search.root.considered_move_count() == state.move_count


def test_a_search_that_misses_moves_still_finds_one_in_a_wide_menu():
    state = wide_table()
    search = Search(TAL, state, state.mover, 3, Ranking(), missed_share=0.9)
    search.run(3 * FIRST_CONSIDERED_MOVES)
    assert 0 < len(search.move_stats()) < FIRST_CONSIDERED_MOVES
    assert search.best() in state.legal_moves()


def test_all_moves_of_a_small_menu_are_tried_first():
    state = table("workers")
    assert 1 < state.move_count < MIN_WIDE_MENU_MOVES
    assert tried_moves(state, state.move_count) == set(state.legal_moves())
