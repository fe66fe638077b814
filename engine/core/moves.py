"""Packs and unpacks moves for the rules, without an `Action`.

The packing is that of `engine.core.action.MoveCodec`. The constants are repeated here, so that compiled code need not look them
up.
"""

from typing import Final

from engine.core.action import ARGUMENT_BITS, VERB_BITS
from engine.core.arrays import i64

VERB_MASK: Final[i64] = 63
FIRST_SHIFT: Final[i64] = 6  # where the first argument (plus one) begins
SECOND_SHIFT: Final[i64] = 13
ARGUMENT_MASK: Final[i64] = 127
assert (FIRST_SHIFT, SECOND_SHIFT, VERB_MASK) == (VERB_BITS, VERB_BITS + ARGUMENT_BITS, (1 << VERB_BITS) - 1)


def shift_left(number: i64, bits: i64) -> i64:
    """`number << bits`. Use it to shift a literal, which has only 32 bits when compiled."""
    return number << bits


def pack_move(verb: i64, argument: i64) -> i64:
    """A move with one argument."""
    return verb | (argument + 1) << FIRST_SHIFT


def pack_move2(verb: i64, first: i64, second: i64) -> i64:
    """A move with two arguments."""
    return verb | (first + 1) << FIRST_SHIFT | (second + 1) << SECOND_SHIFT


def first_argument(move: i64) -> i64:
    """The first argument of a move; NOTHING if it has none."""
    return (move >> FIRST_SHIFT & ARGUMENT_MASK) - 1


def second_argument(move: i64) -> i64:
    """The second argument of a move; NOTHING if it has none."""
    return (move >> SECOND_SHIFT & ARGUMENT_MASK) - 1
