"""The arrangement of panes on a plain board."""

import pytest

from vok_tui.boards.plain_board import PlainBoard
from vok_tui.painting.grid import Grid
from vok_tui.painting.signs import UNICODE_SIGNS
from vok_tui.panes.scene import Scene


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_a_plain_board_has_room_for_eight_players(size: tuple[int, int]):
    names = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hans")
    grid = Grid(*size)
    PlainBoard("Dice").paint_zones(grid, Scene(None, names, UNICODE_SIGNS, ""))
    shown = ["".join([char for char, _ in row]).strip() for row in grid.rows]
    assert [line for line in shown if line] == list(names)
