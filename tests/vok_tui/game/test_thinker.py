"""The client of the thinking process: answers, processes that die, superseded requests. Every process is real."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from ai.bots.player_spec import PlayerSpec
from ai.levels import Budget
from ai.process.limits import OUT_OF_MEMORY_EXIT_CODE
from ai.process.pipes import WORKER_COMMAND
from engine.core.game import Seat, Setup
from engine.core.match import Match
from engine.games import GAMES
from tests.crash_once import CRASH_ONCE
from tests.process_end import MAX_WAIT_SECONDS
from vok_tui.game.process_thinker import SILENT_NOTICE, ProcessThinker, Superseded
from vok_tui.game.thinker import ExternalBotGone, Request, ThinkerFailed, ThinkingProgress

SETUP = Setup("valley", (Seat("Ann", "scribe"), Seat("Bek", "priest", 10)), 5)
ENDLESS_SIMULATIONS = 1_000_000

RAISING_BOT = """
class Raises:
    def __init__(self, game, seat, seed): ...
    def choose(self, state, deadline): raise ValueError("no")
"""
BROKEN_WORKERS = ("", "input()", "input(); print('what?')", "import os; os.close(0); print('{}', flush=True); input()")


@pytest.fixture
def notes() -> list[str]:
    return []


@pytest.fixture
def thinker(notes: list[str]) -> Iterator[ProcessThinker]:
    thinker = ProcessThinker(notes.append)
    thinker.start()
    yield thinker
    thinker.close()


def request(node: int = 0, level: str = "scribe", simulations: int = 0) -> Request:
    return Request(node, SETUP, (), 0, PlayerSpec(level, Budget(simulations)))


def legal_actions(request: Request) -> list[object]:
    state = Match(GAMES["valley"], request.setup).state
    return [GAMES["valley"].action(state, move) for move in state.legal_moves()]


def has_ended(pid: int) -> bool:
    """Whether a child process has ended and was reaped."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_the_answer_names_the_node_that_was_asked(thinker: ProcessThinker) -> None:
    answer = asyncio.run(thinker.choose_with_cost(request(node=17, level="priest", simulations=12)))
    assert answer.node == 17
    assert answer.simulations == 12
    assert answer.action in legal_actions(request())


def test_the_same_question_has_the_same_answer_from_any_process(thinker: ProcessThinker) -> None:
    first = asyncio.run(thinker.choose(request(level="priest", simulations=12)))
    thinker.close()
    assert asyncio.run(thinker.choose(request(level="priest", simulations=12))) == first


def test_a_process_that_is_killed_while_thinking_is_replaced(thinker: ProcessThinker, notes: list[str]) -> None:
    killed = thinker.pid

    async def run_test() -> object:
        os.kill(killed, signal.SIGSTOP)  # it cannot answer before it dies
        answer_task = asyncio.create_task(thinker.choose(request()))
        await asyncio.sleep(0)
        os.kill(killed, signal.SIGKILL)
        return await answer_task

    assert asyncio.run(run_test()) in legal_actions(request())
    assert len(notes) == 1
    assert notes[0].endswith(".")
    assert thinker.pid != killed


def test_a_process_that_dies_of_a_request_is_replaced(tmp_path: Path, notes: list[str]) -> None:
    thinker = ProcessThinker(notes.append, (sys.executable, "-c", CRASH_ONCE, str(tmp_path / "mark"), *WORKER_COMMAND))
    assert asyncio.run(thinker.choose(request())) in legal_actions(request())
    assert len(notes) == 1
    thinker.close()


def test_a_process_that_died_between_two_requests_is_replaced(thinker: ProcessThinker, notes: list[str]) -> None:
    asyncio.run(thinker.choose(request()))
    os.kill(thinker.pid, signal.SIGKILL)
    assert asyncio.run(thinker.choose(request())) in legal_actions(request())
    assert len(notes) == 1


@pytest.mark.parametrize("command", [(sys.executable, "-c", text) for text in BROKEN_WORKERS])
def test_the_thinker_gives_up_after_three_processes(command: tuple[str, ...], notes: list[str]) -> None:
    thinker = ProcessThinker(notes.append, command)
    with pytest.raises(ThinkerFailed, match="3 times"):
        asyncio.run(thinker.choose(request()))
    assert len(notes) == 3
    thinker.close()


def test_running_out_of_memory_is_reported(notes: list[str]) -> None:
    thinker = ProcessThinker(notes.append, (sys.executable, "-c", f"input(); exit({OUT_OF_MEMORY_EXIT_CODE})"))
    with pytest.raises(ThinkerFailed, match="has run out of memory 3 times in a row"):
        asyncio.run(thinker.choose(request()))
    assert len(notes) == 3
    thinker.close()


def test_a_missing_program_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ThinkerFailed, match="No such file"):
        ProcessThinker(command=(str(tmp_path / "none"),)).start()


