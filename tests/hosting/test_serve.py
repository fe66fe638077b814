"""Friends of somebody who has typed `vok serve`: real logins with `ssh`, to a door of an unprivileged user, behind its walls."""

import asyncio
import os
import re
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import mkdtemp

import asyncssh
import pytest

from tests.hosting.guests import GuestTerminal, processes_of
from tests.hosting.served_host import ServedHost
from tests.process_end import MAX_WAIT_SECONDS, has_ended
from vok_tui.sessions.door import MAX_CHANNELS, MAX_OF_PLAYER
from vok_tui.shared.errors import ExitCode

WELCOME = "A game at once"


def new_host(open_folder: Path, guest_python: Path) -> ServedHost:
    folder = Path(mkdtemp(dir=open_folder))
    folder.chmod(0o755)
    return ServedHost(folder, guest_python, "--called", "Tom")


@pytest.fixture(scope="module")
def host(open_folder: Path, guest_python: Path) -> Iterator[ServedHost]:
    """A host whose door stays open, with ann, who plays nothing."""
    with new_host(open_folder, guest_python) as served:
        with served.join("ann") as ann:
            ann.see(WELCOME)
        yield served


def play(terminal: GuestTerminal) -> None:
    """Begin a guided game, and make a move in it."""
    terminal.see(WELCOME)
    terminal.settle()
    while "▸ Guided game" not in terminal.text:
        terminal.press("\r")
        terminal.settle()
    for key in ("\x1b[C", "\r", "n"):
        terminal.press(key)
        terminal.settle()
    terminal.see("You left the pyramid unchanged")
    terminal.settle()


def cells_of(terminal: GuestTerminal) -> str:
    terminal.see("You left the pyramid unchanged")
    return terminal.settle()


def test_a_friend_joins_with_a_code_and_then_comes_with_the_key_alone(host: ServedHost) -> None:
    with host.join("ada") as first:
        assert "ada" in first.see(WELCOME)
        play(first)
        cells = first.text
        first.process.kill()
    with host.login("whoever", "ada") as second:
        assert cells_of(second) == cells
        second.press("q")
        assert second.exit_code() == ExitCode.OK
        assert b"saved" in second.sent
        assert second.sent.rindex(b"\x1b[?1049l") < second.sent.rindex(b"saved")
    host.read_log(re.compile(rb"joined player=ada .*login player=ada .*session=waiting.*left player=ada", re.DOTALL))


def test_a_code_holds_once_and_a_wrong_one_leads_nowhere(host: ServedHost) -> None:
    code = host.invite("cat")
    assert code.replace("-", "") not in (host.home / "door" / "players.txt").read_text()
    with host.login("new", "cat") as first:
        first.catch("Your code:")
        first.press(f"{code.upper()}\r")
        first.catch("V O K")
    with host.login("new", "bob") as second:
        for wrong in (code, "", "x" * 100):
            second.catch("Your code:")
            second.forget()
            second.press(f"{wrong}\r")
            second.catch("No invitation has this code")
        assert second.exit_code() == ExitCode.FAILED
    assert not (host.players / "bob").exists()
    assert "Permission denied" in host.try_login("bob", "bob").stderr


def test_a_second_machine_gets_a_key_of_its_own_and_either_can_be_removed(host: ServedHost) -> None:
    with host.join("eve", "laptop"), host.join("eve", "desktop"):
        assert "eve              2 keys" in host.run("players").stdout
    assert host.run("players", "remove", "eve", "1").returncode == ExitCode.OK
    assert "Permission denied" in host.try_login("eve", "laptop").stderr
    assert "no terminal" in host.try_login("eve", "desktop").stderr
    assert host.run("players", "remove", "eve").returncode == ExitCode.OK
    assert "Permission denied" in host.try_login("eve", "desktop").stderr
    assert (host.players / "eve").is_dir()


def test_the_host_sees_who_plays_and_can_end_a_game_and_call_somebody_otherwise(host: ServedHost) -> None:
    with host.join("fay") as fay, host.join("ben") as ben:
        assert len(re.findall(r"^(?:fay|ben) +1 key +plays, since", host.run("--status").stdout, re.MULTILINE)) == 2
        assert host.run("players", "end", "fay").returncode == ExitCode.OK
        assert fay.exit_code() == ExitCode.OK
        assert host.run("players", "rename", "ben", "robert").returncode == ExitCode.OK
        ben.exit_code()
    with host.login("robert", "ben") as robert:
        robert.see(WELCOME)
    assert not (host.players / "ben").exists()
    ended = host.run("players", "end", "--all").stdout
    assert "robert" in ended.removeprefix("Ended: ")


def test_nothing_is_lost_when_a_session_is_killed(host: ServedHost) -> None:
    with host.join("kim") as first:
        play(first)
        for pid in processes_of(host.players / "kim"):
            os.kill(pid, signal.SIGKILL)
        assert first.exit_code() == ExitCode.FAILED
    with host.login("kim", "kim") as second:
        second.see("You left the pyramid unchanged")


