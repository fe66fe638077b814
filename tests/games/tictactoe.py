"""Tic-tac-toe: a game without hidden information and chance, with a position in plain Python. For tests only.

It shows that core, log, search and saves work without knowing the game.
"""

from dataclasses import dataclass
from typing import Any, Final

from engine.core.action import Action, MoveCodec
from engine.core.arrays import i64
from engine.core.errors import BadText
from engine.core.events import Chapter
from engine.core.game import NOBODY, Event, Game, Question, Setup, State
from engine.core.luck import hash_combine
from engine.core.setup import Edition

VERBS: Final = MoveCodec("mark")
LINES: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
CELLS: Final = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
SIGNS: Final = "xo"
EMPTY: Final = "."


class TicTacToeState(State):
    """Nine cells, each `x`, `o` or `.`; seat 0 marks with `x`."""

    def __init__(self, board: str = EMPTY * 9) -> None:
        super().__init__()
        self.board = board
        self.ask()

    def winner(self) -> int:
        for a, b, c in LINES:
            if self.board[a] != EMPTY and self.board[a] == self.board[b] == self.board[c]:
                return SIGNS.index(self.board[a])
        return NOBODY

    def ask(self) -> None:
        """Fill the menu for the seat to move."""
        self.move_count = 0
        self.mover = NOBODY
        if self.winner() == NOBODY and EMPTY in self.board:
            self.mover = self.board.count("x") - self.board.count("o")
            for cell in range(9):
                if self.board[cell] == EMPTY:
                    self.offer(VERBS.encode(Action("mark", (cell,))))

    def apply(self, move: i64) -> None:
        (cell,) = VERBS.decode(move).arguments
        self.emit("mark", self.mover, (cell,))
        self.board = self.board[:cell] + SIGNS[self.mover] + self.board[cell + 1 :]
        self.ask()

    def copy(self) -> "TicTacToeState":
        return TicTacToeState(self.board)

    def digest(self) -> int:
        return hash_combine(0, int.from_bytes(self.board.encode(), "big"))


@dataclass(frozen=True)
class TicTacToeView:
    """The whole position: nothing is hidden."""

    viewer: int
    board: str
    mover: int


class TicTacToe(Game[TicTacToeState]):
    def name(self) -> str:
        return "tictactoe"

    def title(self) -> str:
        return "Tic-tac-toe"

    def editions(self) -> tuple[Edition, ...]:
        return (Edition("base", 2, 2, "three in a line"),)

    def start(self, setup: Setup) -> TicTacToeState:
        self.check_setup(setup)
        return TicTacToeState()

    def determinize(self, state: TicTacToeState, viewer: i64, seed: i64) -> TicTacToeState:
        return state.copy()

    def action(self, state: TicTacToeState, move: int) -> Action:
        return VERBS.decode(move)

    def move(self, state: TicTacToeState, action: Action) -> int:
        return VERBS.encode(action)

    def chapter(self, state: TicTacToeState) -> Chapter:
        return Chapter(10 - state.board.count(EMPTY), state.mover)

    def question(self, state: TicTacToeState) -> Question:
        return Question(state.mover, "Which cell do you mark?" if state.mover >= 0 else "The game is over.")

    def view(self, state: TicTacToeState, viewer: int) -> TicTacToeView:
        return TicTacToeView(viewer, state.board, state.mover)

    def say(self, state: TicTacToeState, action: Action) -> str:
        return f"mark {CELLS[action.arguments[0]]}"

    def describe_event(self, state: TicTacToeState, event: Event, viewer: int, names: tuple[str, ...] = ()) -> str:
        return f"{SIGNS[event.seat]} marks {CELLS[event.arguments[0]]}"

    def rewards(self, state: TicTacToeState) -> list[float]:
        winner = state.winner()
        return [0.5, 0.5] if winner == NOBODY else [float(seat == winner) for seat in range(2)]

    def position_fields(self, state: TicTacToeState) -> dict[str, Any]:
        return {"board": f"{state.board[:3]}/{state.board[3:6]}/{state.board[6:]}"}

    def position_of_fields(self, fields: dict[str, Any]) -> TicTacToeState:
        try:
            board = fields["board"].replace("/", "")
        except (KeyError, AttributeError) as error:
            raise BadText(f"not a position of tic-tac-toe: {error}") from None
        if len(board) != 9 or board.strip("xo.") or board.count("x") - board.count("o") not in (0, 1):
            raise BadText(f"no board of tic-tac-toe looks like {board!r}")
        return TicTacToeState(board)


TICTACTOE: Final = TicTacToe()
