"""Whole games at every size: each card and player is painted and can be pointed at."""

import random

import pytest

from engine.core.game import Seat, Setup
from engine.core.match import Match
from engine.valley.game import VALLEY
from tests.vok_tui.grids import SIZES
from vok_tui.boards.valley.board import ValleyBoard
from vok_tui.boards.valley.signs import VALLEY_SIGNS
from vok_tui.painting.grid import Grid, Target
from vok_tui.painting.signs import signs_with
from vok_tui.panes.scene import Scene

NAMES = ("Ann", "Nefertari", "Senmut", "王小明和他的朋友", "Khety", "Merit")
CHECK_EVERY_MOVES = 41


@pytest.mark.nightly(reason="paints whole games", keep=("solitaire-1", "base-2"))
@pytest.mark.parametrize(
    ("edition", "players"),
    [("base", 2), ("afterlife", 3), ("both", 6), ("solitaire", 1)],
)
def test_all_cards_and_players_are_shown_at_every_size_until_the_end(edition: str, players: int):
    match = Match(VALLEY, Setup("valley", tuple([Seat(name) for name in NAMES[:players]]), 7, edition))
    board = ValleyBoard("Valley of the Kings", dict(enumerate(VALLEY.catalogue(match.setup).cards)))
    rng = random.Random(3)
    moves = 0
    while True:
        if moves % CHECK_EVERY_MOVES == 0 or match.is_over:
            for viewer in range(min(players, 2)):
                check_table(board, VALLEY.view(match.state, viewer))
        if match.is_over:
            return
        menu = match.state.legal_moves()
        match.play(VALLEY.action(match.state, menu[rng.randrange(len(menu))]))
        moves += 1


def check_table(board: ValleyBoard, view: object) -> None:
    for size in SIZES:
        for ascii_only in (False, True):
            grid = Grid(*size)
            scene = Scene(view, NAMES, signs_with(VALLEY_SIGNS, ascii_only=ascii_only), "")
            board.paint_zones(grid, scene)
            mine = scene.view.mine
            expected = [Target("slot", slot) for slot in range(6)]
            expected += [Target("hand", i) for i in range(len(mine.hand))]
            expected += [Target("seat", seat.seat) for seat in scene.view.seats if seat != mine]
            expected += [Target("set", i) for i in range(len(mine.sets) + 1)]
            missing = [target for target in expected if target not in grid.targets]
            assert not missing, size
            outside = [
                target
                for target in expected
                if grid.targets[target].bottom > size[1] - 1 or grid.targets[target].right > size[0]
            ]
            assert not outside, size
