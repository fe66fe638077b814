"""Ctrl-C where no screen handles it: at the next line of Python code, or in a wait, but never within one computation."""

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
