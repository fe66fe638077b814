"""A terminal that does not read: a halted window, a connection that hangs."""

import os
import select
import signal
import time
from pathlib import Path
from threading import Event
from time import monotonic

import pytest

from tests.vok_tui.pty_terminal import MAX_WAIT_SECONDS, PtyTerminal
from tests.vok_tui.test_pty import GAME
from vok_tui.exit_codes import ExitCode
from vok_tui.terminal.output_writer import TerminalWriter

LARGE = {"columns": 200, "lines": 60}  # much to paint


def strike_unread(table: PtyTerminal, keys: str, times: int) -> None:
    """Press keys that repaint much, and wait until the game has read each key. Read nothing."""
    for _ in range(times):
        table.press(keys)
        while table.unread_keys():
            os.sched_yield()  # the game needs the core


def play_a_turn_unread(table: PtyTerminal, home: Path) -> None:
    """Paint far more than the line holds, then end a turn. All that time, nothing is read."""
    strike_unread(table, "l", 300)  # the log, open and closed
    strike_unread(table, "n", 1)
    strike_unread(table, "\r", 1)
    end = time.monotonic() + MAX_WAIT_SECONDS
    while not list(home.rglob("*.vok")):
        assert time.monotonic() < end, "the turn was never played"


@pytest.mark.parametrize(
    ("ending", "code"),
    [(signal.SIGHUP, ExitCode.HUNG_UP), (signal.SIGTERM, ExitCode.TERMINATED), (signal.SIGINT, ExitCode.INTERRUPTED)],
)
def test_signals_are_obeyed_though_nobody_reads_the_terminal(tmp_path: Path, ending: signal.Signals, code: int) -> None:
    with PtyTerminal(tmp_path, *GAME, **LARGE) as table:
        table.see("Your hand")
        play_a_turn_unread(table, tmp_path)
        table.process.send_signal(ending)
        assert table.process.wait(MAX_WAIT_SECONDS) == code


@pytest.mark.parametrize("ending", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT])
def test_a_signal_does_not_wait_for_keys_that_were_typed_before_it(tmp_path: Path, ending: signal.Signals) -> None:
    with PtyTerminal(tmp_path, *GAME, **LARGE) as table:
        table.see("Your hand")
        strike_unread(table, "l" * 500, 6)
        strike_unread(table, "n\r", 1)
        table.process.send_signal(ending)
        table.process.wait(MAX_WAIT_SECONDS)
        assert not list(tmp_path.rglob("*.vok")), "the turn that was ended last was played"


def test_frames_that_nobody_reads_are_dropped_and_the_whole_picture_is_asked_for() -> None:
    master, slave = os.openpty()
    caught_up = Event()
    writer = TerminalWriter(slave, False, caught_up.set)
    for _ in range(100):
        writer.write("x" * 10_000)
    read, end = 0, monotonic() + MAX_WAIT_SECONDS
    while not caught_up.is_set():  # the last bytes may be read a moment before the writer says so
        if select.select([master], [], [], 0)[0]:
            read += len(os.read(master, 1 << 16))
        elif not caught_up.wait(0 if select.select([master], [], [], 0.1)[0] else 0.1):
            assert monotonic() < end, "it never caught up"
    assert 0 < read < 100 * 10_000
    writer.write("the end")
    writer.close()
    tail = b""
    while not tail.endswith(b"the end"):
        assert select.select([master], [], [], MAX_WAIT_SECONDS)[0], "the last of it never came"
        tail = (tail + os.read(master, 1 << 16))[-100:]
    os.close(slave)
    os.close(master)
