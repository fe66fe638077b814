"""`vok sessions`: what runs, and since when; and the end of a session, also of one that does not answer."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.process_end import has_ended
from tests.vok_tui.pty_terminal import GAME, MINIMAL_ENVIRON
from tests.vok_tui.sessions.kept import KeptTerminal, session_pid


def vok(home: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "vok_tui", *arguments]
    env = {**MINIMAL_ENVIRON, "VOK_HOME": str(home), "HOME": str(home)}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout


def test_it_says_what_runs_and_ends_it(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *GAME) as table:
        table.see("Your hand")
        pid = session_pid(kept_home)
        (state,) = json.loads(vok(kept_home, "sessions", "--json"))
        assert (state["pid"], state["is_connected"]) == (pid, True)
        table.cut()
        text = vok(kept_home, "sessions")
        assert text.startswith("Valley of the Kings, turn 1, since ")
        assert text.endswith(f"process {pid}; it waits for you: vok shows it.\n")
        assert vok(kept_home, "sessions", "end") == "The session has ended (Valley of the Kings, turn 1).\n"
        assert has_ended(pid)


def test_a_session_that_does_not_answer_is_ended_by_force(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *GAME) as table:
        table.see("Your hand")
        table.press("n")
        table.see("You left the pyramid unchanged")
        pid = session_pid(kept_home)
        os.kill(pid, signal.SIGSTOP)
        assert vok(kept_home, "sessions", "end", "--force") == "The session has ended.\n"
        assert has_ended(pid)
    with KeptTerminal(kept_home) as table:
        table.see("You left the pyramid unchanged")


def test_commands_without_a_screen_run_beside_it(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *GAME) as table:
        table.see("Your hand")
        table.press("n")
        table.see("You left the pyramid unchanged")
        assert "valley-you.vok" in vok(kept_home, "saves")
        assert session_pid(kept_home)
