"""A real SSH login to a local OpenSSH server: a game is started, the connection is cut, and the game continues."""

import os
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.process_end import has_ended
from tests.vok_tui.pty_terminal import ROOT, PtyTerminal
from tests.vok_tui.test_pty import GAME, play_into_a_turn, table_text
from vok_tui.errors import ExitCode

SBIN = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin:/usr/local/sbin"
CONFIG = """
ListenAddress 127.0.0.1
Port {port}
HostKey {folder}/host
AuthorizedKeysFile {folder}/mine.pub
PidFile none
StrictModes no
UsePAM no
PermitRootLogin yes
PasswordAuthentication no
KbdInteractiveAuthentication no
PrintMotd no
"""


class Server:
    """A running SSH server. A session writes its process id to the file `pid_file`."""

    def __init__(self, folder: Path, port: int) -> None:
        self.pid_file = folder / "pid"
        self._login = ["ssh", "-tt", "-F", "none", "-p", str(port), "-i", str(folder / "mine"), "-o", "BatchMode=yes"]
        self._login += ["-o", "StrictHostKeyChecking=no", "-o", f"UserKnownHostsFile={folder}/known", "127.0.0.1"]

    def login(self, home: Path, *arguments: str) -> PtyTerminal:
        """Run `vok` with `arguments` over a new connection, with its games in `home`."""
        environ = {"VOK_HOME": home, "PYTHONPATH": ROOT, "LANG": "C.UTF-8"}
        command = shlex.join(
            ["env", *(f"{k}={v}" for k, v in environ.items()), sys.executable, "-m", "vok_tui", *arguments]
        )
        remote_command = f"cd {shlex.quote(str(home))}; echo $$ > {shlex.quote(str(self.pid_file))}; exec {command}"
        return PtyTerminal(home, command=[*self._login, remote_command])


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    programs = {name: shutil.which(name, path=SBIN) for name in ("sshd", "ssh", "ssh-keygen")}
    missing = [name for name, path in programs.items() if path is None]
    if missing:
        pytest.skip(f"OpenSSH is incomplete: there is no {', '.join(missing)}")
    folder = tmp_path_factory.mktemp("ssh")
    for name in ("host", "mine"):
        subprocess.run(
            [str(programs["ssh-keygen"]), "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)], check=True
        )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "config").write_text(CONFIG.format(folder=folder, port=port))
    if os.geteuid() == 0:  # as root, sshd needs this folder, which the system makes for its own sshd
        with suppress(OSError):
            Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
    line = [str(programs["sshd"]), "-D", "-e", "-f", str(folder / "config")]
    with subprocess.Popen(line, stderr=subprocess.PIPE, text=True) as sshd:
        assert sshd.stderr is not None
        message = ""
        for line_of_log in sshd.stderr:
            message = line_of_log.strip()
            if "listening" in message:
                break
        if sshd.poll() is not None:
            pytest.skip(f"sshd does not run for this user: {message}")
        yield Server(folder, port)
        sshd.kill()


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="this system has no pidfd_open to wait with")
def test_a_game_over_ssh_continues_after_a_lost_connection(server: Server, tmp_path: Path) -> None:
    with server.login(tmp_path, *GAME) as table:
        table_before = table_text(play_into_a_turn(table))
        table.process.kill()
        assert has_ended(int(server.pid_file.read_text())), "the process ends without its terminal"
    with server.login(tmp_path) as table:
        table.see("Your hand")
        assert table_text(table.settle()) == table_before
        table.press("q")
        assert table.exit_code() == ExitCode.OK
        assert b"Your game is saved" in table.sent
