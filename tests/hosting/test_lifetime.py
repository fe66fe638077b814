"""How a session begins, who plays in it, and how it ends."""

import os
import signal
import socket
from pathlib import Path

from tests.process_end import MAX_WAIT_SECONDS, has_ended
from tests.vok_tui.pty_terminal import GAME, ROOT, PtyTerminal
from tests.vok_tui.sessions.kept import KeptTerminal, session_pid, state_of
from vok_tui.sessions.client import ask_state
from vok_tui.sessions.protocol import SOCKET
from vok_tui.shared.errors import ExitCode


def test_leaving_ends_client_and_session(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *GAME) as table:
        table.see("Your hand")
        pid = session_pid(kept_home)
        table.press("q")
        assert table.exit_code() == ExitCode.OK
        assert table.sent.rindex(b"\x1b[?1049l") < table.sent.rindex(b"Your game is saved")
    assert has_ended(pid)
    assert not (kept_home / SOCKET).exists()


def test_a_hang_up_keeps_the_session_and_a_local_vok_finds_it(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *GAME) as table:
        table.see("Your hand")
        table.press("n")
        table.see("You left the pyramid unchanged")
        pid = session_pid(kept_home)
        table.hang_up()
        assert table.process.wait(MAX_WAIT_SECONDS) == ExitCode.HUNG_UP
    assert session_pid(kept_home) == pid
    with PtyTerminal(kept_home) as local:
        local.see("You left the pyramid unchanged")
        local.press("q")
        assert local.exit_code() == ExitCode.OK
    assert has_ended(pid)


def test_a_local_game_is_kept_if_the_player_wants_it(kept_home: Path) -> None:
    (kept_home / "config.toml").write_text('[session]\nkeep = "always"\n')
    with PtyTerminal(kept_home, *GAME) as table:
        table.see("Your hand")
        assert state_of(kept_home).is_connected


def test_the_newest_login_plays_and_a_stopped_client_is_told_later(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *GAME) as first:
        first.see("Your hand")
        first.settle()
        first.process.send_signal(signal.SIGSTOP)
        first.press("n")  # waits in the terminal of the stopped client
        with KeptTerminal(kept_home) as second:
            second.see("Your hand")
            second.settle()
            cells = second.cells
            first.process.send_signal(signal.SIGCONT)
            assert first.exit_code() == ExitCode.OK
            assert b"vok: Another login has taken over this game." in first.sent
            second.settle()
            assert second.cells == cells, "the key of the old client is not heard"
            second.press("n")
            second.see("You left the pyramid unchanged")


def test_of_two_logins_at_the_same_moment_one_plays_and_the_other_is_told(kept_home: Path) -> None:
    with KeptTerminal(kept_home) as first, KeptTerminal(kept_home) as second:
        while first.process.poll() is None and second.process.poll() is None:
            first.read()
            second.read()
        told, plays = (first, second) if first.process.poll() is not None else (second, first)
        assert told.exit_code() == ExitCode.OK
        assert b"Another login has taken over" in told.sent
        plays.see("Your name")
        assert len(list(kept_home.glob("*.sock"))) == 1


def test_a_second_command_goes_there_inside_the_session(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *GAME) as first:
        first.see("Your hand")
        first.press("n")
        first.see("You left the pyramid unchanged")
        pid = session_pid(kept_home)
        with KeptTerminal(kept_home, "daily") as second:
            text = second.see("You were at Valley of the Kings, turn 1")
            assert "The daily game of" in text
            assert first.exit_code() == ExitCode.OK
            assert session_pid(kept_home) == pid
    assert len(list((kept_home / "saves").glob("*.vok"))) == 2


def test_a_session_of_another_version_ends_and_the_next_begins_at_the_same_place(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *GAME) as old:
        old.see("Your hand")
        old.press("n")
        old.see("You left the pyramid unchanged")
        old.settle()
        pid = session_pid(kept_home)
        with socket.socket(socket.AF_UNIX) as later:  # what any later version says
            later.connect(str(kept_home / SOCKET))
            later.sendall(b"vok attach 99.0 more words\n")
            assert later.recv(1000).startswith(b"vok no ")
        with socket.socket(socket.AF_UNIX) as later:
            later.connect(str(kept_home / SOCKET))
            later.sendall(b"vok end 99.0\n")
            assert later.recv(1000).startswith(b"vok ended ")
            assert later.recv(1) == b""
        assert has_ended(pid)
        assert old.exit_code() == ExitCode.OK
        assert b"vok continues it" in old.sent
    with KeptTerminal(kept_home) as new:
        new.see("You left the pyramid unchanged")
        assert session_pid(kept_home) != pid


def test_a_session_that_nobody_needs_ends_by_itself_and_goes_on_later(kept_home: Path) -> None:
    config = kept_home / "config.toml"
    config.write_text("[session]\nkeep_hours = 0\n")
    with KeptTerminal(kept_home, *GAME) as first:
        first.see("Your hand")
        first.press("n")
        first.see("You left the pyramid unchanged")
        pid = session_pid(kept_home)
        first.cut()
    assert has_ended(pid)
    assert ask_state(str(kept_home)) is None
    with KeptTerminal(kept_home) as second:
        second.see("You left the pyramid unchanged")


def test_a_killed_session_leaves_nothing_in_the_way(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *GAME) as first:
        first.see("Your hand")
        first.press("n")
        first.see("You left the pyramid unchanged")
        pid = session_pid(kept_home)
        os.kill(pid, signal.SIGKILL)
        assert first.exit_code() == ExitCode.FAILED
        assert b"the session of this game has ended" in first.sent.lower()
        assert b"\x1b[?1049l" in first.sent
    with KeptTerminal(kept_home) as second:
        second.see("You left the pyramid unchanged")


def test_after_an_upgrade_the_next_login_begins_a_new_session_at_the_same_place(kept_home: Path) -> None:
    later = kept_home / "later"
    later.mkdir()
    (later / "sitecustomize.py").write_text("import vok_tui\nvok_tui.__version__ = '99.0'\n")
    with KeptTerminal(kept_home, *GAME) as old:
        old.see("Your hand")
        old.press("n")
        old.see("You left the pyramid unchanged")
        pid = session_pid(kept_home)
        with KeptTerminal(kept_home, env={"PYTHONPATH": f"{later}:{ROOT}"}) as new:
            new.see("You left the pyramid unchanged")
            assert old.exit_code() == ExitCode.OK
            assert has_ended(pid)
            assert state_of(kept_home).version.startswith("99.0@")
            new.press("q")
            assert new.exit_code() == ExitCode.OK
