"""The start screen and the welcome: how they look, and how the focus moves on them."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from tests.vok_tui.grids import grid, text
from tests.vok_tui.screens.app_helpers import LARGE, SMALL, run
from tests.vok_tui.screens.start_pages import newcomer_start, start_with_game
from vok_tui.coordinator.start_page import StartRecords, offered_games
from vok_tui.screens.app import VokApp
from vok_tui.screens.start import StartEntry
from vok_tui.screens.welcome import WelcomeScreen
from vok_tui.shared.detection import Terminal

VERY_LARGE = (160, 45)
Snapshot = Any


def welcome() -> WelcomeScreen:
    return WelcomeScreen(offered_games(), "thieves", {"valley": 10, "thieves": 8, "tal": 8}, "Ann")


@pytest.mark.parametrize("size", [SMALL, LARGE, VERY_LARGE], ids=["80x24", "120x40", "160x45"])
def test_a_picture(snapshot: Snapshot, tmp_path: Path, size: tuple[int, int]) -> None:
    pages = {"newcomer_start": newcomer_start(), "start_with_game": start_with_game(), "welcome": welcome()}
    for name, shown in zip(pages, pictures(tmp_path, pages.values(), size), strict=True):
        snapshot.assert_match(shown, f"{name}.txt")


@pytest.mark.parametrize(
    "terminal", [Terminal(no_color=True), Terminal(sixteen_colors=True)], ids=["no colours", "16 colours"]
)
def test_a_picture_with_few_colours(snapshot: Snapshot, tmp_path: Path, terminal: Terminal) -> None:
    (shown,) = pictures(tmp_path, [start_with_game()], SMALL, terminal)
    snapshot.assert_match(shown, "screen.txt")


def pictures(
    tmp_path: Path, screens: Iterable[Screen[None]], size: tuple[int, int], terminal: Terminal | None = None
) -> list[str]:
    taken = []

    async def take_pictures(app: VokApp, pilot: Pilot[None]) -> None:
        for screen in screens:
            app.show_only(screen)
            await app.workers.wait_for_complete()
            await pilot.pause()
            taken.append(grid(app))

    run(tmp_path, take_pictures, size=size, terminal=terminal)
    return taken


FOCUSED = {
    SMALL: {"down": "game-valley", "down down": "game-tal", "down down down down down": "goals"},
    LARGE: {"down right": "game-thieves", "right right": "game-tal", "down": "daily", "up up up": "continue"},
}


@pytest.mark.parametrize("size", FOCUSED)
def test_arrows_move_as_the_entries_stand(tmp_path: Path, size: tuple[int, int]) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.show_only(start_with_game())
        await pilot.pause()
        for keys, focused in FOCUSED[size].items():
            await pilot.press(*keys.split())
            assert isinstance(app.focused, StartEntry)
            assert app.focused.choice == focused, keys

    run(tmp_path, steps, size=size)


def test_a_row_gives_up_what_is_at_its_right_before_it_cuts_its_text(tmp_path: Path) -> None:
    """The streak must not hide whether the daily game was played."""
    daily = "Wednesday 25 November, Valley of the Kings: not played yet"
    records = StartRecords({}, daily, (), daily_streak="streak 3, best 12")
    screens = []

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        screen = newcomer_start()
        app.show_only(screen)
        await pilot.pause()
        screen._show_records(records)
        await pilot.pause()
        screens.append(text(app))

    for size in (SMALL, LARGE):
        run(tmp_path, steps, size=size)
    assert all(daily in screen for screen in screens)
    assert ["streak 3" in screen for screen in screens] == [False, True]
