"""Lists that change while a key or a click is still on its way."""

from pathlib import Path

import pytest
from rich.style import Style
from textual.events import Click
from textual.pilot import Pilot
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tests.vok_tui.screens.setting import run
from vok_tui.app import VokApp

LISTS = ("k", "ctrl+p")


async def opened(app: VokApp, pilot: Pilot[None], key: str) -> OptionList:
    await pilot.press(key)
    await app.workers.wait_for_complete()
    await pilot.pause()
    return app.screen.query_one(OptionList)


@pytest.mark.parametrize("key", LISTS)
def test_a_click_on_a_row_that_is_gone_chooses_none(tmp_path: Path, key: str) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        rows = await opened(app, pilot, key)
        screen = app.screen
        late = Click(rows, 0, 0, 0, 0, 1, False, False, False, style=Style(meta={"option": 0}))
        rows.clear_options()
        rows.post_message(late)
        await pilot.pause()
        assert app.screen is screen

    run(tmp_path, steps)


@pytest.mark.parametrize("key", LISTS)
@pytest.mark.parametrize("way", ["page_up", "page_down"])
def test_a_page_is_not_turned_before_the_rows_are_laid_out(tmp_path: Path, key: str, way: str) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        rows = await opened(app, pilot, key)
        rows.display = False
        await pilot.pause()
        rows.set_options([Option("one"), Option("two")])
        rows.highlighted = 0
        await app.run_action(way, rows)
        await pilot.pause()
        assert rows.highlighted == 0

    run(tmp_path, steps)
