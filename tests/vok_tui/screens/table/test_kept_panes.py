"""Panes that a key leaves as they are: they are copied, and look as if they were painted again."""

import pytest

from engine.core.game import HUMAN, Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.games import GAMES
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.game.sitting import Sitting
from vok_tui.painting.grid import Grid
from vok_tui.painting.signs import signs_with
from vok_tui.panes.live_keys import LiveKeys
from vok_tui.panes.scene import Scene
from vok_tui.panes.story import steps_since_your_turn
from vok_tui.screens.table.paint_table import KeptPanes, build_scene, paint_table
from vok_tui.screens.table.pointing import Pointing

SIZE = (160, 60)
MOVES = 24


@pytest.mark.parametrize("game", GAMES)
def test_a_kept_pane_looks_as_if_it_were_painted_again(game: str) -> None:
    kit, kept_panes = table_kit_of(GAMES[game]), KeptPanes()
    match = Match(GAMES[game], Setup(game, (Seat("Ann", HUMAN), Seat("Khety", "shabti"), Seat("Merit", "shabti")), 7))
    pointing = Pointing(Sitting(match), kit.board(match), kit.overlays)

    def compare() -> Scene:
        scene = build_scene(pointing, signs_with(kit.signs, ascii_only=False), LiveKeys({}))
        grid, fresh = Grid(*SIZE), Grid(*SIZE)
        paint_table(grid, scene, pointing.board, pointing.overlay.current, kept_panes)
        paint_table(fresh, scene, pointing.board, pointing.overlay.current)
        assert grid.rows == fresh.rows
        assert grid.targets == fresh.targets
        pointing.move_cursor_in_direction(fresh, "down")
        return scene

    for ply in range(MOVES):
        pointing.update_question()
        compare()
        scene = compare()
        if steps := steps_since_your_turn(scene):
            pointing.step_pointer.move_pointer(-1, steps)
            compare()
        moves = match.state.legal_moves()
        match.play(match.game.action(match.state, moves[seeded_hash(7, ply) % len(moves)]))
