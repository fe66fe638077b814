"""Puzzles on the screens: by keys and by the mouse, at every size and with few signs."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine import GAMES
from engine.core.action import Action
from engine.core.match import Match
from saves import Shelf
from tests.vok_tui import grids
from tests.vok_tui.screens.app_helpers import (
    LARGE,
    SMALL,
    click_on_table,
    play_line,
    press_in_footer,
    run,
    screen_text,
    sitting,
    until,
)
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.learning.history import FILE_NAME, LearningHistory, read_history
from vok_tui.learning.puzzle_course import PuzzleBook
from vok_tui.learning.puzzles import SOLVED, SOLVED_DAILY, TRIED_NEW, Puzzle, shipped_puzzles
from vok_tui.learning.retry import JUDGING, Retry
from vok_tui.painting.grid import Target
from vok_tui.screens.app import VokApp
from vok_tui.screens.help import HelpScreen
from vok_tui.screens.start import StartScreen
from vok_tui.screens.table.retry import RetryScreen
from vok_tui.shared.detection import Terminal
from vok_tui.terminal.glyphs import ASCII_STAND_INS


def has_played_it(home: Path) -> Path:
    """A home with a game in the bin, of the edition of today's puzzle."""
    puzzle = PuzzleBook(LearningHistory(home)).todays_puzzle
    assert puzzle is not None
    setup, shelf = puzzle.setup(), Shelf(home)
    match = Match(GAMES[puzzle.game], setup)
    match.play(match.game.action(match.state, match.state.legal_moves()[0]))
    with shelf.create(setup, match.game, "0.1.0", 1_700_000_000) as file:
        file.keep(match)
    shelf.move_to_bin(file.path)
    return home


async def at_puzzle(app: VokApp, pilot: Pilot[None]) -> Retry:
    await until(pilot, lambda: isinstance(app.screen, RetryScreen))
    await pilot.pause()
    assert isinstance(app.screen, RetryScreen)
    return app.screen.retry


async def start_says(app: VokApp, pilot: Pilot[None], text: str) -> None:
    await until(pilot, lambda: isinstance(app.screen, StartScreen) and text in screen_text(app))