def test_nothing_is_lost_when_door_or_nursery_are_killed_or_closed(open_folder: Path, guest_python: Path) -> None:
    with new_host(open_folder, guest_python) as host, ExitStack() as logins:
        login = logins.enter_context(host.join("ann"))
        play(login)
        cells = login.text
        for end, code in (("door", 255), ("nursery", ExitCode.OK), ("closed", ExitCode.OK)):
            nursery = host.nursery
            if end == "door":
                host.kill()
            elif end == "nursery":
                os.kill(nursery, signal.SIGKILL)
                assert host.wait() == ExitCode.FAILED
            else:
                assert host.close() == ExitCode.OK
                assert has_ended(nursery)
                assert host.run("--status").returncode == ExitCode.FAILED
            assert login.exit_code() == code, end
            assert (b"log in again" in login.sent) == (end != "door"), end
            host.open("--log", "json")
            login = logins.enter_context(host.login("ann", "ann"))
            assert cells_of(login) == cells, end
            host.read_log(re.compile(rb'"event": "login", "player": "ann"'))


def test_the_palette_says_who_hosts(host: ServedHost) -> None:
    with host.login("ann", "ann") as ann:
        ann.see(WELCOME)
        ann.press("\x10")
        ann.see("Search")
        ann.press("host")
        ann.see("you play here as ann; Tom lets you")
        ann.press("\x1b")
        ann.settle()


def test_the_newest_login_plays(host: ServedHost) -> None:
    with host.login("ann", "ann") as first:
        first.see(WELCOME)
        with host.login("ann", "ann") as second:
            second.see(WELCOME)
            assert first.exit_code() == ExitCode.OK
            assert b"Another login has taken over this game." in first.sent


def test_nothing_but_the_game_is_there(host: ServedHost) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        attempts: tuple[tuple[tuple[str, ...], str, tuple[str, ...]], ...] = (
            (("cat", "/etc/passwd"), "ssh", ()),
            ((), "sftp", ()),
            (("sftp",), "ssh", ("-s",)),
            ((), "ssh", ("-W", f"127.0.0.1:{port}")),
            ((), "ssh", ("-N", "-o", "ExitOnForwardFailure=yes", "-R", f"0:127.0.0.1:{port}")),
        )
        with host.login("ann", "ann"):
            for words, program, options in attempts:
                done = host.try_login("ann", "ann", *words, program=program, options=options)
                assert done.returncode, (words, program, options)
                assert "root:" not in done.stdout
        listener.settimeout(0)
        with pytest.raises(BlockingIOError):
            listener.accept()


def test_a_connection_has_two_channels_and_a_player_four_connections(host: ServedHost) -> None:
    async def login() -> asyncssh.SSHClientConnection:
        key = str(host.key("ann"))
        return await asyncssh.connect(
            "127.0.0.1", host.port, username="ann", client_keys=[key], known_hosts=None, config=None
        )

    async def crowd() -> None:
        first = await login()
        variables = {f"LC_{number}": "x" * 20_000 for number in range(200)}
        for _ in range(MAX_CHANNELS):
            await first.create_session(asyncssh.SSHClientSession, term_type="xterm", env=variables)
        with pytest.raises(asyncssh.ChannelOpenError):
            await first.create_session(asyncssh.SSHClientSession, term_type="xterm")
        others = [await login() for _ in range(MAX_OF_PLAYER)]
        await first.wait_closed()
        for other in others:
            other.abort()

    asyncio.run(crowd())
    with host.login("ann", "ann") as ann:
        ann.see(WELCOME)


def test_strangers_who_say_nothing_keep_nobody_out(host: ServedHost) -> None:
    speaking = socket.create_connection(("127.0.0.1", host.port), timeout=MAX_WAIT_SECONDS)
    speaking.sendall(b"SSH-2.0-late\r\n")
    assert speaking.recv(4096).startswith(b"SSH-2.0-Vok")
    silent = [socket.create_connection(("127.0.0.1", host.port)) for _ in range(200)]
    speaking.setblocking(False)
    with pytest.raises(BlockingIOError):  # it is still connected
        drain(speaking)
    speaking.close()
    for connection in silent:
        connection.close()
    assert b"dropped count=" in host.read_log(re.compile(rb"dropped count=\d+ latest=127.0.0.1")).group(0)


def drain(connection: socket.socket) -> None:
    while connection.recv(4096):
        pass


def test_the_session_ends_with_its_player_alone(host: ServedHost) -> None:
    with host.login("ann", "ann") as ann:
        ann.see(WELCOME)
        assert processes_of(host.players / "ann")
        ann.settle()
        ann.press("\x03")
        assert ann.exit_code() == ExitCode.OK
