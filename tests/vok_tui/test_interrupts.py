"""Ctrl-C where no screen handles it: at the next line of Python code, or in a wait, but never within one computation."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.vok_tui.pty_terminal import MINIMAL_ENVIRON

PROGRAM = """
import math, os
from itertools import chain, repeat
from vok_tui.interrupts import Interrupts
Interrupts().install()
from queue import SimpleQueue
number, products = 3 ** 1_000_000, []
now = map(os.write, [1], [b"now\\n"])
try:
    {work}
    print("too late")
except KeyboardInterrupt:
    print("broken" if {is_broken} else "interrupted")
"""


def interrupted(command: list[str], home: Path) -> tuple[int, str]:
    """Send Ctrl-C as soon as a program has printed its first line. Returns its exit code and the rest of what it printed."""
    process = subprocess.Popen(
        command,
        env={**MINIMAL_ENVIRON, "VOK_HOME": str(home)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert not errors
    return process.returncode, output


@pytest.mark.parametrize(
    ("work", "is_broken"),
    [
        (
            "products.extend(map(math.prod, [chain(now, repeat(number, 3))]))",
            "not products",
        ),  # compiled code would abort
        ("next(now); SimpleQueue().get()", "False"),
        ("next(now); sum(1 for _ in iter(int, 1))", "False"),
    ],
)
def test_an_interrupt_comes_between_two_lines_or_in_a_wait(tmp_path: Path, work: str, is_broken: str) -> None:
    program = PROGRAM.format(work=work, is_broken=is_broken)
    assert interrupted([sys.executable, "-c", program], tmp_path) == (0, "interrupted\n")
