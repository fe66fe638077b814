"""A helper process that is stopped ends with the program that started it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

STARTER = """
from ai.process.pipes import WORKER_COMMAND, HelperProcess
helper = HelperProcess(WORKER_COMMAND)
helper.send({"id": 1})
helper.receive()  # it has answered, so it runs
print(helper.pid, flush=True)
helper.receive()
"""
MAX_WAIT_SECONDS = 10


def state_of(pid: int) -> str:
    """The state of a process, such as T for stopped; "" if there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + MAX_WAIT_SECONDS
    while not condition():
        time.sleep(0.01)
        assert time.monotonic() < end


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can end a stopped process with another one")
def test_a_stopped_helper_ends_with_its_program() -> None:
    starter = subprocess.Popen([sys.executable, "-c", STARTER], stdout=subprocess.PIPE, text=True)
    assert starter.stdout is not None
    pid = int(starter.stdout.readline())
    try:
        os.kill(pid, signal.SIGSTOP)
        wait_until(lambda: state_of(pid) == "T")
        starter.kill()
        starter.wait()
        wait_until(lambda: state_of(pid) in ("", "Z"))
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
