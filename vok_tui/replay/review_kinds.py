"""What a review can find in any game, in addition to the kinds of steps that the game declares: where moves were taken back to,
and the turns with the largest swings of points."""

from typing import Final, NamedTuple

from engine.core.history.journal import MovedHead, Reshuffled
from engine.core.history.match import Match
from vok_tui.boards.step_kinds import StepKind
from vok_tui.game.story import last_public_node

UNDO: Final = StepKind("undo", "moves taken back", frozenset())
SWING: Final = StepKind("swing", "the largest swing", frozenset())
KINDS_OF_EVERY_GAME: Final = (UNDO, SWING)


class Swing(NamedTuple):
    """The change of the points of a seat in a turn."""

    seat: int
    change: int


def undo_target_nodes(match: Match) -> list[int]:
    """The steps to which moves were taken back, in the order in which that happened. A reshuffle takes moves back too."""
    log, targets, previous = match.log, [], 0
    for entry, head in zip(log.journal, log.heads, strict=True):
        if head != previous and isinstance(entry, MovedHead | Reshuffled):
            target = head if isinstance(entry, MovedHead) else log.parents[head]
            if _is_ancestor(match, target, previous):
                targets.append(last_public_node(match, target))
        previous = head
    return targets


def _is_ancestor(match: Match, node: int, descendant: int) -> bool:
    """Whether `descendant` follows from `node` by at least one action."""
    if match.depth(node) >= match.depth(descendant):
        return False
    while match.depth(descendant) > match.depth(node):
        descendant = match.log.parents[descendant]
    return descendant == node


def largest_change_in(seat_points: tuple[tuple[int, ...], ...], turn: int) -> Swing:
    """The largest change of points in a turn. `seat_points` are the points of each seat by turn."""
    changes = [(points[turn] - points[turn - 1], seat) for seat, points in enumerate(seat_points)]
    change, seat = max(changes, key=lambda item: abs(item[0]))
    return Swing(seat, change)


def turn_of_largest_change(seat_points: tuple[tuple[int, ...], ...], first: int, last: int) -> int:
    """The earliest turn from `first` to `last` with the largest change of points; 0 if no points changed."""
    turns = range(max(1, first), min(last + 1, len(seat_points[0]) if seat_points else 0))
    turn = max(turns, key=lambda number: abs(largest_change_in(seat_points, number).change), default=0)
    return turn if turn and largest_change_in(seat_points, turn).change else 0
