"""How each game lies on the table: what is painted where, which answers belong to which card, what there is to read."""

from typing import cast

from engine.core.match import Match
from engine.valley.game import Valley
from vok_tui.boards.valley import ValleyBoard
from vok_tui.panes.scene import Board


def board_for(match: Match) -> Board:
    """The board of the match's game."""
    catalogue = cast(Valley, match.game).catalogue(match.setup)
    return ValleyBoard(dict(enumerate(catalogue.cards)))
