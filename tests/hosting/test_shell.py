"""Ctrl-Z gives the terminal back to the shell; the session goes on, and so does the client after fg."""

import sys
from pathlib import Path

from tests.vok_tui.pty_terminal import GAME
from tests.vok_tui.sessions.kept import KeptTerminal
from vok_tui.shared.errors import ExitCode

VOK = (sys.executable, "-m", "vok_tui")


def test_a_shell_takes_over_and_fg_brings_the_game_back(kept_home: Path) -> None:
    line = '"$@"; echo; echo "the shell is back"; read line; fg; echo "it ended with $?"'
    with KeptTerminal(kept_home, *GAME, command=("/bin/sh", "-m", "-c", line, "sh", *VOK)) as table:
        table.see("Your hand")
        table.settle()
        cells = table.cells
        table.press("\x1a")
        table.see("the shell is back")
        table.forget()
        table.press("\r")
        table.see("Your hand")
        table.settle()
        assert table.cells == cells
        table.press("n")  # a key counts again
        table.see("You left the pyramid unchanged")
        table.press("q")
        table.see("it ended with 0")


def test_without_a_shell_the_game_says_why_it_goes_on(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *GAME) as table:
        table.see("Your hand")
        table.press("\x1a")
        table.see("No shell here")
        table.press("q")
        assert table.exit_code() == ExitCode.OK
