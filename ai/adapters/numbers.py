"""Answers as small numbers, for libraries that want them so.

The number of an answer depends on the menu of who is asked and on nothing else. The menu is the same in all positions that look
the same to that seat, so a number betrays nothing and means the same in each of them. Between other positions a number keeps
its verb and its place; only the last argument of those that have too many to be counted off (the cards laid out for a
purchase) is counted in the order of the menu.
"""

from collections.abc import Sequence
from typing import Any, Final

from ai.adapters.shape import NOWHERE, Block
from engine.core.rules import Game, State

SPILL: Final = 256  # answers for which a block has no room left


class Numbers:
    """All numbers of a game: the blocks one after the other, then room for what they cannot hold."""

    def __init__(self, game: Game[Any], blocks: Sequence[Block]) -> None:
        self._game: Final = game
        self._blocks: Final = {block.verb: block for block in blocks}
        self._begins: Final[dict[str, int]] = {}
        begin = 0
        for block in blocks:
            self._begins[block.verb] = begin
            begin += block.size
        self._spill: Final = begin
        self._known: Final[dict[int, tuple[int, int]]] = {}  # for a move: its first number, and how many
        self.count: Final = begin + SPILL

    def menu(self, state: State) -> dict[int, int]:
        """The move for each number that may be answered now, the numbers rising. Raises ValueError if there are too many
        answers for the numbers, which no game of ours comes near."""
        taken: dict[int, int] = {}
        found: dict[int, int] = {}
        spilled = self._spill
        for i in range(state.offered):
            move = int(state.menu[i])
            begin, ways = self._known.get(move) or self._find(state, move)
            way = taken.get(begin, 0)
            taken[begin] = way + 1
            number = begin + way
            if way >= ways:
                number = spilled
                spilled += 1
            found[number] = move
        if spilled > self.count:
            raise ValueError(f"{len(found)} answers are more than {self._game.name()} has numbers for")
        return dict(sorted(found.items()))

    def _find(self, state: State, move: int) -> tuple[int, int]:
        action = self._game.action(state, move)
        block = self._blocks.get(action.verb)
        place = NOWHERE if block is None else block.place(action.what)
        where = (NOWHERE, 0) if block is None or place == NOWHERE else (self._begins[action.verb] + place, block.ways)
        self._known[move] = where
        return where
