"""What comes over the socket is bounded, and a client that does not keep to the protocol harms nobody."""

import json
import os
import select
import signal
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.process_end import MAX_WAIT_SECONDS
from tests.vok_tui.pty_terminal import GAME
from tests.vok_tui.sessions.kept import KeptTerminal, session_pid, state_of
from vok_tui.sessions.process import MAX_UNSENT_BYTES
from vok_tui.sessions.protocol import (
    KEYS,
    MAX_FRAME_BYTES,
    MAX_LINE_BYTES,
    MAX_TERMINAL_BYTES,
    MAX_WAITING_CLIENTS,
    PAINTED,
    RESUMED,
    SIZE,
    SOCKET,
    TERMINAL,
    WINDOW,
    ask_line,
    frame,
)

HELLO = ask_line("attach")
DESCRIPTION = {"env": {"TERM": "xterm"}, "window": [80, 24], "may_suspend": False, "start": None}
SOCKET_BUFFER_BYTES = 300_000  # that the system keeps, with some frames
MAX_SECONDS_AFTERWARDS = 5.0  # of processor time, with a login; what was sent would take minutes
START = {"path": None, "daily": None}
BAD_BEGINNINGS = {
    "an attachment after another question": ask_line("state") + frame(TERMINAL, json.dumps(DESCRIPTION).encode()),
    "another version": b"vok attach 99.0\n" + frame(TERMINAL, json.dumps(DESCRIPTION).encode()),
    "a line without end": b"x" * (MAX_LINE_BYTES + 2),
    "another protocol": b"GET / HTTP/1.0\n",
    "an unknown frame": HELLO + frame(b"?"),
    "a frame that is too long": HELLO + TERMINAL + (MAX_TERMINAL_BYTES + 1).to_bytes(4),
    "too many keys in one": HELLO + KEYS + (MAX_FRAME_BYTES + 1).to_bytes(4),
    "no JSON": HELLO + frame(TERMINAL, b"{"),
    "deep JSON": HELLO + frame(TERMINAL, b"[" * 100_000),
    "a list": HELLO + frame(TERMINAL, b"[]"),
    "no window": HELLO + frame(TERMINAL, json.dumps({**DESCRIPTION, "window": [0, 24]}).encode()),
    "a huge window": HELLO + frame(TERMINAL, json.dumps({**DESCRIPTION, "window": [80, 1 << 20]}).encode()),
    "another variable": HELLO + frame(TERMINAL, json.dumps({**DESCRIPTION, "env": {"VOK_HOME": "/"}}).encode()),
    "bad options": HELLO + frame(TERMINAL, json.dumps({**DESCRIPTION, "start": START}).encode()),
}


