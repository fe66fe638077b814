"""Action ids: small numbers for moves, as other libraries need them.

The id of a move depends only on the menu of the seat to move. The menu is the same in all positions that look the same to that
seat, so an id reveals nothing and means the same in each of them. In other positions the same id has the same verb and first
arguments; only arguments with too many values (the cards that pay for a purchase) are numbered in the order of the menu.
"""

from collections.abc import Sequence
from typing import Any, Final

from ai.adapters.game_spec import NO_OFFSET, ActionRange
from engine.core.game import Game, State

OVERFLOW_IDS: Final = 256  # ids for moves that do not fit into the range of their verb


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
        self._ids_of_move: Final[
            dict[int, tuple[int, int]]
        ] = {}  # for each known move: its first id, and the number of its ids
        self.count: Final = start + OVERFLOW_IDS

    def moves_by_id(self, state: State) -> dict[int, int]:
        """The legal moves by action id, in ascending order. Raises ValueError if there are more moves than ids, which does not
        happen in our games."""
        used_ids: dict[int, int] = {}  # for each first id, how many ids from it on are used
        moves_by_id: dict[int, int] = {}
        overflow_id = self._overflow_start
        for i in range(state.move_count):
            move = int(state.menu[i])
            first_id, id_count = self._ids_of_move.get(move) or self._first_id_and_count(state, move)
            used = used_ids.get(first_id, 0)
            used_ids[first_id] = used + 1
            action_id = first_id + used
            if used >= id_count:
                action_id = overflow_id
                overflow_id += 1
            moves_by_id[action_id] = move
        if overflow_id > self.count:
            raise ValueError(f"{len(moves_by_id)} moves are more than {self._game.name()} has action ids for")
        return dict(sorted(moves_by_id.items()))

    def _first_id_and_count(self, state: State, move: int) -> tuple[int, int]:
        """The first id of a move, and the number of its ids; 0 ids if it belongs into the overflow."""
        action = self._game.action(state, move)
        action_range = self._ranges.get(action.verb)
        offset = NO_OFFSET if action_range is None else action_range.offset(action.arguments)
        ids = (
            (NO_OFFSET, 0)
            if action_range is None or offset == NO_OFFSET
            else (self._starts[action.verb] + offset, action_range.ids_per_offset)
        )
        self._ids_of_move[move] = ids
        return ids
