"""Short matches to analyse, and a small budget for it."""

from ai.analysis.decision import (
    AnalysisBudget,
)
from engine.core.action import Action
from engine.core.game import Seat, Setup
from engine.core.match import Match
from engine.games import GAMES
from tests.games.tictactoe import TICTACTOE, TicTacToeState
from tests.vok_tui.paired_worlds import match_from

TINY = AnalysisBudget(screening=24, comparison=12, confirmation=24, pairs=4, continuation=3)
TWO = (Seat("Ann"), Seat("Ben"))


def begun(game: str, edition: str = "base", players: int = 2, seed: int = 3) -> Match:
    return Match(GAMES[game], Setup(game, tuple(Seat(f"P{seat}") for seat in range(players)), seed, edition))


def play_first_moves(match: Match, count: int) -> None:
    """Play the moves in the middle of the menus."""
    for _ in range(count):
        moves = match.state.legal_moves()
        match.play(match.game.action(match.state, moves[len(moves) // 2]))


def square(cell: int) -> Action:
    return Action("mark", (cell,))


def board_match(board: str, played: int) -> Match:
    """Tic-tac-toe on this board, after the mover has taken the square `played`."""
    match = match_from(TICTACTOE, Setup("tictactoe", TWO, 1), TicTacToeState(board))
    match.play(square(played))
    return match
