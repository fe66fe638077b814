"""The screen of goals: pictures, the way to it by keys and by mouse, and the note on the score sheet."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot

from engine import GAMES
from engine.core.game import HUMAN
from engine.core.setup import Variant
from saves import Shelf, load
from tests.vok_tui.grids import grid, text
from tests.vok_tui.plain.line_player import hold, typing
from tests.vok_tui.records.finished_games import make_finished_save
from tests.vok_tui.screens.app_helpers import SMALL, run, sitting, until
from tests.vok_tui.screens.table.table_helpers import SilentThinker
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.coordinator.after_game import summarize_game
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.sitting import Sitting
from vok_tui.learning.goal_counts import GoalCounter, GoalState, all_goals
from vok_tui.learning.history import LearningHistory
from vok_tui.screens.app import VokApp
from vok_tui.screens.dialog import Dialog
from vok_tui.screens.goals import NOTE, GoalsScreen
from vok_tui.screens.score import ScoreScreen
from vok_tui.screens.setup import SetupScreen
from vok_tui.screens.start import StartScreen
from vok_tui.screens.stats import StatsScreen
from vok_tui.shared.detection import Terminal

NOW = datetime(2026, 11, 25, 12).astimezone()  # noon, wherever the machine is


class CountedGoals(GoalCounter):
    """Goals as if somebody had played for a while."""

    def count(self, *_: object, **__: object) -> list[GoalState]:
        numbers = {
            "valley.no-undo": 2,
            "valley.no-statue": 2,
            "thieves.every-tomb": 5,
            "tal.pure-large": 1,
            "coach.steady": 3,
        }
        day = 86_400
        states = []
        for place, goal in enumerate(all_goals()):
            reached_at = int(NOW.timestamp()) - 5 * place * day if place % 3 == 0 else 0
            states.append(GoalState(goal, numbers.get(goal.id), 0 if goal.id in numbers else reached_at))
        return states


def picture(home: Path, size: tuple[int, int], keys: Sequence[str] = (), terminal: Terminal | None = None) -> str:
    pictures = []

    async def take_picture(app: VokApp, pilot: Pilot[None]) -> None:
        app.push_screen(GoalsScreen(CountedGoals(Shelf(home), LearningHistory(home)), lambda: NOW))
        await until(pilot, lambda: NOTE in text(app))
        await pilot.press(*keys)
        await pilot.pause()
        pictures.append(grid(app))

    run(home, take_picture, size=size, terminal=terminal)
    return pictures[0]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 45)], ids=["80x24", "120x40", "160x45"])
def test_the_goals(snapshot: Snapshot, tmp_path: Path, size: tuple[int, int]) -> None:
    snapshot.assert_match(picture(tmp_path, size, ["down"] * 5), "screen.txt")


def test_the_goals_of_practice_in_ascii(snapshot: Snapshot, tmp_path: Path) -> None:
    terminal = Terminal(ascii=True, no_color=True)
    snapshot.assert_match(picture(tmp_path, SMALL, ["left", "left"], terminal), "screen.txt")


def test_the_goals_are_found_and_chosen_by_keys_alone_and_by_mouse_alone(tmp_path: Path) -> None:
    make_finished_save(tmp_path, "thieves")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, StartScreen)
        await pilot.press("g")
        await until(pilot, lambda: NOTE in text(app))
        await pilot.press("right", "right", "enter")
        await until(pilot, lambda: isinstance(app.screen, SetupScreen) or "is new to you" in text(app))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, GoalsScreen))
        await pilot.press("escape", "s")
        await until(pilot, lambda: isinstance(app.screen, StatsScreen))
        lines = text(app).splitlines()
        footer = next(y for y, line in enumerate(lines) if "Goals" in line)
        await pilot.click(offset=(lines[footer].index("Goals"), footer))
        await until(pilot, lambda: NOTE in text(app))
        lines = text(app).splitlines()
        await pilot.click(offset=(lines[1].index("Coach"), 1))
        assert "Valley of the Kings" not in text(app)
        row = next(y for y, line in enumerate(text(app).splitlines()) if "Steady" in line)
        await pilot.click(offset=(5, row))
        assert text(app).splitlines()[row].startswith("▸")

    run(tmp_path, steps)


@pytest.mark.parametrize(
    ("goal", "seats"),
    [
        ("valley.crowd", ("base", "shabti", "shabti", "shabti")),  # proposed after a lost game
        ("valley.rank-pharaoh", ("solitaire",)),
        ("tal.two-priests", ("base", "priest", "priest")),
        ("thieves.ladder", ("base", "priest")),
    ],
)
def test_a_goal_opens_a_game_in_which_it_can_be_reached(tmp_path: Path, goal: str, seats: tuple[str, ...]) -> None:
    place = [each.id for each in all_goals()].index(goal)
    game = goal.partition(".")[0]
    make_finished_save(tmp_path, game)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.push_screen(GoalsScreen(CountedGoals(Shelf(tmp_path), LearningHistory(tmp_path)), lambda: NOW))
        await until(pilot, lambda: NOTE in text(app))
        await pilot.press(*["down"] * place, "enter")
        await until(pilot, lambda: isinstance(app.screen, SetupScreen))
        await pilot.press("enter")
        await until(pilot, lambda: app.coordinator.current.open_game is not None)
        setup = sitting(app).match.setup
        assert setup.game == game
        assert (setup.edition, *[seat.level for seat in setup.seats if seat.level != HUMAN]) == seats

    run(tmp_path, steps, StartOptions(players=5, variant=Variant("double"), game="thieves"), thinker=SilentThinker())


def test_the_goal_of_guided_games_opens_them(tmp_path: Path) -> None:
    place = [each.id for each in all_goals()].index("coach.guided")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.push_screen(GoalsScreen(CountedGoals(Shelf(tmp_path), LearningHistory(tmp_path)), lambda: NOW))
        await until(pilot, lambda: NOTE in text(app))
        await pilot.press(*["down"] * place, "enter")
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        assert "guided" in text(app).lower()

    run(tmp_path, steps)


def test_the_score_sheet_says_which_goal_was_reached(tmp_path: Path) -> None:
    shelf, history = Shelf(tmp_path), LearningHistory(tmp_path)
    path = next(
        path
        for path in (make_finished_save(tmp_path, "thieves", seed) for seed in range(1, 30))
        if 0 in _winners(shelf, path)
    )
    sitting = Sitting(load(path, GAMES).match)
    sheet = table_kit_of(GAMES["thieves"]).score_sheet(sitting.match.state, sitting.view(), sitting.names, 0)
    summary = replace(
        summarize_game(sitting, 0, path, shelf, history), read_next_game=lambda: None, read_rating_curve=lambda: None
    )
    seen = []

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.push_screen(ScoreScreen(sheet, sitting.names, 1, {}, game_summary=summary))
        await until(pilot, lambda: "First victory" in text(app))
        seen.append(text(app))

    run(tmp_path, steps)
    assert "reached: First victory" in seen[0]


def _winners(shelf: Shelf, path: Path) -> tuple[int, ...]:
    (save,) = [each for each in shelf.list_saves(GAMES) if each.path == path]
    return save.winners if len(save.winners) == 1 else ()


def test_the_plain_mode_says_the_goals(tmp_path: Path) -> None:
    make_finished_save(tmp_path, "thieves")
    _, transcript = hold(tmp_path, typing(["goals", "quit"]), StartOptions())
    said = "\n".join(transcript.lines)
    assert f"of {len(all_goals())} goals reached" in said
    assert "First evening, Twenty: 20 points in your tomb" in said
