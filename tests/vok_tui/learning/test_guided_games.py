"""Guided games as a player sees them: begun, answered, left and continued, skipped, finished, and never counted as games."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from ai.kit import kit_of
from engine import GAMES
from engine.core.game import HUMAN
from saves import Shelf
from tests.vok_tui.grids import text as full_text
from tests.vok_tui.learning.lesson_player import LESSONS
from tests.vok_tui.pty_terminal import PtyTerminal
from tests.vok_tui.screens.app_helpers import make_save, run, settle, sitting, until
from tests.vok_tui.screens.start_pages import start_options
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.lesson import said
from vok_tui.learning.goal_counts import GoalCounter
from vok_tui.learning.history import FINISHED, LearningHistory
from vok_tui.records.game_stats import stats_of_games
from vok_tui.screens.app import VokApp
from vok_tui.screens.dialog import Dialog
from vok_tui.screens.review.screen import ReviewScreen
from vok_tui.screens.setup import SetupScreen
from vok_tui.screens.start import StartScreen
from vok_tui.screens.table.screen import TableScreen
from vok_tui.screens.welcome import WelcomeScreen


async def answer(app: VokApp, pilot: Pilot[None], text: str) -> None:
    """Give an answer in words of the game, and let the opponents play."""
    table = app.screen
    assert isinstance(table, TableScreen)
    current = table.sitting
    assert current.answer(current.node, current.match.game.parse(current.match.state, text))
    table.show_and_continue()
    await settle_below(app, pilot)


async def settle_below(app: VokApp, pilot: Pilot[None]) -> None:
    """Let the opponents play, unless a dialog covers the table."""
    await pilot.pause()
    if isinstance(app.screen, TableScreen):
        await settle(app, pilot)


async def play_steps(app: VokApp, pilot: Pilot[None], game: str, first: int, end: int) -> None:
    """Play the lines of some steps of a lesson."""
    for step in LESSONS[game].steps[first:end]:
        for text in step.line:
            await answer(app, pilot, text)


def shown(app: VokApp) -> str:
    """All words on the screen, with single blanks."""
    return " ".join(full_text(app).split())


@pytest.mark.parametrize("game", GAMES)
def test_a_guided_game_leads_to_a_first_game_and_counts_as_none(tmp_path: Path, game: str) -> None:
    steps_seen = []

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        for number, step in enumerate(LESSONS[game].steps):
            assert f"Step {number + 1} of {len(LESSONS[game].steps)}: {step.title}" in shown(app)
            view = sitting(app).view()
            assert all(said(goal.text, view) in shown(app) for goal in step.goals)
            steps_seen.append(number)
            await play_steps(app, pilot, game, number, number + 1)
            if number + 1 < len(LESSONS[game].steps):
                assert step.reply in shown(app)
        assert isinstance(app.screen, Dialog)
        assert LESSONS[game].closing[:30] in shown(app)
        assert app.shelf.list_saves_and_bin(GAMES) == []
        assert stats_of_games(app.shelf.list_saves_and_bin(GAMES)) == stats_of_games([])
        await pilot.press("enter")
        await pilot.pause()
        setup = sitting(app).match.setup
        assert setup.game == game
        assert sorted(seat.level for seat in setup.seats) == sorted([HUMAN, kit_of(GAMES[game]).first_level()])
        assert setup.seed != LESSONS[game].seed

    run(tmp_path, steps, StartOptions(learn=game, game=game))
    assert len(steps_seen) == len(LESSONS[game].steps)
    assert LearningHistory(tmp_path).count(game, FINISHED) == 1
    assert [info.game for info in [Shelf(tmp_path).latest_unfinished(GAMES)] if info] == [game]


def test_a_guided_game_is_left_and_goes_on_at_its_step(tmp_path: Path) -> None:
    digests = []

    async def leave(app: VokApp, pilot: Pilot[None]) -> None:
        await play_steps(app, pilot, "valley", 0, 2)
        digests.append(sitting(app).match.state.digest())
        await pilot.press("m")
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)
        assert "Guided game, Valley of the Kings" in shown(app)
        assert "step 3 of 7" in shown(app)
        await pilot.press("c")
        await pilot.pause()
        assert "Step 3 of 7" in shown(app)

    async def come_back(app: VokApp, pilot: Pilot[None]) -> None:
        assert "Step 3 of 7: execute" in shown(app)
        assert sitting(app).match.state.digest() == digests[0]
        await pilot.press("u")
        await pilot.pause()
        assert "Step 2 of 7" in shown(app), "a move that is taken back opens its step again"

    make_save(tmp_path)
    run(tmp_path, leave, StartOptions(learn="valley"))
    run(tmp_path, come_back)


def test_another_legal_answer_is_allowed_and_answered(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await answer(app, pilot, "entomb Box of Food")
        assert "Entombed: it scores there. The goal is still open." in shown(app)
        assert "Step 1 of 7" in shown(app)
        await answer(app, pilot, "buy Statue of Anubis with Box of Food")
        assert "Step 2 of 7" in shown(app)

    run(tmp_path, steps, StartOptions(learn="valley"))


def test_a_skipped_step_stays_skipped(tmp_path: Path) -> None:
    async def skip(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("N", "N")
        await pilot.pause()
        assert "Step 3 of 7" in shown(app)

    async def come_back(app: VokApp, pilot: Pilot[None]) -> None:
        assert "Step 3 of 7" in shown(app)
        await pilot.press(*"NNNNN")
        await pilot.pause()
        assert isinstance(app.screen, Dialog), "the last step leads to the end"

    run(tmp_path, skip, StartOptions(learn="valley"))
    run(tmp_path, come_back, StartOptions(learn="valley"))


def test_a_guided_game_that_was_mostly_skipped_is_offered_again_and_counts_for_no_goal(tmp_path: Path) -> None:
    def guide_goal(app: VokApp) -> int | None:
        states = GoalCounter(app.shelf, LearningHistory(tmp_path)).count()
        return next(state.number for state in states if state.goal.name == "guided")

    async def skip_most(app: VokApp, pilot: Pilot[None]) -> None:
        await play_steps(app, pilot, "valley", 0, 1)
        await pilot.press(*"NNNNNN")
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        assert "You skipped the guided game" in shown(app)
        assert not guide_goal(app)
        await pilot.press("right", "right", "enter")
        await until(pilot, lambda: isinstance(app.screen, StartScreen))
        assert f"0 of {len(LESSONS) + 1} done" in shown(app)
        await pilot.press("l")
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        assert f"Valley of the Kings: skipped, {LESSONS['valley'].minutes} minutes" in shown(app)

    async def skip_few(app: VokApp, pilot: Pilot[None]) -> None:
        await play_steps(app, pilot, "valley", 0, 4)
        await pilot.press(*"NNN")
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        assert "You know how to play" in shown(app)
        assert guide_goal(app) == 1

    run(tmp_path, skip_most, StartOptions(learn="valley"))
    assert Shelf(tmp_path).latest_unfinished(GAMES) is None
    run(tmp_path, skip_few, StartOptions(learn="valley"))


def test_a_guided_game_has_no_review_and_no_game_branches_off(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("v")
        await pilot.pause()
        assert not isinstance(app.screen, ReviewScreen)
        assert "no review" in str(next(iter(app._notifications)).message)

    run(tmp_path, steps, StartOptions(learn="valley"), notifications=True)
    assert Shelf(tmp_path).list_saves_and_bin(GAMES) == []


def test_a_finished_guided_game_begins_anew(tmp_path: Path) -> None:
    async def finish(app: VokApp, pilot: Pilot[None]) -> None:
        await play_steps(app, pilot, "valley", 0, 1)
        await pilot.press(*"NNNNNN")
        await pilot.pause()

    async def begin_again(app: VokApp, pilot: Pilot[None]) -> None:
        assert "Step 1 of 7" in shown(app)
        assert sitting(app).node == 0

    run(tmp_path, finish, StartOptions(learn="valley"))
    run(tmp_path, begin_again, StartOptions(learn="valley"))


def test_the_first_start_offers_the_guided_game_of_each_game(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, WelcomeScreen)
        assert all(game.title() in shown(app) for game in GAMES.values())
        await pilot.press(*"Ann", "down", "right")
        assert f"Guided game, {LESSONS['thieves'].minutes} min." in shown(app)
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert sitting(app).match.game.name() == "thieves"
        assert sitting(app).names[0] == "Ann"
        assert "Step 1 of 7: a tomb" in shown(app)
        await pilot.press("m")
        await pilot.pause()
        assert isinstance(app.screen, StartScreen), "whoever has begun a guided game is no newcomer"

    run(tmp_path, steps, start_options(tmp_path))


def test_a_new_game_of_the_start_screen_offers_its_guided_game(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("2")
        await pilot.pause()
        assert isinstance(app.screen, Dialog)
        await pilot.press("right", "enter")
        await pilot.pause()
        assert isinstance(app.screen, SetupScreen)
        assert app.screen.kit.game.name() == "thieves"
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("l", "right", "right", "right", "enter")
        await pilot.pause()
        assert sitting(app).match.game.name() == "tal"

    run(tmp_path, steps)


def test_learn_opens_a_guided_game_in_a_terminal(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, "learn", "--game", "valley") as table:
        table.see("Step 1 of 7: buy")
        table.settle()
        table.press("x")
        table.settle()
        table.press("\r")
        table.see("Step 2 of 7: crumble")
        table.press("q")
        assert table.exit_code() == 0
    assert b"vok continues it" in table.sent


@pytest.mark.parametrize("game", ["valley", "thieves"])
def test_on_the_smallest_table_a_guided_game_hides_no_answer_of_a_short_list(tmp_path: Path, game: str) -> None:
    lists_seen = 0

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        nonlocal lists_seen
        await settle(app, pilot)
        for text in [text for step in LESSONS[game].steps for text in step.line]:
            assert isinstance(app.screen, TableScreen)
            answers = app.screen.pointing.listed_answers
            if 1 < len(answers) <= 3:
                lists_seen += 1
                assert all(answer.text in shown(app) for answer in answers), shown(app)
            await answer(app, pilot, text)

    run(tmp_path, steps, StartOptions(learn=game, game=game))
    assert lists_seen > 1
