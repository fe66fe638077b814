"""Positions in the last turn of random games, with their solutions."""

from functools import cache

from ai.search.last_turn import SolvedTurn, solve_last_turn
from engine.core.game import NOBODY, State
from engine.core.luck import seeded_hash
from engine.valley.game import VALLEY
from tests.contract.tables import Table

LAST_DECISIONS = 8
MAX_SOLVED_POSITIONS = 150
SEEDS = (0, 2, 6, 7, 18, 20)  # of games whose last answers matter


@cache
def last_questions(table: Table, seed: int) -> tuple[State, ...]:
    """The last questions with a choice of a random game."""
    state, questions = table.start(seed), []
    for step in range(3000):
        if state.mover == NOBODY:
            break
        if state.move_count > 1:
            questions.append(state.copy())
        menu = state.legal_moves()
        state.apply(menu[seeded_hash(seed, step) % len(menu)])
    return tuple(questions[-LAST_DECISIONS:])


@cache
def solved_questions() -> list[tuple[State, SolvedTurn]]:
    found = []
    for seed in SEEDS:
        for state in last_questions(Table(VALLEY, 2), seed):
            solved = solve_last_turn(VALLEY, state, int(state.mover), MAX_SOLVED_POSITIONS)
            if solved is not None:
                found.append((state, solved))
    return found
