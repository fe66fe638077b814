"""Dialogs that ask for an option: all options can be seen."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.vok_tui.screens.app_helpers import LARGE, SMALL, make_save, run, until
from vok_tui.app import VokApp
from vok_tui.screens.dialog import ActionButton, Dialog, DialogOption
from vok_tui.screens.start import StartScreen

LONG = "a name that is quite long"


def assert_all_options_are_shown(app: VokApp) -> None:
    box = app.screen.query_one("#ask").content_region
    for button in app.screen.query(ActionButton):
        assert box.contains_region(button.region), button.option.label
        assert button.content_size.width >= len(button.render().plain), button.option.label


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_list_of_guided_games_shows_every_game(tmp_path: Path, size: tuple[int, int]):
    make_save(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("m")
        await until(pilot, lambda: isinstance(app.screen, StartScreen))
        await pilot.press("l")
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        await pilot.pause()
        assert len(app.screen.query(ActionButton)) == 3
        assert_all_options_are_shown(app)

    run(tmp_path, steps, size=size)


@pytest.mark.parametrize("labels", [("Ann", "Bek", "Khety", "Back"), ("Yes", LONG, LONG, "No"), (LONG,) * 3])
def test_a_dialog_cuts_no_option(tmp_path: Path, labels: tuple[str, ...]):
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await app.push_screen(Dialog("A question", "Which?", [DialogOption(label, label) for label in labels]))
        await pilot.pause()
        assert_all_options_are_shown(app)

    run(tmp_path, steps)
