"""A soak test: `vok` in a real process on a real pty, with random input.

A seed decides what is sent: keys one by one and typed ahead, mouse reports, pastes, sizes of the window by signal and in band,
odd reports, Ctrl-Z. How much is sent depends on the speed of the machine. Four things are faults: an unexpected end, a traceback
or crash report, a window that does not change when it is resized, and a window that never stops painting.

With `--kitty`, keys arrive as a terminal sends them that speaks kitty's protocol, with flags that change from start to start; the
titles of the screens that were reached are printed.

    python -m tests.vok_tui.soak [--seconds 120] [--seeds 1,2,3,4,5] [--kitty]
"""

import argparse
import math
import os
import re
import select
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from tests.vok_tui.pty_terminal import PtyTerminal
from tests.vok_tui.terminal.answers import ASKED, UNASKED
from tests.vok_tui.terminal.key_reports import EVENTS, LETTER_KEYS, TILDE_KEYS, kitty
from vok_tui.shared.errors import ExitCode

MAX_REPAINT_SECONDS: Final = 60.0  # seconds to wait for a repaint: long, because a busy machine is not a failure
PROBE_EVERY_INPUTS: Final = 40
MAX_UNREAD: Final = 1 << 20  # bytes that the app may send before the next input waits
KEPT_TAIL: Final = 1 << 16  # bytes of output that are kept, to search for a traceback

ESC: Final = "\x1b"
PLAIN_KEYS: Final = "abcdefghijklmnoprstuvwxyzU0123456789?/ \r\r\r\t\x7f"
NAMED_KEYS: Final = (
    ESC, ESC, f"{ESC}[A", f"{ESC}[B", f"{ESC}[C", f"{ESC}[D", f"{ESC}[5~", f"{ESC}[6~", f"{ESC}[H", f"{ESC}[F",
    f"{ESC}[Z", f"{ESC}OP", f"{ESC}[3~", "\x10", "\x1a", "\x0c", "\x15", "ü", "漢", "👍",
)  # fmt: skip
LEAVING_KEYS: Final = ("q", "\x03")
TYPED_AHEAD: Final = (
    "mn\rm?q", "\x10\x1b[6~", "\x10\x1b[5~\r", "\x10theme\r", "\x10new\r", "\x10saved\r", "n\r", "mo\r", "mk/urn\r", "??",
    "m\x1b\x1b", "o\r\r", "mc", "n\rn\r", "uuurrr", "\x1b\x1b", "U", "l\x1b[5~", "  ",
)  # fmt: skip
"""Typical sequences that players type ahead."""
NARROW_SIZES: Final = tuple((columns, lines) for columns in range(1, 80) for lines in (2, 24, 60))
SIZES: Final = (
    (80, 24),
    (80, 24),
    (100, 30),
    (120, 40),
    (200, 60),
    (79, 24),
    (80, 23),
    (20, 5),
    (1, 1),
    (400, 24),
    (80, 200),
)
HUGE_SIZES: Final = ((65535, 65535), (65535, 24), (80, 65535), (5000, 5000))
ODD_REPORTS: Final = (
    *UNASKED.values(), *ASKED.values(), f"{ESC}[?2048;2$y", f"{ESC}[O", f"{ESC}[999999999999;5u", f"{ESC}[<0;0;0M",
    f"{ESC}[<64;-5;3M", f"{ESC}[;;u", f"{ESC}[48;0;0;0;0t", "\x00", "\x9b",
)  # fmt: skip
"""Unusual reports that a terminal may send; some are cut off."""
KEY_NAMES: Final = {
    ESC: "escape", "\r": "enter", "\t": "tab", "\x7f": "backspace", " ": "space", f"{ESC}[Z": "shift+tab", f"{ESC}OP": "f1",
    "\x03": "ctrl+c", "\x10": "ctrl+p", "\x1a": "ctrl+z", "\x0c": "ctrl+l", "\x15": "ctrl+u",
    **{f"{ESC}[{letter}": name for name, letter in LETTER_KEYS.items()},
    **{f"{ESC}[{number}~": name for name, number in TILDE_KEYS.items()},
}  # fmt: skip
CONTROLS: Final = re.compile(rb"\x1b\[[\d;?:<=>]*[ -/]*[@-~]")
TITLE: Final = re.compile(rb"\b(?:[A-Z] ){2,}[A-Z]\b|\b(?:Review|Comparison|Log|turn|round)(?= )")
STARTS: Final = (
    (),
    ("--new", "--level", "shabti", "--pace", "0"),
    ("--new", "--level", "scribe", "--level", "shabti", "--pace", "0"),
    ("--new", "--edition", "afterlife", "--level", "priest", "--pace", "0.1"),
    ("--new", "--edition", "solitaire"),
    ("--new", "--level", "human"),
    ("--new", "--game", "thieves", "--level", "shabti", "--pace", "0"),
    ("--new", "--game", "tal", "--level", "shabti", "--pace", "0"),
)


