"""The keys at the foot of a screen: they can be pointed at and clicked."""

from pathlib import Path

from textual.pilot import Pilot

from tests.vok_tui.screens.app_helpers import run
from vok_tui.screens.app import VokApp
from vok_tui.screens.help import HelpScreen
from vok_tui.screens.widgets import KeyFooter


def footer_text(footer: KeyFooter) -> str:
    return footer.render_line(0).text


def test_each_key_covers_the_columns_of_its_text(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        footer = app.screen.query_one(KeyFooter)
        assert len(footer.keys) > 3
        for key in footer.keys:
            assert footer_text(footer)[key.columns.start : key.columns.stop] == key.label + key.description

    run(tmp_path, steps)


def test_pointing_at_a_key_highlights_it_alone_and_explains_it(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        footer = app.screen.query_one(KeyFooter)
        for key in footer.keys:
            await pilot.hover(footer, offset=(key.columns.start, 0))
            await pilot.pause()
            assert footer.tooltip == key.help_text
            highlighted = footer.render_line(0).crop(key.columns.start, key.columns.stop)
            backgrounds = {segment.style.bgcolor for segment in highlighted}
            assert len(backgrounds) == 1
            assert footer.rich_style.bgcolor not in backgrounds
        await pilot.hover(None, offset=(0, 0))
        await pilot.pause()
        assert footer.tooltip is None
        assert {segment.style.bgcolor for segment in footer.render_line(0)} == {footer.rich_style.bgcolor}

    run(tmp_path, steps)


def test_a_click_presses_the_key_and_a_click_beside_the_keys_does_nothing(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        footer = app.screen.query_one(KeyFooter)
        start = app.screen
        await pilot.click(footer, offset=(footer.size.width - 1, 0))
        await pilot.pause()
        assert app.screen is start
        (key,) = [key for key in footer.keys if key.description == "Help "]
        await pilot.click(footer, offset=(key.columns.stop - 1, 0))
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)

    run(tmp_path, steps)


def test_a_narrow_footer_leaves_out_whole_keys_and_keeps_the_help(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        footer = app.screen.query_one(KeyFooter)
        whole = [key.description for key in footer.keys]
        footer.styles.width = 32
        await pilot.pause()
        await pilot.pause()
        shown = [key.description for key in footer.keys]
        assert len(shown) < len(whole)
        assert shown == [description for description in whole if description in shown]
        assert "Help " in shown
        assert footer.keys[-1].columns.stop <= 32
        assert footer_text(footer).rstrip() == "".join(key.label + key.description for key in footer.keys).rstrip()

    run(tmp_path, steps)
