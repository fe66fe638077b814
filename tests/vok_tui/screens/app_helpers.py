"""The whole app without a terminal, with a shelf in a temporary folder and opponents that answer at once."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from ai.analysis.decision import AnalysisBudget
from ai.search.playout import Rng
from engine import GAMES
from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from saves import SaveFile, Shelf
from tests.process_end import MAX_WAIT_SECONDS
from tests.vok_tui.screens.table.table_helpers import LocalThinker
from vok_tui.coordinator.player import Preferences, preferences_of
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.sitting import Sitting
from vok_tui.painting.grid import Target
from vok_tui.screens.app import VokApp
from vok_tui.screens.review.screen import ReviewScreen
from vok_tui.screens.score import ScoreScreen
from vok_tui.screens.table.retry import RetryScreen
from vok_tui.screens.table.screen import TableScreen
from vok_tui.shared.detection import Terminal

SMALL = (80, 24)
LARGE = (120, 40)
MAX_CHECKS = 2000
Steps = Callable[[VokApp, Pilot[None]], Awaitable[None]]


def run(
    home: Path,
    steps: Steps,
    start: StartOptions | None = None,
    size: tuple[int, int] = SMALL,
    terminal: Terminal | None = None,
    thinker: Any = None,
    notifications: bool = False,
    preferences: Preferences | None = None,
) -> None:
    """Run the app, carry out the steps, and leave as a player does. Toasts are shown only with `notifications`."""

    async def run_app() -> None:
        options = start or StartOptions()
        wishes = preferences or replace(preferences_of(options, 0.0), pace=0.0, tips=False)
        app = VokApp(options, Shelf(home), terminal or Terminal(), thinker or LocalThinker(), wishes)
        try:
            async with app.run_test(size=size, notifications=notifications) as pilot:
                await pilot.pause()
                await steps(app, pilot)
        finally:
            app.close_with_farewell()

    asyncio.run(run_app())


def sitting(app: VokApp) -> Sitting:
    """The game at the table."""
    assert isinstance(app.screen, TableScreen), app.screen
    return app.screen.sitting


async def settle(app: VokApp, pilot: Pilot[None]) -> None:
    """Play until a human is asked or the game is over."""
    while sitting(app).thinker_request() is not None:
        await pilot.pause()
    await pilot.pause()


async def play_some(app: VokApp, pilot: Pilot[None], answers: int = 3) -> None:
    """Answer some questions by keys: with the first answer, or with the key that ends the turn."""
    for _ in range(answers):
        current = sitting(app)
        while current.asks_viewer and current.node == sitting(app).node:
            await pilot.press(
                "n" if len(current.choices()) > 1 and current.choices()[-1].action.verb == "end" else "enter"
            )
            await pilot.pause()
            break
        await settle(app, pilot)


def screen_text(app: VokApp) -> str:
    """All text of the screen on top."""
    return "\n".join(str(static.render()) for static in app.screen.query(Static))


def make_save(home: Path, moves: int = 5, *levels: str, seed: int = 1) -> Path:
    """Make a save of a game with some moves and close it."""
    with begin_save(home, moves, *levels, seed=seed) as file:
        return file.path


def make_finished_save(home: Path, game: str, *, is_helped: bool = False, seed: int = 1) -> Path:
    """Make a save of a finished game of Ann against an opponent, with random moves."""
    setup = Setup(game, (Seat("Ann", HUMAN), Seat("Khety", "shabti")), seed)
    match, rng = Match(GAMES[game], setup), Rng(1)
    while not match.is_over:
        moves = list(match.state.legal_moves())
        match.play(match.game.action(match.state, moves[rng.below(len(moves))]))
    if is_helped:
        match.mark_helped()
    with Shelf(home).create(setup, match.game, "0.1.0", 1_700_000_000) as file:
        file.keep(match)
    return file.path


def begin_save(home: Path, moves: int = 5, *levels: str, seed: int = 1) -> SaveFile:
    """Make a save of a game with some moves. It stays locked until the caller closes it."""
    names = ("Ann", "Khety", "Merit", "Senmut")
    seats = tuple(Seat(name, level) for name, level in zip(names, levels or (HUMAN, "shabti"), strict=False))
    setup = Setup("valley", seats, seed)
    file = Shelf(home).create(setup, GAMES["valley"], "0.1.0", 1_700_000_000)
    match = Match(GAMES["valley"], setup)
    play_on(file, match, moves)
    return file


def play_on(file: SaveFile, match: Match, moves: int) -> None:
    """Play `moves` moves, always the last of the menu, so that turns and the game end soon. Saves them."""
    for _ in range(moves):
        if not match.is_over:
            match.play(match.game.action(match.state, match.state.legal_moves()[-1]))
    file.keep(match)
    file.flush()


async def until(pilot: Pilot[None], done: Callable[[], bool]) -> None:
    """Wait until `done` is true. A busy machine needs more checks, and more time where a process in the background must work."""
    end = monotonic() + MAX_WAIT_SECONDS
    checks = 0
    while not done():
        checks += 1
        assert checks < MAX_CHECKS or monotonic() < end, "the condition never became true"
        await pilot.pause()


TINY = AnalysisBudget(screening=2, comparison=2, confirmation=2, pairs=1, continuation=1)


def use_tiny_budget(app: VokApp) -> None:
    """The interpreted search is slow, and the numbers do not matter here."""
    app.coordinator.analyses.runner.budget = TINY
    app.coordinator.analyses.runner.processes = 1


async def open_review(app: VokApp, pilot: Pilot[None]) -> ReviewScreen:
    use_tiny_budget(app)
    await pilot.press("o", "enter")
    await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
    assert isinstance(app.screen, ReviewScreen)
    return app.screen


async def open_score_sheet(app: VokApp, pilot: Pilot[None]) -> ScoreScreen:
    await open_review(app, pilot)
    await pilot.press("s")
    await until(pilot, lambda: isinstance(app.screen, ScoreScreen))
    assert isinstance(app.screen, ScoreScreen)
    return app.screen


async def click(app: VokApp, pilot: Pilot[None], target: Target) -> None:
    surface = app.screen.surface  # type: ignore[attr-defined]
    x, y = surface.grid.corner_of(target)
    await pilot.mouse_down(offset=(x + 1, y))
    await pilot.pause()


async def press_in_footer(app: VokApp, pilot: Pilot[None], shortcut: str) -> None:
    """Click a key in the footer of a position."""
    assert isinstance(app.screen, RetryScreen)
    hints = [hint.id for hint in app.screen._build_scene().footer]
    await click_on_table(app, pilot, Target("key", hints.index(shortcut)))


async def click_on_table(app: VokApp, pilot: Pilot[None], target: Target) -> None:
    """Click a target of a table with the left button."""
    assert isinstance(app.screen, RetryScreen)
    x, y = app.screen.surface.grid.corner_of(target)
    await pilot.click(offset=(x + 1, y))
    await pilot.pause()


async def play_line(app: VokApp, pilot: Pilot[None], *, right: bool) -> None:
    """Play the best plan or answer of a position at its table, or the one of the game."""
    assert isinstance(app.screen, RetryScreen)
    screen, retry = app.screen, app.screen.retry
    retry.trial.go_to(retry.trial.start)
    screen.show_question()
    tried = len(retry.attempts)
    lines = retry.position.lines
    line = lines[0] if right else next(line for line in lines if line.is_played)
    for step in line.steps:
        if not retry.trial.is_at_end:
            screen.play_action(retry.trial.node, step.action)
            await pilot.pause()
    await until(pilot, lambda: len(retry.attempts) > tried or retry.state != "judging")
    await pilot.pause()
