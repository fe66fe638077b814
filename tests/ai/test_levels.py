"""The ladder of levels: each game has a declared temperature for its soft levels, and ratings that rise."""

from itertools import pairwise
from math import exp

import pytest

from ai.bots.bot import handwritten_evaluator
from ai.kit import kit_of
from ai.levels import ANCHOR, LEVELS, NEWCOMER_RATING
from ai.search.turn_planner import MANY_BETTER, TurnPlanner
from engine.core.game import NOBODY, Seat, Setup, State
from engine.core.luck import seeded_hash
from engine.games import GAMES

GAMES_WITH_LADDERS = ("valley", "thieves", "tal")
SOFT = [name for name, level in LEVELS.items() if level.is_soft]


def questions(game: str) -> list[State]:
    """Questions with a choice, spread over a random game of two."""
    rules = GAMES[game]
    state = rules.start(Setup(game, (Seat("a"), Seat("b")), 4))
    found = []
    for step in range(120):
        if state.mover == NOBODY:
            break
        if state.move_count > 1:
            found.append(state.copy())
        menu = state.legal_moves()
        state.apply(menu[seeded_hash(3, step) % len(menu)])
    return found[::12]


def planner(game: str, state: State, seed: int = 7) -> TurnPlanner:
    rules = GAMES[game]
    planned = TurnPlanner(rules, state, int(state.mover), seed, handwritten_evaluator(rules, state))
    planned.plan_deal()
    return planned


@pytest.mark.parametrize("game", GAMES_WITH_LADDERS)
def test_every_level_is_rated_and_the_soft_ones_lead_from_random_moves_to_the_anchor(game: str) -> None:
    kit = kit_of(GAMES[game])
    names = kit.level_names()
    scale = kit.strengths(2)
    ratings = [scale.rating_of(name) for name in names]
    assert None not in ratings
    assert ratings == sorted(rating for rating in ratings if rating is not None)
    assert scale.rating_of(ANCHOR) == 1000
    soft = [name for name in names if name in SOFT]
    assert soft
    temperatures = [kit.temperature(name) for name in soft]
    assert temperatures == sorted(set(temperatures), reverse=True)
    steps = [
        high - low for low, high in pairwise(ratings[: names.index(ANCHOR) + 1]) if low is not None and high is not None
    ]
    assert all(100 <= step <= 280 for step in steps), steps
    first = scale.rating_of(kit.first_level())
    assert first is not None
    assert abs(first - NEWCOMER_RATING) <= 140


def test_a_cold_draw_takes_the_best_plan() -> None:
    for game in GAMES_WITH_LADDERS:
        for state in questions(game):
            planned = planner(game, state)
            assert planned.totals[planned.moves.index(planned.draw(1e-6))] == max(planned.totals)


def test_plans_are_drawn_by_their_worth() -> None:
    for state in questions("valley"):
        planned = planner("valley", state)
        weights = planned.weights(5.0)
        highest = max(planned.totals)
        for total, weight in zip(planned.totals, weights, strict=True):
            assert weight in (0.0, pytest.approx(exp((total - highest) / 5.0)))


def test_different_seeds_draw_different_plans() -> None:
    state = max(questions("valley"), key=lambda state: state.move_count)
    assert len({planner("valley", state, seed).draw(100.0) for seed in range(8)}) > 2


def test_nobody_ends_a_turn_while_much_is_left_to_do() -> None:
    """Not even the level that makes the most mistakes."""
    open_turns = 0
    for state in questions("valley"):
        planned = planner("valley", state)
        weights = planned.weights(1e6)
        for index, move in enumerate(planned.moves):
            has_weight = not (move in planned.ending_moves and planned.better_answers(index) >= MANY_BETTER)
            assert (weights[index] > 0.0) == has_weight
            open_turns += not has_weight
    assert open_turns
