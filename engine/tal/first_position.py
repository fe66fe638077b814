"""An empty board, and the position at the start of a game (rulebook, "Game Preparation")."""

from engine.core.arrays import i64, vec
from engine.core.game import NOTHING
from engine.tal.blocks import full_bag
from engine.tal.data.board import CENTRE, SITE_COUNT, GameBoard
from engine.tal.rules.rounds import PROGRAMS, ROUND_ADDRESS
from engine.tal.state import (
    BAG,
    BIDDING,
    CELL_COUNT,
    HELD_BLOCKS,
    LOT_WINNERS,
    LUCK_STREAMS,
    MAX_LOTS,
    PHASE,
    SITE_OWNERS,
    WORKERS,
    WRITTEN_ORDERS,
    TalState,
)


def empty_board(board: GameBoard, is_short: bool) -> TalState:
    """A board with a full bag, and all figures in area 16. Nothing is on the stack."""
    cells = vec[i64]([0] * CELL_COUNT)
    cells[PHASE] = BIDDING
    cells[BAG] = full_bag()
    for lot in range(MAX_LOTS):
        cells[LOT_WINNERS + lot] = NOTHING
    for cell in range(WRITTEN_ORDERS, HELD_BLOCKS):
        cells[cell] = NOTHING
    for cell in range(WORKERS, SITE_OWNERS):
        cells[cell] = CENTRE
    for site in range(SITE_COUNT):
        cells[SITE_OWNERS + site] = NOTHING
    return TalState(board, is_short, board.players, cells, PROGRAMS)


def first_position(board: GameBoard, is_short: bool, seed: int) -> TalState:
    """The first question of a game. Seat 0 has the pharaoh's disc (our rule); the caller decides who sits there."""
    state = empty_board(board, is_short)
    state.reseed_streams(seed, LUCK_STREAMS)
    state.call(ROUND_ADDRESS, 0, NOTHING)
    state.run()
    return state
