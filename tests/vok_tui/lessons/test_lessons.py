"""Every lesson fits the rules and the cards of today, allows every legal answer, and can be finished from anywhere in it."""

import pytest

from ai.search.playout import Rng
from engine.core.game import CURRENT_RULES, NOBODY
from engine.games import GAMES
from tests.vok_tui.lessons.lesson_player import LESSONS, LessonPlayer
from vok_tui.boards.table_kit import all_table_kits
from vok_tui.painting.grid import wrap

MAX_RANDOM_ANSWERS = 120
ONE_LINE = 54  # columns of the question pane of the smallest table, without its margins


def test_every_game_has_a_lesson():
    assert set(LESSONS) == set(GAMES) == set(all_table_kits())


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_was_tried_with_the_rules_and_cards_of_today(game: str):
    """If this fails, play the lesson, mend its lines, and write the new numbers into it."""
    lesson = LESSONS[game]
    player = LessonPlayer(lesson)
    assert lesson.rules == CURRENT_RULES
    assert lesson.fingerprint == player.match.game.fingerprint(player.match.setup)
    assert lesson.minutes <= 10
    assert 6 <= len(lesson.steps) <= 8


@pytest.mark.parametrize("game", LESSONS)
def test_the_line_of_each_step_reaches_its_goals_and_no_earlier(game: str):
    player = LessonPlayer(LESSONS[game])
    for number, step in enumerate(LESSONS[game].steps):
        for answer in step.line:
            assert player.step == number, f"step {number + 1} ends before: {answer}"
            player.answer(answer)
        assert player.step == number + 1, f"step {number + 1} is not reached by its line"


@pytest.mark.parametrize("game", LESSONS)
def test_progress_goes_back_with_an_undo_and_does_not_depend_on_the_way(game: str):
    player = LessonPlayer(LESSONS[game])
    steps_by_node = {0: player.step}
    for step in LESSONS[game].steps:
        for answer in step.line:
            player.answer(answer)
            steps_by_node[player.match.log.head] = player.step
    for node, step in reversed(steps_by_node.items()):
        player.match.goto(node)
        assert player.step == step


@pytest.mark.parametrize("game", LESSONS)
@pytest.mark.parametrize("seed", range(2))
def test_any_legal_answers_leave_the_lesson_in_order(game: str, seed: int):
    """Whatever a player does, the steps come one after another, and what was reached stays reached."""
    player, rng = LessonPlayer(LESSONS[game]), Rng(seed)
    step = player.step
    for _ in range(MAX_RANDOM_ANSWERS):
        if player.match.state.mover == NOBODY:
            break
        choices = player.choices()
        player.play(choices[rng.below(len(choices))])
        assert player.step >= step
        step = player.step
    assert step > 0


@pytest.mark.parametrize("game", LESSONS)
def test_a_skipped_step_leads_to_the_next(game: str):
    player = LessonPlayer(LESSONS[game])
    for step in range(len(LESSONS[game].steps)):
        assert player.step == step
        player.run.skip(step)
    assert player.step == len(LESSONS[game].steps)


@pytest.mark.parametrize("game", LESSONS)
def test_texts_of_a_lesson_fit_the_smallest_table(game: str):
    for step in LESSONS[game].steps:
        assert len(step.title) <= 15
        assert len(wrap(step.text, ONE_LINE)) <= 2, step.text
        assert [len(goal.text) <= ONE_LINE - 2 for goal in step.goals] == [True]
        assert len(step.reply) <= ONE_LINE, step.reply
    assert all(len(remark) <= ONE_LINE for remark in LESSONS[game].remarks.values())


def test_a_step_whose_moment_has_passed_makes_way_for_the_next():
    """Whoever lays no blank is not asked for one while the overseers move."""
    player = LessonPlayer(LESSONS["tal"])
    for text in ("lay the 4 beside lot 1", "lay no more here", "lay no more here", "lay no more here"):
        player.answer(text)
    progress = player.run.at(player.match.log.head)
    assert LESSONS["tal"].steps[progress.step].title == "claim"
    assert progress.left_out == {1}
