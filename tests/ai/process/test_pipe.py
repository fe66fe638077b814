"""The pipes to a helper process: no caller waits endlessly, whatever the process does. Every process is real."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.process.limits import OUT_OF_MEMORY_EXIT_CODE
from ai.process.pipes import HelperProcess, python_command
from engine.games import GAMES, GamePlace
from tests.process_end import MAX_WAIT_SECONDS

ECHO = """
import json
from ai.process.pipes import PipeHost, serve
serve(lambda line: {"said": json.loads(line)}, PipeHost())
"""
GAME_PLACES = """
from ai.process.pipes import PipeHost, serve
from engine.games import GAMES
serve(lambda line: {name: list(GAMES.place_of(name)) for name in GAMES}, PipeHost())
"""
# What a process can do instead of answering, and whether it writes something that is not a message.
FAULTS = {
    "ends": ("", False),
    "writes no JSON": ("input(); print('what?', flush=True); input(); input()", True),
    "writes no object": ("input(); print([], flush=True); input(); input()", True),
    "writes a deep list": ("print('[' * 100_000, flush=True); input(); input()", True),
    "writes without end": ("import os\nwhile True: os.write(1, b'x' * 65536)", True),
    "writes more than is read": ("import os\nwhile True: os.write(1, b'{}\\n' * 1000)", True),
    "ends in the middle of a message": ("import sys; sys.stdout.write('{\"a\":')", False),
    "closes its output": ("import os, signal; os.close(1); signal.pause()", False),
}


@pytest.fixture
def echo() -> Iterator[HelperProcess]:
    process = HelperProcess(python_command(ECHO))
    yield process
    process.stop()


def test_messages_are_answered_in_order(echo: HelperProcess) -> None:
    messages = ["first", {"second": [1, 2]}, "ä" * 1000]
    for message in messages:
        echo.send(message)
    assert [echo.receive(MAX_WAIT_SECONDS) for _ in messages] == [{"said": message} for message in messages]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_process_that_does_not_answer_is_ended_and_reported(fault: str) -> None:
    program, writes_nonsense = FAULTS[fault]
    process = HelperProcess((sys.executable, "-c", program), max_bytes=1_000_000)
    while process.receive(MAX_WAIT_SECONDS) is not None:
        pass
    assert process.receive(MAX_WAIT_SECONDS) is None, "it stays ended"
    assert process.wrote_nonsense == writes_nonsense
    assert process.exit_code is not None
    process.stop()


def test_a_process_that_does_not_read_does_not_block_its_caller() -> None:
    process = HelperProcess((sys.executable, "-c", "import signal; signal.pause()"))
    for _ in range(100):
        process.send("x" * 1_000_000)
    assert not process.wait_for_message_or_end(0.01)
    with pytest.raises(TimeoutError):
        process.receive(0.01)
    process.stop()
    assert process.receive(MAX_WAIT_SECONDS) is None
    with pytest.raises(ProcessLookupError):
        os.kill(process.pid, 0)


def test_a_process_knows_the_games_of_its_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.games.GAMES._places", dict(GAMES._places))
    GAMES.register("heap", GamePlace("tests.saves.heap:HEAP", "tests.saves.heap:KIT"))
    process = HelperProcess(python_command(GAME_PLACES))
    process.send("which?")
    assert process.receive(MAX_WAIT_SECONDS) == GAMES.pack()
    process.stop()


@pytest.mark.parametrize(
    ("program", "words", "memory"),
    [
        ("serve(lambda line: {}['undo'], PipeHost())", "KeyError: 'undo'", False),
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'", False),
        ("import os; os.abort()", "", False),
        ("import os; os.write(2, b'fatal: out of memory\\n'); os.abort()", "fatal: out of memory", True),
        ("import ctypes; ctypes.pythonapi.Py_FatalError(b'x')", "Fatal Python error", False),
        (f"import os; os._exit({OUT_OF_MEMORY_EXIT_CODE})", "", True),
        ("print('\\x1b[31m' + 'x' * 100_000, file=sys.stderr); sys.exit(3)", "xxx", False),
    ],
)
def test_a_process_that_ends_says_why(program: str, words: str, memory: bool) -> None:
    process = HelperProcess(python_command(f"from ai.process.pipes import PipeHost, serve; {program}"))
    process.send("what?")
    assert process.receive(MAX_WAIT_SECONDS) is None
    assert words in process.last_words
    assert (process.last_words == "") == (words == "")
    assert len(process.last_words) < 200
    assert process.ran_out_of_memory is memory


def test_a_process_finds_a_game_in_the_folder_of_its_caller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_own_game.py").write_text("RULES = 'the rules of my own'\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("engine.games.GAMES._places", dict(GAMES._places))
    GAMES.register("own", GamePlace("my_own_game:RULES", ""))
    process = HelperProcess(
        python_command(
            "from ai.process.pipes import PipeHost, serve; from engine.games import GAMES; "
            "serve(lambda line: {'own': GAMES['own']}, PipeHost())"
        )
    )
    process.send("which?")
    assert process.receive(MAX_WAIT_SECONDS) == {"own": "the rules of my own"}, process.last_words
    process.stop()
