"""What kinds of cards may still do in a turn, as tables: what `prospects` counts with. The parts of a card say it."""

from collections.abc import Sequence
from typing import Final

from engine.core.arrays import i64, vec

PILES_OF_OTHERS: Final = 1  # whose discard piles are meant: bits of a sum
OWN_PILE: Final = 2
ANY_CARD: Final = 99  # cards that an action digs for: more than any deck holds
MOST_DISCARDED: Final = 30  # the same of one that draws as many as it has discarded

TAKES_OTHERS: Final[i64] = 1  # what a card may do later in the turn: bits of a sum
TAKES_OWN: Final[i64] = 2
USES_PLAY: Final[i64] = 4
UNEARTHS: Final[i64] = 8
ONCE_MORE: Final[i64] = 16  # executes an action of another card once more
BRINGS_BACK: Final[i64] = 32  # brings a card in play back into the hand
GETS_TABLE_CARDS: Final[i64] = 64
FROM_BONEYARD: Final[i64] = 128
DIGS: Final[i64] = 256  # turns up at least one card of its owner's deck
FROM_OTHERS: Final[i64] = 512  # may bring a card of another player to its owner
FROM_STOCK: Final[i64] = 1024
ENTOMBS: Final[i64] = 2048  # brings a card from elsewhere than the hand into the tomb


class TurnPowers:
    """For each kind: `powers`, a sum of the bits above, and `cards_turned_up`, how many cards of its owner's deck it turns up.
    `all_powers` are the bits of all kinds together. `cheapest` tells for TAKES_OTHERS, TAKES_OWN and USES_PLAY the lowest cost
    of a card that does it. `cards_given` tells how many cards a player may draw in others' turns, by all such cards together."""

    def __init__(self, does: Sequence[int], digs: Sequence[int], costs: Sequence[int], given: Sequence[int]) -> None:
        every = 0
        for bits in does:
            every |= bits
        bits_and_digs = zip(does, digs, strict=True)
        self.powers: Final = vec[i64]([bits | DIGS if dug > 0 else bits for bits, dug in bits_and_digs])
        self.cards_turned_up: Final = vec[i64](list(digs))
        self.cheapest: Final = vec[i64]([ANY_CARD] * (USES_PLAY + 1))
        for wanted in (int(TAKES_OTHERS), int(TAKES_OWN), int(USES_PLAY)):
            wants = [cost for bits, cost in zip(does, costs, strict=True) if bits & wanted]
            self.cheapest[wanted] = min(wants, default=ANY_CARD)
        self.all_powers: Final[i64] = every
        self.cards_given: Final[i64] = sum(given) * (2 if every & (ONCE_MORE | BRINGS_BACK | UNEARTHS) else 1)
