"""Ctrl-Z suspends the game if a shell waits for it, and otherwise only says why not."""

import sys
from pathlib import Path

import pytest

from tests.vok_tui.pty_terminal import GAME, PtyTerminal
from vok_tui.shared.errors import ExitCode

VOK = (sys.executable, "-m", "vok_tui")
# Starts the command in a separate foreground process group and ends: no process is left that could continue it.
ORPHAN = """
import os, signal, sys
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
while True: signal.pause()
"""


def test_ctrl_z_without_a_shell_only_says_why_not(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME) as table:
        table.see("Your hand")
        table.press("\x1a")
        table.see("No shell here")
        table.press("?")
        table.see("H E L P")
        table.press("q")
        assert table.exit_code() == ExitCode.OK


def test_ctrl_z_in_an_orphaned_process_group_only_says_why_not(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME, command=(sys.executable, "-c", ORPHAN, *VOK)) as table:
        table.see("Your hand")
        table.press("\x1a")
        table.see("No shell here")
        table.press("?")
        table.see("H E L P")
        table.press("q")
        table.receive(b"\x1b[?1049l")


@pytest.mark.nightly(reason="plays in a real terminal with a shell", keep="from the shell")
@pytest.mark.parametrize(
    "wrapper", ["", "/bin/sh -c '\"$@\"; :' sh "], ids=["from the shell", "from a program of the shell"]
)
def test_a_shell_takes_over_and_fg_resumes_the_game(tmp_path: Path, wrapper: str) -> None:
    line = f'{wrapper}"$@"; echo; echo "the shell is back"; read line; fg; echo "it ended with $?"'
    with PtyTerminal(tmp_path, *GAME, command=("/bin/sh", "-m", "-c", line, "sh", *VOK)) as table:
        table.see("Your hand")
        table.press("\x1a")
        table.see("the shell is back")
        table.forget()  # the game is stopped: all that appears from now on was painted after it resumed
        table.press("\r")
        table.see("Your hand")
        table.press("?")
        table.see("H E L P")
        table.press("q")
        table.see("it ended with 0")
