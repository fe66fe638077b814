"""Lists that change before a key or click reaches them."""

from pathlib import Path

import pytest
from rich.style import Style
from textual.events import Click
from textual.pilot import Pilot
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tests.vok_tui.screens.app_helpers import run
from vok_tui.screens.app import VokApp

LISTS = ("k", "ctrl+p")


async def open_list(app: VokApp, pilot: Pilot[None], key: str) -> OptionList:
    await pilot.press(key)
    await app.workers.wait_for_complete()
    await pilot.pause()
    return app.screen.query_one(OptionList)


@pytest.mark.parametrize("key", LISTS)
def test_a_click_on_a_removed_row_chooses_nothing(tmp_path: Path, key: str) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        rows = await open_list(app, pilot, key)
        screen = app.screen
        late_click = Click(rows, 0, 0, 0, 0, 1, False, False, False, style=Style(meta={"option": 0}))
        rows.clear_options()
        rows.post_message(late_click)
        await pilot.pause()
        assert app.screen is screen

    run(tmp_path, steps)


@pytest.mark.parametrize("key", LISTS)
def test_page_keys_do_nothing_before_the_rows_are_laid_out(tmp_path: Path, key: str) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        rows = await open_list(app, pilot, key)
        rows.display = False
        await pilot.pause()
        rows.set_options([Option("one"), Option("two")])
        for action in ("page_up", "page_down"):
            rows.highlighted = 0
            await app.run_action(action, rows)
            await pilot.pause()
            assert rows.highlighted == 0, action

    run(tmp_path, steps)
