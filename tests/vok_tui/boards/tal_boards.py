"""Boards of Tal der Koenige: how they are painted, and what they explain."""

from dataclasses import replace
from typing import Any

from engine.core.game import HUMAN
from engine.tal.board import board_of
from engine.tal.board_text import SHIPPED
from engine.tal.game import TAL
from engine.tal.state import TalState
from tests.vok_tui.boards.tal_sitting import NAMES
from tests.vok_tui.screens.table.table_helpers import SMALL
from vok_tui.boards.tal.board import TalBoard
from vok_tui.boards.tal.signs import TAL_SIGNS
from vok_tui.game.story import Choice
from vok_tui.painting.grid import Grid, Target
from vok_tui.painting.signs import signs_with
from vok_tui.panes.scene import Scene

SIZES = [(80, 24), (100, 30), (120, 40), (160, 45)]
LEVELS = (HUMAN,) * 4


def board_for(players: int) -> TalBoard:
    return TalBoard(TAL.title(), board_of(SHIPPED, players))


def choices(state: TalState) -> list[Choice]:
    actions = [TAL.action(state, move) for move in state.legal_moves()]
    return [Choice(action, TAL.say(state, action)) for action in actions]


def scene_of(state: TalState, viewer: int, ascii_only: bool = False, **more: Any) -> Scene:
    """The scene for a viewer, with the targets of the question if the viewer is asked."""
    board, view = board_for(state.seat_count), TAL.view(state, viewer)
    offered = choices(state) if state.mover == viewer else []
    usable = frozenset(target for choice in offered for target in board.targets_of_action(view, choice.action))
    scene = Scene(view, NAMES[: state.seat_count], signs_with(TAL_SIGNS, ascii_only=ascii_only), "")
    return replace(scene, viewer=viewer, usable=usable, **more)


def paint(scene: Scene, size: tuple[int, int] = SMALL) -> Grid:
    grid = Grid(*size)
    board_for(len(scene.names)).paint_zones(grid, scene)
    return grid


def lines(grid: Grid) -> list[str]:
    return ["".join([cell for cell, _ in row]).rstrip() for row in grid.rows]


def cells_in(grid: Grid, target: Target) -> str:
    """All lines of a target."""
    rect = grid.targets[target]
    return "\n".join(["".join([cell for cell, _ in row]) for row in grid.cells_in(rect)])
