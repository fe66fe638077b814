"""Action ids: small numbers for moves, as other libraries need them.

The id of a move depends only on the menu of the seat to move. The menu is the same in all positions that look the same to that
seat, so an id reveals nothing and means the same in each of them. Between other positions an id keeps its verb and first
arguments; only arguments with too many values (the cards that pay for a purchase) are numbered in the order of the menu.
"""

from collections.abc import Sequence
from typing import Any, Final

from ai.adapters.game_spec import NO_OFFSET, ActionRange
from engine.core.game import Game, State

OVERFLOW_IDS: Final = 256  # moves that do not fit into their range


class ActionIds:
    """All ids of a game: the ranges one after the other, then the overflow."""

    def __init__(self, game: Game[Any], ranges: Sequence[ActionRange]) -> None:
        self._game: Final = game
        self._ranges: Final = {action_range.verb: action_range for action_range in ranges}
        self._starts: Final[dict[str, int]] = {}
        start = 0
        for action_range in ranges:
            self._starts[action_range.verb] = start
            start += action_range.size
        self._overflow_start: Final = start
        self._ids_of_move: Final[dict[int, tuple[int, int]]] = {}  # for a move: its first id, and their number
        self.count: Final = start + OVERFLOW_IDS

    def moves_by_id(self, state: State) -> dict[int, int]:
        """The legal moves by action id, in ascending order. Raises ValueError if there are more moves than ids, which does not
        happen in our games."""
        used: dict[int, int] = {}
        found: dict[int, int] = {}
        overflow_id = self._overflow_start
        for i in range(state.move_count):
            move = int(state.menu[i])
            start, ways = self._ids_of_move.get(move) or self._locate(state, move)
            way = used.get(start, 0)
            used[start] = way + 1
            action_id = start + way
            if way >= ways:
                action_id = overflow_id
                overflow_id += 1
            found[action_id] = move
        if overflow_id > self.count:
            raise ValueError(f"{len(found)} answers are more than {self._game.name()} has numbers for")
        return dict(sorted(found.items()))

    def _locate(self, state: State, move: int) -> tuple[int, int]:
        action = self._game.action(state, move)
        action_range = self._ranges.get(action.verb)
        place = NO_OFFSET if action_range is None else action_range.offset(action.arguments)
        where = (
            (NO_OFFSET, 0)
            if action_range is None or place == NO_OFFSET
            else (self._starts[action.verb] + place, action_range.ways)
        )
        self._ids_of_move[move] = where
        return where
