"""A lost connection and a new login, in real terminals; tests/hosting has many more."""

import os
from pathlib import Path

import pytest

from tests.process_end import has_ended
from tests.vok_tui.sessions.kept import KeptTerminal, session_pid
from tests.vok_tui.test_pty import GAME
from vok_tui.errors import ExitCode


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
