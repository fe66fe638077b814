"""Friends of somebody who has typed `vok serve`: real logins with `ssh`, to a door of an unprivileged user, behind its walls."""

import asyncio
import os
import re
import signal
import socket
from collections.abc import Iterator
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


@pytest.fixture
def host(guest_python: Path, open_folder: Path) -> Iterator[ServedHost]:
    folder = Path(mkdtemp(dir=open_folder))
    folder.chmod(0o755)
    with ServedHost(folder, guest_python) as served:
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
    with host.join("ann") as first:
        assert "ann" in first.see(WELCOME)
        play(first)
        cells = first.text
        first.process.kill()
    with host.login("whoever", "ann") as second:
        assert cells_of(second) == cells
        second.press("q")
        assert second.exit_code() == ExitCode.OK
        assert b"saved" in second.sent
        assert second.sent.rindex(b"\x1b[?1049l") < second.sent.rindex(b"saved")
    host.read_log(re.compile(rb"joined player=ann .*login player=ann .*session=waiting.*left player=ann", re.DOTALL))


def test_a_code_holds_once_and_a_wrong_one_leads_nowhere(host: ServedHost) -> None:
    code = host.invite("ann")
    assert code.replace("-", "") not in (host.home / "door" / "players.txt").read_text()
    with host.login("new", "ann") as first:
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
    with host.join("ann", "laptop"), host.join("ann", "desktop"):
        assert "ann              2 keys" in host.run("players").stdout
    assert host.run("players", "remove", "ann", "1").returncode == ExitCode.OK
    assert "Permission denied" in host.try_login("ann", "laptop").stderr
    assert "no terminal" in host.try_login("ann", "desktop").stderr
    assert host.run("players", "remove", "ann").returncode == ExitCode.OK
    assert "Permission denied" in host.try_login("ann", "desktop").stderr
    assert (host.players / "ann").is_dir()


def test_the_host_sees_who_plays_and_can_end_a_game_and_call_somebody_otherwise(host: ServedHost) -> None:
    with host.join("ann") as ann, host.join("bob") as bob:
        assert len(re.findall(r"^(?:ann|bob) +1 key +plays, since", host.run("--status").stdout, re.MULTILINE)) == 2
        assert host.run("players", "end", "ann").returncode == ExitCode.OK
        assert ann.exit_code() == ExitCode.OK
        assert host.run("players", "rename", "bob", "robert").returncode == ExitCode.OK
        bob.exit_code()
    with host.login("robert", "bob") as robert:
        robert.see(WELCOME)
    assert not (host.players / "bob").exists()
    assert "Ended: robert." in host.run("players", "end", "--all").stdout


@pytest.mark.parametrize("dies", ["door", "nursery", "session"])
def test_nothing_is_lost_when_a_process_is_killed(host: ServedHost, dies: str) -> None:
    with host.join("ann") as first:
        play(first)
        cells = first.text
        if dies == "door":
            host.kill()
            assert first.exit_code() == 255
        elif dies == "nursery":
            os.kill(host.nursery, signal.SIGKILL)
            assert host.wait() == ExitCode.FAILED
            assert first.exit_code() == ExitCode.OK
        else:
            for pid in processes_of(host.players / "ann"):
                os.kill(pid, signal.SIGKILL)
            assert first.exit_code() == ExitCode.FAILED
    if dies != "session":
        host.open()
    with host.login("ann", "ann") as second:
        if dies == "session":
            second.see("You left the pyramid unchanged")
        else:
            assert cells_of(second) == cells


def test_a_closed_door_says_so_and_the_next_one_shows_the_same(host: ServedHost) -> None:
    with host.join("ann") as first:
        play(first)
        cells = first.text
        assert host.close() == ExitCode.OK
        assert first.exit_code() == ExitCode.OK
        assert b"log in again" in first.sent
    assert host.run("--status").returncode == ExitCode.FAILED
    host.open("--log", "json")
    with host.login("ann", "ann") as second:
        assert cells_of(second) == cells
    host.read_log(re.compile(rb'"event": "login", "player": "ann"'))


def test_the_palette_says_who_hosts(host: ServedHost) -> None:
    assert host.close() == ExitCode.OK
    host.open("--called", "Tom")
    with host.join("ann") as ann:
        ann.see(WELCOME)
        ann.press("\x10")
        ann.see("Search")
        ann.press("host")
        ann.see("you play here as ann; Tom lets you")


def test_the_newest_login_plays(host: ServedHost) -> None:
    with host.join("ann") as first:
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
        with host.join("ann"):
            for words, program, options in attempts:
                done = host.try_login("ann", "ann", *words, program=program, options=options)
                assert done.returncode, (words, program, options)
                assert "root:" not in done.stdout
        listener.settimeout(0)
        with pytest.raises(BlockingIOError):
            listener.accept()


def test_a_connection_has_two_channels_and_a_player_four_connections(host: ServedHost) -> None:
    with host.join("ann") as ann:
        ann.see(WELCOME)

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
    with host.join("ann") as ann:
        ann.see(WELCOME)
    speaking = socket.create_connection(("127.0.0.1", host.port), timeout=MAX_WAIT_SECONDS)
    speaking.sendall(b"SSH-2.0-late\r\n")
    assert speaking.recv(4096).startswith(b"SSH-2.0-Vok")
    silent = [socket.create_connection(("127.0.0.1", host.port)) for _ in range(200)]
    with host.login("ann", "ann") as ann:
        ann.see(WELCOME)
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
    with host.join("ann") as ann:
        ann.see(WELCOME)
        nursery = host.nursery
        assert processes_of(host.players / "ann")
        ann.settle()
        ann.press("\x03")
        assert ann.exit_code() == ExitCode.OK
    host.close()
    assert has_ended(nursery)
