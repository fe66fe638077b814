"""Action: one answer to one question, and its packed form, the move.

An `Action` is the face of a move for the log, the save, words and the screen: a verb and a few small numbers. The hot path
never sees one. There a *move* is a single int, packed and unpacked by the game's `MoveCodec`.
"""

from collections.abc import Sequence
from typing import Final

ARGUMENT_BITS: Final = 7  # bits an argument
VERB_BITS: Final = 6  # bits of a verb: there may be 64
MAX_MOVE_ARGUMENTS: Final = 8  # arguments of a move at the most: 6 + 8 * 7 = 62 bits
MAX_ACTION_ARGUMENTS: Final = 16  # arguments of anything that is written as an action is


class Action:
    """Immutable and hashable. `arguments` holds whatever the verb speaks of: kinds of cards, slots, seats."""

    __slots__ = ("arguments", "verb")

    def __init__(self, verb: str, arguments: tuple[int, ...] = ()) -> None:
        self.verb: Final = verb
        self.arguments: Final = arguments

    @property
    def what(self) -> tuple[int, ...]:
        """The old name of `arguments`, kept for one version."""
        return self.arguments

    def pack(self) -> list[str | int]:
        """`["swap", 1, 4]`: for a save or the wire."""
        return [self.verb, *self.arguments]

    @staticmethod
    def unpack(packed: Sequence[object]) -> "Action":
        """The way back. Raises ValueError for anything that `pack` never gives."""
        if not packed or not isinstance(packed[0], str) or len(packed) > MAX_ACTION_ARGUMENTS + 1:
            raise ValueError(f"not an action: {packed!r}"[:80])
        arguments: list[int] = []
        for value in packed[1:]:
            if not isinstance(value, int) or isinstance(value, bool):
                raise ValueError(f"not an action: {packed!r}"[:80])
            arguments.append(value)
        return Action(packed[0], tuple(arguments))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self.verb == other.verb and self.arguments == other.arguments

    def __hash__(self) -> int:
        return hash((self.verb, self.arguments))

    def __repr__(self) -> str:
        return f"Action({' '.join([self.verb, *map(str, self.arguments)])})"


class MoveCodec:
    """The verbs of one game and the packing of its actions. The number of a verb is its place among `names` and never changes;
    "" leaves a number free.

    A move is the verb's number in the lowest 6 bits, then each argument plus one in 7 bits, so that the end is known.
    """

    def __init__(self, *names: str) -> None:
        assert len(names) <= 1 << VERB_BITS
        self.names: Final = names
        self.number_of: Final = {name: number for number, name in enumerate(names) if name}

    def encode(self, action: Action) -> int:
        """Pack. Raises ValueError for an unknown verb or an argument out of 0..126."""
        if action.verb not in self.number_of or len(action.arguments) > MAX_MOVE_ARGUMENTS:
            raise ValueError(f"no such action: {action!r}")
        move = self.number_of[action.verb]
        shift = VERB_BITS
        for value in action.arguments:
            if not 0 <= value < (1 << ARGUMENT_BITS) - 1:
                raise ValueError(f"no such action: {action!r}")
            move |= (value + 1) << shift
            shift += ARGUMENT_BITS
        return move

    def decode(self, move: int) -> Action:
        """Unpack a move that the game has offered."""
        return Action(self.names[move & ((1 << VERB_BITS) - 1)], move_arguments(move))


def move_arguments(move: int) -> tuple[int, ...]:
    """The arguments of a move."""
    arguments: list[int] = []
    rest = move >> VERB_BITS
    while rest:
        arguments.append((rest & ((1 << ARGUMENT_BITS) - 1)) - 1)
        rest >>= ARGUMENT_BITS
    return tuple(arguments)
