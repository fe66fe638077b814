"""A terminal that is none: `vok` in a process of its own behind a real pty, and pyte to tell what its screen shows."""

import fcntl
import os
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import pyte

MAX_WAIT_SECONDS = 30.0  # seconds; a slow machine is no failure
# The first terminal that the leader of a session opens is the one that it hangs on: closing it sends SIGHUP.
HANG_ON = 'exec "$@" <>"$0" >&0 2>&0'
ROOT = Path(__file__).parent.parent.parent
PLAIN = {"PATH": os.environ.get("PATH", ""), "TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT)}


class PtyTerminal:
    """`vok` with `arguments`, on a terminal of `columns` by `lines`, its games in `home`."""

    def __init__(
        self,
        home: Path,
        *arguments: str,
        columns: int = 80,
        lines: int = 24,
        env: Mapping[str, str] | None = None,
        command: Sequence[str] = (sys.executable, "-m", "vok_tui"),
    ) -> None:
        self.sent = b""
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        self._master, self._slave = os.openpty()
        self._set_size(self._master, columns, lines)
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", HANG_ON, os.ttyname(self._slave), *command, *arguments],
            stdin=subprocess.DEVNULL,
            env={**PLAIN, "HOME": str(home), "VOK_HOME": str(home), **(env or {})},
            cwd=home,
            start_new_session=True,
        )

    def __enter__(self) -> "PtyTerminal":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.hang_up()

    @property
    def text(self) -> str:
        """What the screen shows."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def read(self, seconds: float = 0.05) -> bool:
        """Take in what was sent; False if nothing came for so long."""
        if self._master < 0 or not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:  # the other end is closed
            return False
        self.sent += data
        self._stream.feed(data)
        return bool(data)

    def see(self, wanted: str) -> str:
        """Wait until the screen shows a text; returns the screen."""
        end = time.monotonic() + MAX_WAIT_SECONDS
        while wanted not in self.text:
            self.read()
            assert time.monotonic() < end, f"never saw {wanted!r}:\n{self.text}"
        return self.text

    def settle(self) -> str:
        """The screen once nothing more has come for a while."""
        while self.read(0.5):
            pass
        return self.text

    def press(self, keys: str) -> None:
        """Type."""
        os.write(self._master, keys.encode())

    def resize(self, columns: int, lines: int) -> None:
        """Another size, as when a window is dragged."""
        self.screen.resize(lines, columns)
        self._set_size(self._master, columns, lines)
        self.process.send_signal(signal.SIGWINCH)

    def hang_up(self) -> None:
        """Close the terminal, as when a window is closed or a line is lost."""
        if self._master >= 0:
            os.close(self._master)
            os.close(self._slave)
            self._master = -1

    def exit_code(self) -> int:
        """Wait for the end; the exit code."""
        end = time.monotonic() + MAX_WAIT_SECONDS
        while self.process.poll() is None:
            self.read()
            assert time.monotonic() < end, f"never ended:\n{self.text}"
        while self.read():
            pass
        return self.process.returncode

    def _set_size(self, terminal: int, columns: int, lines: int) -> None:
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
