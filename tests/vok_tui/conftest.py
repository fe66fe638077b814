"""Fixtures for tests of the program: command lines that run in this process with a separate VOK_HOME, and a pilot that waits as
long as a busy machine needs."""

import asyncio
import os
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, tzinfo
from importlib import import_module
from pathlib import Path
from time import process_time, time
from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.parse import parse
from textual.css.tokenizer import Token
from textual.css.types import CSSLocation
from textual.screen import Screen

from tests.vok_tui.run_vok import RunVok
from tests.vok_tui.warm_vok import end_warm_interpreter, warm_interpreter
from vok_tui.cli.main import run
from vok_tui.learning.puzzle_course import PuzzleBook

TODAY = datetime(2026, 11, 7, 12, tzinfo=UTC)
LOOK_SECONDS = 0.02
IDLE_SECONDS = 0.001  # of processor time, between two looks
VARIABLE = re.compile(r"\$([\w-]+)")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Make once what all workers use, before they are forked: a warm interpreter, and two games with their analysis."""
    if not session.config.option.workers or session.config.option.collectonly:
        return
    for module in {getattr(item, "module", None) for item in session.items}:
        if hasattr(module, "PtyTerminal"):
            warm_interpreter()
        if hasattr(module, "lost_game"):
            import_module("tests.vok_tui.learning.practised_games").make_lost_game()
        if hasattr(module, "analysis_of_finished_game"):
            module.analysis_of_finished_game()


def pytest_sessionfinish() -> None:
    end_warm_interpreter()


async def wait_for_idle(max_sleep: float = 1.0) -> None:
    """Wait until the app and its threads have nothing left to do, at most for `max_sleep` seconds of processor time.

    Textual's own version measures wall time. On a busy machine, an app or a thread that got no processor time would look idle.
    """
    ready = asyncio.get_running_loop()._ready
    start = process_time()
    while True:
        before = process_time()
        await asyncio.sleep(LOOK_SECONDS)
        now = process_time()
        if now - start > max_sleep or (now - before < IDLE_SECONDS and not ready and not threads_wait()):
            return


def threads_wait() -> bool:
    """Whether another thread of this process runs, or waits for a core or a disk. Always False without /proc."""
    for thread in Path("/proc/self/task").glob("*"):
        with suppress(OSError):  # it has just ended
            if int(thread.name) != os.getpid() and (thread / "stat").read_text().rpartition(")")[2].split()[0] in "RD":
                return True
    return False


@pytest.fixture(autouse=True, scope="session")
def patient_pilot() -> Iterator[None]:
    """A pilot waits until the app is idle. An app without a terminal paints then, once, as on a fast machine: on a slow one it
    would paint what nobody sees several times between two keys."""
    unpainted: list[Screen[Any]] = []
    paint = Screen._compositor_refresh

    def paint_when_idle(screen: Screen[Any]) -> None:
        if not screen.app.is_headless or screen is not screen.app.screen:
            paint(screen)
            return
        screen._dirty_widgets.clear()
        screen.app._update_mouse_over(screen)
        if screen not in unpainted:
            unpainted.append(screen)

    async def wait_and_paint(*_: float) -> None:
        await wait_for_idle()
        while unpainted:
            screen = unpainted.pop()
            if screen.is_running and screen in screen.app.screen_stack:
                with screen._context():
                    (paint if screen is screen.app.screen else type(screen)._compositor_refresh)(screen)
                await wait_for_idle()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Screen, "_compositor_refresh", paint_when_idle)
        patch.setattr("textual.pilot.wait_for_idle", wait_and_paint)
        patch.setattr("textual.app.wait_for_idle", wait_and_paint)
        yield


class Today(datetime):
    """It is always noon of `TODAY`."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "Today":
        return cls.fromtimestamp(TODAY.timestamp(), tz)


@pytest.fixture(autouse=True, scope="session")
def the_same_day() -> Iterator[None]:
    """The daily game and the puzzle of the day are those of `TODAY`, because each day has others. With a clock that a test moves,
    that clock decides."""
    by_clock = PuzzleBook.today.fget
    assert by_clock is not None

    def today(book: PuzzleBook) -> date:
        return TODAY.date() if book.history.clock is time else by_clock(book)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vok_tui.records.daily.datetime", Today)
        patch.setattr(PuzzleBook, "today", property(today))
        yield


@pytest.fixture(autouse=True)
def deals_of_this_run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game without a seed is dealt at random, but by the machine of the run and the test alone: a failure can be repeated."""
    draw = random.Random(f"{request.config.option.machine} {request.node.nodeid}")
    monkeypatch.setattr("vok_tui.records.new_game.randbelow", draw.randrange)


@pytest.fixture(autouse=True, scope="session")
def style_sheets_parsed_once() -> Iterator[None]:
    """Each app parses the style sheets of all widgets. In a process that starts hundreds of apps, the rules are kept."""
    parsed: dict[tuple[object, ...], list[RuleSet]] = {}
    named: dict[str, list[str]] = {}  # the variables that a style sheet names

    def parse_once(
        scope: str, css: str, read_from: CSSLocation, variable_tokens: dict[str, list[Token]], **options: int
    ) -> list[RuleSet]:
        if css not in named:
            named[css] = VARIABLE.findall(css)
        variables = [(name, *variable_tokens.get(name, ())) for name in named[css]]
        key = (scope, css, read_from, *options.items(), *variables)
        if key not in parsed:
            parsed[key] = list(parse(scope, css, read_from, variable_tokens=variable_tokens, **options))
        return parsed[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("textual.css.stylesheet.parse", parse_once)
        yield


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty VOK_HOME."""
    monkeypatch.setenv("VOK_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def vok(home: Path, capsys: pytest.CaptureFixture[str]) -> RunVok:
    """Run a command line. Returns exit code, output and error output."""

    def run_arguments(*argv: str) -> tuple[int, str, str]:
        code = run(list(argv))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run_arguments


@pytest.fixture
def vok_line(vok: RunVok) -> RunVok:
    """Run a command line that is given as one string, with words separated by spaces. A path, which may have spaces, is a field
    in braces."""

    def run_line(line: str, **paths: Path) -> tuple[int, str, str]:
        return vok(*[word.format(**paths) for word in line.split()])

    return run_line
