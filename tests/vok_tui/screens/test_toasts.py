"""Toasts at the table."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets._toast import Toast

from tests.vok_tui.screens.app_helpers import run
from tests.vok_tui.table.test_looks import mid_game
from vok_tui.app import VokApp
from vok_tui.painting.grid import Rect
from vok_tui.panes.reader import FIXED_READER
from vok_tui.table.screen import TableScreen


@pytest.mark.parametrize("size", [(80, 24), (110, 34), (120, 40), (160, 45), (200, 60)], ids=lambda s: f"{s[0]}x{s[1]}")
def test_a_toast_covers_neither_cards_nor_answers(tmp_path: Path, size: tuple[int, int]) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        table = TableScreen(mid_game(), 0.0)
        app.show_only(table)
        await pilot.pause()
        app.notify("Khety is replaced by a scribe, because the program that played for Khety has ended.", timeout=1000)
        await pilot.pause()
        await pilot.pause()
        toasts = list(app.screen.query(Toast))
        assert toasts
        for toast in toasts:
            place = Rect(*toast.region)
            covered = {
                target.area
                for target, rect in table.surface.grid.targets.items()
                if place.overlaps(rect) and place.width
            }
            assert not covered & {"slot", "hand", "play", "answer"}
            reader = (
                table.kit.board(table.session.match)
                .arrange_panes(*size, table.session.view())
                .panes.get(FIXED_READER.id)
            )
            assert reader is None or not place.overlaps(reader)

    run(tmp_path, steps, size=size, notifications=True)


def test_a_repeated_sentence_is_shown_once(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        for sentence in ("Nothing can be played here.", "Saved.", "Nothing can be played here."):
            app.notify_player(sentence)
            await pilot.pause()
        assert [str(toast.render()) for toast in app.screen.query(Toast)] == ["Nothing can be played here.", "Saved."]

    run(tmp_path, steps, notifications=True)
