"""Toasts at the table."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets._toast import Toast

from tests.vok_tui.grids import text
from tests.vok_tui.screens.app_helpers import run, sitting, until
from tests.vok_tui.screens.table.mid_game import mid_game, sitting_mid_game
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.painting.grid import Rect
from vok_tui.screens.app import VokApp
from vok_tui.screens.table.screen import TableScreen

SENTENCE = "Khety is replaced by a scribe, because the program that played for Khety has ended."


@pytest.mark.parametrize("size", [(80, 24), (109, 40), (120, 40), (200, 60)], ids=lambda s: f"{s[0]}x{s[1]}")
def test_a_toast_covers_no_card_no_answer_and_nothing_on_the_right_side(tmp_path: Path, size: tuple[int, int]) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        for current in (mid_game(), sitting_mid_game("thieves", 4), sitting_mid_game("tal", 3)):
            table = TableScreen(current, 0.0)
            app.show_only(table)
            await pilot.pause()
            app.notify(SENTENCE, timeout=1000)
            await pilot.pause()
            await pilot.pause()
            (toast,) = app.screen.query(Toast)
            place = Rect(*toast.region)
            arrangement = table.pointing.board.arrange_panes(*size, table.sitting.view())
            covered = {target.area for target, rect in table.surface.grid.targets.items() if place.overlaps(rect)}
            assert not covered
            assert place.width
            assert place.right <= arrangement.right_overlay.x
            app.clear_notifications()

    run(tmp_path, steps, size=size, notifications=True)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_name_of_a_saved_screen_is_not_broken(tmp_path: Path, size: tuple[int, int]) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("f12")
        await pilot.pause()
        await pilot.pause()
        (picture,) = (tmp_path / "screens").glob("*.svg")
        assert picture.name in text(app)

    run(tmp_path, steps, StartOptions(new=True, first=1, levels=("shabti",), seed=3), size, notifications=True)


@pytest.mark.parametrize("keys", ["question_mark", "k", "f2"])
def test_a_toast_waits_while_a_page_is_read_and_comes_back(tmp_path: Path, keys: str) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        table = TableScreen(mid_game(), 0.0)
        app.show_only(table)
        await pilot.pause()
        app.notify("The program that played for Khety has ended.", timeout=1000)
        await pilot.pause()
        await pilot.press(keys)
        await pilot.pause()
        await pilot.pause()
        page = app.screen
        assert page is not table
        assert "has ended" not in text(app)
        app.notify("Nothing was found here.", timeout=1000)  # about what is read
        await pilot.pause()
        await pilot.pause()
        assert "Nothing was found" in text(app)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table)
        await pilot.pause()
        await pilot.pause()
        assert "has ended" in text(app)

    run(tmp_path, steps, notifications=True)


def test_a_toast_of_one_game_is_gone_in_the_next(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        first = sitting(app)
        await pilot.press("f12")
        await pilot.pause()
        assert "Saved as" in text(app)
        app.coordinator.new_games.begin(first.match.setup)
        await pilot.pause()
        assert sitting(app) is not first
        assert "Saved as" not in text(app)

    run(tmp_path, steps, StartOptions(new=True, first=1, levels=("shabti",), seed=3), notifications=True)


def test_a_repeated_sentence_is_shown_once(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        for sentence in ("Nothing can be played here.", "Saved.", "Nothing can be played here."):
            app.notify(sentence)
            await pilot.pause()
        assert [str(toast.render()) for toast in app.screen.query(Toast)] == ["Nothing can be played here.", "Saved."]

    run(tmp_path, steps, notifications=True)


def test_a_larger_window_is_advised_once(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        said = [notification.message for notification in app._notifications]
        advised.append([sentence for sentence in said if "120x40; here f enlarges half" in sentence])

    advised: list[list[str]] = []
    start = StartOptions(new=True, first=1, game="tal", named_game="tal", levels=("shabti",), seed=3)
    for size in ((120, 40), (80, 24), (80, 24)):
        run(tmp_path, steps, start, size=size, notifications=True)
    assert [len(sentences) for sentences in advised] == [0, 1, 0]
