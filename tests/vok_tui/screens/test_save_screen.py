"""Saving the screen as files: by key, by the palette, and where it cannot be saved."""

import resource
import stat
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from textual.pilot import Pilot

from tests.vok_tui.screens.app_helpers import LARGE, SMALL, run
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.screens.app import VokApp
from vok_tui.screens.command_palette import Palette

TABLE = StartOptions(new=True, first=1, levels=("shabti",), seed=3)


def toasts(app: VokApp) -> list[str]:
    """The texts of the toasts."""
    return [notification.message for notification in app._notifications]


def saved_files(home: Path) -> list[Path]:
    return sorted((home / "screens").iterdir())


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("key", ["f12", "P"])
def test_a_key_saves_the_table_as_picture_and_text(key: str, size: tuple[int, int], tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press(key)
        await pilot.pause()
        picture, text = saved_files(tmp_path)
        (sentence,) = toasts(app)
        assert picture.name in sentence
        assert "and .txt in" in sentence
        assert text.stem == picture.stem
        assert str(tmp_path / "screens") in sentence
        lines = text.read_text().splitlines()
        assert len(lines) == size[1]
        assert max(map(len, lines)) <= size[0]
        assert "Your hand" in text.read_text()
        assert "Your" in " ".join(ET.parse(picture).getroot().itertext())
        assert stat.S_IMODE(text.stat().st_mode) == 0o600

    run(tmp_path, steps, TABLE, size, notifications=True)


def test_saved_screens_are_never_overwritten(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        for _ in range(3):  # most of them in the same second
            await pilot.press("f12")
            await pilot.pause()
        assert len(saved_files(tmp_path)) == 6
        assert len({path.stem for path in saved_files(tmp_path)}) == 3

    run(tmp_path, steps, TABLE, notifications=True)


def test_the_palette_saves_the_screen_below_it(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+p", *"save screen")
        await app.workers.wait_for_complete()
        await pilot.pause()
        await pilot.press("down", "enter")
        while isinstance(app.screen, Palette) or not toasts(app):
            await pilot.pause()
        _, text = saved_files(tmp_path)
        assert "save screen" not in text.read_text().lower()
        assert "Your hand" in text.read_text()

    run(tmp_path, steps, TABLE, notifications=True)


def test_typing_the_letter_of_the_key_saves_nothing(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("k")
        await pilot.pause()
        await pilot.press("slash", "P")
        await pilot.pause()
        assert not (tmp_path / "screens").exists()

    run(tmp_path, steps, notifications=True)


def test_a_folder_that_cannot_be_created_is_reported(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        (tmp_path / "screens").touch()
        await pilot.press("f12")
        await pilot.pause()
        (sentence,) = toasts(app)
        assert sentence.startswith("The screen could not be saved")
        assert "\n" not in sentence

    run(tmp_path, steps, TABLE, notifications=True)


def test_a_full_disk_leaves_no_partial_file(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
        try:
            await pilot.press("f12")
            await pilot.pause()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        (sentence,) = toasts(app)
        assert sentence.startswith("The screen could not be saved")
        assert saved_files(tmp_path) == []

    run(tmp_path, steps, TABLE, notifications=True)
