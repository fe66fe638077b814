"""A lost connection and a new login, in real terminals; tests/hosting has many more."""

import os
import time
from pathlib import Path

import pytest

from tests.process_end import MAX_WAIT_SECONDS, has_ended
from tests.vok_tui.plain.piped import start
from tests.vok_tui.pty_terminal import GAME
from tests.vok_tui.sessions.kept import KeptTerminal, session_pid, state_of
from vok_tui.shared.errors import ExitCode


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="this system has no pidfd_open to wait with")
def test_a_cut_game_is_there_cell_by_cell_and_leaving_ends_it(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *GAME) as first:
        first.see("Your hand")
        first.press("n")
        first.see("You left the pyramid unchanged")
        first.settle()
        cells, pid = first.cells, session_pid(kept_home)
        first.cut()
    with KeptTerminal(kept_home) as second:
        second.see("You left the pyramid unchanged")
        second.settle()
        assert second.cells == cells
        second.press("q")
        assert second.exit_code() == ExitCode.OK
        assert b"Your game is saved" in second.sent
    assert has_ended(pid)


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="this system has no pidfd_open to wait with")
def test_the_game_of_a_session_that_waits_goes_on_in_lines(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *GAME) as first:
        first.see("Your hand")
        first.press("n")
        first.see("You left the pyramid unchanged")
        pid = session_pid(kept_home)
        first.cut()
    end = time.monotonic() + MAX_WAIT_SECONDS
    while state_of(kept_home).is_connected:
        assert time.monotonic() < end
    process = start(kept_home, ["plain"])
    out, err = process.communicate("1\nquit\n", timeout=MAX_WAIT_SECONDS)
    assert "Your hand" in out
    assert "being played" not in out + err
    assert has_ended(pid)
