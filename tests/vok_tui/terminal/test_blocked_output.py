"""A terminal that does not read the output: a stopped window, a connection that hangs."""

import os
import select
import signal
import time
from pathlib import Path
from threading import Event
from time import monotonic

import pytest

from saves import Shelf
from tests.process_end import MAX_WAIT_SECONDS
from tests.vok_tui.pty_terminal import GAME, PtyTerminal
from vok_tui.shared.errors import ExitCode
from vok_tui.terminal.driver import TerminalWriter

LARGE_WINDOW = {"columns": 200, "lines": 60}  # so that much is painted


def press_without_reading(table: PtyTerminal, keys: str, times: int) -> None:
    """Press keys that repaint much and wait until the game has read them. Reads no output."""
    for _ in range(times):
        table.press(keys)
        while table.unread_keys():
            os.sched_yield()  # let the game run


def play_turn_without_reading(table: PtyTerminal, home: Path) -> None:
    """Make the game paint far more than the terminal buffers, then end a turn. Reads no output."""
    press_without_reading(table, "l", 60)  # open and close the log
    press_without_reading(table, "n", 1)
    press_without_reading(table, "\r", 1)
    end = time.monotonic() + MAX_WAIT_SECONDS
    while Shelf(home).is_empty:
        assert time.monotonic() < end, "the turn was never played"


@pytest.mark.nightly(reason="fills a terminal", keep="1-129")
@pytest.mark.parametrize(
    ("ending_signal", "code"),
    [(signal.SIGHUP, ExitCode.HUNG_UP), (signal.SIGTERM, ExitCode.TERMINATED), (signal.SIGINT, ExitCode.INTERRUPTED)],
)
def test_signals_end_the_game_though_its_output_is_not_read(
    tmp_path: Path, ending_signal: signal.Signals, code: int
) -> None:
    with PtyTerminal(tmp_path, *GAME, **LARGE_WINDOW) as table:
        table.see("Your hand")
        play_turn_without_reading(table, tmp_path)
        table.process.send_signal(ending_signal)
        assert table.process.wait(MAX_WAIT_SECONDS) == code


@pytest.mark.nightly(reason="fills a terminal", keep="15")
@pytest.mark.parametrize("ending_signal", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT])
def test_a_signal_does_not_wait_for_keys_typed_before_it(tmp_path: Path, ending_signal: signal.Signals) -> None:
    with PtyTerminal(tmp_path, *GAME, **LARGE_WINDOW) as table:
        table.see("Your hand")
        press_without_reading(table, "l" * 500, 6)
        press_without_reading(table, "n\r", 1)
        table.process.send_signal(ending_signal)
        table.process.wait(MAX_WAIT_SECONDS)
        assert Shelf(tmp_path).is_empty, "the last turn was played"


def test_unread_frames_are_dropped_and_a_full_repaint_is_requested() -> None:
    master, slave = os.openpty()
    caught_up = Event()
    writer = TerminalWriter(slave, False, caught_up.set)
    for _ in range(100):
        writer.write("x" * 10_000)
    read, end = 0, monotonic() + MAX_WAIT_SECONDS
    while not caught_up.is_set():  # the last bytes may arrive shortly before the callback
        if select.select([master], [], [], 0)[0]:
            read += len(os.read(master, 1 << 16))
        elif not caught_up.wait(0 if select.select([master], [], [], 0.1)[0] else 0.1):
            assert monotonic() < end, "it never caught up"
    assert 0 < read < 100 * 10_000
    writer.write("the end")
    writer.close()
    tail = b""
    while not tail.endswith(b"the end"):
        assert select.select([master], [], [], MAX_WAIT_SECONDS)[0], "the last bytes never came"
        tail = (tail + os.read(master, 1 << 16))[-100:]
    os.close(slave)
    os.close(master)
