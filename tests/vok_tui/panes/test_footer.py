"""The footer keeps the most important keys in a narrow terminal."""

from textual.pilot import Pilot

from tests.vok_tui.grids import text
from tests.vok_tui.screens.table.mid_game import mid_game
from tests.vok_tui.screens.table.table_helpers import TableApp, run
from vok_tui.panes.scene import KeyHint
from vok_tui.panes.status import fitting_hint_indices

LABELS = ("Choose", "Other payment", "Let go", "Narrow", "Read", "Undo", "Help", "Log", "Menu", "Leave", "Steps")
HINTS = [KeyHint(label[0], label, "", label.lower()) for label in LABELS]


def test_help_and_leave_stay_in_the_footer_at_any_width():
    for width in range(20, 200):
        shown = [HINTS[i].label for i in fitting_hint_indices(HINTS, width)]
        assert sum(len(label) + 4 for label in shown) - 2 <= width
        assert {"Help", "Leave"} <= set(shown)
        others = [label for label in LABELS if label not in ("Help", "Leave")]
        shown_others = [label for label in shown if label in others]
        assert shown_others == others[: len(shown_others)]
    assert len(fitting_hint_indices(HINTS, 200)) == len(HINTS)


def test_the_footer_of_a_payment_fits_80_columns_with_help_and_leave():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("z")
        await pilot.pause()
        last = text(app).splitlines()[-1]
        for words in ("Pay", "Enter Buy", "Other payment", "Esc Back", "? Help", "q Leave"):
            assert words in last

    run(mid_game(), test)
