"""Ctrl-C where no screen handles it: at the next line of Python code, or in a wait, but never within one computation."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.process_end import MAX_WAIT_SECONDS
from tests.vok_tui.pty_terminal import MINIMAL_ENVIRON

# Each kind of work sends the signal itself, by `next(ctrl_c)`, so it always comes at the same place.
PROGRAM = """
import math, operator, os, signal
from itertools import chain, repeat
from vok_tui.shared.interrupts import Interrupts
Interrupts().install()
from queue import SimpleQueue
number, products = 3 ** 100_000, []
ctrl_c = map(operator.is_, map(os.kill, [os.getpid()], [signal.SIGINT]), [None])
try:
    {work}
    print("too late")
except KeyboardInterrupt:
    print("broken" if {is_broken} else "interrupted")
"""


@pytest.mark.parametrize(
    ("work", "is_broken"),
    [
        (
            "products.extend(map(math.prod, [chain(ctrl_c, repeat(number, 3))]))",
            "not products",
        ),  # compiled code would abort
        ("next(ctrl_c); SimpleQueue().get()", "False"),
        ("next(ctrl_c); sum(1 for _ in iter(int, 1))", "False"),
    ],
)
def test_an_interrupt_comes_between_two_lines_or_in_a_wait(tmp_path: Path, work: str, is_broken: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(work=work, is_broken=is_broken)],
        env={**MINIMAL_ENVIRON, "VOK_HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=MAX_WAIT_SECONDS,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "interrupted\n", "")


# Sends the signal when the nth module is imported, counted from the entry point on.
STARTS_INTERRUPTED = """
import os, runpy, signal, sys
place = int(sys.argv.pop(1))
class Finder:
    imported = 0
    def find_spec(self, name, path=None, target=None):
        Finder.imported += name != "vok_tui" and name != "vok_tui.__main__" or Finder.imported > 0
        if Finder.imported == place:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
runpy.run_module("vok_tui", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize("place", [1, 2, 5, 9])
def test_an_interrupt_while_vok_starts_has_no_traceback(tmp_path: Path, place: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", STARTS_INTERRUPTED, str(place), "--version"],
        env={**MINIMAL_ENVIRON, "VOK_HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=MAX_WAIT_SECONDS,
    )
    assert (done.stdout, done.stderr) == ("", "")
    assert done.returncode in (130, -signal.SIGINT)
