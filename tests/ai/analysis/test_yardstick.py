"""The yardstick: it finds the better of two answers, and says when it cannot tell."""

import pytest

from ai.analysis.analyse import question_at
from ai.analysis.rest import searching
from ai.analysis.yardstick import (
    BETTER,
    EQUAL,
    OPEN,
    TO_END,
    WORSE,
    continued,
    played_on,
    verdict_on,
)
from engine.core.game import NOBODY
from tests.ai.analysis.matches import begun, board_match, play_first_moves, square


@pytest.mark.parametrize(
    ("difference", "error", "verdict"),
    [
        (0.06, 0.01, BETTER),
        (-0.06, 0.01, WORSE),
        (0.06, 0.03, OPEN),
        (0.005, 0.004, EQUAL),
        (0.0, 0.0, EQUAL),
        (0.019, 0.004, BETTER),
        (0.01, 0.02, OPEN),
    ],
)
def test_a_verdict_needs_a_clear_sign_or_a_small_interval(difference: float, error: float, verdict: str):
    assert verdict_on(difference, error) == verdict


def test_the_winning_answer_is_better_than_the_others():
    """x wins at once on 2; after any other answer o may win."""
    question = question_at(board_match("xx.oo....", 8), 0)
    moves = [question.game.move(question.root, square(place)) for place in (2, 8)]
    player = searching(question.evaluator, 40)
    found = played_on(question, moves[:1], moves[1:], player=player, further=TO_END)
    assert (found.verdict, found.difference > 0.5, found.error) == (BETTER, True, pytest.approx(0.0, abs=0.1))
    back = played_on(question, moves[1:], moves[:1], player=player, further=TO_END)
    assert (back.verdict, back.difference) == (WORSE, -found.difference)
    assert played_on(question, moves[:1], moves[:1], player=player).verdict == EQUAL


@pytest.mark.parametrize("game", ["valley", "thieves", "tal"])
def test_both_sides_go_on_to_the_same_number_of_places_at_rest(game: str):
    match = begun(game)
    play_first_moves(match, 5)
    while match.state.move_count < 2:
        play_first_moves(match, 1)
    question = question_at(match, match.log.head)
    deal = question.game.determinize(question.root, question.seat, 3)
    player = searching(question.evaluator, 2)
    numbers = []
    for further in (0, 1):
        end = continued(question, deal, question.moves[:1], player, further, 5)
        assert question.game.is_at_rest(end)
        numbers.append(end)
    if game != "tal":  # its rounds take long
        numbers.append(continued(question, deal, question.moves[:1], player, TO_END, 5))
        assert numbers[-1].mover == NOBODY
    assert len({end.digest() for end in numbers}) == len(numbers)
    again = continued(question, deal, question.moves[:1], player, 1, 5)
    assert again.digest() == numbers[1].digest(), "the same seed gives the same end"
