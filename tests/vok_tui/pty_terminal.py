"""A simulated terminal: `vok` in its own process behind a real pty, and pyte to read its screen."""

import fcntl
import os
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pyte

from tests.process_end import MAX_WAIT_SECONDS
from tests.vok_tui.warm_vok import WarmProcess, can_fork, fork_program

LOOK_SECONDS = 0.05
QUIET_LOOKS = 6  # in a row, until a program counts as waiting; an Escape waits 0.1 seconds for what may follow it
SEEN_LOOKS = 2  # the same, until a key counts: a table asks a moment after its picture whether that is shown
# The first terminal that a session leader opens becomes its controlling terminal. Closing it sends SIGHUP.
WITH_CONTROLLING_TERMINAL = 'exec "$@" <>"$0" >&0 2>&0'
# A game that is the same each time, against an opponent that answers at once.
GAME = ("play", "--new", "--seed", "5", "--level", "shabti", "--first", "you", "--pace", "0")
ROOT = Path(__file__).parent.parent.parent
MINIMAL_ENVIRON = {
    "PATH": os.environ.get("PATH", ""),
    "TERM": "xterm-256color",
    "LANG": "C.UTF-8",
    "PYTHONPATH": str(ROOT),
}


class AnsweringScreen(pyte.Screen):
    """A screen that answers where its cursor is, as all terminals do."""

    answer: Callable[[bytes], None]

    def write_process_input(self, data: str) -> None:
        self.answer(data.encode())


