"""The levels: one interface, fair and reproducible answers."""

import pytest

from ai.bots.bot import Bot, PendingMove, best_evaluator, choose, decision_seed
from ai.bots.levels import GAUGES, LEVELS, Budget
from ai.search.mcts import Search
from engine.core.errors import BadSetup
from engine.core.game import NOBODY, NOTHING, State
from engine.core.luck import seeded_hash
from engine.valley.game import VALLEY
from tests.contract.tables import HIDDEN, TABLES, Table
from tests.games.tictactoe import TICTACTOE, TicTacToeState

FEW = {
    "shabti": 0,
    "scribe": 1,
    "priest": 10,
    "vizier": 10,
    "pharaoh": 10,
    "plain": 3,
    "seer": 10,
    "prophet": 10,
    "handwritten": 10,
}

VALLEY_TABLE = next(table for table in TABLES if table.game is VALLEY)


def some_positions(table: Table) -> list[State]:
    """A position soon after the start, and one further on."""
    state = table.start(8)
    found = []
    for step in range(50):
        if state.mover == NOBODY:
            break
        if step in (1, 33):
            found.append(state.copy())
        menu = state.legal_moves()
        state.apply(menu[seeded_hash(8, step) % len(menu)])
    return found


@pytest.mark.parametrize("level", [*LEVELS, *GAUGES])
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_level_answers_every_game_with_a_legal_move_and_the_same_one_again(table: Table, level: str) -> None:
    for state in some_positions(table):
        before = state.digest()
        move = choose(table.game, state, state.mover, level, Budget(FEW[level]), 5)
        assert move in state.legal_moves()
        assert choose(table.game, state, state.mover, level, Budget(FEW[level]), 5) == move
        assert state.digest() == before


def test_a_renamed_level_plays_the_same_under_its_old_name() -> None:
    for state in some_positions(VALLEY_TABLE):
        moves = [choose(VALLEY, state, state.mover, level, Budget(30), 5) for level in ("elder", "handwritten")]
        assert moves[0] == moves[1]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("table", HIDDEN, ids=str)
def test_no_level_sees_what_is_hidden(table: Table, level: str) -> None:
    for state in some_positions(table):
        world = table.game.determinize(state, state.mover, 4)
        answers = [choose(table.game, s, state.mover, level, Budget(FEW[level]), 6) for s in (state, world)]
        assert answers[0] == answers[1]


def test_the_seed_of_a_decision_is_its_own() -> None:
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
def test_what_no_seat_can_have_is_refused_in_a_sentence(level: str, simulations: int, seat: int, words: str) -> None:
    table = VALLEY_TABLE
    with pytest.raises(BadSetup, match=words):
        choose(table.game, table.start(1), seat, level, Budget(simulations), 5)


def test_a_thought_in_steps_comes_to_what_it_comes_to_at_once() -> None:
    table = VALLEY_TABLE
    state = table.start(2)
    thought = PendingMove(table.game, state, state.mover, "priest", Budget(60), 5)
    steps = 0
    while not thought.done:
        thought.step()
        steps += 1
    assert steps > 1
    assert thought.simulations == 60
    assert thought.move == choose(table.game, state, state.mover, "priest", Budget(60), 5)


def test_a_thought_by_the_clock_ends_when_its_time_is_over() -> None:
    table = VALLEY_TABLE
    state = table.start(2)
    thought = PendingMove(table.game, state, state.mover, "pharaoh", Budget(milliseconds=1), 5)
    while not thought.done:
        thought.step()
    assert thought.simulations >= 1
    assert thought.move in state.legal_moves()


def test_nobody_meets_a_gauge_at_the_table() -> None:
    assert not set(LEVELS) & set(GAUGES)


def thought_out(thought: PendingMove) -> PendingMove:
    while not thought.done:
        thought.step()
    return thought


def test_a_thought_ends_early_when_no_other_move_can_overtake_the_best() -> None:
    state = TicTacToeState("xx.oo....")  # one move wins at once
    thought = thought_out(PendingMove(TICTACTOE, state, 0, "vizier", Budget(5000), 6))
    assert thought.simulations < 5000
    assert TICTACTOE.action(state, thought.move).arguments == (2,)


