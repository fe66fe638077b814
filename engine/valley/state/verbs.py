"""What a verb is, and moves: a verb's number and its arguments in one int.

A verb is declared by the part that asks for it first. The parts share only the two verbs that stand here.
"""

from typing import Final, NamedTuple

from engine.core.arrays import i64

# What an argument of a verb is.
CARD: Final = "card"  # a kind
SLOT: Final = "slot"
SEAT: Final = "seat"
SET: Final = "set"


class Verb(NamedTuple):
    """One way to answer. `name` stands in saves and `number` in moves: neither ever changes, whatever is added or left out.

    `on` tells what its arguments are; the later ones may be missing. `says` is its text in menus, with the arguments at {0} and {1};
    `says_more` is the text if more arguments are given than `says` has places for, with {rest} for the cards behind the first.
    `zone` is where the card lies, if that is always the same zone (see `Part.asked_zone`). With `on_boneyard` the answer is also
    about the boneyard.
    """

    name: str
    number: int
    on: tuple[str, ...] = ()
    says: str = ""
    says_more: str = ""
    zone: str = ""
    on_boneyard: bool = False


END: Final[i64] = 0  # leave the first step of the turn
PASS: Final[i64] = 8  # leave an offer
COMMON_VERBS: Final = (Verb("end", END, says="end turn"), Verb("pass", PASS, says="pass"))

VERB_MASK: Final[i64] = 63
FIRST_SHIFT: Final[i64] = 6  # where the first argument (plus one) begins
SECOND_SHIFT: Final[i64] = 13
ARGUMENT_MASK: Final[i64] = 127


def pack_move(verb: i64, a: i64) -> i64:
    """A move of one argument."""
    return verb | (a + 1) << FIRST_SHIFT


def pack_move2(verb: i64, a: i64, b: i64) -> i64:
    """A move of two."""
    return verb | (a + 1) << FIRST_SHIFT | (b + 1) << SECOND_SHIFT


def first_argument(move: i64) -> i64:
    """The first argument of a move."""
    return (move >> FIRST_SHIFT & ARGUMENT_MASK) - 1


def second_argument(move: i64) -> i64:
    """The second one; NOTHING if there is none."""
    return (move >> SECOND_SHIFT & ARGUMENT_MASK) - 1