class RandomInput(NamedTuple):
    """One input: `sent` is typed; `size` is given to the window."""

    kind: str
    sent: str = ""
    size: tuple[int, int] | None = None


class Outcome(NamedTuple):
    """The result of one seed. `done` counts the inputs of each kind; `faults` are sentences; `titles` are of screens."""

    seed: int
    done: Counter[str]
    starts: int
    faults: list[str]
    titles: Counter[bytes]

    def __str__(self) -> str:
        counts = ", ".join(f"{self.done[kind]} {kind}" for kind in ("keys", "mouse", "pastes", "resizes", "reports"))
        return f"seed {self.seed}: {counts}; {self.starts} starts; {'; '.join(self.faults) or 'no fault'}"


def random_inputs(rng: Random) -> Iterator[RandomInput]:
    """An endless stream of random inputs."""
    while True:
        roll = rng.random()
        if roll < 0.45:
            yield RandomInput("keys", key(rng))
        elif roll < 0.60:
            yield RandomInput("keys", "".join(key(rng) for _ in range(rng.randint(2, 12))))
        elif roll < 0.70:
            yield RandomInput("keys", rng.choice(TYPED_AHEAD) + (key(rng) if rng.random() < 0.5 else ""))
        elif roll < 0.84:
            yield RandomInput("mouse", mouse(rng))
        elif roll < 0.88:
            text = "".join(rng.choice("abc 漢👍\x00\x07\n\r\t0123\x1b[") for _ in range(rng.choice((0, 3, 30, 3000))))
            yield RandomInput("pastes", f"{ESC}[200~{text}{ESC}[201~")
        elif roll < 0.97:
            yield RandomInput("resizes", size=size(rng))
        else:
            report = rng.choice(ODD_REPORTS)
            yield RandomInput("reports", report[: rng.randint(1, len(report))] if rng.random() < 0.2 else report)


def in_kitty(typed: str, flags: int) -> str:
    """What a terminal sends for these keys that was asked for these flags of kitty's protocol."""
    sent = ""
    for piece in re.findall(r"\x1b(?:O.|\[[\d;]*.)|.", typed, re.DOTALL):
        name = KEY_NAMES.get(piece, piece)
        report = kitty(name, flags, 0) if len(name) > 1 or name.isascii() else ""
        sent += report or piece
        if flags & EVENTS and report.startswith(ESC) and ":1" in report:
            sent += report.replace(":1", ":3", 1)  # released
    return sent


def size(rng: Random) -> tuple[int, int]:
    """The columns and lines of a window: often a usual size, sometimes a narrow or a huge one."""
    roll = rng.random()
    return rng.choice(HUGE_SIZES if roll < 0.05 else NARROW_SIZES if roll < 0.4 else SIZES)


def key(rng: Random) -> str:
    """One key; rarely one that leaves the game."""
    if rng.random() < 0.006:
        return rng.choice(LEAVING_KEYS)
    return rng.choice(PLAIN_KEYS) if rng.random() < 0.75 else rng.choice(NAMED_KEYS)


