"""Measures the processor time that each screen takes to open, without a terminal.

    python -m lab.bench.screens [TIMES]

Prints the median in milliseconds, from the key press until the app has nothing left to do. Compare two commits by running both in
turns: one machine may be half as fast an hour later.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

from textual.pilot import Pilot

from engine.core.game import HUMAN
from saves import Shelf
from tests.vok_tui.conftest import wait_for_idle
from tests.vok_tui.screens.app_helpers import make_save
from tests.vok_tui.screens.table.table_helpers import LocalThinker
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.screens.app import VokApp
from vok_tui.shared.detection import Terminal

SIZE = (80, 24)
KEYS = {"new game": "n", "saves": "o", "statistics": "s", "cards": "k", "help": "question_mark"}
SAVES = 3
MOVES = 300


async def measure(times: int, home: Path) -> dict[str, list[float]]:
    """Milliseconds of processor time to start the app, and then to open each screen of `KEYS` from the start screen."""
    taken: dict[str, list[float]] = {"start screen": []}
    for _ in range(times):
        began = time.process_time()
        app = VokApp(StartOptions(), Shelf(home), Terminal(), LocalThinker())
        async with app.run_test(size=SIZE) as pilot:
            await wait_for_idle()
            taken["start screen"].append(1000 * (time.process_time() - began))
            for screen, key in KEYS.items():
                taken.setdefault(screen, []).append(await processor_ms(pilot, key))
                await processor_ms(pilot, "escape")
        app.close_with_farewell()
    return taken


async def processor_ms(pilot: Pilot[None], key: str) -> float:
    """Press a key; returns the milliseconds of processor time until the app is idle again."""
    began = time.process_time()
    await pilot.press(key)
    await wait_for_idle()
    return 1000 * (time.process_time() - began)


def main(times: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for seed in range(SAVES):
            make_save(home, MOVES, HUMAN, "shabti", seed=seed)
        asyncio.run(measure(1, home))  # what is loaded only once
        for screen, taken in asyncio.run(measure(times, home)).items():
            print(f"{screen:<14}{statistics.median(taken):7.1f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