@contextmanager
def client_of(home: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(MAX_WAIT_SECONDS)
        client.connect(str(home / SOCKET))
        yield client


def read_to_end(client: socket.socket) -> bytes:
    data = b""
    try:
        while piece := client.recv(1 << 16):
            data += piece
    except ConnectionError:
        pass
    return data


def test_a_client_that_does_not_keep_to_the_protocol_is_dropped(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *GAME) as table:
        table.see("Your hand")
        table.settle()
        cells, mode = table.cells, (kept_home / SOCKET).stat().st_mode
        assert stat.S_IMODE(mode) == 0o600
        for beginning in BAD_BEGINNINGS.values():
            with client_of(kept_home) as client:
                with suppress(ConnectionError):  # it hangs up in the middle
                    client.sendall(beginning)
                assert b"\x1b" not in read_to_end(client)
        table.settle()
        assert table.cells == cells
        table.press("n")
        table.see("You left the pyramid unchanged")


def test_clients_that_say_nothing_keep_nobody_out(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *GAME) as table:
        table.see("Your hand")
        idle = [socket.socket(socket.AF_UNIX) for _ in range(3 * MAX_WAITING_CLIENTS)]
        for client in idle:
            client.connect(str(kept_home / SOCKET))
        assert state_of(kept_home).is_connected
        with KeptTerminal(kept_home) as second:
            second.see("Your hand")
        for client in idle:
            client.close()


def test_a_client_that_does_not_read_neither_blocks_nor_swells_the_session(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *GAME) as table:
        table.see("Your hand")
        table.settle()
        with client_of(kept_home) as client:
            client.sendall(HELLO + frame(TERMINAL, json.dumps(DESCRIPTION).encode()))
            assert table.exit_code() == 0
            for columns in range(300, 340):  # each time some 60 kB are painted
                client.sendall(frame(SIZE, WINDOW.pack(columns, 100)))
                assert state_of(kept_home).is_connected
            with KeptTerminal(kept_home) as next_login:
                next_login.see("Your hand")
                waiting = read_to_end(client)
        assert len(waiting) < MAX_UNSENT_BYTES + SOCKET_BUFFER_BYTES


FLOODS = {"keys": frame(KEYS, b"\x1b[C\x1b[D" * 1_000), "going on": frame(RESUMED) * 1_000}
LOOKS, LOOK_SECONDS = 100, 0.02


@pytest.mark.parametrize("kind", FLOODS)
def test_what_a_client_has_sent_dies_with_it(kept_home: Path, kind: str) -> None:
    with KeptTerminal(kept_home, *GAME) as table:
        table.see("Your hand")
        pid = session_pid(kept_home)
        with client_of(kept_home) as client:
            client.sendall(HELLO + frame(TERMINAL, json.dumps(DESCRIPTION).encode()))
            assert table.exit_code() == 0
            client.setblocking(False)
            sent, flood = 0, FLOODS[kind]
            for _ in range(LOOKS):
                select.select([client], [client], [], LOOK_SECONDS)
                with suppress(BlockingIOError):
                    while True:
                        sent += client.send(flood[sent % len(flood) :])
                with suppress(BlockingIOError):
                    while client.recv(1 << 20):
                        pass
        before = processor_seconds(pid)
        with KeptTerminal(kept_home) as next_login:
            next_login.see("Your hand")
            next_login.settle()
        assert processor_seconds(pid) - before < MAX_SECONDS_AFTERWARDS


def processor_seconds(pid: int) -> float:
    """The processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def answer_to(uid: int, home: Path) -> bool:
    """Whether the session answers a client of this user."""
    child = os.fork()
    if child == 0:
        status = 2
        try:
            os.chdir(home)
            os.setuid(uid)
            with socket.socket(socket.AF_UNIX) as client:
                client.connect(SOCKET)
                status = 1 if first_answer(client) else 0
        finally:
            os._exit(status)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, 1)
    return bool(code)


def first_answer(client: socket.socket) -> bytes:
    try:
        client.sendall(HELLO)
        return client.recv(100)
    except ConnectionError:
        return b""


def test_another_user_gets_no_answer_even_if_the_socket_is_open_to_all(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *GAME) as table:
        table.see("Your hand")
        assert answer_to(os.geteuid(), kept_home)
        (kept_home / SOCKET).chmod(0o666)
        kept_home.chmod(0o711)
        if os.geteuid() == 0:  # only then there is another user to try it as
            assert not answer_to(65534, kept_home)
        assert state_of(kept_home).is_connected


def test_a_file_that_cannot_be_opened_is_refused_outside_of_the_session(kept_home: Path) -> None:
    (kept_home / "bad.vok").write_bytes(b"no save")
    with KeptTerminal(kept_home, *GAME) as table:
        table.see("Your hand")
        with KeptTerminal(kept_home, "open", str(kept_home / "bad.vok")) as second:
            assert second.exit_code() == 1
            assert b"\x1b" not in second.sent
        table.press("n")
        table.see("You left the pyramid unchanged")


def test_a_report_of_painted_bytes_is_checked(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *GAME) as table:
        table.see("Your hand")
        with client_of(kept_home) as client:
            client.sendall(HELLO + frame(TERMINAL, json.dumps(DESCRIPTION).encode()) + frame(PAINTED, b"12345678"))
            client.sendall(frame(KEYS, b"n"))
            client.recv(100)
            client.sendall(frame(PAINTED, b"123"))
            assert read_to_end(client)
        assert not state_of(kept_home).is_connected


def test_a_folder_of_any_length_has_a_socket(kept_home: Path) -> None:
    deep = kept_home / ("long" * 20) / ("name" * 20)
    deep.mkdir(parents=True)
    with KeptTerminal(deep, *GAME) as table:
        table.see("Your hand")
        assert len(str(deep / SOCKET)) > 150
        table.press("q")
        assert table.exit_code() == 0


def test_a_signal_ends_the_session_with_everything_on_disk(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *GAME) as table:
        table.see("Your hand")
        table.press("n")
        table.see("You left the pyramid unchanged")
        os.kill(session_pid(kept_home), signal.SIGTERM)
        assert table.exit_code() == 143
        assert b"vok continues it" in table.sent
    with KeptTerminal(kept_home) as table:
        table.see("You left the pyramid unchanged")