def mouse(rng: Random) -> str:
    """A click, a drag or a turn of the wheel, mostly within the window."""
    x, y = (rng.randint(1, 100), rng.randint(1, 32)) if rng.random() < 0.97 else (rng.randint(0, 99999), 70000)
    button = rng.choice((0, 0, 0, 1, 2, 64, 65, 66, 67))
    if button > 2:
        return f"{ESC}[<{button};{x};{y}M"
    if rng.random() < 0.15:
        return f"{ESC}[<{button};{x};{y}M{ESC}[<{button + 32};{x + 5};{y + 1}M{ESC}[<{button};{x + 5};{y + 1}m"
    return f"{ESC}[<35;{x};{y}M{ESC}[<{button};{x};{y}M{ESC}[<{button};{x};{y}m"


class SoakTerminal(PtyTerminal):
    """A terminal that keeps only the last output, and no screen."""

    def __init__(self, home: Path, *arguments: str) -> None:
        super().__init__(home, *arguments, env={"TMPDIR": str(home), "PYTHONFAULTHANDLER": "1"})
        self.received = 0
        self.titles: Counter[bytes] = Counter()

    def read(self, seconds: float = 0.0) -> bool:
        if self._master < 0 or not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._master, 1 << 16)
        except OSError:  # the other end is closed
            return False
        self.received += len(data)
        self.titles.update(TITLE.findall(CONTROLS.sub(b"", data)))
        self.sent = (self.sent + data)[-KEPT_TAIL:]
        return bool(data)

    def type(self, text: str) -> None:
        """Type, and read meanwhile: a pty takes only so much at a time."""
        data = text.encode()
        while data and self.process.poll() is None:
            while self.read():
                pass
            if select.select([], [self._master], [], 0.05)[1]:
                data = data[os.write(self._master, data[:1024]) :]

    def size(self, columns: int, lines: int) -> None:
        """Resize the window."""
        self._set_size(self._master, columns, lines)
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGWINCH)

    def drain(self, quiet: float = 0.05) -> bool:
        """Read until output stops. False if it never stops."""
        until = time.monotonic() + MAX_REPAINT_SECONDS
        while self.read(quiet):
            if time.monotonic() > until:
                return False
        return True

    def where_it_hangs(self) -> bytes:
        """End the process. Returns the stack of each of its threads."""
        self.process.send_signal(signal.SIGABRT)
        self.drain(2.0)
        return self.sent[-8000:]

    def fault_of_window(self) -> str:
        """Resize the window twice. Returns a sentence if it does not change or never stops painting, else ""."""
        for columns in (81, 82):  # at least one differs from the current size
            if not self.drain():
                return "the window never stops painting"
            before, until = self.received, time.monotonic() + MAX_REPAINT_SECONDS
            self.size(columns, 24)
            while self.received == before and self.process.poll() is None:
                if time.monotonic() > until:
                    return "the window does not change when it is resized"
                self.read(0.1)
        return "" if self.drain() else "the window never stops painting"