class PtyTerminal:
    """`vok` with `arguments`, on a terminal of `columns` by `lines`, with its games in `home`.

    Unless `warm` is False, it is forked from an interpreter that has imported it, if `command` runs a module and `env` has
    nothing that an interpreter reads while it starts.
    """

    carrier = 0  # the process that has started all those at the other end of a connection; 0 without one

    def __init__(
        self,
        home: Path,
        *arguments: str,
        columns: int = 80,
        lines: int = 24,
        env: Mapping[str, str] | None = None,
        command: Sequence[str] = (sys.executable, "-m", "vok_tui"),
        warm: bool = True,
    ) -> None:
        self.sent = b""
        self._lines: dict[int, str] = {}  # the text of each line, as it was last asked for
        self._columns = columns
        self.screen = AnsweringScreen(columns, lines)
        self.screen.answer = self._answer
        self._stream = pyte.ByteStream(self.screen)
        self._master, self._slave = os.openpty()
        self._set_size(self._master, columns, lines)
        terminal = os.ttyname(self._slave)
        environ = {**MINIMAL_ENVIRON, "HOME": str(home), "VOK_HOME": str(home), **(env or {})}
        self.process: subprocess.Popen[bytes] | WarmProcess
        if warm and can_fork(command, env or {}):
            self.process = fork_program(terminal, command[-1], arguments, environ, home)
        else:
            self.process = subprocess.Popen(
                ["/bin/sh", "-c", WITH_CONTROLLING_TERMINAL, terminal, *command, *arguments],
                stdin=subprocess.DEVNULL,
                env=environ,
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
        """What the screen shows. Costs time only for the lines that have changed since it was asked for."""
        screen = self.screen
        if self._lines.keys() != set(range(screen.lines)) or self._columns != screen.columns:
            self._lines, self._columns = dict.fromkeys(range(screen.lines), ""), screen.columns
            screen.dirty.update(self._lines)
        for y in screen.dirty:
            self._lines[y] = line_text(screen, y)
        screen.dirty.clear()
        return "\n".join(self._lines.values())

    def read(self, seconds: float = LOOK_SECONDS) -> bool:
        """Read what was sent. False if nothing arrived in that time."""
        if self._master < 0 or not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:  # the other end is closed
            return False
        self.sent += data
        self._stream.feed(data)
        return bool(data)

    def _answer(self, data: bytes) -> None:
        """Send what the terminal answers by itself."""
        with suppress(OSError):  # the program has ended
            os.write(self._master, data)

    def catch(self, wanted: str) -> str:
        """Wait until the screen shows a text. The rest of its frame may be on the way. Returns the screen."""
        end = time.monotonic() + MAX_WAIT_SECONDS
        while wanted not in self.text:
            self.read()
            assert time.monotonic() < end, f"never saw {wanted!r}:\n{self.text}"
        return self.text

    def see(self, wanted: str) -> str:
        """Wait until the screen shows a text, the rest of its frame has arrived, and a key counts. Returns the screen.

        What other processes think about is not waited for.
        """
        self.catch(wanted)
        return self._wait_while(wants_core, SEEN_LOOKS)

    def forget(self) -> None:
        """Blank the screen, so that `see` finds only what is painted from now on."""
        self.screen.erase_in_display(2)

    def receive(self, wanted: bytes) -> None:
        """Wait until these bytes have been sent, wherever they are on the screen."""
        end = time.monotonic() + MAX_WAIT_SECONDS
        while wanted not in self.sent:
            self.read()
            assert time.monotonic() < end, f"never received {wanted!r}:\n{self.text}"

    def settle(self, quiet_looks: int = QUIET_LOOKS) -> str:
        """Wait until the program waits: all keys are read, nothing is sent, and no thread of it and of what it has started wants
        a core. Returns the screen."""
        return self._wait_while(is_computing, quiet_looks)

    def _wait_while(self, is_busy: Callable[[int], bool], quiet_looks: int) -> str:
        """Wait until this many looks in a row find nothing to read and no busy process. Returns the screen."""
        end = time.monotonic() + MAX_WAIT_SECONDS
        quiet, pids = 0, self.pids()
        while quiet < quiet_looks:
            quiet = 0 if self.read(LOOK_SECONDS) or self.unread_keys() or any(map(is_busy, pids)) else quiet + 1
            assert time.monotonic() < end, f"never at rest:\n{self.text}"
        return self.text

    def pids(self) -> list[int]:
        """The processes between the keys and the screen, without those that think for them."""
        return [self.process.pid, *(descendants_of(self.carrier) if self.carrier else [])]

    def unread_keys(self) -> int:
        """The number of typed bytes that the program has not read yet; 0 after it has ended."""
        if self._master < 0 or self.process.poll() is not None:
            return 0
        (count,) = struct.unpack("i", fcntl.ioctl(self._slave, termios.FIONREAD, b"\0" * 4))
        return int(count)

    def press(self, keys: str) -> None:
        """Type."""
        os.write(self._master, keys.encode())

    def click(self, wanted: str, *, button: int = 0) -> None:
        """Wait until the screen shows a text, and click on its last place there. Buttons: 0 left, 2 right."""
        self.see(wanted)
        lines = self.screen.display
        y = max(y for y, line in enumerate(lines) if wanted in line)
        x = lines[y].rindex(wanted) + len(wanted) // 2  # every sign of the program is one column wide
        self.press(f"\x1b[<{button};{x + 1};{y + 1}M\x1b[<{button};{x + 1};{y + 1}m")

    def resize(self, columns: int, lines: int) -> None:
        """Change the size, as when a window is dragged."""
        self.screen.resize(lines, columns)
        self._set_size(self._master, columns, lines)
        self.process.send_signal(signal.SIGWINCH)

    def hang_up(self) -> None:
        """Close the terminal, as when a window is closed or a connection is lost."""
        if self._master >= 0:
            os.close(self._master)
            os.close(self._slave)
            self._master = -1

    def exit_code(self) -> int:
        """Wait for the end. Returns the exit code."""
        end = time.monotonic() + MAX_WAIT_SECONDS
        while self.process.poll() is None:
            self.read()
            assert time.monotonic() < end, f"never ended:\n{self.text}"
        while self.read():
            pass
        return self.process.returncode

    def _set_size(self, terminal: int, columns: int, lines: int) -> None:
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


def line_text(screen: pyte.Screen, y: int) -> str:
    """The text of a line; the second cell of a wide character is empty."""
    line = screen.buffer[y]
    return "".join([line[x].data for x in range(screen.columns)]).rstrip()


def wants_core(pid: int) -> bool:
    """Whether a thread of a process is running, or waits for a core or a disk. A shell wants what it has started.

    Silence alone proves nothing on a loaded machine: a program that gets no core sends nothing either. Always False without
    /proc.
    """
    for thread in Path(f"/proc/{pid}/task").glob("*"):
        with suppress(OSError):  # it has just ended
            name, _, rest = (thread / "stat").read_text().rpartition(")")
            if rest.split()[0] in "RD" or (name.endswith("(sh") and any(map(wants_core, children_of(pid)))):
                return True
    return False


def is_computing(pid: int) -> bool:
    """The same of a process and all that it has started."""
    return any(map(wants_core, (pid, *descendants_of(pid))))


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    found: list[int] = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):  # it has just ended
            found += map(int, file.read_text().split())
    return found


def descendants_of(pid: int) -> list[int]:
    """The processes that a process has started, those that they have started, and so on."""
    return [found for child in children_of(pid) for found in (child, *descendants_of(child))]
