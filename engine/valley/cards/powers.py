"""What cards can still do in a turn, as tables for `prospects`. The parts of a card declare it."""

from collections.abc import Sequence
from typing import Final

from engine.core.arrays import i64, vec

Piles = int  # whose discard piles: a sum of these bits
PILES_OF_OTHERS: Final = 1
OWN_PILE: Final = 2
ANY_CARD: Final = 99  # a number of cards: more than any deck holds
MOST_DISCARDED: Final = 30  # the same for an action that draws as many cards as it discarded

Powers = int  # what a card can do later in the turn: a sum of these bits
TAKES_OTHERS: Final[i64] = 1
TAKES_OWN: Final[i64] = 2
USES_PLAY: Final[i64] = 4
UNEARTHS: Final[i64] = 8
ONCE_MORE: Final[i64] = 16  # executes the action of another card once more
BRINGS_BACK: Final[i64] = 32  # returns a card in play to the hand
GETS_CARDS_BELOW_PRICE: Final[i64] = 64
FROM_BONEYARD: Final[i64] = 128
DIGS: Final[i64] = 256  # turns up at least one card of its owner's deck
FROM_OTHERS: Final[i64] = 512  # may bring a card of another player to its owner
FROM_STOCK: Final[i64] = 1024
ENTOMBS: Final[i64] = 2048  # entombs a card that is not in the hand


class TurnPowers:
    """What the kinds of one catalogue can do.

    `powers` holds for each kind a sum of the bits above. `max_own_cards_reached` holds the number of cards that it turns up
    from its owner's deck. `all_powers` are the bits of all kinds together. `cheapest` holds for TAKES_OTHERS, TAKES_OWN and
    USES_PLAY the lowest cost of a card with that power. `max_cards_between_turns` is the number of cards that a player may draw
    in the turns of others, by all such cards together.
    """

    def __init__(
        self,
        powers: Sequence[Powers],
        max_own_cards_reached: Sequence[int],
        costs: Sequence[int],
        max_cards_opponents_get: Sequence[int],
    ) -> None:
        every = 0
        for bits in powers:
            every |= bits
        bits_and_digs = zip(powers, max_own_cards_reached, strict=True)
        self.powers: Final = vec[i64]([bits | DIGS if dug > 0 else bits for bits, dug in bits_and_digs])
        self.max_own_cards_reached: Final = vec[i64](list(max_own_cards_reached))
        self.cheapest: Final = vec[i64]([ANY_CARD] * (USES_PLAY + 1))
        for wanted in (int(TAKES_OTHERS), int(TAKES_OWN), int(USES_PLAY)):
            wants = [cost for bits, cost in zip(powers, costs, strict=True) if bits & wanted]
            self.cheapest[wanted] = min(wants, default=ANY_CARD)
        self.all_powers: Final[i64] = every
        self.max_cards_between_turns: Final[i64] = sum(max_cards_opponents_get) * (
            2 if every & (ONCE_MORE | BRINGS_BACK | UNEARTHS) else 1
        )