def soak(
    seed: int, home: Path, seconds: float = math.inf, inputs: float = math.inf, *, speaks_kitty: bool = False
) -> Outcome:
    """Send random input for some seconds, or some inputs. Starts the game again whenever it ends."""
    rng = Random(seed)
    stream = random_inputs(rng)
    done: Counter[str] = Counter()
    faults: list[str] = []
    until = time.monotonic() + seconds
    start_count = input_count = 0
    latest: list[RandomInput] = []
    titles: Counter[bytes] = Counter()

    def goes_on() -> bool:
        return time.monotonic() < until and input_count < inputs

    while goes_on() and not faults:
        with SoakTerminal(home, *STARTS[start_count % len(STARTS)]) as table:
            start_count += 1
            may_leave = False
            flags = rng.choice(range(1, 32, 2)) if speaks_kitty else 0
            while not table.received and table.process.poll() is None:
                table.read(0.1)
            while goes_on() and table.process.poll() is None:
                next_input = next(stream)
                latest = [*latest[-60:], next_input]
                may_leave = may_leave or any(key in next_input.sent for key in (*LEAVING_KEYS, "\r"))
                done[next_input.kind] += len(next_input.sent) if next_input.kind == "keys" else 1
                if next_input.size is not None:
                    table.size(*next_input.size)
                else:
                    table.type(
                        in_kitty(next_input.sent, flags) if flags and next_input.kind == "keys" else next_input.sent
                    )
                table.read(0.01 if rng.random() < 0.7 else 0.0)
                input_count += 1
                if input_count % PROBE_EVERY_INPUTS == 0 and (fault := table.fault_of_window()):
                    faults.append(fault)
                    (home / "hangs.txt").write_bytes(table.where_it_hangs())
                    break
            if not faults:
                faults += end(table, may_leave, home)
            faults += crash_faults(home, table.sent)
            titles += table.titles
            if faults:
                (home / "output.txt").write_bytes(table.sent)
    if faults:
        (home / "latest.txt").write_text("\n".join(map(repr, latest)))
    return Outcome(seed, done, start_count, faults, titles)


def end(table: SoakTerminal, may_leave: bool, home: Path) -> list[str]:
    """End the process if it runs. Returns faults of its end and of the terminal that it left."""
    return [*end_of_process(table, may_leave, home), *terminal_faults(table.sent)]


def terminal_faults(output: bytes) -> list[str]:
    """A fault if the game did not restore the terminal."""
    return ["the terminal was not restored"] if output.rfind(b"[?1049h") > output.rfind(b"[?1049l") else []


def end_of_process(table: SoakTerminal, may_leave: bool, home: Path) -> list[str]:
    """End the process if it runs. Returns faults of its end."""
    code = table.process.poll()
    if code is None:
        table.process.send_signal(signal.SIGTERM)
        until = time.monotonic() + MAX_REPAINT_SECONDS
        while table.process.poll() is None and time.monotonic() < until:
            table.read(0.1)
        code = table.process.poll()
        if code is None:
            (home / "hangs.txt").write_bytes(table.where_it_hangs())
        table.drain()
        return (
            []
            if code in (ExitCode.TERMINATED, ExitCode.OK, -signal.SIGTERM)
            else [f"after SIGTERM the exit code is {code}"]
        )
    table.drain()
    return [] if code in (ExitCode.OK, ExitCode.INTERRUPTED) and may_leave else [f"it ended with exit code {code}"]


def crash_faults(home: Path, output: bytes) -> list[str]:
    """Faults for tracebacks on the screen and for crash reports on disk."""
    faults = ["a traceback was on the screen"] if b"Traceback" in CONTROLS.sub(b"", output) else []
    return faults + [f"{path}: {path.read_text().splitlines()[-1]}" for path in home.rglob("vok-crash-*.txt")]


def main() -> int:
    """Soak with each seed and print a line for each. Returns 1 if there was a fault."""
    parser = argparse.ArgumentParser(description="send random input to vok")
    parser.add_argument("--seconds", type=float, default=120.0, help="for each seed (default: 120)")
    parser.add_argument("--seeds", default="1,2,3,4,5", help="separated by commas (default: 1,2,3,4,5)")
    parser.add_argument("--kitty", action="store_true", help="send keys as terminals do that speak kitty's protocol")
    options = parser.parse_args()
    failed = False
    for seed in map(int, options.seeds.split(",")):
        home = Path(tempfile.mkdtemp(prefix=f"vok-soak-{seed}-"))
        outcome = soak(seed, home, options.seconds, speaks_kitty=options.kitty)
        failed = failed or bool(outcome.faults)
        sys.stdout.write(f"{outcome}\n" + (f"  kept: {home}\n" if outcome.faults else ""))
        if options.kitty:
            sys.stdout.write(f"  screens: {b', '.join(sorted(outcome.titles)).decode()}\n")
        sys.stdout.flush()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
