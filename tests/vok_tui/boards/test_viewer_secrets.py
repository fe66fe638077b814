"""What a review with open hands shows of each seat: all that it holds or did in secret."""

from engine.core.game import Game, State
from engine.tal.game import TAL
from engine.thieves.game import THIEVES
from tests.engine.tal.table import STAY, order
from tests.engine.tal.table import play as play_tal
from tests.engine.tal.table import table as tal_table
from tests.engine.thieves.table import play as play_thieves
from tests.engine.thieves.table import table as thieves_table
from tests.vok_tui.boards.tal_boards import board_for
from vok_tui.boards.thieves.board import ThievesBoard


def secrets_text(game: Game, state: State, board, seat: int) -> str:
    return ", ".join(board.viewer_secrets(game.view(state, seat)))


def test_laid_and_remaining_tablets_are_shown():
    state = tal_table("bids", lots=("kkrrb", "wwwyb"))
    play_tal(state, "lay the 4 beside lot 1", "lay a blank beside lot 1", "lay no more here", "lay the 1 beside lot 2")
    assert secrets_text(TAL, state, board_for(2), 0) == "lot 1 4 and 1 blank, lot 2 1, left 3 2 and 3 blanks"


def test_written_orders_are_shown():
    state = tal_table("orders", overseers=("15/B", ""))
    play_tal(state, *order("10/A", 10), *STAY, "stop at 17")
    assert secrets_text(TAL, state, board_for(2), 0) == "first overseer to 10/A, claims site 10, second overseer to 16"
    assert secrets_text(TAL, state, board_for(2), 1) == "first overseer to 17"


def test_cards_in_hand_face_down_and_discarded_unseen_are_shown():
    state = thieves_table(
        ("1 key/2 lamp, 2 lamp/2 sword", "1 key/2 sword", "1 key/1 lamp"), laid=("", "2 key/1 lamp down", ""), round_=2
    )
    board = ThievesBoard(THIEVES.title())
    assert secrets_text(THIEVES, state, board, 1).endswith("face down 2 key/1 lamp")
    play_thieves(state, "hide", "escape")
    assert "discarded unseen 2 key/1 lamp" in secrets_text(THIEVES, state, board, 1)
