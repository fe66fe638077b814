"""What a verb declares: its name, its number, its arguments and its words.

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

    `on` tells what its arguments are; the later ones may be missing. `says` is its text in menus, with the arguments at {0} and
    {1}; `says_more` is the text if more arguments are given than `says` has places for, with {rest} for the cards behind the
    first. `zone` is where the card lies, if that is always the same zone (see `Part.asked_zone`). With `on_boneyard` the answer
    is also about the boneyard.
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
