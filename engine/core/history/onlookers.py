"""Which seats learned something from a step of another seat: from its answer, or because it is asked."""

from typing import TYPE_CHECKING

from engine.core.game import NOBODY
from engine.core.seats import ALL_SEATS, NO_SEATS, SeatSet, only_seat

if TYPE_CHECKING:
    from engine.core.history.match import Match


def others_seeing_answer(match: "Match", node_after: int) -> SeatSet:
    """The seats that saw another seat answer on the step to `node_after`. They saw it even if they did not see what: that a seat
    laid something face down, and how much, is new to them."""
    if node_after in match.log.redraws or match.is_reached_by_secret_pass(node_after):
        return NO_SEATS
    return ALL_SEATS & ~only_seat(match.mover(match.log.parents[node_after]))


def others_learning_from_question(match: "Match", node: int) -> SeatSet:
    """The seats that learn something because another seat is asked at a node. A seat that is asked openly in another seat's
    turn may be asked because of what it holds."""
    turn_seat, mover = match.chapter(node).seat, match.mover(node)
    if turn_seat in (NOBODY, mover) or mover == NOBODY or match.asks_secretly(node):
        return NO_SEATS
    return ALL_SEATS & ~only_seat(mover)
