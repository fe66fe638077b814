"""Measures the table in a real pty: time to the first frame, bytes per key, bytes when idle, memory.

    python -m lab.bench.terminal [RUNS]
    python -m lab.bench.terminal screens      only the bytes of many screens at 80x24, also with --low-bandwidth

Each first frame is compared with that of a Textual app that shows one word, started in the same minute: their ratio says more
than the milliseconds of a shared machine.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.vok_tui.pty_terminal import PtyTerminal
from tests.vok_tui.screens.review.test_screen import finished_game
from tests.vok_tui.table_bytes import (
    SCREEN_LIMITS,
    bytes_for,
    measure_game,
    measure_review,
    measure_screens,
    measure_table,
)

TRIVIAL = (
    "from textual.app import App\n"
    "from textual.widgets import Static\n"
    "class Trivial(App):\n"
    "    def compose(self): yield Static('Your hand')\n"
    "Trivial().run()\n"
)
NEW = ("play", "--new", "--players", "2", "--level", "shabti", "--seed", "5", "--pace", "0")
WORD = "Your hand"
KEY_PRESSES = {"a cursor step": "\x1b[C", "choosing a card": "3", "releasing it": "\x1b"}


def first_frame_ms(home: Path, *arguments: str, command: tuple[str, ...] | None = None) -> float:
    """Milliseconds from the start of the process to the table."""
    started = time.perf_counter()
    options = {"command": command} if command else {}
    with PtyTerminal(home, *arguments, **options) as vok:
        while WORD not in vok.text:
            vok.read(0.005)
        return (time.perf_counter() - started) * 1000


def memory_mib(vok: PtyTerminal) -> float:
    """Resident MiB of the process and of the one that thinks for it."""
    group = Path("/proc").glob("[0-9]*/status")
    total = 0.0
    for status in group:
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
        if str(vok.process.pid) in (lines["Pid"].strip(), lines["PPid"].strip()):
            total += int(lines["VmRSS"].split()[0]) / 1024
    return total


def made_folder(folder: str, name: str) -> Path:
    """A new folder in another one."""
    path = Path(folder) / name
    path.mkdir()
    return path


def print_screens() -> None:
    """Print the bytes of the first screen and of the keys that lead to other screens, in each mode."""
    with tempfile.TemporaryDirectory() as folder:
        measured = {mode: measure_screens(made_folder(folder, mode), mode) for mode in SCREEN_LIMITS}
    print(f"{'':26}{''.join(f'{mode:>15}' for mode in measured)}")
    rows = {"first screen": [first for first, _, _ in measured.values()]}
    for name in next(iter(measured.values()))[1]:
        rows[name] = [sent[name] for _, sent, _ in measured.values()]
    for name, figures in rows.items():
        print(f"{name:26}{''.join(f'{figure:>15,}' for figure in figures)}")


def main(runs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        ours, trivial = [], []
        for run in range(runs):
            ours.append(first_frame_ms(home, *NEW))
            trivial.append(first_frame_ms(home, command=(sys.executable, "-c", TRIVIAL)))
            print(f"run {run + 1}: table {ours[-1]:.0f} ms, trivial app {trivial[-1]:.0f} ms", file=sys.stderr)
        ratio = statistics.median(a / b for a, b in zip(ours, trivial, strict=True))
        print(f"first frame   table {min(ours):.0f} ms fastest, {statistics.median(ours):.0f} median")
        print(
            f"              trivial app {min(trivial):.0f} fastest, {statistics.median(trivial):.0f} median; ratio {ratio:.2f}"
        )
        for columns, lines in ((80, 24), (120, 40), (160, 45), (200, 60)):
            games = {
                "valley": measure_table(home, columns, lines, turns=3),
                "thieves": measure_game(home, "thieves", columns, lines, answers=14),
                "tal": measure_game(home, "tal", columns, lines, answers=50),
                "review": measure_review(home, finished_game(home), columns, lines, steps=12),
            }
            for game, measurements in games.items():
                for name, sent in measurements.items():
                    figures = f"{statistics.median(sent):.0f} median, {max(sent)} most"
                    print(f"bytes {columns}x{lines}, 24-bit colours: {game}: {name} {figures}")
        for columns, lines in ((80, 24), (120, 40)):
            with PtyTerminal(home, *NEW, columns=columns, lines=lines) as vok:
                vok.see(WORD)
                vok.settle()
                figures = [f"first screen {len(vok.sent)}"]
                figures += [f"{name} {bytes_for(vok, keys)}" for name, keys in KEY_PRESSES.items()]
                before = len(vok.sent)
                vok.read(3.0)
                figures.append(f"idle for 3 s {len(vok.sent) - before}")
                print(f"bytes {columns}x{lines}: {', '.join(figures)}")
                print(f"memory {columns}x{lines}: {memory_mib(vok):.0f} MiB, the thinking process included")


if __name__ == "__main__":
    if sys.argv[1:] == ["screens"]:
        print_screens()
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
