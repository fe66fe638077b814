"""Measure what a login costs: to a session that waits, and a start without one, in turns, on this machine.

python -m tests.hosting.measure [LOGINS]
"""

import os
import statistics
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from tests.vok_tui.pty_terminal import GAME, PtyTerminal
from tests.vok_tui.sessions.kept import OVER_SSH, KeptTerminal, end_and_check, session_pid

LOOK_SECONDS = 0.002


def seconds_and_bytes(login: PtyTerminal) -> tuple[float, int]:
    """How long a login takes until the hand is visible, and what it sends until it is silent."""
    start = perf_counter()
    while "Your hand" not in login.text:
        login.read(LOOK_SECONDS)
    seconds = perf_counter() - start
    while login.read(0.3):
        pass
    return seconds, len(login.sent)


def main(logins: int) -> None:
    """Print a table."""
    rows: dict[str, list[tuple[float, int]]] = {"login to a session that waits": [], "start without a session": []}
    with tempfile.TemporaryDirectory() as kept, tempfile.TemporaryDirectory() as other:
        (Path(other) / "config.toml").write_text('[session]\nkeep = "never"\n')
        with PtyTerminal(Path(other), *GAME) as table:
            table.see("Your hand")
            table.press("q")
            table.exit_code()
        with KeptTerminal(Path(kept), *GAME) as table:
            table.see("Your hand")
            table.cut()
        for _ in range(logins):
            for name, home in zip(rows, (kept, other), strict=True):
                with PtyTerminal(Path(home), env=OVER_SSH) as login:
                    rows[name].append(seconds_and_bytes(login))
                    login.process.kill()
                    login.process.wait()
        pid = session_pid(Path(kept))
        pss = next(
            line for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines() if line.startswith("Pss:")
        )
        end_and_check(Path(kept))
    print("| | median ms | p95 ms | bytes |\n|---|---|---|---|")
    for name, results in rows.items():
        times = sorted(1000 * seconds for seconds, _ in results)
        sent = statistics.median(count for _, count in results)
        print(f"| {name} | {statistics.median(times):.0f} | {times[int(0.95 * (len(times) - 1))]:.0f} | {sent:.0f} |")
    print(f"\nThe session that waits has {int(pss.split()[1]) / 1024:.1f} MiB (PSS). Load: {os.getloadavg()[0]:.1f}.")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
