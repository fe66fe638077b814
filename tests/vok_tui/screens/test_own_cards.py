"""The screen of the player's own box, by keys alone and by mouse alone."""

from pathlib import Path

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot

from tests.vok_tui.grids import grid, text
from tests.vok_tui.screens.app_helpers import SMALL, run, until
from vok_tui.app import VokApp
from vok_tui.boards.own_data import OwnData
from vok_tui.screens.dialog import ActionButton, TextDialog
from vok_tui.screens.own_cards import OwnCardsScreen


def test_cards_are_entered_by_keys_alone(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("k", "o")
        await until(pilot, lambda: isinstance(app.screen, OwnCardsScreen))
        await pilot.press("enter", *"gold 2".replace(" ", "_"), "enter")
        await until(pilot, lambda: "is none of" in text(app))
        await pilot.press("enter", "g", "o", "l", "d", "space", "2", "enter")
        await until(pilot, lambda: "1 of 66 entered" in text(app))
        await pilot.press("a")
        await until(pilot, lambda: "2 of 66 entered" in text(app))

    run(tmp_path, steps)
    own = OwnData("valley", tmp_path)
    assert own.differences == ["Shabti: gold 1, printed 2"]
    assert [piece.title for piece in own.pieces if not piece.open] == ["Shabti", "Urn"]


def test_cards_are_entered_by_mouse_alone(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.action_go("own")
        await until(pilot, lambda: "Box of Food" in text(app))
        row = next(y for y, line in enumerate(text(app).splitlines()) if "Box of Food" in line)
        await pilot.click(offset=(6, row))
        await until(pilot, lambda: isinstance(app.screen, TextDialog) and "Done" in text(app))
        await pilot.click(app.screen.query(ActionButton).first())
        await until(pilot, lambda: "1 of 66 entered" in text(app))

    run(tmp_path, steps)


@pytest.mark.parametrize("size", [SMALL, (120, 40)], ids=["80x24", "120x40"])
def test_the_own_box(snapshot: Snapshot, tmp_path: Path, size: tuple[int, int]) -> None:
    own = OwnData("valley", tmp_path)
    own.enter(0, "gold 2")
    own.save()
    pictures = []

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.action_go("own")
        await until(pilot, lambda: "1 of 66 entered" in text(app))
        pictures.append(grid(app))

    run(tmp_path, steps, size=size)
    snapshot.assert_match(pictures[0], "screen.txt")
