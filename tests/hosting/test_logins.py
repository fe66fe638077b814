"""Real logins with `ssh`: cut, stopped, two at once, from another terminal, and fifty in a row."""

import random
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.hosting.ssh_server import Server, running_server
from tests.process_end import MAX_WAIT_SECONDS, has_ended
from tests.vok_tui.pty_terminal import GAME
from tests.vok_tui.sessions.kept import KeptTerminal, session_pid, state_of
from vok_tui.shared.errors import ExitCode

CUTS = 50
STOPPED = 0.2  # the share of cuts after which the client is there, but neither reads nor closes anything
MAX_CUT_BYTES = 9_000  # of output, before a cut: some more than a login sends
MAX_ATTACH_BYTES = 8_000
KEYS = ("\x1b[C", "\x1b[D", "z", "\x1b", "?", "\x1b", " ", "l", "\x1b", "1", "/", "\x1b")


def processes_of(home: Path) -> set[int]:
    """The processes of Vok on the host that have this home folder, without the clients of SSH."""
    wanted, found = f"VOK_HOME={home}\0".encode(), set()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            command = (folder / "cmdline").read_bytes()
            if wanted in (folder / "environ").read_bytes() and b"vok_tui" in command and not command.startswith(b"ssh"):
                found.add(int(folder.name))
    return found


def descriptors_of(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def test_a_cut_login_comes_back_at_the_same_cells_in_few_bytes(server: Server, kept_home: Path) -> None:
    with server.login(kept_home, *GAME) as first:
        first.see("Your hand")
        first.press("z")
        first.see("2 of 2 gold")
        first.settle()
        cells, pid = first.cells, session_pid(kept_home)
        first.cut()
    with server.login(kept_home) as second:
        second.see("2 of 2 gold")
        second.settle()
        assert second.cells == cells
        assert len(second.sent) <= MAX_ATTACH_BYTES
        second.press("\x1b")
        second.settle()
        second.press("q")
        assert second.exit_code() == ExitCode.OK
        assert b"Your game is saved" in second.sent
    assert has_ended(pid)
    assert not processes_of(kept_home)


def test_a_stopped_client_locks_nobody_out(server: Server, kept_home: Path) -> None:
    with server.login(kept_home, *GAME) as first:
        first.see("Your hand")
        first.process.send_signal(signal.SIGSTOP)  # as if its network were gone: nothing is read, and nothing is closed
        with server.login(kept_home) as second:
            second.see("Your hand")
            second.press("n")
            second.see("You left the pyramid unchanged")
            first.process.send_signal(signal.SIGCONT)
            assert first.exit_code() == ExitCode.OK
            assert b"vok: Another login has taken over this game." in first.sent


def test_two_logins_at_the_same_moment(server: Server, kept_home: Path) -> None:
    with server.login(kept_home) as first, server.login(kept_home) as second:
        both = (first, second)
        while all(login.process.poll() is None for login in both):
            for login in both:
                login.read()
        told = next(login for login in both if login.process.poll() is not None)
        plays = second if told is first else first
        assert told.exit_code() == ExitCode.OK
        assert b"Another login has taken over" in told.sent
        plays.see("Your name")


def test_a_login_from_a_poorer_terminal_gets_only_what_it_can_show(server: Server, kept_home: Path) -> None:
    with server.login(kept_home, *GAME) as first:
        first.see("Your hand")
        first.cut()
    poor = {"TERM": "linux", "COLORTERM": "", "LC_ALL": "C", "NO_COLOR": "1"}
    with server.login(kept_home, env=poor, columns=120, lines=40) as second:
        second.see("Your hand")
        second.settle()
        assert second.sent.isascii()
        assert b"8;2;" not in second.sent
        assert b"8;5;" not in second.sent
        assert b"\x1b[?1000h" not in second.sent


def cut_somewhere(login: KeptTerminal, chance: random.Random) -> bool:
    """Type some keys, and lose the connection after some bytes: the client is killed, or nothing is heard of it any more. Returns
    whether it still exists."""
    limit, idle_looks = chance.randrange(MAX_CUT_BYTES), chance.randrange(1, 8)
    typed = keys_of(chance)
    while len(login.sent) < limit and idle_looks:
        if not login.read(0.1):
            idle_looks -= 1
        if login.sent and chance.random() < 0.3:
            login.press(next(typed))
    if chance.random() < STOPPED:
        login.process.send_signal(signal.SIGSTOP)
        return True
    login.cut()
    return False


def keys_of(chance: random.Random) -> Iterator[str]:
    while True:
        yield chance.choice(KEYS)


def test_fifty_cuts_at_any_moment_leave_one_process_and_no_descriptor(server: Server, kept_home: Path) -> None:
    chance = random.Random(35)
    with server.login(kept_home, *GAME) as first:
        first.see("Your hand")
        first.settle()
        pid, before = session_pid(kept_home), descriptors_of(session_pid(kept_home))
        first.cut()
    with ExitStack() as logins:
        stopped = sum([cut_somewhere(logins.enter_context(server.login(kept_home)), chance) for _ in range(CUTS)])
        assert 0 < stopped < CUTS
        last = logins.enter_context(server.login(kept_home))
        last.settle()
        assert state_of(kept_home).pid == pid
        end = time.monotonic() + MAX_WAIT_SECONDS
        # The connection that was cut last may still be closing, and its client may still wait for its terminal.
        while descriptors_of(pid) > before or len(processes_of(kept_home) - {pid}) > 1:
            last.read()
            assert time.monotonic() < end
        for _ in range(3):
            last.press("\x1b")
            last.settle()
        last.see("Your hand")
        clients = processes_of(kept_home) - {pid}
        assert len(clients) == 1
        last.cut()
        assert all(has_ended(client) for client in clients)
    assert processes_of(kept_home) == {pid}


def test_without_a_server_these_tests_fail_and_say_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.hosting.ssh_server.SBIN", str(tmp_path))
    with (
        pytest.raises(pytest.fail.Exception, match=r"there is no sshd, ssh, .*install openssh-server"),
        running_server(tmp_path),
    ):
        pass
