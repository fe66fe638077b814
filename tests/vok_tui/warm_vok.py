"""Starts `vok` by forking an interpreter that has already imported it: the same program, without 0.7 seconds of imports.

The processes that run tests share one such interpreter. What an interpreter does while it starts cannot be tested with it.
"""

import gc
import json
import os
import random
import runpy
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from rich.cells import cell_len

from engine.games import GAMES
from tests.source_tree import modules

ROOT = Path(__file__).parents[2]
MAX_REQUEST_BYTES = 1_000_000
MAX_END_SECONDS = 30
PACKAGES = ("engine", "ai", "saves", "vok_tui")
LAZY_MODULES = ("textual.drivers.headless_driver", "textual.layouts.factory", "textual.pilot", "textual.scrollbar")
# What an interpreter reads only while it starts.
READ_AT_START = ("PYTHON", "LD_", "LANG", "LC_", "TEXTUAL_", "ESCDELAY", "VOK_COMPILED")
ONE_REQUEST = get_context("fork").Lock()  # at a time, of all that share a warm interpreter


class WarmProcess:
    """A process that was forked, with the interface of `subprocess.Popen`."""

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self.returncode: int | None = None
        self.pid = int(link.makefile().readline())

    def poll(self) -> int | None:
        """The exit code if it has ended."""
        if self.returncode is None:
            self._link.settimeout(0)
            self._receive_end()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """The exit code after its end. Raises TimeoutExpired."""
        if self.returncode is None:
            self._link.settimeout(timeout)
            self._receive_end()
        if self.returncode is None:
            raise subprocess.TimeoutExpired("vok", timeout or 0)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it unless it has ended."""
        self.send_signal(signal.SIGKILL)

    def _receive_end(self) -> None:
        try:
            self.returncode = int(self._link.recv(20))
        except (BlockingIOError, TimeoutError):
            return
        self._link.close()


def can_fork(command: Sequence[str], env: Mapping[str, str]) -> bool:
    """Whether a command runs a module, in an environment that differs in nothing that an interpreter reads while it starts."""
    return tuple(command[:-1]) == (sys.executable, "-m") and not any(name.startswith(READ_AT_START) for name in env)


def fork_program(
    terminal: str, module: str, arguments: Sequence[str], env: Mapping[str, str], cwd: Path
) -> WarmProcess:
    """Start a module as a program that leads a session on this terminal."""
    ours, theirs = socket.socketpair()
    request = json.dumps(
        {"terminal": terminal, "module": module, "arguments": arguments, "env": dict(env), "cwd": str(cwd)}
    )
    with theirs, ONE_REQUEST:
        socket.send_fds(warm_interpreter()[0], [request.encode() + b"\n"], [theirs.fileno()])
    return WarmProcess(ours)


def end_warm_interpreter() -> None:
    """End the interpreter that forks, if there is one, and wait for it: so the time of all that it has started counts here."""
    if warm_interpreter.cache_info().currsize:
        connection, process = warm_interpreter()
        warm_interpreter.cache_clear()
        connection.close()
        process.wait()


@cache
def warm_interpreter() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """The interpreter that forks, and the connection to it. Processes that are forked after the first call share it."""
    ours, theirs = socket.socketpair()
    environ = {"PATH": os.environ.get("PATH", ""), "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT)}
    line = [sys.executable, "-m", "tests.vok_tui.warm_vok", str(theirs.fileno())]
    with theirs:
        process = subprocess.Popen(line, env=environ, cwd=ROOT, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
    return ours, process


def next_program(requests: socket.socket) -> dict[str, Any] | None:
    """Fork for each request, and return it in the new process. Returns None when the other end is closed."""
    for module in (*LAZY_MODULES, *(name for package in PACKAGES for name, _ in modules(package))):
        if not module.endswith("__main__"):
            import_module(module)
    for game in GAMES.values():
        game.editions()
    cell_len("☥")
    assert threading.active_count() == 1
    gc.collect()
    gc.freeze()
    text = b""
    links: list[int] = []
    while True:
        data, new_links, _, _ = socket.recv_fds(requests, MAX_REQUEST_BYTES, 1)
        reap(os.WNOHANG)
        if not data:
            signal.alarm(MAX_END_SECONDS)  # should a program not end
            reap(0)
            return None
        text += data
        links += new_links
        if text.endswith(b"\n"):
            request, link, text = json.loads(text), links.pop(), b""
            if os.fork() == 0 and is_program(link):
                requests.close()
                return dict(request)
            os.close(link)


def reap(options: int) -> None:
    """Take note of the processes that have ended; with the option 0, wait for all of them."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, options)[0]:
            pass


def is_program(link: int) -> bool:
    """Fork once more: True in the new process; the other one tells its process id and its exit code, and ends."""
    pid = os.fork()
    if pid == 0:
        os.close(link)
        return True
    os.write(link, b"%d\n" % pid)
    _, status = os.waitpid(pid, 0)
    os.write(link, b"%d" % os.waitstatus_to_exitcode(status))
    os._exit(0)


def run_program(terminal: str, module: str, arguments: list[str], env: dict[str, str], cwd: str) -> None:
    """Run a module as if it had just been started: on this terminal, in this environment and folder."""
    os.setsid()
    descriptor = os.open(terminal, os.O_RDWR)  # the first one that a session leader opens is its controlling terminal
    for standard in (0, 1, 2):
        os.dup2(descriptor, standard)
    os.close(descriptor)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w", errors="backslashreplace")  # noqa: SIM115
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    time.tzset()
    random.seed()
    sys.argv[1:] = arguments
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    program = next_program(socket.socket(fileno=int(sys.argv[1])))
    if program is not None:
        run_program(**program)
