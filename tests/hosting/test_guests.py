"""Players of a host: logins with `ssh` whose key runs `vok shell`, as an unprivileged user, behind its walls."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hosting.guests import Host, end_processes_of, make_home, processes_of
from tests.hosting.ssh_server import Server
from vok_tui.shared.errors import ExitCode

WELCOME = "A game at once"
MAX_ANSWERS = 400


@pytest.fixture(scope="session")
def host(server: Server, guest_python: Path, open_folder: Path) -> Iterator[Host]:
    host = Host(server, guest_python, make_home(open_folder))
    yield host
    end_processes_of(host.home)


@pytest.fixture(autouse=True)
def no_process_is_left(host: Host) -> Iterator[None]:
    yield
    end_processes_of(host.home)


def test_a_whole_game_plays_in_lines_behind_the_walls(host: Host) -> None:
    with host.login("ann", TERM="dumb") as login:
        for _ in range(MAX_ANSWERS):
            length = len(login.sent)
            while not login.sent[length:].endswith(b"> "):
                login.read()
                assert login.process.poll() is None, login.sent[-1000:].decode()
            if b"The game is over." in login.sent:
                break
            login.press("1\r" if b"\n1. " in login.sent[length:] else "0\r")  # 0 is always what ends something
        assert b"The game is over." in login.sent
        assert b" wins with " in login.sent
    assert len(list((host.home / "ann" / "saves").glob("*.vok"))) == 1


def test_a_second_login_in_lines_is_told_about_the_first(host: Host) -> None:
    with host.login("bob", TERM="dumb") as first:
        first.receive(b"> ")
        with host.login("bob", TERM="dumb") as second:
            assert second.exit_code() == ExitCode.FAILED
            assert b"vok: you play here in another login already: leave that one first" in second.sent


def test_a_table_is_there_again_after_a_cut(host: Host) -> None:
    with host.login("bob") as first:
        first.see(WELCOME)
        first.settle()
        while "▸ Guided game" not in first.text:
            first.press("\r")
            first.settle()
        for key in ("\x1b[C", "\r", "n"):
            first.press(key)
            first.settle()
        first.see("You left the pyramid unchanged")
        first.process.kill()
    with host.login("bob") as second:
        second.see("You left the pyramid unchanged")
        second.settle()
        second.press("q")
        assert second.exit_code() == ExitCode.OK


def test_nothing_that_a_player_sends_changes_anything(host: Host) -> None:
    sent = {
        "VOK_HOME": str(host.home / "bob"),
        "HOME": "/",
        "PYTHONPATH": str(host.home / "bob"),
        "PYTHONINSPECT": "1",
        "TEXTUAL_DEBUG": "1",
        "BROWSER": "touch %s",
        "TMPDIR": "/tmp",
        "COLUMNS": "20",
        "LINES": "5",
        "LC_ALL": "C.UTF-8",
        "LC_EVIL": "x" * 1000,
    }
    with host.login("ann", "vok", "open", "/etc/passwd", **sent) as login:
        login.see("V O K")
        assert len(processes_of(host.home / "ann")) > 1
        assert not processes_of(host.home / "bob")
        assert b"root:" not in login.sent


def test_ctrl_z_leads_to_no_shell(host: Host) -> None:
    with host.login("ann") as login:
        login.see("V O K")
        login.settle()
        login.press("\x1a")
        login.see("not suspended")


@pytest.mark.parametrize(("program", "text"), [("ssh", ""), ("sftp", "get /etc/passwd /dev/stdout\n")])
def test_without_a_terminal_there_is_one_sentence(host: Host, program: str, text: str) -> None:
    done = host.run("ann", *(["cat", "/etc/passwd"] if program == "ssh" else []), program=program, text=text)
    assert done.returncode
    assert "root:" not in done.stdout
    if program == "ssh":
        assert done.returncode == ExitCode.NO_TERMINAL
        assert done.stderr == "vok: here you can only play, and this connection has no terminal: connect with ssh -t\n"
