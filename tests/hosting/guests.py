"""An unprivileged user on this machine, a copy of Python that this user can run, and a terminal of somebody who has logged in."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

import pytest

from ai.process.walls import why_no_walls
from tests.hosting.ssh_server import Server
from tests.process_end import MAX_WAIT_SECONDS
from tests.vok_tui.pty_terminal import ROOT, PtyTerminal

NOBODY: Final = 65534
IS_ROOT: Final = os.geteuid() == 0


def make_python(folder: Path) -> Path:
    """A virtual environment with this checkout and what it needs, which an unprivileged user can run. Fails with a sentence where
    that is impossible."""
    if problem := why_no_walls():
        pytest.fail(f"players cannot be kept apart here: {problem}")
    name = f"python3.{sys.version_info.minor}"
    on_system = shutil.which(name, path="/usr/bin:/usr/local/bin")
    places = [Path(sys.base_prefix) / "bin" / name, *([Path(on_system)] if on_system else [])]
    for python in places:
        if python.exists() and can_run([str(python), "-c", ""]):
            subprocess.run([str(python), "-m", "venv", "--without-pip", str(folder / "env")], check=True)
            libraries = folder / "env" / "lib" / name / "site-packages"
            paths = [str(ROOT), *[place for place in sys.path if place.endswith("-packages")]]
            (libraries / "vok.pth").write_text("\n".join(paths))
            return folder / "env" / "bin" / "python"
    pytest.fail(f"no unprivileged user can run Python here: {', '.join(map(str, places))}")


def as_guest() -> dict[str, Any]:
    """Arguments of subprocess.Popen for the unprivileged user."""
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []} if IS_ROOT else {}


def can_run(command: Sequence[str]) -> bool:
    """Whether the unprivileged user can run this."""
    try:
        return subprocess.run(command, check=False, capture_output=True, cwd="/", **as_guest()).returncode == 0
    except OSError:
        return False


def make_home(folder: Path) -> Path:
    """A new folder of players of the unprivileged user, in a folder that everybody can enter."""
    above = Path(mkdtemp(dir=folder))
    above.chmod(0o755)
    home = above / "players"
    for name in ("", "ann", "bob"):
        (home / name).mkdir(mode=0o700, parents=True)
    give_away(home)
    return home


def give_away(folder: Path) -> None:
    """Give a folder and all files in it to the unprivileged user."""
    if IS_ROOT:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, NOBODY, NOBODY)


def processes_of(home: Path) -> set[int]:
    """The processes of the players below this folder: where they are is their current folder."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended, or is none of ours
            if (folder / "cwd").readlink().is_relative_to(home):
                found.add(int(folder.name))
    return found


def end_processes_of(home: Path) -> None:
    """Kill what is left of the sessions of players. What they have started ends with them."""
    for pid in processes_of(home):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


class GuestTerminal(PtyTerminal):
    """A terminal from which somebody has logged in to a host whose players are below `home`."""

    def __init__(self, home: Path, **options: Any) -> None:
        self.home = home
        super().__init__(home.parent, **options)

    def pids(self) -> list[int]:
        """The client and the processes of the players too."""
        return [*super().pids(), *processes_of(self.home)]


class Host:
    """A host with some players."""

    def __init__(self, server: Server, python: Path, home: Path) -> None:
        self.home = home
        self._server = server
        self._python = python
        for player in ("ann", "bob"):
            server.let_in(player, self.command(player))

    def command(self, player: str) -> list[str]:
        """What the key of a player runs. The account of players is an unprivileged one."""
        as_guest = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"] if IS_ROOT else []
        return [*as_guest, str(self._python), "-m", "vok_tui", "shell", "--player", player, "--home", str(self.home)]

    def login(self, player: str, *words: str, **env: str) -> GuestTerminal:
        """A login of a player, who sends a command and variables too."""
        command = self._server.ssh_of_player(player, *words)
        terminal = GuestTerminal(self.home, command=command, env={"COLORTERM": "truecolor", **env})
        terminal.carrier = self._server.pid
        return terminal

    def run(self, player: str, *words: str, program: str = "ssh", text: str = "") -> "subprocess.CompletedProcess[str]":
        """A login without a terminal."""
        line = self._server.ssh_of_player(player, *words, tty=False, program=program)
        return subprocess.run(line, input=text, capture_output=True, text=True, check=False, timeout=MAX_WAIT_SECONDS)
