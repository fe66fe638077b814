"""What a guide says above the question leaves some of the answers in sight on the smallest table."""

from dataclasses import replace
from functools import lru_cache

import pytest

from engine.core.action import Action
from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from engine.games import GAMES
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.game.sitting import Sitting
from vok_tui.painting.grid import Grid
from vok_tui.painting.signs import signs_with
from vok_tui.panes.live_keys import LiveKeys
from vok_tui.panes.scene import Answer, Board, GuidePage, Scene, TargetHint
from vok_tui.screens.table.paint_table import build_scene, paint_table
from vok_tui.screens.table.pointing import Pointing

TEXT = "word " * 90
ANSWERS = tuple([Answer(f"Answer {number}", Action("pass", ())) for number in range(6)])


@lru_cache
def table(game: str) -> tuple[Scene, Board]:
    """A new table of a game."""
    match = Match(GAMES[game], Setup(game, (Seat("Ann", HUMAN), Seat("Senmut", "shabti"), Seat("Khety", "shabti")), 7))
    kit = table_kit_of(match.game)
    pointing = Pointing(Sitting(match), kit.board(match), kit.overlays)
    pointing.update_question()
    return build_scene(pointing, signs_with(kit.signs, ascii_only=False), LiveKeys({})), pointing.board


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("goals", [(), (("Execute a card of your hand", False),)])
@pytest.mark.parametrize("max_lines", [0, 1, 34])
@pytest.mark.parametrize(
    ("obstacle", "has_notice"), [("", False), ("Urn: only the base can be bought", False), ("", True)]
)
def test_two_answers_are_visible_below_the_longest_text(
    game: str, goals: tuple[tuple[str, bool], ...], max_lines: int, obstacle: str, has_notice: bool
) -> None:
    scene, board = table(game)
    page = GuidePage("The guided game is done", TEXT, goals, ("one", "two"), 0, frozenset(), max_lines=max_lines)
    hint = TargetHint(obstacle=obstacle)
    heading = "Buy, execute, entomb, or end your turn"
    scene = replace(
        scene, guide=page, heading=heading, answers=ANSWERS, hint=hint, has_notice=has_notice, cursor=None, warning=""
    )
    grid = Grid(80, 24)
    paint_table(grid, scene, board)
    shown = "\n".join(["".join([char for char, _ in row]) for row in grid.rows])
    assert sum(answer.text in shown for answer in ANSWERS) >= 2
    assert "word" in shown
    assert obstacle in shown
