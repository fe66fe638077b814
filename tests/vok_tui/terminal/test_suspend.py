"""Ctrl-Z: to the shell if one waits, otherwise nothing."""

import sys
from pathlib import Path

import pytest

from tests.vok_tui.pty_terminal import PtyTerminal
from tests.vok_tui.test_pty import GAME
from vok_tui.exit_codes import ExitCode

VOK = (sys.executable, "-m", "vok_tui")
# A process group of its own in the foreground, whose starter has ended: nobody is left who could continue it.
ORPHAN = """
import os, signal, sys, time
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
if os.fork() == 0:
    starter = os.fork()
    if starter == 0:
        os.setpgid(0, 0)
        os.tcsetpgrp(0, os.getpgrp())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        os.execv(sys.argv[1], sys.argv[1:])
    os._exit(0)
os.wait()
while True: time.sleep(60)
"""


def test_without_a_shell_the_game_goes_on_and_says_why(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME) as table:
        table.see("Your hand")
        table.press("\x1a")
        table.see("No shell here")
        table.press("?")
        table.see("H E L P")
        table.press("q")
        assert table.exit_code() == ExitCode.OK


def test_in_a_group_that_lost_its_shell_the_game_goes_on_and_says_why(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME, command=(sys.executable, "-c", ORPHAN, *VOK)) as table:
        table.see("Your hand")
        table.press("\x1a")
        table.see("No shell here")
        table.press("?")
        table.see("H E L P")
        table.press("q")
        table.receive(b"\x1b[?1049l")


@pytest.mark.parametrize(
    "within", ["", "/bin/sh -c '\"$@\"; :' sh "], ids=["from the shell", "from a program of the shell"]
)
def test_a_shell_takes_over_and_brings_the_game_back(tmp_path: Path, within: str) -> None:
    line = f'{within}"$@"; echo; echo "the shell is back"; read line; fg; echo "it ended with $?"'
    with PtyTerminal(tmp_path, *GAME, command=("/bin/sh", "-m", "-c", line, "sh", *VOK)) as table:
        table.see("Your hand")
        table.press("\x1a")
        table.see("the shell is back")
        table.forget()  # the game is halted: what is seen from now on is painted after it goes on
        table.press("\r")
        table.see("Your hand")
        table.press("?")
        table.see("H E L P")
        table.press("q")
        table.see("it ended with 0")