def test_a_thread_that_cannot_be_started_is_reported(notes: list[str]) -> None:
    before = threading.stack_size(1 << 45)
    try:
        with pytest.raises(
            ThinkerFailed, match="No process can be started to think for the opponents: Cannot allocate"
        ):
            ProcessThinker(notes.append).start()
    finally:
        threading.stack_size(before)


def test_an_invalid_request_is_reported_and_the_process_stays(thinker: ProcessThinker, notes: list[str]) -> None:
    pid = thinker.pid
    with pytest.raises(ThinkerFailed, match="no opponent is called 'pharoah'"):
        asyncio.run(thinker.choose(request(level="pharoah")))
    assert thinker.pid == pid
    assert notes == []


def test_a_later_request_supersedes_an_endless_one(thinker: ProcessThinker, notes: list[str]) -> None:
    async def run_test() -> object:
        endless = asyncio.create_task(thinker.choose(request(level="priest", simulations=ENDLESS_SIMULATIONS)))
        await asyncio.sleep(0)
        quick = await thinker.choose(request(node=1))
        with pytest.raises(Superseded):
            await endless
        return quick

    assert asyncio.run(run_test()) in legal_actions(request())
    assert notes == []


def test_the_process_answers_again_after_a_cancelled_request(thinker: ProcessThinker, notes: list[str]) -> None:
    pid = thinker.pid

    async def run_test() -> object:
        endless = asyncio.create_task(thinker.choose(request(level="priest", simulations=ENDLESS_SIMULATIONS)))
        await asyncio.sleep(0)
        endless.cancel()
        with pytest.raises(asyncio.CancelledError):
            await endless
        return await thinker.choose(request(node=1))

    assert asyncio.run(run_test()) in legal_actions(request())
    assert thinker.pid == pid
    assert notes == []


def test_a_long_request_reports_progress_until_it_is_cancelled(thinker: ProcessThinker, notes: list[str]) -> None:
    reports: list[ThinkingProgress] = []

    async def run_test() -> object:
        reported_twice = asyncio.Event()

        def on_progress(progress: ThinkingProgress) -> None:
            reports.append(progress)
            if len(reports) == 2:
                reported_twice.set()

        endless = asyncio.create_task(
            thinker.choose(request(level="priest", simulations=ENDLESS_SIMULATIONS), on_progress)
        )
        await reported_twice.wait()
        endless.cancel()
        with pytest.raises(asyncio.CancelledError):
            await endless
        return await thinker.choose(request(node=1))

    assert asyncio.run(run_test()) in legal_actions(request())
    assert len(reports) == 2
    assert reports[0].simulations < reports[1].simulations
    assert notes == []


def test_a_failing_external_bot_is_reported_and_the_process_stays(
    notes: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ownbots.py").write_text(RAISING_BOT)
    monkeypatch.chdir(tmp_path)
    thinker = ProcessThinker(notes.append)
    thinker.start()
    pid = thinker.pid
    with pytest.raises(ExternalBotGone, match="ownbots:Raises has failed: it raised ValueError: no"):
        asyncio.run(thinker.choose(request(level="ownbots:Raises")))
    assert asyncio.run(thinker.choose(request())) in legal_actions(request())
    assert (thinker.pid, notes) == (pid, [])
    thinker.close()


def test_closing_twice_ends_the_process_once() -> None:
    thinker = ProcessThinker()
    thinker.start()
    pid = thinker.pid
    thinker.close()
    thinker.close()
    assert has_ended(pid)
    assert thinker.pid == 0


def test_packages_with_our_names_in_the_current_folder_are_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("engine", "ai", "saves"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('a stranger')")
    monkeypatch.chdir(tmp_path)
    thinker = ProcessThinker()
    assert asyncio.run(thinker.choose(request())) in legal_actions(request())
    thinker.close()


@pytest.mark.parametrize("level", ["scribe", f"priest:{ENDLESS_SIMULATIONS}"])
def test_a_stopped_process_is_replaced(level: str, notes: list[str]) -> None:
    """Both when it is idle and while it thinks."""
    replaced = asyncio.Event()

    def take_note(note: str) -> None:
        notes.append(note)
        replaced.set()

    thinker = ProcessThinker(take_note, max_silence_seconds=3.0)
    thinker.start()
    stopped = thinker.pid

    async def run_test() -> None:
        os.kill(stopped, signal.SIGSTOP)
        answer_task = asyncio.create_task(thinker.choose(request(level=level)))
        await asyncio.wait_for(replaced.wait(), MAX_WAIT_SECONDS)
        answer_task.cancel()
        with suppress(asyncio.CancelledError):
            await answer_task

    asyncio.run(run_test())
    assert notes == [SILENT_NOTICE]
    assert has_ended(stopped)
    assert asyncio.run(thinker.choose(request())) in legal_actions(request())
    thinker.close()
