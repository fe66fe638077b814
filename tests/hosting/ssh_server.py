"""A real OpenSSH server on the loopback interface, with keys of its own, and logins to it."""

import os
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import pytest

from tests.vok_tui.pty_terminal import ROOT
from tests.vok_tui.sessions.kept import KeptTerminal

# With SHLVL, bash takes itself for an inner shell and reads no startup file of the user, which a cut might leave half done.
SBIN = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin:/usr/local/sbin"
CONFIG = """
ListenAddress 127.0.0.1
Port {port}
HostKey {folder}/host
AuthorizedKeysFile {folder}/mine.pub {folder}/players
PidFile none
StrictModes no
UsePAM no
PermitRootLogin yes
PasswordAuthentication no
KbdInteractiveAuthentication no
PrintMotd no
SetEnv SHLVL=9
AcceptEnv *
Subsystem sftp internal-sftp
"""
# What docs/hosting.md recommends.
CROWD_SETTINGS = """
MaxStartups 200:30:400
PerSourceMaxStartups 10
LoginGraceTime 20
ClientAliveInterval 15
ClientAliveCountMax 3
"""


Kept = TypeVar("Kept", bound=KeptTerminal)


class Server:
    """A running SSH server."""

    def __init__(self, folder: Path, port: int, pid: int) -> None:
        self.pid = pid
        self._folder = folder
        self.port = port
        self._login = ["ssh", "-tt", *self._options("mine"), "127.0.0.1"]

    def _options(self, key: str, sent: str = "none") -> list[str]:
        options = ["-q", "-F", "none", "-p", str(self.port), "-i", str(self._folder / key), "-o", f"SendEnv={sent}"]
        options += ["-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no", "-o", "IdentitiesOnly=yes"]
        return [*options, "-o", f"UserKnownHostsFile={self._folder}/known"]

    def let_in(self, player: str, command: Sequence[str]) -> None:
        """Let the holder of a new key run this command, and nothing else."""
        make_key(self._folder / player)
        line = f'restrict,pty,command="{shlex.join(command)}" {(self._folder / f"{player}.pub").read_text()}'
        with (self._folder / "players").open("a") as file:
            file.write(line)

    def ssh_of_player(self, player: str, *words: str, tty: bool = True, program: str = "ssh") -> list[str]:
        """The command line of a player's login. All variables are sent."""
        options = self._options(player, "*")
        if program == "sftp":
            return ["sftp", *[("-P" if word == "-p" else word) for word in options], "127.0.0.1"]
        return [program, "-tt" if tty else "-T", *options, "127.0.0.1", *words]

    def login(self, home: Path, *arguments: str, env: Mapping[str, str] | None = None, **options: Any) -> KeptTerminal:
        """Run `vok` with `arguments` over a new connection, with its games in `home`. `env` is set on the host."""
        return self.login_from(KeptTerminal, home, *arguments, env=env, **options)

    def login_from(
        self, terminal: type[Kept], home: Path, *arguments: str, env: Mapping[str, str] | None = None, **options: Any
    ) -> Kept:
        """The same, on a terminal of this class."""
        on_host = {"VOK_HOME": str(home), "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8", "COLORTERM": "truecolor"}
        words = [f"{name}={value}" for name, value in {**on_host, **(env or {})}.items()]
        command = shlex.join(["env", *words, sys.executable, "-m", "vok_tui", *arguments])
        remote_command = f"cd {shlex.quote(str(home))}; exec {command}"
        here = {"SSH_CONNECTION": "", "TERM": (env or {}).get("TERM", "xterm-256color")}
        login = terminal(home, command=[*self._login, remote_command], env=here, **options)
        login.carrier = self.pid
        return login


def make_key(path: Path) -> None:
    """Make a pair of keys, if there is none."""
    if not path.exists():
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True)


@contextmanager
def running_server(folder: Path, settings: str = "MaxStartups 100") -> Iterator[Server]:
    """Start a server, with these settings too, for as long as the block takes. Fails, with a sentence, where OpenSSH is not
    installed or refuses to run."""
    programs = {name: shutil.which(name, path=SBIN) for name in ("sshd", "ssh", "ssh-keygen")}
    missing = [name for name, path in programs.items() if path is None]
    if missing:
        pytest.fail(
            f"OpenSSH is incomplete: there is no {', '.join(missing)}; install openssh-server and openssh-client"
        )
    for name in ("host", "mine"):
        make_key(folder / name)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "config").write_text(CONFIG.format(folder=folder, port=port) + settings)
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
            pytest.fail(f"sshd does not run for this user: {message}")
        Thread(target=sshd.stderr.read, daemon=True).start()  # after 600 logins a pipe that nobody reads is full
        try:
            yield Server(folder, port, sshd.pid)
        finally:
            sshd.kill()
