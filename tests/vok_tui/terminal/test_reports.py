"""Reports of a terminal: any window size, zero pixels, meaningless codes."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from tests.vok_tui.pty_terminal import GAME, MINIMAL_ENVIRON, PtyTerminal
from vok_tui.shared.errors import ExitCode

MEMORY_LIMIT_KIB = 1_500_000  # of address space: far more than a game, far less than a window of 65,535 by 65,535


def limited_command(kib: int) -> tuple[str, ...]:
    return ("/bin/sh", "-c", f'ulimit -v {kib}; exec "$@"', "sh", sys.executable, "-m", "vok_tui")


LIMITED_COMMAND = limited_command(MEMORY_LIMIT_KIB)


def resize(table: PtyTerminal, columns: int, lines: int) -> None:
    PtyTerminal._set_size(table, table._master, columns, lines)
    table.process.send_signal(signal.SIGWINCH)  # the simulated screen stays small


@pytest.mark.nightly(
    reason="paints thousands of columns",
    instead="test_a_window_that_is_huge_at_the_start_stays_within_the_memory_limit",
)
def test_a_huge_window_stays_within_the_memory_limit(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME, command=LIMITED_COMMAND) as table:
        table.see("Your hand")
        for size in ((65_535, 65_535), (65_535, 24), (80, 65_535)):
            table.sent = b""
            resize(table, *size)
            table.receive(b"painted")
            resize(table, 80, 24)
            table.settle()
        table.press("?")
        table.see("H E L P")


def test_a_window_that_is_huge_at_the_start_stays_within_the_memory_limit(tmp_path: Path) -> None:
    huge = ("/bin/sh", "-c", 'stty cols 65535 rows 65535; exec "$@"', "sh", *LIMITED_COMMAND)
    with PtyTerminal(tmp_path, *GAME, command=huge) as table:
        table.receive(b"painted")
        table.press("q")
        assert table.exit_code() == ExitCode.OK


def test_without_enough_memory_one_sentence_says_so_and_the_terminal_is_restored(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME, command=limited_command(60_000)) as table:
        assert table.exit_code() == ExitCode.FAILED
        assert b"not enough memory" in table.sent
        assert table.sent.rfind(b"[?1049h") <= table.sent.rfind(b"[?1049l")
    assert not list(tmp_path.rglob("vok-crash-*"))


def test_columns_and_lines_of_the_environment_count_only_without_a_window(tmp_path: Path) -> None:
    env = {"COLUMNS": "140", "LINES": "50"}
    with PtyTerminal(tmp_path, *GAME, env=env) as table:
        assert "Help" in table.see("Your hand").splitlines()[23]
    report = run_without_terminal(tmp_path, env)
    assert re.search(r"size +140x50", report)


def run_without_terminal(home: Path, env: Mapping[str, str]) -> str:
    """What the doctor prints where no stream is a terminal."""
    process = subprocess.run(
        [sys.executable, "-m", "vok_tui", "doctor"],
        env={**MINIMAL_ENVIRON, "VOK_HOME": str(home), **env},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    return process.stdout


MEANINGLESS = (
    "\x1b[48;24;80;0;0t\x1b[<0;5;5M\x1b[<0;5;5m",  # a window of zero pixels
    "\x1b[48;0;0;0;0t\x1b[<0;5;5M\x1b[<0;5;5m\x1b[48;24;80;384;640t",  # a window of zero cells
    "\x1b[99999999;1u\x1b[1114112u",  # a key beyond Unicode
    "\x1b[;;u\x1b[:;:u",  # a key without a number
    "\x1b[<0;99999;99999M\x1b[<0;99999;99999m",  # a click far outside
    "\x1b[97;99999999999u",  # an impossible modifier
)


def test_keys_still_work_after_meaningless_reports(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME) as table:
        table.see("Your hand")
        for report in MEANINGLESS:
            table.press(report)
            table.settle()
            table.press("?")
            table.see("H E L P")
            table.press("\x1b[27u")  # Escape
            table.see("Your hand")
        table.press("q")
        assert table.exit_code() == ExitCode.OK
        assert b"Traceback" not in table.sent


def test_pasted_text_is_never_played(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME) as table:
        table.see("Your hand")
        screen_before = table.settle()
        for text in (f"\x1b[{'9' * 40}n\r", "\x1b]" + "n\r" * 40, "n\r" * 10_000):
            table.press("\x1b[200~")
            for start in range(0, len(text), 1000):
                table.press(text[start : start + 1000])
                table.read(0.01)
            table.press("\x1b[201~")
        assert table.settle() == screen_before
        table.press("?")
        table.see("H E L P")


@pytest.mark.nightly(reason="plays in a real terminal", instead="test_keys_still_work_after_meaningless_reports")
def test_keys_still_work_after_random_reports(tmp_path: Path) -> None:
    rng = Random(1)
    with PtyTerminal(tmp_path, *GAME) as table:
        table.see("Your hand")
        for _ in range(300):
            numbers = ";".join(str(rng.choice((0, 1, 8, 99, 48, 65_535, 1_114_112))) for _ in range(rng.randint(1, 5)))
            os.write(
                table._master,
                f"\x1b[{rng.choice('<?')[: rng.randint(0, 1)]}{numbers}{rng.choice('tuRyMm~')}".encode(),
            )
            table.read(0)
        for _ in range(2):  # a key among them may have opened the help
            table.press("\x1b\x1b")
            table.settle()
        table.press("?")
        table.see("H E L P")
