"""Every lesson fits the rules and the cards of today, allows every legal answer, and can be finished from anywhere in it."""

import pytest

from ai.search.playout import Rng
from engine.core.game import CURRENT_RULES, NOBODY
from engine.games import GAMES
from tests.vok_tui.learning.lesson_player import LESSONS, LessonPlayer
from vok_tui.boards.table_kit import all_table_kits
from vok_tui.boards.thieves.lesson import is_out
from vok_tui.game.lesson import said
from vok_tui.painting.grid import wrap

MAX_RANDOM_ANSWERS = 120
MAX_TRIED_ANSWERS = 80
EACH_TRIED = 30  # of the answers of a random game
TRIES = 12
ONE_LINE = 54  # columns of the question pane of the smallest table, without its margins


def test_every_game_has_a_lesson():
    assert set(LESSONS) == {*GAMES, "afterlife"}
    assert set(GAMES) == set(all_table_kits())


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


def words_of_step(player: LessonPlayer) -> list[tuple[str, int]]:
    """What the guide says at the head about the current step, each with the number of lines that it may take."""
    step = player.lesson.steps[player.step]
    goals = [(said(goal.text, player.view()), 1) for goal in step.goals]
    return [(said(step.text, player.view()), 2), *goals, (step.reply, 1), (step.missed, 1)]


@pytest.mark.parametrize("game", LESSONS)
@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_played_the_guide_says_what_fits_and_names_what_can_be_played(game: str, seed: int):
    """An example names a card, a place or a lot that an answer of this moment has."""
    player, rng = LessonPlayer(LESSONS[game]), Rng(seed)
    examples = 0
    for _ in range(MAX_RANDOM_ANSWERS):
        if player.match.state.mover == NOBODY or player.step == len(player.lesson.steps):
            break
        for words, lines in words_of_step(player):
            assert len(wrap(words, ONE_LINE - 2 if lines == 1 else ONE_LINE)) <= lines, words
        answers = " ".join([player.match.game.say(player.match.state, action) for action in player.choices()])
        goals = [said(goal.text, player.view()) for goal in player.lesson.steps[player.step].goals]
        for goal in goals:
            if " such as " in goal:
                examples += 1
                example = goal.partition(" such as ")[2].partition(" for ")[0].partition(":")[0]
                assert example.removeprefix("a ").removesuffix(" one") in answers, (goal, answers)
            if ": end your turn" in goal:
                assert "end" in [action.verb for action in player.choices()], "not while another question is open"
            if ": type " in goal:
                assert f" {goal.partition(': type ')[2]}" in answers.replace("/", "").lower(), (goal, answers)
        choices = player.choices()
        player.play(choices[rng.below(len(choices))])
    assert examples


# The answers that a player gives who wants to come on in a lesson: the verbs of each game, the most wanted first.
WANTED = {
    "valley": ("entomb", "buy", "crumble", "raze", "execute"),
    "thieves": ("name", "count", "play_down", "play_up", "play_up_as", "enough", "hide"),
    "tal": ("build", "claim", "lay", "go", "take", "stop"),
}


def comes_on(player: LessonPlayer, rng: Rng) -> bool:
    """Whether somebody who tries to, with some luck, comes to the end of the current step."""
    step, wanted = player.step, WANTED[player.lesson.game]
    for _ in range(MAX_TRIED_ANSWERS):
        if player.match.state.mover == NOBODY:
            return True  # so does the lesson
        choices = player.choices()
        liked = [choice for choice in choices if choice.verb in wanted]
        pool = liked if liked and rng.below(4) else choices
        player.play(pool[rng.below(len(pool))])
        if player.step > step:
            return True
    return False


@pytest.mark.parametrize("game", LESSONS)
def test_the_goal_of_each_step_can_be_reached_from_where_random_answers_lead(game: str):
    player, rng = LessonPlayer(LESSONS[game]), Rng(7)
    for number in range(MAX_RANDOM_ANSWERS):
        if player.match.state.mover == NOBODY or player.step == len(player.lesson.steps):
            break
        if number % EACH_TRIED == 0:
            here = player.match.log.head
            assert any(comes_on(player, rng) or player.match.goto(here) for _ in range(TRIES)), player.step
            player.match.goto(here)
        choices = player.choices()
        player.play(choices[rng.below(len(choices))])


def test_a_thief_without_reputation_has_come_to_the_end_of_the_lesson():
    """Who is out can reach no goal any more."""
    player = LessonPlayer(LESSONS["thieves"])
    while player.match.state.mover != NOBODY and not is_out(player.view()):
        hide = [choice for choice in player.choices() if choice.verb == "hide"]
        player.play((hide or player.choices())[0])
    assert is_out(player.view())
    assert player.step == len(player.lesson.steps)


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_says_the_numbers_of_the_rules(game: str):
    """Somebody who has read only the guided game knows them."""
    player = LessonPlayer(LESSONS[game])
    heard = [player.lesson.closing]
    for step in player.lesson.steps:
        for answer in step.line:
            heard += [words for words, _ in words_of_step(player)]
            player.answer(answer)
    text = " ".join(heard)
    for number in rules_to_know(player):
        assert number in text, number


def rules_to_know(player: LessonPlayer) -> list[str]:
    """The numbers of a game that decide who wins, from its rules, as a lesson says them."""
    view = player.view()
    if player.lesson.id == "afterlife":  # what differs
        return ["3, 4, 5, 6 and 7", "number squared", "boneyard", "5 cards or fewer", "Read a card in full"]
    if player.lesson.game == "tal":
        small, large = view.small_values, view.large_values
        return [*map(str, (*small, *large)), f"{view.pharaoh_pyramid_size} blocks", "equal sums", "steal", "six points"]
    if player.lesson.game == "thieves":
        return [f"{view.goal} treasure", "Three rounds", "1 or 2 cards", "tie", "draw two cards", "community"]
    return [
        *map(str, [number * number for number in (2, 3, 4)]),
        "stock and pyramid are empty",
        "smaller tomb",
        "Once a turn",
    ]


def test_a_step_whose_moment_has_passed_makes_way_for_the_next():
    """Whoever lays no blank is not asked for one while the overseers move."""
    player = LessonPlayer(LESSONS["tal"])
    for text in ("lay the 4 beside lot 1", "lay no more here", "lay no more here", "lay no more here"):
        player.answer(text)
    progress = player.run.at(player.match.log.head)
    assert LESSONS["tal"].steps[progress.step].title == "claim"
    assert progress.left_out == {1}
