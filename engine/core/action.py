"""An answer to a question (`Action`), and its packed form, the move.

An `Action` is a verb and a few small numbers. The log, saves, texts and the screen use it. The search and the rules use *moves*:
each is one int, packed and unpacked by the `MoveCodec` of the game.
"""

from collections.abc import Sequence
from typing import Final

ARGUMENT_BITS: Final = 7  # bits for each argument
VERB_BITS: Final = 6  # bits for the verb: at most 64 verbs
MAX_MOVE_ARGUMENTS: Final = 8  # 6 + 8 * 7 = 62 bits
MAX_ACTION_ARGUMENTS: Final = 16  # also of entries in old saves that were written as actions


class Action:
    """Immutable and hashable. `arguments` are what the verb is about: kinds of cards, slots, seats."""

    __slots__ = ("arguments", "verb")

    def __init__(self, verb: str, arguments: tuple[int, ...] = ()) -> None:
        self.verb: Final = verb
        self.arguments: Final = arguments

    def pack(self) -> list[str | int]:
        """JSON values, such as `["swap", 1, 4]`, for a save or another process."""
        return [self.verb, *self.arguments]

    @staticmethod
    def from_packed(packed: Sequence[object]) -> "Action":
        """The action that `pack` wrote. Raises ValueError for anything that `pack` never writes."""
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
    """The verbs of one game, and how its actions are packed.

    The number of a verb is its index in `verb_names` and never changes; "" reserves a number. A move holds the number of its
    verb in the lowest 6 bits, then each argument plus one in 7 bits. A 0 therefore marks the end of the arguments.
    """

    def __init__(self, *verb_names: str) -> None:
        assert len(verb_names) <= 1 << VERB_BITS
        self.verb_names: Final = verb_names
        self.verb_numbers: Final = {name: number for number, name in enumerate(verb_names) if name}

    def encode(self, action: Action) -> int:
        """Pack an action. Raises ValueError for an unknown verb, too many arguments, or an argument that is not in 0..126."""
        if action.verb not in self.verb_numbers or len(action.arguments) > MAX_MOVE_ARGUMENTS:
            raise ValueError(f"no such action: {action!r}")
        move = self.verb_numbers[action.verb]
        shift = VERB_BITS
        for value in action.arguments:
            if not 0 <= value < (1 << ARGUMENT_BITS) - 1:
                raise ValueError(f"no such action: {action!r}")
            move |= (value + 1) << shift
            shift += ARGUMENT_BITS
        return move

    def decode(self, move: int) -> Action:
        """Unpack a move. Its verb must be one of this game."""
        return Action(self.verb_names[move & ((1 << VERB_BITS) - 1)], move_arguments(move))


def move_arguments(move: int) -> tuple[int, ...]:
    """The arguments of a move."""
    arguments: list[int] = []
    rest = move >> VERB_BITS
    while rest:
        arguments.append((rest & ((1 << ARGUMENT_BITS) - 1)) - 1)
        rest >>= ARGUMENT_BITS
    return tuple(arguments)
