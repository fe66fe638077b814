"""The arrangement of panes on a plain board."""

import pytest

from tests.vok_tui.painted_tables import painted_tables
from vok_tui.boards.generic_board import GenericBoard
from vok_tui.painting.grid import BLANK, Grid, Rect
from vok_tui.painting.signs import UNICODE_SIGNS
from vok_tui.panes.registry import without_useless_curve
from vok_tui.panes.scene import Scene


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_the_generic_board_has_room_for_eight_players(size: tuple[int, int]):
    names = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hans")
    grid = Grid(*size)
    GenericBoard("Dice").paint_zones(grid, Scene(None, names, UNICODE_SIGNS, ""))
    shown = ["".join([char for char, _ in row]).strip() for row in grid.rows]
    assert [line for line in shown if line] == list(names)


def test_no_table_of_any_game_touches_the_right_edge():
    touching = []
    for table in painted_tables():
        if not table.overlay:  # the ground of an overlay goes to the edge
            touching += [
                f"{row[-1][0]!r} in line {y} of {table.where}"
                for y, row in enumerate(table.grid.rows[1:-1], 1)
                if row[-1] != BLANK
            ]
    assert touching == []


@pytest.mark.parametrize("above", ["question", "story"])
def test_a_curve_that_has_not_begun_leaves_its_lines_to_the_pane_above(above: str):
    rects = {"question": Rect(0, 1, 70, 20), "story": Rect(71, 1, 40, 20)}
    pane = rects[above]
    rects["curve"] = Rect(pane.x, pane.bottom + 1, pane.width, 7)
    assert without_useless_curve(rects, 5, has_begun=True) == rects
    shown = without_useless_curve(rects, 5, has_begun=False)
    assert "curve" not in shown
    assert shown[above] == Rect(pane.x, 1, pane.width, 28)
    assert ("curve" in without_useless_curve(rects, 21, has_begun=True)) == (above == "story"), "a long question"
