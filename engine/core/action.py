"""Action: one answer to one question, and its packed form, the move.

An `Action` is the face of a move for the log, the save, words and the screen: a verb and a few small numbers. The hot path
never sees one. There a *move* is a single int, packed and unpacked by the game's `Verbs`.
"""

from collections.abc import Sequence
from typing import Final

WIDTH: Final = 7  # bits an argument
VERB_BITS: Final = 5
MOST: Final = 8  # arguments of a move at the most: 5 + 8 * 7 = 61 bits
LONGEST: Final = 16  # arguments of anything that is written as an action is


class Action:
    """Immutable and hashable. `what` holds whatever the verb speaks of: kinds of cards, slots, seats."""

    __slots__ = ("verb", "what")

    def __init__(self, verb: str, what: tuple[int, ...] = ()) -> None:
        self.verb: Final = verb
        self.what: Final = what

    def pack(self) -> list[str | int]:
        """`["swap", 1, 4]`: for a save or the wire."""
        return [self.verb, *self.what]

    @staticmethod
    def unpack(packed: Sequence[object]) -> "Action":
        """The way back. Raises ValueError for anything that `pack` never gives."""
        if not packed or not isinstance(packed[0], str) or len(packed) > LONGEST + 1:
            raise ValueError(f"not an action: {packed!r}"[:80])
        what: list[int] = []
        for part in packed[1:]:
            if not isinstance(part, int) or isinstance(part, bool):
                raise ValueError(f"not an action: {packed!r}"[:80])
            what.append(part)
        return Action(packed[0], tuple(what))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self.verb == other.verb and self.what == other.what

    def __hash__(self) -> int:
        return hash((self.verb, self.what))

    def __repr__(self) -> str:
        return f"Action({' '.join([self.verb, *map(str, self.what)])})"


class Verbs:
    """The verbs of one game, in an order that is never changed, and the packing of its actions.

    A move is the verb's place in the lowest 5 bits, then each argument plus one in 7 bits, so that the end is known.
    """

    def __init__(self, *names: str) -> None:
        assert len(names) <= 1 << VERB_BITS
        self.names: Final = names
        self.place: Final = {name: place for place, name in enumerate(names)}

    def move(self, action: Action) -> int:
        """Pack. Raises ValueError for an unknown verb or an argument out of 0..126."""
        if action.verb not in self.place or len(action.what) > MOST:
            raise ValueError(f"no such action: {action!r}")
        move = self.place[action.verb]
        shift = VERB_BITS
        for part in action.what:
            if not 0 <= part < (1 << WIDTH) - 1:
                raise ValueError(f"no such action: {action!r}")
            move |= (part + 1) << shift
            shift += WIDTH
        return move

    def action(self, move: int) -> Action:
        """Unpack a move that the game has offered."""
        what: list[int] = []
        rest = move >> VERB_BITS
        while rest:
            what.append((rest & ((1 << WIDTH) - 1)) - 1)
            rest >>= WIDTH
        return Action(self.names[move & ((1 << VERB_BITS) - 1)], tuple(what))
