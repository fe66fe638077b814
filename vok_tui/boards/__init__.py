"""The boards: how each game looks on the table, which answers belong to which card, and the pages to read."""

from typing import cast

from engine.core.match import Match
from engine.valley.game import Valley
from vok_tui.boards.valley.board import ValleyBoard
from vok_tui.panes.scene import Board


def board_for(match: Match) -> Board:
    """The board of the match's game."""
    catalogue = cast(Valley, match.game).catalogue(match.setup)
    return ValleyBoard(dict(enumerate(catalogue.cards)))