@pytest.mark.parametrize("board", [".........", "x...o....", "xo.ox...."])
def test_a_thought_that_ends_early_answers_what_it_would_have_in_the_end(board: str) -> None:
    state, early = TicTacToeState(board), 0
    for seed in range(8):
        thought = thought_out(PendingMove(TICTACTOE, state, 0, "pharaoh", Budget(300), seed))
        whole = Search(TICTACTOE, state, 0, seed, best_evaluator(TICTACTOE, state))
        whole.run(300)
        assert thought.move == whole.best()
        early += thought.simulations < 300
    assert early > 0


def thought_of(level: str, seed: int) -> int:
    """The number of moves of an empty board that a level tries."""
    search = thought_out(PendingMove(TICTACTOE, TicTacToeState(), 0, level, Budget(60), seed)).search
    assert search is not None
    return len(search.move_stats())


def test_the_weaker_of_those_who_search_overlook_more_and_the_strongest_nothing() -> None:
    levels = ("priest", "vizier", "pharaoh")
    priest, vizier, pharaoh = (sum(thought_of(level, seed) for seed in range(12)) for level in levels)
    assert priest < vizier < pharaoh == 12 * 9


def asked_twice(again: bool) -> PendingMove:
    """The second of two decisions that one seat makes without another in between."""
    state = VALLEY.start(Table(VALLEY, 2).setup(4))
    mind = Bot(VALLEY, 0, "priest", Budget(200))
    made = thought_out(mind.start_move(state, 5)).move
    state.apply(made)
    assert state.mover == 0
    return thought_out(mind.start_move(state, 6, made if again else NOTHING))


def test_asked_again_at_once_a_mind_goes_on_from_the_tree_that_it_has() -> None:
    fresh, kept = asked_twice(again=False), asked_twice(again=True)
    assert fresh.search is not None
    assert kept.search is not None
    assert fresh.search.root.visits == fresh.simulations
    assert kept.search.root.visits > kept.simulations
    tries = sum(child.visits for child in kept.search.root.children.values())
    assert tries > kept.simulations
    assert asked_twice(again=True).move == kept.move


def test_a_mind_that_goes_on_does_not_see_what_is_hidden_either() -> None:
    worlds, thoughts = set(), set()
    for seed in range(3):
        state = VALLEY.start(Table(VALLEY, 2).setup(4))
        mind = Bot(VALLEY, 0, "priest", Budget(60))
        made = thought_out(mind.start_move(state, 5)).move
        state.apply(made)
        world = VALLEY.determinize(state, 0, seed)
        search = thought_out(mind.start_move(world, 6, made)).search
        assert search is not None
        worlds.add(world.digest())
        thoughts.add(tuple(search.move_stats()))
    assert (len(worlds), len(thoughts)) == (3, 1)


def test_decisions_in_a_row_share_the_time_of_a_turn_and_all_get_some() -> None:
    budget, spent, given = Budget(20_000, 900, turn_milliseconds=3000), 0, []
    for _ in range(8):
        given.append(budget.for_next_decision(spent).milliseconds)
        spent += given[-1]
    assert given == [900, 900, 600, 300, 150, 75, 50, 50]
    assert budget.for_next_decision(0).simulations == 20_000


def test_time_that_is_given_by_decision_is_not_shared() -> None:
    assert Budget(0, 100).for_next_decision(5000) == Budget(0, 100)


def test_a_mind_counts_what_it_takes_until_somebody_else_is_asked() -> None:
    state = VALLEY.start(Table(VALLEY, 2).setup(4))
    mind = Bot(VALLEY, 0, "pharaoh", Budget(0, 300, turn_milliseconds=400))
    first = thought_out(mind.start_move(state, 5))
    state.apply(first.move)
    second = thought_out(mind.start_move(state, 6, first.move))
    assert first.budget.milliseconds == 200
    assert (
        second.budget.milliseconds
        == Budget(0, 300, turn_milliseconds=400).for_next_decision(first.elapsed_ms).milliseconds
        < 200
    )
    assert mind.start_move(state, 6, NOTHING).budget.milliseconds == 200
    assert mind.start_move(state, 6, NOTHING, spent_ms=100).budget.milliseconds == 150


def test_an_answer_that_the_tree_does_not_hold_starts_a_new_one() -> None:
    state = VALLEY.start(Table(VALLEY, 2).setup(4))
    search = Search(VALLEY, state, 0, 5, best_evaluator(VALLEY, state))
    assert not search.advance(state.menu[0], state)
