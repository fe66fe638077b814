"""The client of the thinking process: answers, processes that die, requests that are overtaken. Every process is real."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from ai.bots.levels import Budget
from ai.bots.player_spec import PlayerSpec
from ai.process.memory import OUT_OF_MEMORY_EXIT_CODE
from ai.process.pipe import WORKER_COMMAND
from engine.core.game import Seat, Setup
from engine.core.history.match import Match
from engine.games import GAMES
from tests.dies_once import DIES_ONCE
from tests.process_end import MAX_WAIT_SECONDS
from vok_tui.game.process_thinker import SILENT_NOTE, ProcessThinker, Superseded
from vok_tui.game.thinker import ExternalBotGone, Request, ThinkerFailed, ThinkingProgress

SETUP = Setup("valley", (Seat("Ann", "scribe"), Seat("Bek", "priest", 10)), 5)
ENDLESS = 1_000_000

RAISES = """
class Raises:
    def __init__(self, game, seat, seed): ...
    def choose(self, state, deadline): raise ValueError("no")
"""
ENDS = ("", "input()", "input(); print('what?')", "import os; os.close(0); print('{}', flush=True); input()")


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def thinker(said: list[str]) -> Iterator[ProcessThinker]:
    thinker = ProcessThinker(said.append)
    thinker.start()
    yield thinker
    thinker.close()


def request(node: int = 0, level: str = "scribe", simulations: int = 0) -> Request:
    return Request(node, SETUP, (), 0, PlayerSpec(level, Budget(simulations)))


def legal(request: Request) -> list[object]:
    state = Match(GAMES["valley"], request.setup).state
    return [GAMES["valley"].action(state, move) for move in state.legal_moves()]


def gone(pid: int) -> bool:
    """Whether a child process has ended and was waited for."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_the_answer_names_the_node_that_was_asked(thinker: ProcessThinker) -> None:
    answer = asyncio.run(thinker.think(request(node=17, level="priest", simulations=12)))
    assert answer.node == 17
    assert answer.simulations == 12
    assert answer.action in legal(request())


def test_the_same_question_has_the_same_answer_from_any_process(thinker: ProcessThinker) -> None:
    first = asyncio.run(thinker.choose(request(level="priest", simulations=12)))
    thinker.close()
    assert asyncio.run(thinker.choose(request(level="priest", simulations=12))) == first


def test_a_process_that_is_killed_in_mid_thought_is_replaced_and_the_game_goes_on(
    thinker: ProcessThinker, said: list[str]
) -> None:
    killed = thinker.pid

    async def scene() -> object:
        os.kill(killed, signal.SIGSTOP)  # it cannot answer before it dies
        thought = asyncio.create_task(thinker.choose(request()))
        await asyncio.sleep(0)
        os.kill(killed, signal.SIGKILL)
        return await thought

    assert asyncio.run(scene()) in legal(request())
    assert len(said) == 1
    assert said[0].endswith(".")
    assert thinker.pid != killed


def test_a_process_that_dies_of_the_question_is_replaced(tmp_path: Path, said: list[str]) -> None:
    thinker = ProcessThinker(said.append, (sys.executable, "-c", DIES_ONCE, str(tmp_path / "mark"), *WORKER_COMMAND))
    assert asyncio.run(thinker.choose(request())) in legal(request())
    assert len(said) == 1
    thinker.close()


def test_a_process_that_died_between_two_questions_is_replaced(thinker: ProcessThinker, said: list[str]) -> None:
    asyncio.run(thinker.choose(request()))
    os.kill(thinker.pid, signal.SIGKILL)
    assert asyncio.run(thinker.choose(request())) in legal(request())
    assert len(said) == 1


@pytest.mark.parametrize("command", [(sys.executable, "-c", text) for text in ENDS])
def test_after_a_few_processes_it_gives_up_in_a_sentence(command: tuple[str, ...], said: list[str]) -> None:
    thinker = ProcessThinker(said.append, command)
    with pytest.raises(ThinkerFailed, match="3 times"):
        asyncio.run(thinker.choose(request()))
    assert len(said) == 3
    thinker.close()


def test_that_they_ran_out_of_memory_is_told_in_a_sentence(said: list[str]) -> None:
    thinker = ProcessThinker(said.append, (sys.executable, "-c", f"input(); exit({OUT_OF_MEMORY_EXIT_CODE})"))
    with pytest.raises(ThinkerFailed, match="has run out of memory 3 times in a row"):
        asyncio.run(thinker.choose(request()))
    assert len(said) == 3
    thinker.close()


def test_a_program_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ThinkerFailed, match="No such file"):
        ProcessThinker(command=(str(tmp_path / "none"),)).start()


