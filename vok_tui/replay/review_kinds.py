"""What a review finds in any game, beside the kinds of steps that the game declares: where moves were taken back, and the turns
with the largest swings of points."""

from typing import Final, NamedTuple

from engine.core.history.journal import MovedHead, Reshuffled
from engine.core.history.match import Match
from vok_tui.boards.step_kinds import StepKind
from vok_tui.game.story import last_public_node

UNDO: Final = StepKind("undo", "moves taken back", frozenset())
SWING: Final = StepKind("swing", "the largest swing", frozenset())
KINDS_OF_EVERY_GAME: Final = (UNDO, SWING)


class Swing(NamedTuple):
    """By how much the points of a seat changed in a turn."""

    seat: int
    change: int


def undo_target_nodes(match: Match) -> list[int]:
    """The steps to which moves were taken back, in the order in which that happened; a reshuffle takes back too."""
    log, found, before = match.log, [], 0
    for entry, head in zip(log.journal, log.heads, strict=True):
        if head != before and isinstance(entry, MovedHead | Reshuffled):
            target = head if isinstance(entry, MovedHead) else log.parents[head]
            if _is_above(match, target, before):
                found.append(last_public_node(match, target))
        before = head
    return found


def _is_above(match: Match, node: int, below: int) -> bool:
    """Whether `below` follows from a node by at least one action."""
    if match.depth(node) >= match.depth(below):
        return False
    while match.depth(below) > match.depth(node):
        below = match.log.parents[below]
    return below == node


def largest_change_in(seat_points: tuple[tuple[int, ...], ...], turn: int) -> Swing:
    """The largest change of points in a turn. `seat_points` are those of each seat, turn by turn."""
    changes = [(own[turn] - own[turn - 1], seat) for seat, own in enumerate(seat_points)]
    change, seat = max(changes, key=lambda item: abs(item[0]))
    return Swing(seat, change)


def turn_of_largest_change(seat_points: tuple[tuple[int, ...], ...], first: int, last: int) -> int:
    """The turn from `first` to `last` with the largest change of points, the earliest if there are several; 0 if none changed."""
    turns = range(max(1, first), min(last + 1, len(seat_points[0]) if seat_points else 0))
    turn = max(turns, key=lambda number: abs(largest_change_in(seat_points, number).change), default=0)
    return turn if turn and largest_change_in(seat_points, turn).change else 0
