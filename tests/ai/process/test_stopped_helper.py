"""A helper process that is stopped ends with the program that started it."""

import os
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

from tests.process_end import has_ended

STARTER = """
import os, signal
from ai.process.pipes import WORKER_COMMAND, HelperProcess
helper = HelperProcess(WORKER_COMMAND)
helper.send({"id": 1})
helper.receive()  # it has answered, so it runs
os.kill(helper.pid, signal.SIGSTOP)
os.waitid(os.P_PID, helper.pid, os.WSTOPPED | os.WNOWAIT)
print(helper.pid, flush=True)
helper.receive()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can end a stopped process with another one")
def test_a_stopped_helper_ends_with_its_program() -> None:
    with subprocess.Popen([sys.executable, "-c", STARTER], stdout=subprocess.PIPE, text=True) as starter:
        assert starter.stdout is not None
        pid = int(starter.stdout.readline())
        starter.kill()
        try:
            assert has_ended(pid)
        finally:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
