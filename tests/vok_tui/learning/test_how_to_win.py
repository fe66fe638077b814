"""How to win: three turns with one idea each, which count for no rating."""

from pathlib import Path

from ai.search.playout import Rng
from tests.vok_tui.learning.practised_games import Clock
from vok_tui.learning.history import LearningHistory
from vok_tui.learning.how_to_win import HOW_TO_WIN, TURNS, how_to_win, how_to_win_state
from vok_tui.learning.puzzles import standing_of
from vok_tui.learning.retry import ENDED, WAITING, Retry
from vok_tui.learning.trial import judge_attempt


def play_on(retry: Retry) -> None:
    """Play the best plan, and go on as the front ends do."""
    for step in retry.position.lines[0].steps:
        assert retry.trial.answer(retry.trial.node, step.action)
    assert retry.follow_table()
    retry.accept(judge_attempt(retry.position, retry.trial.own_actions()))
    retry.go_on()
    if retry.state == WAITING:
        assert retry.course.more is not None
        retry.add(retry.course.more())
        retry.go_on()


def test_the_three_turns_are_played_one_after_another_and_go_on_where_they_were_left(tmp_path: Path) -> None:
    history = LearningHistory(tmp_path, Clock())
    assert how_to_win_state(history) == "new, 10 minutes"
    retry = how_to_win(history)
    assert retry is not None
    assert TURNS[0].text in retry.text()
    play_on(retry)
    assert retry.position.id == TURNS[1].puzzle
    again = how_to_win(history)
    assert again is not None
    assert (again.position.id, how_to_win_state(history)) == (TURNS[1].puzzle, "turn 2 of 3")
    play_on(again)
    play_on(again)
    assert again.state == ENDED
    assert history.has_finished_lesson(HOW_TO_WIN)
    assert how_to_win_state(history) == "done"
    assert standing_of(history.records, {}, 0.0).answered == 0, "a guided game is not rated"


def test_whatever_is_answered_a_turn_comes_to_its_end(tmp_path: Path) -> None:
    retry, rng = how_to_win(LearningHistory(tmp_path, Clock())), Rng(3)
    assert retry is not None
    trial = retry.trial
    for _ in range(4):
        trial.go_to(trial.start)
        for _ in range(40):
            choices = trial.choices()
            if not choices:
                break
            assert trial.answer(trial.node, choices[rng.below(len(choices))].action)
        assert trial.is_at_end
