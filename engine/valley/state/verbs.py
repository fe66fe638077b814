"""The verbs of Valley of the Kings, in an order that is never changed: saves name them, moves carry their numbers."""

from typing import Final

from engine.core.action import MoveCodec
from engine.core.arrays import i64

MOVE_CODEC: Final = MoveCodec(
    "end", "buy", "execute", "entomb", "sacrifice", "discard", "give", "reveal", "pass", "react", "take", "crumble",
    "swap", "raze", "keep", "recover", "unearth", "repeat", "plunder", "top",
    "choose", "select", "pull", "aside", "exchange", "name", "awaken", "return", "next",
)  # fmt: skip

END: Final[i64] = 0  # leave the first step of the turn
BUY: Final[i64] = 1  # slot, then the kinds laid out
EXECUTE: Final[i64] = 2  # kind
ENTOMB: Final[i64] = 3  # kind
SACRIFICE: Final[i64] = 4  # kind, from the hand
DISCARD_CARD: Final[i64] = 5  # kind, from the hand
GIVE: Final[i64] = 6  # kind, from the hand onto another's discard pile
REVEAL: Final[i64] = 7  # kind: the Offering Table
PASS: Final[i64] = 8  # leave an offer
REACT: Final[i64] = 9  # kind, and a slot if it takes one
TAKE: Final[i64] = 10  # slot
CRUMBLE: Final[i64] = 11  # slot of the card that falls
SWAP: Final[i64] = 12  # slot, slot
SACRIFICE_SLOT: Final[i64] = 13  # slot: sacrifice from the pyramid
KEEP: Final[i64] = 14  # kind, of those looked at
RECOVER: Final[i64] = 15  # kind, from the discard pile to the hand
UNEARTH: Final[i64] = 16  # kind, from the tomb to the hand
REPEAT: Final[i64] = 17  # kind, executed this turn
PLUNDER: Final[i64] = 18  # seat whose discard pile loses its top card
PUT_ON_TOP: Final[i64] = 19  # kind that lies on top when all is discarded
CHOOSE: Final[i64] = 20  # seat of an opponent
SELECT: Final[i64] = 21  # slot, for the player to the right
PULL: Final[i64] = 22  # kind, from the hand of an opponent
SET_ASIDE: Final[i64] = 23  # kind, from the hand
EXCHANGE: Final[i64] = 24  # slot, for the top card of the boneyard
NAME: Final[i64] = 25  # set
AWAKEN: Final[i64] = 26  # kind in the tomb, to execute its action
RETURN: Final[i64] = 27  # kind, from play to the hand
NEXT: Final[i64] = 28  # the top card of the deck, unseen

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
