"""What a terminal may report: windows of any size, zero pixels, meaningless codes."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.vok_tui.pty_terminal import PtyTerminal
from tests.vok_tui.test_pty import GAME
from vok_tui.exit_codes import ExitCode

ENOUGH = 1_500_000  # KiB of address space: far more than a game needs, far less than a window of 65,535 by 65,535
LIMITED = ("/bin/sh", "-c", f'ulimit -v {ENOUGH}; exec "$@"', "sh", sys.executable, "-m", "vok_tui")


def by_signal(table: PtyTerminal, columns: int, lines: int) -> None:
    PtyTerminal._set_size(table, table._master, columns, lines)
    table.process.send_signal(signal.SIGWINCH)  # the screen that the test looks at stays small


def in_band(table: PtyTerminal, columns: int, lines: int) -> None:
    table.press(f"\x1b[48;{lines};{columns};{lines * 16};{columns * 8}t")


@pytest.mark.parametrize(
    ("size", "tell"),
    [((65_535, 65_535), by_signal), ((65_535, 65_535), in_band), ((65_535, 24), by_signal), ((80, 65_535), in_band)],
)
def test_a_window_of_any_size_costs_little_and_the_player_hears_what_is_painted(
    tmp_path: Path, size: tuple[int, int], tell: Callable[[PtyTerminal, int, int], None]
) -> None:
    with PtyTerminal(tmp_path, *GAME, command=LIMITED) as table:
        table.see("Your hand")
        tell(table, *size)
        table.receive(b"painted")
        tell(table, 80, 24)
        table.settle()
        table.press("?")
        table.see("H E L P")


def test_a_window_that_is_huge_from_the_start_is_bounded_as_well(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME, command=LIMITED, env={"COLUMNS": "65535", "LINES": "65535"}) as table:
        table.receive(b"painted")
        table.press("q")
        assert table.exit_code() == ExitCode.OK


MEANINGLESS = (
    "\x1b[48;24;80;0;0t\x1b[<0;5;5M\x1b[<0;5;5m",  # a window of no pixels
    "\x1b[48;0;0;0;0t\x1b[<0;5;5M\x1b[<0;5;5m\x1b[48;24;80;384;640t",  # a window of nothing
    "\x1b[99999999;1u\x1b[1114112u",  # a key beyond Unicode
    "\x1b[;;u\x1b[:;:u",  # a key of no number
    "\x1b[<0;99999;99999M\x1b[<0;99999;99999m",  # a click far outside
    "\x1b[97;99999999999u",  # a modifier beyond reason
)


def test_after_reports_that_mean_nothing_the_keys_still_work(tmp_path: Path) -> None:
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


def test_what_is_pasted_is_never_played(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME) as table:
        table.see("Your hand")
        stood = table.settle()
        for text in (f"\x1b[{'9' * 40}n\r", "\x1b]" + "n\r" * 40, "n\r" * 10_000):
            table.press("\x1b[200~")
            for at in range(0, len(text), 1000):
                table.press(text[at : at + 1000])
                table.read(0.01)
            table.press("\x1b[201~")
        assert table.settle() == stood
        table.press("?")
        table.see("H E L P")


def test_no_jumble_of_reports_ends_the_keys(tmp_path: Path) -> None:
    dice = Random(1)
    with PtyTerminal(tmp_path, *GAME) as table:
        table.see("Your hand")
        for _ in range(300):
            figures = ";".join(
                str(dice.choice((0, 1, 8, 99, 48, 65_535, 1_114_112))) for _ in range(dice.randint(1, 5))
            )
            os.write(
                table._master,
                f"\x1b[{dice.choice('<?')[: dice.randint(0, 1)]}{figures}{dice.choice('tuRyMm~')}".encode(),
            )
            table.read(0)
        in_band(table, 80, 24)
        table.settle()
        for _ in range(2):  # a key among them may have opened the help
            table.press("\x1b\x1b")
            table.settle()
        table.press("?")
        table.see("H E L P")
