"""The levels: one interface, fair and reproducible answers."""

import pytest

from ai.bots.bot import LONG_CHAPTER, Bot, PendingMove, best_evaluator, choose, decision_seed, start_decision
from ai.levels import GAUGES, LEVELS, Budget
from ai.search.mcts import Search
from ai.value_file import CURRENT_VALUES
from engine.core.errors import BadSetup
from engine.core.game import NOBODY, NOTHING, Seat, Setup, State
from engine.core.luck import seeded_hash
from engine.valley.game import VALLEY
from tests.contract.tables import HIDDEN, TABLES, Table
from tests.games.tictactoe import TICTACTOE, TicTacToeState

SIMULATIONS_BY_LEVEL = {
    "shabti": 0,
    "priest": 10,
    "vizier": 10,
    "pharaoh": 10,
    "plain": 3,
    "seer": 10,
    "prophet": 10,
    "handwritten": 10,
    "doubter": 10,
}

VALLEY_TABLE = next(table for table in TABLES if table.game is VALLEY)


def some_positions(table: Table) -> list[State]:
    """A position soon after the start, and a later one."""
    state = table.start(8)
    positions = []
    for step in range(50):
        if state.mover == NOBODY:
            break
        if step in (1, 33):
            positions.append(state.copy())
        menu = state.legal_moves()
        state.apply(menu[seeded_hash(8, step) % len(menu)])
    return positions


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_level_gives_the_same_legal_answer_twice_and_in_a_world_that_looks_the_same(table: Table) -> None:
    """A level thinks about the early position or the late one; in the next table about the other."""
    positions = some_positions(table)
    for number, level in enumerate([*LEVELS, *GAUGES], TABLES.index(table)):
        budget = Budget(SIMULATIONS_BY_LEVEL.get(level, 1))
        state = positions[number % len(positions)]
        before = state.digest()
        move = choose(table.game, state, state.mover, level, budget, 5)
        assert move in state.legal_moves(), level
        assert state.digest() == before, level
        is_fair = level in LEVELS and table in HIDDEN
        world = table.game.determinize(state, state.mover, 4) if is_fair else state
        assert choose(table.game, world, state.mover, level, budget, 5) == move, level


def test_every_decision_has_a_different_seed() -> None:
    seeds = {decision_seed(seed, ply, seat) for seed in range(3) for ply in range(30) for seat in range(4)}
    assert len(seeds) == 3 * 30 * 4
    assert all(0 <= seed < 1 << 63 for seed in seeds)


@pytest.mark.parametrize(
    ("level", "simulations", "seat", "words"),
    [
        ("pharoah", 0, 0, "'pharoah'"),
        ("priest", -1, 0, "not -1"),
        ("priest", 2_000_000, 0, "not 2000000"),
        ("scribe", 0, 1, "seat 2 is not asked"),
    ],
)
def test_an_impossible_level_budget_or_seat_is_refused(level: str, simulations: int, seat: int, words: str) -> None:
    table = VALLEY_TABLE
    with pytest.raises(BadSetup, match=words):
        choose(table.game, table.start(1), seat, level, Budget(simulations), 5)


def test_thinking_in_steps_chooses_the_same_move() -> None:
    table = VALLEY_TABLE
    state = table.start(2)
    pending = start_decision(table.game, state, state.mover, "priest", Budget(60), 5)
    steps = 0
    while not pending.done:
        pending.step()
        steps += 1
    assert steps > 1
    assert pending.simulations == 60
    assert pending.move == choose(table.game, state, state.mover, "priest", Budget(60), 5)


def test_thinking_by_the_clock_ends_when_the_time_is_up() -> None:
    table = VALLEY_TABLE
    state = table.start(2)
    pending = start_decision(table.game, state, state.mover, "pharaoh", Budget(milliseconds=1), 5)
    while not pending.done:
        pending.step()
    assert pending.simulations >= 1
    assert pending.move in state.legal_moves()


@pytest.mark.parametrize(("min_simulations", "times"), [(1, 1), (1_000_000, 2)])
def test_a_search_below_the_minimum_takes_up_to_twice_the_time_and_then_says_so(
    min_simulations: int, times: int
) -> None:
    state = VALLEY_TABLE.start(2)
    budget = Budget(milliseconds=20, min_simulations=min_simulations)
    pending = run_to_end(start_decision(VALLEY_TABLE.game, state, state.mover, "pharaoh", budget, 5))
    assert pending.elapsed_ms >= 20 * times
    assert pending.is_short == (times == 2)


def test_a_search_that_is_hurried_does_not_count_as_short() -> None:
    state = VALLEY_TABLE.start(2)
    budget = Budget(milliseconds=20_000, min_simulations=1_000_000)
    pending = start_decision(VALLEY_TABLE.game, state, state.mover, "pharaoh", budget, 5)
    pending.finish_with_best()
    assert pending.done
    assert not pending.is_short


def test_a_gauge_is_not_a_level() -> None:
    assert not set(LEVELS) & set(GAUGES)


def run_to_end(pending: PendingMove) -> PendingMove:
    while not pending.done:
        pending.step()
    return pending


def test_thinking_ends_early_when_no_move_can_overtake_the_best() -> None:
    state = TicTacToeState("xx.oo....")  # one move wins at once
    pending = run_to_end(start_decision(TICTACTOE, state, 0, "vizier", Budget(5000), 6))
    assert pending.simulations < 5000
    assert TICTACTOE.action(state, pending.move).arguments == (2,)


