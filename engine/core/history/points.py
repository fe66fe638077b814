"""The points of all seats turn by turn, along one path of the log: for curves."""

from engine.core.game import NOBODY
from engine.core.history.match import Match


def seat_points_by_turn(match: Match, node: int) -> tuple[tuple[int, ...], ...]:
    """For each seat, its points at the start, at the end of each turn before `node`, and at `node`. Empty in a game without
    points. O(depth of the node).

    These are points that everybody may know: see `engine.core.game.Game.scores`.
    """
    turn, after_turn = 0, {0: match.scores(0)}
    for step in match.log.path(node):
        if step and match.mover(step) != NOBODY:
            turn = match.chapter(step).number
        after_turn[max(1, turn)] = match.scores(step)
    rows: list[tuple[int, ...]] = []
    for turn in range(max(after_turn) + 1):
        rows.append(after_turn.get(turn, rows[-1] if rows else ()))
    return tuple(zip(*rows, strict=True))
