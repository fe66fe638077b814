"""The mouse at the table."""

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.vok_tui.grids import text
from tests.vok_tui.screens.app_helpers import run as run_app
from tests.vok_tui.table.table_helpers import LARGE, SilentThinker, TableApp, click, dealt, run, sentences
from vok_tui.app import VokApp
from vok_tui.config import Config
from vok_tui.new_game import StartOptions
from vok_tui.painting.grid import Target
from vok_tui.terminal.detection import Terminal


def test_a_click_chooses_a_card_and_a_click_on_an_answer_gives_it():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await click(app, pilot, Target("hand", 1))
        await pilot.pause()
        assert "◆2 Urn" in text(app)
        await click(app, pilot, Target("answer", 1))
        await pilot.pause()
        assert sentences(app) == ["You entomb Urn."]

    run(dealt(), test)


def test_the_right_button_opens_and_closes_the_page_of_a_card():
    def is_page_open(app: TableApp) -> bool:
        return "R Reshuffle" not in text(app)  # the keys of the table make room for those of the page

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await click(app, pilot, Target("slot", 5), button=3)
        await pilot.pause()
        assert is_page_open(app)
        await click(app, pilot, Target("slot", 5), button=3)
        await pilot.pause()
        assert not is_page_open(app)

    run(dealt(), test)


def test_the_keys_in_the_footer_can_be_clicked():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("2", "t")
        await pilot.pause()
        ids = [hint.id for hint in app.table._build_scene().footer]
        await click(app, pilot, Target("key", ids.index("undo")))
        await pilot.pause()
        assert app.sitting.node == 0

    run(dealt(), test)


@pytest.mark.parametrize(
    ("remote", "configured", "named"),
    [
        (False, None, {"by a click", "click whatever", "click or drag"}),
        (True, None, set()),
        (True, True, {"by a click", "click whatever", "click to jump"}),
    ],
    ids=["here", "over SSH", "on over SSH"],
)
def test_the_mouse_is_named_only_where_it_works(
    tmp_path: Path, remote: bool, configured: bool | None, named: set[str]
) -> None:
    shown: list[str] = []

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        for keys in ([], ["question_mark", "tab"], ["escape", "v"]):
            await pilot.press(*keys)
            await pilot.pause()
            shown.append(text(app).lower())

    start = StartOptions(new=True, first=1, levels=("shabti",), seed=3, config=Config(mouse=configured))
    run_app(tmp_path, steps, start, LARGE, Terminal(remote=remote), SilentThinker())
    words = " ".join(" ".join(shown).split())
    assert {
        hint for hint in ("by a click", "click whatever", "click or drag", "click to jump") if hint in words
    } == named
    assert named or not re.search(r"\b(click|drag|mouse)", words)