def test_where_there_is_no_room_for_a_thread_it_is_told_in_a_sentence(said: list[str]) -> None:
    before = threading.stack_size(1 << 45)
    try:
        with pytest.raises(
            ThinkerFailed, match="No process can be started to think for the opponents: Cannot allocate"
        ):
            ProcessThinker(said.append).start()
    finally:
        threading.stack_size(before)


def test_a_question_that_cannot_be_answered_is_told_and_costs_no_process(
    thinker: ProcessThinker, said: list[str]
) -> None:
    pid = thinker.pid
    with pytest.raises(ThinkerFailed, match="no opponent is called 'pharoah'"):
        asyncio.run(thinker.choose(request(level="pharoah")))
    assert thinker.pid == pid
    assert said == []


def test_a_later_question_overtakes_an_endless_thought(thinker: ProcessThinker, said: list[str]) -> None:
    async def scene() -> object:
        endless = asyncio.create_task(thinker.choose(request(level="priest", simulations=ENDLESS)))
        await asyncio.sleep(0)
        quick = await thinker.choose(request(node=1))
        with pytest.raises(Superseded):
            await endless
        return quick

    assert asyncio.run(scene()) in legal(request())
    assert said == []


def test_a_cancelled_thought_leaves_the_process_to_the_next_question(thinker: ProcessThinker, said: list[str]) -> None:
    pid = thinker.pid

    async def scene() -> object:
        endless = asyncio.create_task(thinker.choose(request(level="priest", simulations=ENDLESS)))
        await asyncio.sleep(0)
        endless.cancel()
        with pytest.raises(asyncio.CancelledError):
            await endless
        return await thinker.choose(request(node=1))

    assert asyncio.run(scene()) in legal(request())
    assert thinker.pid == pid
    assert said == []


def test_a_long_thought_is_heard_of_until_it_is_cancelled(thinker: ProcessThinker, said: list[str]) -> None:
    heard: list[ThinkingProgress] = []

    async def scene() -> object:
        twice = asyncio.Event()

        def hear(progress: ThinkingProgress) -> None:
            heard.append(progress)
            if len(heard) == 2:
                twice.set()

        endless = asyncio.create_task(thinker.choose(request(level="priest", simulations=ENDLESS), hear))
        await twice.wait()
        endless.cancel()
        with pytest.raises(asyncio.CancelledError):
            await endless
        return await thinker.choose(request(node=1))

    assert asyncio.run(scene()) in legal(request())
    assert len(heard) == 2
    assert heard[0].simulations < heard[1].simulations
    assert said == []


def test_a_bot_of_ones_own_that_fails_is_told_of_as_such_and_costs_no_process(
    said: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ownbots.py").write_text(RAISES)
    monkeypatch.chdir(tmp_path)
    thinker = ProcessThinker(said.append)
    thinker.start()
    pid = thinker.pid
    with pytest.raises(ExternalBotGone, match="ownbots:Raises has failed: it raised ValueError: no"):
        asyncio.run(thinker.choose(request(level="ownbots:Raises")))
    assert asyncio.run(thinker.choose(request())) in legal(request())
    assert (thinker.pid, said) == (pid, [])
    thinker.close()


def test_closing_ends_the_process_and_may_be_done_twice() -> None:
    thinker = ProcessThinker()
    thinker.start()
    pid = thinker.pid
    thinker.close()
    thinker.close()
    assert gone(pid)
    assert thinker.pid == 0


def test_packages_with_our_names_in_the_current_folder_are_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("engine", "ai", "saves"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('a stranger')")
    monkeypatch.chdir(tmp_path)
    thinker = ProcessThinker()
    assert asyncio.run(thinker.choose(request())) in legal(request())
    thinker.close()


@pytest.mark.parametrize("level", ["scribe", f"priest:{ENDLESS}"])
def test_a_process_that_is_stopped_is_noticed_and_replaced(level: str, said: list[str]) -> None:
    """Whatever it was doing: a process that is stopped while it thinks sends nothing either."""
    thinker = ProcessThinker(said.append, max_silence_seconds=3.0)
    thinker.start()
    stopped = thinker.pid

    async def scene() -> None:
        os.kill(stopped, signal.SIGSTOP)
        thought = asyncio.create_task(thinker.choose(request(level=level)))
        while thinker.pid in (stopped, 0):
            await asyncio.sleep(0.05)
        thought.cancel()
        with suppress(asyncio.CancelledError):
            await thought

    async def patient() -> None:
        await asyncio.wait_for(scene(), MAX_WAIT_SECONDS)

    asyncio.run(patient())
    assert said == [SILENT_NOTE]
    assert gone(stopped)
    assert asyncio.run(thinker.choose(request())) in legal(request())
    thinker.close()
