"""A client whose session says nothing more, on a simulated terminal."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ai.process.walls import why_no_walls
from tests.process_end import MAX_WAIT_SECONDS
from tests.vok_tui.pty_terminal import MINIMAL_ENVIRON, ROOT, PtyTerminal
from vok_tui.sessions.beginning import _listen
from vok_tui.sessions.protocol import (
    COUNT,
    HANDLED,
    HEADER,
    KEYS,
    LEAVE,
    OUTPUT,
    SOCKET,
    YES,
    SessionState,
    answer_line,
    connect,
    current_folder,
    frame,
    own_version,
    receive_line,
)
from vok_tui.shared.errors import ExitCode

# A client that gives a session this time to handle a key.
CLIENT = """
import sys
from vok_tui.sessions import client
client.UNANSWERED_SECONDS = float(sys.argv[1])
try:
    code, _ = client.enter_session(sys.argv[2])
except client.NoAnswer as none:
    print(none)
    code = 1
sys.exit(code)
"""


@contextmanager
def attached_client(home: Path, seconds: float) -> Iterator[tuple[PtyTerminal, socket.socket]]:
    """A client with a session that this test plays."""
    with socket.socket(socket.AF_UNIX) as listener:
        with current_folder(str(home)):
            listener.bind(SOCKET)
        listener.listen()
        command = (sys.executable, "-c", CLIENT, str(seconds), str(home))
        with PtyTerminal(home, command=command) as terminal:
            connection = listener.accept()[0]
            with connection:
                connection.settimeout(MAX_WAIT_SECONDS)
                receive_line(connection)
                connection.sendall(answer_line(SessionState(YES, own_version(), 1, 1, True, "a game")))
                frame_of(connection)
                yield terminal, connection


def frame_of(connection: socket.socket) -> tuple[bytes, bytes]:
    """The next frame of the client."""
    kind, length = HEADER.unpack(connection.recv(HEADER.size, socket.MSG_WAITALL))
    return kind, connection.recv(length, socket.MSG_WAITALL)


@pytest.mark.parametrize("interrupt", ["\x03", "\x1b[99;5u", "\x1b[1089;133u", "\x1b[99;5:1u"])
def test_ctrl_c_leaves_a_session_that_handles_no_key(tmp_path: Path, interrupt: str) -> None:
    with attached_client(tmp_path, 0.05) as (terminal, connection):
        connection.sendall(frame(OUTPUT, b"\x1b[?1049hthe game") + frame(HANDLED, COUNT.pack(0)))
        terminal.catch("the game")
        terminal.press(f"xyz{interrupt}")
        assert terminal.exit_code() == ExitCode.FAILED
        assert b"does not answer; vok sessions end --force ends it, and your game is on disk" in terminal.sent
        assert terminal.sent.rindex(b"\x1b[?1049l") < terminal.sent.rindex(b"does not answer")


def test_ctrl_c_leaves_a_session_that_never_paints(tmp_path: Path) -> None:
    with attached_client(tmp_path, 0.05) as (terminal, _):
        terminal.press("\x03")
        assert terminal.exit_code() == ExitCode.FAILED


def test_ctrl_c_belongs_to_a_session_that_handles_its_keys(tmp_path: Path) -> None:
    with attached_client(tmp_path, MAX_WAIT_SECONDS) as (terminal, connection):
        connection.sendall(frame(OUTPUT, b"the game"))
        terminal.catch("the game")
        terminal.press("\x03")
        keys = b""
        while keys != b"\x03":
            kind, payload = frame_of(connection)
            keys += payload if kind == KEYS else b""
        connection.sendall(frame(HANDLED, COUNT.pack(1)) + frame(OUTPUT, b"it goes on"))
        terminal.catch("it goes on")
        assert terminal.process.poll() is None


LOADED = """
import sys
from vok_tui.__main__ import main
code = main()
print("loaded:", sorted({name.partition(".")[0] for name in sys.modules} & {"engine", "saves", "textual", "asyncio", "ctypes"}))
sys.exit(code)
"""


@pytest.mark.parametrize("words", [(), ("shell", "--player", "ann", "--home")], ids=["vok", "vok shell"])
def test_a_login_to_a_session_that_waits_imports_no_game(tmp_path: Path, words: tuple[str, ...]) -> None:
    folder = tmp_path / "ann"
    folder.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as listener:
        with current_folder(str(folder)):
            listener.bind(SOCKET)
        listener.listen()
        command = (sys.executable, "-c", LOADED, *words, *([str(tmp_path)] if words else []))
        # A variable for Python would let `vok shell` start itself again.
        code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); del sys.argv[0]; exec(sys.argv[0])"
        through_env = ("env", "-u", "PYTHONPATH", command[0], "-c", code, *command[2:])
        with PtyTerminal(folder, command=through_env) as terminal, listener.accept()[0] as connection:
            receive_line(connection)
            connection.sendall(answer_line(SessionState(YES, own_version(), 1, 1, True, "a game")))
            connection.sendall(frame(LEAVE, b'{"code": 0, "out": "", "err": ""}'))
            assert terminal.exit_code() == ExitCode.OK
        assert b"loaded: []" in terminal.sent


# A system that denies a call, as SELinux may.
DENIED = """
import platform, sys
from ai.process import walls
machine = walls.MACHINES[platform.machine()]
number = walls.REFUSED[sys.argv[1]][machine.column]
walls._give_up_privileges()
walls._filter_calls([*walls._start_of_filter(machine), (walls.JUMP_IF_EQUAL, 0, 1, number), walls.REFUSE_CALL, walls.ALLOW_CALL])
from vok_tui.cli.main import run
sys.exit(run(sys.argv[2:]))
"""


@pytest.mark.skipif(why_no_walls() != "", reason="this system cannot deny a call")
@pytest.mark.parametrize("call", ["connect", "socket"])
def test_where_no_session_can_be_reached_nobody_is_told_that_none_runs(tmp_path: Path, call: str) -> None:
    environ = {**MINIMAL_ENVIRON, "VOK_HOME": str(tmp_path)}
    with socket.socket(socket.AF_UNIX) as listener:
        with current_folder(str(tmp_path)):
            listener.bind(SOCKET)
        listener.listen()
        for words in (["sessions"], ["sessions", "end"]):
            command = [sys.executable, "-c", DENIED, call, *words]
            done = subprocess.run(command, capture_output=True, text=True, check=False, env=environ)
            assert done.returncode == ExitCode.FAILED
            assert done.stdout == ""
            assert "whether a session runs cannot be found out (operation not permitted)" in done.stderr


def test_a_link_to_the_socket_of_another_program_is_no_session_and_gives_way(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as foreign, current_folder(str(tmp_path)):
        foreign.bind("foreign")
        foreign.listen()
        (tmp_path / SOCKET).symlink_to("foreign")
        assert connect(str(tmp_path), MAX_WAIT_SECONDS) is None
        _listen(str(tmp_path)).close()
        assert (tmp_path / SOCKET).is_socket()
        assert not (tmp_path / SOCKET).is_symlink()
        assert (tmp_path / "foreign").is_socket()
