"""The last turn: solved exactly where nothing but the answers of one seat matters, and never from hidden cards."""

from itertools import pairwise

from ai.bots.bot import PendingMove
from ai.levels import Budget
from ai.search.last_turn import Outcome, solve_last_turn
from ai.value_file import CURRENT_VALUES, FIRST_VALUES
from engine.core.game import NOBODY, State
from engine.games import GAMES
from engine.valley.game import VALLEY
from tests.ai.search.last_turns import last_questions, solved_questions
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


def test_among_answers_of_equal_chance_the_pharaoh_takes_the_better_margin() -> None:
    """One simulation would not find it. With the first values it only searches, as when it was rated."""
    differing = 0
    for state, solved in solved_questions():
        viewer = int(state.mover)
        best = max(solved.outcomes.values())
        slack = [outcome for outcome in solved.outcomes.values() if outcome.share == best.share and outcome != best]
        pending = PendingMove(GAMES["valley"], state, viewer, "pharaoh", Budget(1), 5, values=CURRENT_VALUES)
        assert pending.done
        assert solved.outcomes[pending.move] == best
        assert not PendingMove(GAMES["valley"], state, viewer, "pharaoh", Budget(1), 5, values=FIRST_VALUES).done
        assert not PendingMove(GAMES["valley"], state, viewer, "priest", Budget(1), 5, values=CURRENT_VALUES).done
        differing += bool(slack)
    assert differing >= 3
