"""What a verb declares: its name, number, arguments and menu texts.

Each verb is declared by the part that offers it. The two verbs here are shared by many parts.
"""

from typing import Final, NamedTuple

from engine.core.arrays import i64

# The types of an argument of a verb.
CARD: Final = "card"  # a kind
SLOT: Final = "slot"
SEAT: Final = "seat"
SET: Final = "set"


class Verb(NamedTuple):
    """One kind of answer. `name` is stored in saves and `number` in moves: neither ever changes.

    An action may leave out the last of `argument_types`. `says` is its text in menus, with the arguments at {0} and {1}.
    `says_with_rest` is the text if there are more arguments than places in `says`; {rest} stands for the cards after the first.
    `zone` is the zone of the card if it never differs (see `Part.asked_zone`). `on_boneyard` says whether the answer also
    concerns the boneyard. `says_of_seat` is the text in a list of players, with the name of the player of the first argument at
    {0}. `facts` are constants of `engine.valley.catalogue.declarations`.
    """

    name: str
    number: int
    argument_types: tuple[str, ...] = ()
    says: str = ""
    says_with_rest: str = ""
    zone: str = ""
    on_boneyard: bool = False
    says_of_seat: str = ""
    facts: tuple[str, ...] = ()


END: Final[i64] = 0  # end the first step of the turn
PASS: Final[i64] = 8  # decline an offer
COMMON_VERBS: Final = (Verb("end", END, says="end turn"), Verb("pass", PASS, says="pass"))
