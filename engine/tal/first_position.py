"""The position before the first round, and that at the first question (rulebook, "Game Preparation")."""

from engine.core.arrays import i64, vec
from engine.core.game import NOTHING
from engine.tal import state as layout
from engine.tal.blocks import full_bag
from engine.tal.board import CENTRE, SITE_COUNT, GameBoard
from engine.tal.rules.rounds import PROGRAMS, ROUND_ADDRESS
from engine.tal.state import TalState


def position_before_first_round(board: GameBoard, is_short_game: bool) -> TalState:
    """A position with a full bag, empty sites, and all figures in area 16. Nothing is on the stack."""
    cells = vec[i64]([0] * layout.CELL_COUNT)
    cells[layout.PHASE] = layout.BIDDING
    cells[layout.BAG] = full_bag()
    for lot in range(layout.MAX_LOTS):
        cells[layout.LOT_WINNERS + lot] = NOTHING
    for cell in range(layout.WRITTEN_ORDERS, layout.HELD_BLOCKS):
        cells[cell] = NOTHING
    for cell in range(layout.WORKERS, layout.SITE_OWNERS):
        cells[cell] = CENTRE
    for site in range(SITE_COUNT):
        cells[layout.SITE_OWNERS + site] = NOTHING
    return TalState(board, is_short_game, board.players, cells, PROGRAMS)


def first_position(board: GameBoard, is_short_game: bool, seed: int) -> TalState:
    """The first question of a game. Seat 0 has the pharaoh's disc (our rule); the caller decides who sits there."""
    state = position_before_first_round(board, is_short_game)
    state.reseed_streams(seed, layout.LUCK_STREAMS)
    state.call(ROUND_ADDRESS, 0, NOTHING)
    state.run()
    return state
