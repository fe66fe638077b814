"""A host with `vok serve`, run by an unprivileged user, and logins to it with the `ssh` of this machine."""

import os
import re
import select
import signal
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from tests.hosting.guests import GuestTerminal, as_guest, end_processes_of, give_away
from tests.hosting.ssh_server import make_key
from tests.process_end import MAX_WAIT_SECONDS, has_ended
from tests.vok_tui.pty_terminal import MINIMAL_ENVIRON, children_of

CODE: Final = re.compile(r"Code: (\S+)")
PORT: Final = re.compile(rb"open port=(\d+)|\"open\", \"port\": (\d+)")


class ServedHost:
    """A host in a folder of the unprivileged user. Its door is open inside of a `with` block, with these options."""

    def __init__(self, folder: Path, python: Path, *options: str) -> None:
        self.home: Final = folder / "host"
        self.players: Final = self.home / "players"
        self._keys: Final = folder / "keys"
        self._python: Final = python
        self._options: Final = options
        self.port = 0
        self.log = b""
        for made in (self.home, self._keys):
            made.mkdir(mode=0o700)
        give_away(self.home)

    def open(self, *options: str) -> None:
        """Open the door, and wait until it listens."""
        self.log = b""
        words = ["--address", "127.0.0.1", "--port", str(self.port), *options]
        self.process = subprocess.Popen(
            self.command(*words), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd="/", **as_guest()
        )
        match = self.read_log(PORT)
        self.port = int(match.group(1) or match.group(2))

    def read_log(self, wanted: "re.Pattern[bytes]") -> "re.Match[bytes]":
        """Wait until the door has printed this."""
        assert self.process.stdout is not None
        while not (match := wanted.search(self.log)):
            ready, _, _ = select.select([self.process.stdout], [], [], MAX_WAIT_SECONDS)
            piece = os.read(self.process.stdout.fileno(), 4096) if ready else b""
            assert piece, self.log.decode()
            self.log += piece
        return match

    @property
    def nursery(self) -> int:
        """The process of the nursery."""
        (nursery,) = children_of(self.process.pid)
        return nursery

    def close(self) -> int:
        """Close the door as Ctrl-C does. Returns its exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.wait()

    def kill(self) -> None:
        """Kill the door, and wait until the nursery has noticed."""
        nursery = self.nursery
        self.process.kill()
        self.wait()
        assert has_ended(nursery)

    def wait(self) -> int:
        assert self.process.stdout is not None
        code = self.process.wait(MAX_WAIT_SECONDS)
        self.process.stdout.close()
        return code

    def __enter__(self) -> "ServedHost":
        self.open(*self._options)
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.wait()
        end_processes_of(self.players)

    def command(self, *words: str) -> list[str]:
        """The command line of `vok serve` on this host."""
        return [str(self._python), "-m", "vok_tui", "serve", *words, "--home", str(self.home)]

    def run(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run `vok serve` with these words, to its end."""
        return subprocess.run(self.command(*words), check=False, capture_output=True, text=True, cwd="/", **as_guest())

    def invite(self, name: str) -> str:
        """The code of an invitation."""
        done = self.run("invite", name)
        match = CODE.search(done.stdout)
        assert match is not None, done.stdout + done.stderr
        return match.group(1)

    def key(self, name: str) -> Path:
        """A key of this name."""
        make_key(self._keys / name)
        return self._keys / name

    def ssh(self, user: str, key: str, *words: str, program: str = "ssh", options: tuple[str, ...] = ()) -> list[str]:
        """The command line of a login with a key of this name."""
        port = "-P" if program == "sftp" else "-p"
        line = [program, "-F", "none", port, str(self.port), "-i", str(self.key(key)), *options]
        line += ["-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no", "-o", "IdentitiesOnly=yes"]
        line += ["-o", f"UserKnownHostsFile={self._keys}/known", "-o", "SendEnv=*", "-o", "LogLevel=ERROR"]
        return [*line, f"{user}@127.0.0.1", *words]

    def login(self, user: str, key: str, **env: str) -> GuestTerminal:
        """Log in from a terminal."""
        terminal = GuestTerminal(self.players, command=self.ssh(user, key), env={"COLORTERM": "truecolor", **env})
        terminal.carrier = self.process.pid
        return terminal

    def try_login(self, user: str, key: str, *words: str, **options: Any) -> "subprocess.CompletedProcess[str]":
        """Log in without a terminal."""
        line = self.ssh(user, key, *words, **options)
        return subprocess.run(
            line, stdin=subprocess.DEVNULL, check=False, capture_output=True, text=True, env=MINIMAL_ENVIRON, timeout=60
        )

    def join(self, name: str, key: str = "") -> GuestTerminal:
        """Log in for the first time, with an invitation."""
        terminal = self.login("new", key or name)
        terminal.catch("Your code:")
        terminal.press(f"{self.invite(name)}\r")
        terminal.catch("V O K")
        return terminal
