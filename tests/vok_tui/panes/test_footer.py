"""The footer keeps its keys in a narrow terminal."""

from textual.pilot import Pilot

from tests.vok_tui.grids import text
from tests.vok_tui.table.setting import TableApp, run
from tests.vok_tui.table.test_looks import middle
from vok_tui.panes.scene import KeyHint
from vok_tui.panes.status import fitting_hint_indices

LABELS = ("Choose", "Other payment", "Let go", "Narrow", "Read", "Undo", "Help", "Log", "Menu", "Leave", "Steps")
HINTS = [KeyHint(label[0], label, "", label.lower()) for label in LABELS]


def test_help_and_the_way_out_stay_at_any_width_that_has_room_for_them():
    for width in range(20, 200):
        shown = [HINTS[i].label for i in fitting_hint_indices(HINTS, width)]
        assert sum(len(label) + 4 for label in shown) - 2 <= width
        assert {"Help", "Leave"} <= set(shown)
        others = [label for label in LABELS if label not in ("Help", "Leave")]
        kept = [label for label in shown if label in others]
        assert kept == others[: len(kept)]
    assert len(fitting_hint_indices(HINTS, 200)) == len(HINTS)


def test_while_a_purchase_is_paid_for_the_footer_says_at_80_columns_how_to_pay_to_get_help_and_to_leave():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("z")
        await pilot.pause()
        last = text(app).splitlines()[-1]
        for words in ("Pay", "Enter Buy", "Other payment", "Esc Back", "? Help", "q Leave"):
            assert words in last

    run(middle(), test)
