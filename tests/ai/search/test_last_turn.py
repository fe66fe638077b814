"""The last turn: solved exactly where nothing but the answers of one seat matters, and never from hidden cards."""

from itertools import pairwise

import pytest

from ai.bots.bot import PendingMove, start_decision
from ai.levels import Budget
from ai.search.last_turn import END_DEALS, NO_LIMIT, LastTurnSolver, Outcome, solve_last_turn
from ai.value_file import CURRENT_VALUES
from engine.core.game import NOBODY, NOTHING, State
from engine.valley.game import VALLEY
from tests.ai.search.last_turns import MAX_SOLVED_POSITIONS, last_questions, solved_questions
from tests.contract.tables import TABLES

MAX_BRUTE_POSITIONS = 300


def brute_force(state: State, viewer: int, left: list[int]) -> Outcome:
    """The best outcome of all lines, one by one, without a memory. Raises IndexError when `left` is used up."""
    left.pop()
    if state.mover == NOBODY:
        points = VALLEY.scores(state)
        others = [points[seat] for seat in range(len(points)) if seat != viewer]
        return Outcome(VALLEY.rewards(state)[viewer], float(points[viewer] - max(others)))
    assert state.mover == viewer
    best = []
    for move in state.legal_moves():
        after = state.copy()
        after.apply(move)
        best.append(brute_force(after, viewer, left))
    return max(best)


def test_the_solution_is_that_of_trying_every_line_in_any_deal() -> None:
    compared = 0
    for state, solved in solved_questions():
        viewer = int(state.mover)
        for deal in range(2):
            world = VALLEY.determinize(state, viewer, 77 + deal)
            for move in state.legal_moves():
                after = world.copy()
                after.apply(move)
                try:
                    expected = brute_force(after, viewer, [0] * MAX_BRUTE_POSITIONS)
                except IndexError:
                    continue
                compared += 1
                assert solved.outcomes[move] == expected
    assert compared > 40


@pytest.mark.nightly(reason="solves many turns", instead="test_the_solution_is_that_of_trying_every_line_in_any_deal")
def test_what_is_hidden_does_not_matter() -> None:
    """Neither to the solution nor to whether there is one."""
    results = []
    for table in TABLES:
        for state in last_questions(table, 3)[-4:]:
            viewer = int(state.mover)
            solutions = [
                solve_last_turn(table.game, table.game.determinize(state, viewer, deal), viewer, 200)
                for deal in range(3)
            ]
            assert all(one == other for one, other in pairwise(solutions))
            results.append(solutions[0])
    assert None in results


def test_a_turn_with_too_many_positions_is_not_solved() -> None:
    state, solved = max(solved_questions(), key=lambda found: found[1].positions)
    assert solved.positions > 10
    assert solve_last_turn(VALLEY, state, int(state.mover), solved.positions) == solved
    assert solve_last_turn(VALLEY, state, int(state.mover), solved.positions - 1) is None


def pharaoh_decision(state: State, values: str, simulations: int = 1) -> PendingMove:
    pending = start_decision(VALLEY, state, int(state.mover), "pharaoh", Budget(simulations), 5, values=values)
    while not pending.done:
        pending.step()
    return pending


def test_among_answers_of_equal_chance_the_pharaoh_takes_the_better_margin() -> None:
    """One simulation would not find it."""
    differing = 0
    for state, solved in solved_questions():
        best = max(solved.outcomes.values())
        slack = [outcome for outcome in solved.outcomes.values() if outcome.share == best.share and outcome != best]
        assert solved.outcomes[pharaoh_decision(state, CURRENT_VALUES).move] == best
        assert pharaoh_decision(state, CURRENT_VALUES).search is None
        differing += bool(slack)
    assert differing >= 2


@pytest.mark.parametrize("moves", [1, 3])
def test_a_solution_in_steps_is_the_same_and_can_be_given_up(moves: int) -> None:
    given_up = 0
    for state, solved in solved_questions():
        viewer = int(state.mover)
        solver = LastTurnSolver(VALLEY, state, viewer, MAX_SOLVED_POSITIONS)
        applied = 0
        while not solver.is_done:
            assert applied <= solver.moves <= applied + moves + END_DEALS
            applied = solver.moves
            solver.step(moves)
        assert solver.solved == solved
        limited = LastTurnSolver(VALLEY, state, viewer, MAX_SOLVED_POSITIONS, max_moves=solver.moves - 1 - END_DEALS)
        limited.step(NO_LIMIT)
        assert limited.is_done
        assert limited.solved is None
        given_up += solver.moves > 10
    assert given_up > 3


def test_the_look_for_a_solution_can_be_hurried_and_no_decision_moves_before_its_first_step() -> None:
    state, solved = max(solved_questions(), key=lambda found: found[1].positions)
    pending = start_decision(VALLEY, state, int(state.mover), "pharaoh", Budget(10), 5, values=CURRENT_VALUES)
    assert not pending.done
    assert pending.move == NOTHING
    pending.finish_with_best()
    assert pending.search is not None
    assert pending.move in solved.outcomes
