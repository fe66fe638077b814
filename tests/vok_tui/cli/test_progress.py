"""The progress of a long command: when it is shown, what it says, and that it is removed at the end."""

import signal
import subprocess
import sys
from pathlib import Path

from tests.vok_tui.pty_terminal import MINIMAL_ENVIRON, PtyTerminal

LONG = ["simulate", "--games", "10000000", "--seats", "shabti,shabti"]


def test_a_long_command_shows_its_progress_and_the_time_left(tmp_path: Path):
    with PtyTerminal(tmp_path, *LONG) as terminal:
        terminal.catch("/10000000 games")
        terminal.catch("left")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.exit_code() == 130
        assert not terminal.text.strip()  # the bar is gone
        assert not terminal.screen.cursor.hidden


def test_a_contest_shows_its_interim_result(tmp_path: Path):
    with PtyTerminal(tmp_path, "arena", "shabti", "priest:2", "--games", "1000", columns=120) as terminal:
        terminal.catch("Elo")
        assert "/1000 games" in terminal.text
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.exit_code() == 130


def test_progress_takes_one_line_in_a_narrow_terminal(tmp_path: Path):
    with PtyTerminal(tmp_path, "ladder", "shabti", "priest:2", "--games", "1000", columns=60) as terminal:
        terminal.catch("…")  # not everything fits
        (line,) = terminal.text.strip().splitlines()
        assert line.count("━") + line.count("╺") + line.count("╸") == 16
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.exit_code() == 130


def test_progress_is_shown_only_in_a_terminal(tmp_path: Path):
    command = [sys.executable, "-m", "vok_tui", "arena", "shabti", "shabti", "--games", "60", "--workers", "1"]
    process = subprocess.run(
        command, env={**MINIMAL_ENVIRON, "VOK_HOME": str(tmp_path)}, capture_output=True, check=True
    )
    assert process.stderr == b""