def test_the_puzzle_of_the_day_by_keys_alone(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await start_says(app, pilot, "today's is open")
        await pilot.press("z")
        retry = await at_puzzle(app, pilot)
        assert "The puzzle of the day" in grids.text(app)
        await play_line(app, pilot, right=False)
        assert "Not yet" in grids.text(app)
        await pilot.press("u")
        assert not retry.trial.is_at_end, "one key takes it back"
        await play_line(app, pilot, right=True)
        assert [attempt.is_right for attempt in retry.attempts] == [False, True]
        assert "Right" in grids.text(app)
        assert "chance" in grids.text(app)
        assert "yours" in grids.text(app)
        await pilot.press("space", "space")
        assert retry.place == 0, "Space reads"
        await pilot.press("2")
        await pilot.press("W")
        assert "Played on in" in grids.text(app)
        await pilot.press("escape", "enter")
        await until(pilot, lambda: retry.place == 1)
        await pilot.press("S")
        await pilot.pause()
        assert "What it is worth" in grids.text(app)
        assert "yours" not in grids.text(app), "nothing was answered"
        await pilot.press("escape")
        await start_says(app, pilot, "today's was answered")
        await start_says(app, pilot, "rating ")

    run(has_played_it(tmp_path), steps, size=LARGE)
    first, second = read_history(tmp_path)
    assert (first.done, first.outcome, second.done, second.outcome) == (SOLVED_DAILY, "missed", SOLVED, "shown")
    assert {first.what, second.what} <= set(shipped_puzzles())
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [path.name for path in files if path.parent.name != "bin"] == [FILE_NAME], "a puzzle is no game"


def test_a_puzzle_by_the_mouse_alone(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await start_says(app, pilot, "today's is open")
        await pilot.click("#puzzle")
        retry = await at_puzzle(app, pilot)
        await press_in_footer(app, pilot, "retry_show")
        await until(pilot, lambda: not retry.is_asking)
        await click_on_table(app, pilot, Target("answer", 0))
        await until(pilot, lambda: retry.place == 1)
        await press_in_footer(app, pilot, "let_go")
        await until(pilot, lambda: isinstance(app.screen, StartScreen))

    run(has_played_it(tmp_path), steps)


def test_in_the_middle_of_a_turn_all_that_learning_adds_can_be_clicked_on_a_small_screen(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        retry = await at_puzzle(app, pilot)
        assert isinstance(app.screen, RetryScreen)
        app.screen.play_action(retry.trial.node, retry.position.lines[0].steps[0].action)
        await pilot.pause()
        assert not retry.trial.is_at_end
        for shortcut in ("hint", "turn_start", "retry_show"):
            await press_in_footer(app, pilot, shortcut)
        assert not retry.is_asking
        await press_in_footer(app, pilot, "retry_why")
        await press_in_footer(app, pilot, "let_go")
        await press_in_footer(app, pilot, "skip_step")
        await until(pilot, lambda: retry.place == 1)

    run(tmp_path, steps, StartOptions(puzzle=("base-653d1163", "", "", "")), SMALL)


def test_a_puzzle_of_a_game_that_was_never_played_asks_first_and_moves_no_rating(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await start_says(app, pilot, "today's is open")
        await pilot.press("z", "enter")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        await pilot.press("escape", "z", "right", "enter")
        await at_puzzle(app, pilot)
        await pilot.press("S")
        await pilot.pause()
        await pilot.press("escape", "escape")
        await start_says(app, pilot, "today's is open")
        assert "rating" not in screen_text(app)

    run(tmp_path, steps)
    assert [record.done for record in read_history(tmp_path)] == [TRIED_NEW]


@pytest.mark.parametrize("game", list(dict.fromkeys(puzzle.game for puzzle in shipped_puzzles().values())))
def test_what_is_asked_and_what_is_best_can_be_seen_in_ascii(tmp_path: Path, game: str) -> None:
    puzzle = next(puzzle for puzzle in shipped_puzzles().values() if puzzle.game == game)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await at_puzzle(app, pilot)
        shown = grids.text(app)
        assert "Puzzle" in shown.splitlines()[0]
        await pilot.press("S")
        shown += grids.text(app)
        await pilot.press("W")
        shown += grids.text(app)
        await pilot.press("1")
        shown += grids.text(app)
        replaced = "".join(ASCII_STAND_INS)  # by the terminal's driver
        assert [char for char in shown if not char.isascii() and char not in replaced] == []

    run(
        tmp_path,
        steps,
        StartOptions(puzzle=(puzzle.id, "", "", "")),
        size=LARGE,  # with all panes
        terminal=Terminal(ascii=True, no_color=True),
    )


def test_a_long_question_is_asked_in_full_on_a_small_screen_and_its_answer_compared_in_a_moment(tmp_path: Path) -> None:
    def question_of(puzzle: Puzzle) -> str:
        match = puzzle.match()
        return match.game.question(match.state).text

    choices = [puzzle for puzzle in shipped_puzzles().values() if puzzle.decision.turn is None]
    puzzle = next(puzzle for puzzle in choices if 50 < len(question_of(puzzle)) < 90)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        retry = await at_puzzle(app, pilot)
        shown = " ".join(" ".join(line[:56].replace("─", " ") for line in grids.text(app).splitlines()).split())
        assert question_of(puzzle) in shown
        assert isinstance(app.screen, RetryScreen)
        app.screen.play_action(retry.trial.node, puzzle.decision.answers[0].action)
        assert (retry.state, app.screen.pointing.question.heading) == (JUDGING, "One moment")
        await until(pilot, lambda: not retry.is_asking)

    run(tmp_path, steps, StartOptions(puzzle=(puzzle.id, "", "", "")))


def test_at_a_small_size_all_reasons_can_be_read_and_escape_closes_what_is_open(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        retry = await at_puzzle(app, pilot)
        await pilot.press("S")
        said = " ".join([line[2:56].strip() for line in grids.text(app).splitlines() if line.startswith("▌")])
        assert said in " ".join(retry.paragraphs), "no sentence above the list of plans is cut"
        assert said.endswith(".")
        await pilot.press("W")
        reasons = retry.reporter.reasons_of(retry.decision)
        assert reasons
        pages = [grids.text(app)]
        while "W: more" in pages[-1]:
            await pilot.press("W")
            pages.append(grids.text(app))
        assert len(pages) > 1
        assert set(" ".join(reasons).split()) <= set("".join(pages).split())
        assert "Esc Close" in grids.text(app)
        await pilot.press("escape")
        assert "What it is worth" in grids.text(app)
        assert "Esc Back" in grids.text(app)
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, RetryScreen))

    valley = [puzzle for puzzle in shipped_puzzles().values() if puzzle.game == "valley"]
    puzzle = next(puzzle for puzzle in valley if len(puzzle.decision.reasons) >= 2)
    run(tmp_path, steps, StartOptions(puzzle=(puzzle.id, "", "", "")), SMALL)


READING_KEYS = ("space", "l", "g", "i", "I", "k", "W", "comma", "pageup", "home")


def test_keys_that_read_answer_nothing_in_a_puzzle_and_in_a_guided_game(tmp_path: Path) -> None:
    async def at_retry(app: VokApp, pilot: Pilot[None]) -> None:
        retry = await at_puzzle(app, pilot)
        table, node = app.screen, retry.trial.node
        await press_each(app, pilot)
        assert (app.screen, retry.trial.node, retry.attempts) == (table, node, [])

    async def at_lesson(app: VokApp, pilot: Pilot[None]) -> None:
        table, node = app.screen, sitting(app).node
        await press_each(app, pilot)
        assert (app.screen, sitting(app).node) == (table, node)

    run(has_played_it(tmp_path), at_retry, StartOptions(puzzle=("", "", "", "")))
    run(tmp_path, at_lesson, StartOptions(learn="valley", game="valley"))


async def press_each(app: VokApp, pilot: Pilot[None]) -> None:
    """Press each key that reads, and close what it has opened."""
    table = app.screen
    for key in READING_KEYS:
        await pilot.press(key)
        if app.screen is not table or app.screen.pointing.overlay.current is not None:
            await pilot.press("escape")
            await pilot.pause()
        assert app.screen is table, key


def test_a_long_plan_tells_all_its_steps_in_a_small_window(tmp_path: Path) -> None:
    """Its row says in what it differs from the best one; what is said of the marked one does not move the rows."""

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        retry = await at_puzzle(app, pilot)
        await pilot.press("S")
        await until(pilot, lambda: "The plans" in grids.text(app))
        await pilot.press("down", "down")
        await pilot.pause()
        assert "2 as 1, not entomb Book of Gates" in grids.text(app)
        await pilot.press("up", "up")
        rows = [next(y for y, line in enumerate(grids.text(app).splitlines()) if "What it is worth" in line)]
        for place, line in enumerate(retry.position.lines):
            await pilot.press("down")
            await pilot.pause()
            shown = grids.text(app).splitlines()
            said = " ".join([row[2:55].strip() for row in shown if row.startswith("▌")])
            assert line.words.startswith(said.rstrip(" …")), (place, said)
            assert len(said) > min(150, len(line.words) - 1)
            rows.append(next(y for y, row in enumerate(shown) if "What it is worth" in row))
            assert f"({place})" not in "".join(shown)
        assert len(set(rows)) == 1

    run(tmp_path, steps, StartOptions(puzzle=("base-c3c1c03c", "", "", "")))


def test_after_the_verdict_the_own_steps_are_a_row_and_lie_on_the_table(tmp_path: Path) -> None:
    moves = [action for place in (5, 6, 7) for action in (Action("take", (72,)), Action("go", (place,)))]

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        retry = await at_puzzle(app, pilot)
        assert isinstance(app.screen, RetryScreen)
        for action in moves:
            app.screen.play_action(retry.trial.node, action)
            await pilot.pause()
        await until(pilot, lambda: retry.state == "right")
        await pilot.pause()
        shown = grids.text(app)
        assert "yours 50%" in shown
        assert "●○○○" in shown, "the overseer and the three workers on site 2"
        assert "points left" not in shown, "they are those of the next seat"

    run(tmp_path, steps, StartOptions(puzzle=("tal-e78d9259", "", "", "")))
