"""Counts what runs from a cursor key at the table of Valley of the Kings to the painted screen.

    python -m lab.bench.key_path [--list]

Prints for each size of the terminal the number of functions, of modules, and of calls. Comprehensions and lambdas count as calls
only. With --list, the functions of each module follow, with their calls. Code that is compiled is not seen: run it without.
"""

import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from types import FrameType

from textual.pilot import Pilot

from engine.core.game import HUMAN, Seat, Setup
from tests.vok_tui.screens import app_helpers
from vok_tui.screens.app import VokApp
from vok_tui.screens.table.screen import TableScreen

SIZES = ((80, 24), (120, 40), (160, 45), (200, 60))
SETUP = Setup("valley", (Seat("Ann", HUMAN), Seat("Khety", "shabti")), 1)
ANSWERS = 6  # that are played before, so that there are a log and a curve
PACKAGES = ("vok_tui", "engine", "ai", "saves")
ROOT = Path(__file__).parents[2]


def calls_of_cursor_key(size: tuple[int, int]) -> dict[tuple[str, str], int]:
    """The number of calls by module and function."""
    calls: dict[tuple[str, str], int] = defaultdict(int)

    def count(frame: FrameType, event: str, _: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in PACKAGES:
            calls[str(path.relative_to(ROOT)), frame.f_code.co_qualname] += 1

    async def press(app: VokApp, pilot: Pilot[None]) -> None:
        app.coordinator.new_games.begin(SETUP)
        await pilot.pause()
        await app_helpers.play_some(app, pilot, ANSWERS)
        for key in ("right", "left", "right", "left"):
            await pilot.press(key)
            await pilot.pause()
        table = app.screen
        assert isinstance(table, TableScreen)
        before = table.pointing.pointer.cursor
        sys.setprofile(count)
        try:
            await pilot.press("right")
            await pilot.pause()
        finally:
            sys.setprofile(None)
        assert table.pointing.pointer.cursor != before, "the key did not move the cursor"

    with tempfile.TemporaryDirectory() as folder:
        app_helpers.run(Path(folder), press, size=size)
    return calls


def main(*, lists_functions: bool) -> None:
    for size in SIZES:
        calls = calls_of_cursor_key(size)
        named = [(module, name) for module, name in calls if not name.endswith(">")]
        modules = sorted({module for module, _ in named})
        print(f"{size[0]}x{size[1]}: {len(named)} functions in {len(modules)} modules, {sum(calls.values())} calls")
        for module in modules if lists_functions else ():
            functions = [f"{name} {calls[module, name]}" for other, name in named if other == module]
            print(f"  {module}: {', '.join(functions)}")


if __name__ == "__main__":
    main(lists_functions="--list" in sys.argv)