@pytest.mark.parametrize("board", [".........", "x...o....", "xo.ox...."])
def test_ending_early_does_not_change_the_move(board: str) -> None:
    state, early = TicTacToeState(board), 0
    for seed in range(4):
        pending = run_to_end(start_decision(TICTACTOE, state, 0, "pharaoh", Budget(300), seed))
        full_search = Search(TICTACTOE, state, 0, seed, best_evaluator(TICTACTOE, state))
        full_search.run(300)
        assert pending.move == full_search.best()
        early += pending.simulations < 300
    assert early > 0


def tried_move_count(level: str, seed: int) -> int:
    """How many of the nine moves of an empty board a level tries."""
    search = run_to_end(start_decision(TICTACTOE, TicTacToeState(), 0, level, Budget(60), seed)).search
    assert search is not None
    return len(search.move_stats())


def test_weaker_levels_overlook_more_moves() -> None:
    levels = ("priest", "vizier", "pharaoh")
    priest, vizier, pharaoh = (sum(tried_move_count(level, seed) for seed in range(12)) for level in levels)
    assert priest < vizier < pharaoh == 12 * 9


def second_decision(tell_first_move: bool) -> PendingMove:
    """The second of two decisions that one seat makes in a row."""
    state = VALLEY.start(Table(VALLEY, 2).setup(4))
    bot = Bot(VALLEY, 0, "priest", Budget(200))
    first_move = run_to_end(bot.start_move(state, 5)).move
    state.apply(first_move)
    assert state.mover == 0
    return run_to_end(bot.start_move(state, 6, first_move if tell_first_move else NOTHING))


def test_a_bot_that_is_asked_again_at_once_keeps_its_tree() -> None:
    fresh, kept = second_decision(tell_first_move=False), second_decision(tell_first_move=True)
    assert fresh.search is not None
    assert kept.search is not None
    assert fresh.search.root.visits == fresh.simulations
    assert kept.search.root.visits > kept.simulations
    tries = sum(child.visits for child in kept.search.root.children.values())
    assert tries > kept.simulations
    assert second_decision(tell_first_move=True).move == kept.move


def test_a_kept_tree_holds_no_hidden_information() -> None:
    worlds, tried = set(), set()
    for seed in range(3):
        state = VALLEY.start(Table(VALLEY, 2).setup(4))
        bot = Bot(VALLEY, 0, "priest", Budget(60))
        first_move = run_to_end(bot.start_move(state, 5)).move
        state.apply(first_move)
        world = VALLEY.determinize(state, 0, seed)
        search = run_to_end(bot.start_move(world, 6, first_move)).search
        assert search is not None
        worlds.add(world.digest())
        tried.add(tuple(search.move_stats()))
    assert (len(worlds), len(tried)) == (3, 1)


def test_decisions_in_a_row_share_the_time_of_a_turn() -> None:
    budget, spent, given = Budget(20_000, 900, turn_milliseconds=3000), 0, []
    for _ in range(8):
        given.append(budget.for_next_decision(spent).milliseconds)
        spent += given[-1]
    assert given == [900, 900, 600, 300, 150, 75, 50, 50]
    assert budget.for_next_decision(0).simulations == 20_000


def test_the_best_level_thinks_as_long_as_the_clock_allows() -> None:
    state = VALLEY.start(VALLEY_TABLE.setup(4))
    for values in (CURRENT_VALUES, ""):
        budget = Bot(VALLEY, state.mover, "pharaoh", Budget(), values).start_move(state, 5).budget
        assert (budget.simulations, budget.milliseconds) == (0, 900)
    assert Bot(VALLEY, state.mover, "pharaoh", Budget(7)).start_move(state, 5).budget == Budget(7)


def test_time_per_decision_is_not_shared() -> None:
    assert Budget(0, 100).for_next_decision(5000) == Budget(0, 100)


def test_a_bot_counts_the_time_that_its_turn_takes() -> None:
    state = VALLEY.start(Table(VALLEY, 2).setup(4))
    bot = Bot(VALLEY, 0, "pharaoh", Budget(0, 300, turn_milliseconds=400))
    first = run_to_end(bot.start_move(state, 5))
    state.apply(first.move)
    second = run_to_end(bot.start_move(state, 6, first.move))
    assert first.budget.milliseconds == 200
    assert (
        second.budget.milliseconds
        == Budget(0, 300, turn_milliseconds=400).for_next_decision(first.elapsed_ms).milliseconds
        < 200
    )
    assert bot.start_move(state, 6, NOTHING).budget.milliseconds == 200
    assert bot.start_move(state, 6, NOTHING, spent_ms=100).budget.milliseconds == 150


def test_a_search_does_not_advance_to_a_move_outside_its_tree() -> None:
    state = VALLEY.start(Table(VALLEY, 2).setup(4))
    search = Search(VALLEY, state, 0, 5, best_evaluator(VALLEY, state))
    assert not search.advance(state.menu[0], state)


def test_a_long_turn_ends_though_a_search_would_go_on():
    state = VALLEY.start(Setup("valley", (Seat("a"), Seat("b")), 5))
    bot = Bot(VALLEY, int(state.mover), "pharaoh", Budget(20))
    assert run_to_end(bot.start_move(state, 5, chapter_moves=LONG_CHAPTER - 1)).simulations == 20
    pending = [run_to_end(bot.start_move(state, seed, chapter_moves=LONG_CHAPTER)) for seed in range(40)]
    assert {answer.simulations for answer in pending} == {0}
    assert len({answer.move for answer in pending}) > 1  # any of them
