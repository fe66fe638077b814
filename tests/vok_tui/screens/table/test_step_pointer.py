"""Changes by opponents are marked on the table until your next answer, and their steps can be highlighted one by one."""

import pytest
from textual.pilot import Pilot

from ai.levels import SHABTI
from engine.core.game import HUMAN, NOBODY
from tests.engine.valley.table import table
from tests.vok_tui.grids import text
from tests.vok_tui.screens.table.table_helpers import (
    LARGE,
    PYRAMID,
    SMALL,
    STOCK,
    TableApp,
    end_turn,
    play,
    run,
    sitting_at,
)
from vok_tui.game.sitting import Sitting
from vok_tui.painting.grid import Target
from vok_tui.screens.table.pointing import AT_FIRST, NONE_YET

SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])


def sitting_in_her_turn(*levels: str) -> Sitting:
    """Nefertari has entombed Urn and bought Statue of Isis, the left card of the base."""
    hands = ("6 Urn", "Urn, 3 Box of Food")
    sitting = sitting_at(
        table(hands=hands, pyramid=PYRAMID, stock=STOCK, deck=("9 Urn", "9 Box of Food"), active=1), *levels
    )
    play(sitting, "entomb Urn", "buy Statue of Isis with Box of Food, Box of Food")
    return sitting


def sitting_after_her_turn() -> Sitting:
    """The same game at the start of Ann's next turn."""
    sitting = sitting_in_her_turn(HUMAN, SHABTI)
    end_turn(sitting)
    return sitting


def marked_targets(app: TableApp) -> frozenset[Target]:
    return app.table._build_scene().step_marks.changed_since_answer


@SIZES
def test_changes_by_opponents_are_marked_until_your_next_answer(size: tuple[int, int]):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert {Target("slot", 0), Target("slot", 3)} <= marked_targets(app)
        assert Target("slot", 1) not in marked_targets(app)
        slot = app.table.surface.grid.targets[Target("slot", 0)]
        lines = text(app).splitlines()
        assert "▌" in lines[slot.y + 1][slot.x : slot.x + 2]
        await pilot.press("1", "enter")
        await pilot.pause()
        assert marked_targets(app) == frozenset()
        assert "▌" not in text(app).splitlines()[slot.y + 1][slot.x : slot.x + 2]
        await pilot.press("u")
        await pilot.pause()
        assert Target("slot", 0) in marked_targets(app)

    run(sitting_after_her_turn(), test, size)


@SIZES
def test_comma_and_full_stop_highlight_the_steps_of_opponents(size: tuple[int, int]):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        highlighted_verbs = []
        for key in ("comma", "comma", "full_stop", "full_stop"):
            await pilot.press(key)
            await pilot.pause()
            cells = [cell for row in app.table.surface.grid.rows for cell in row]
            highlighted_text = "".join([char for char, ink in cells if "on-gold" in ink])
            highlighted_verbs.append([verb for verb in ("entombs", "buys") if verb in highlighted_text])
        assert highlighted_verbs == [["buys"], ["entombs"], ["buys"], []]
        assert app.sitting.asks_viewer

    run(sitting_after_her_turn(), test, size)


def test_the_highlighted_step_marks_what_it_changed():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("comma")
        await pilot.pause()
        scene = app.table._build_scene()
        assert Target("slot", 0) in scene.step_marks.changed_by_highlighted_step
        assert Target("seat", 1) in scene.step_marks.changed_by_highlighted_step
        slot = app.table.surface.grid.targets[Target("slot", 0)]
        assert text(app).splitlines()[slot.y + 1][slot.x] == "»"
        await pilot.press("comma")
        await pilot.pause()
        assert Target("slot", 0) not in app.table._build_scene().step_marks.changed_by_highlighted_step
        await pilot.press("escape")
        await pilot.pause()
        assert app.table._build_scene().step_marks.changed_by_highlighted_step == frozenset()

    run(sitting_after_her_turn(), test)


def test_the_key_says_why_there_is_no_earlier_step():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press(*["comma"] * 9)
        await pilot.pause()
        assert AT_FIRST in " ".join(text(app).split())

    async def first_turn(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("comma")
        await pilot.pause()
        assert NONE_YET in " ".join(text(app).split())

    run(sitting_after_her_turn(), test, LARGE)
    run(sitting_at(table(hands=("6 Urn", "Urn"), pyramid=PYRAMID)), first_turn, LARGE)


def test_a_spectator_sees_what_the_latest_step_changed():
    sitting = sitting_in_her_turn(SHABTI, SHABTI)
    assert sitting.viewer == NOBODY

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert Target("slot", 0) in marked_targets(app)
        assert not [mark for mark in marked_targets(app) if mark.area == "tomb"], "the entombment was the step before"

    run(sitting, test)


def test_a_step_stays_highlighted_until_your_next_answer():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("comma")
        await pilot.pause()
        highlighted = app.table._build_scene().step_marks.highlighted_step
        assert highlighted is not None
        end_turn(app.sitting)
        app.table.show_and_continue()
        await pilot.pause()
        assert app.sitting.asks_viewer
        assert app.table._build_scene().step_marks.highlighted_step == highlighted
        await pilot.press("1", "t")
        await pilot.pause()
        assert app.table._build_scene().step_marks.highlighted_step is None

    run(sitting_in_her_turn(HUMAN, SHABTI), test)
