"""In Tal der Koenige one word in lines does all that is left, as one key does on the screen."""

from pathlib import Path

from ai.search.playout import Rng
from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from engine.games import GAMES
from saves import Shelf, load
from tests.vok_tui.plain.line_player import hold, typing
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.boards.tal.combined import ALL
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.sitting import Sitting


def blocks_left(sitting: Sitting) -> int:
    """How many blocks one answer places here; 0 if there is no such answer."""
    if sitting.mover != 0:
        return 0
    board = table_kit_of(sitting.match.game).board(sitting.match)
    found = [each for each in board.answers(sitting.view(), sitting.choices(), None, sitting.names) if each.role == ALL]
    return len(found[0].steps) if found and found[0].steps[0].verb == "build" else 0


def test_one_word_places_all_blocks(tmp_path: Path) -> None:
    match, rng = Match(GAMES["tal"], Setup("tal", (Seat("Ann", HUMAN), Seat("Khety", "shabti")), 3)), Rng(1)
    sitting = Sitting(match)
    while not (blocks := blocks_left(sitting)):
        moves = list(match.state.legal_moves())
        match.play(match.game.action(match.state, moves[rng.below(len(moves))]))
    with Shelf(tmp_path).create(match.setup, match.game, "0.1.0", 1_700_000_000) as file:
        file.keep(match)
    before = match.depth(match.log.head)
    _, transcript = hold(tmp_path, typing(["all", "quit"]), StartOptions(path=file.path))
    after = load(file.path, GAMES).match
    played = [after.log.actions[node].verb for node in after.log.path(after.log.head)[1 + before :]]
    assert played[:blocks] == ["build"] * blocks, transcript.lines
