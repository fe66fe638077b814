"""What cards can still do in a turn, as tables for `engine.valley.rules.prospects`. The parts of a card declare it."""

from collections.abc import Sequence
from typing import Final

from engine.core.arrays import i64, vec

Piles = int  # whose discard piles: a sum of these bits
PILES_OF_OTHERS: Final = 1
OWN_PILE: Final = 2
# Numbers of cards.
UNLIMITED_CARDS: Final = 99  # more than any deck holds
AS_MANY_AS_DISCARDED: Final = 30  # the action draws as many cards as it discarded
UNAFFORDABLE: Final = 99  # a number of cards, or a cost: the price cannot be paid

Powers = int  # what a card can do later in the turn: a sum of these bits
TAKES_OTHERS_DISCARDS: Final[i64] = 1
TAKES_OWN_DISCARDS: Final[i64] = 2
USES_CARDS_IN_PLAY: Final[i64] = 4
UNEARTHS: Final[i64] = 8  # brings up a card from its owner's tomb, or executes it there
REPEATS_ACTION: Final[i64] = 16  # executes again an action that was executed this turn
RETURNS_FROM_PLAY: Final[i64] = 32  # returns a card in play to the hand
GETS_CARDS_BELOW_PRICE: Final[i64] = 64
FETCHES_FROM_BONEYARD: Final[i64] = 128
REACHES_OWN_CARDS: Final[i64] = 256  # turns up cards of its owner's deck, or brings one of the owner's into the hand
FETCHES_FROM_OTHERS: Final[i64] = 512  # may bring a card of another player to its owner
FETCHES_FROM_STOCK: Final[i64] = 1024
ENTOMBS: Final[i64] = 2048  # entombs a card that is not in the hand


class PowerTable:
    """The powers of all kinds of one catalogue. It depends only on the cards, not on a position.

    `powers` holds for each kind a sum of the bits above, and `max_own_cards_reached` the number of cards that it turns up from
    its owner's deck. `all_powers` are the bits of all kinds together. `min_cost_by_power` is indexed by TAKES_OTHERS_DISCARDS,
    TAKES_OWN_DISCARDS and USES_CARDS_IN_PLAY: the lowest cost of a card with that power, UNAFFORDABLE if there is none.
    `max_cards_between_turns` is the number of cards that a player may draw in the turns of others, by all such cards together.
    """

    def __init__(
        self,
        powers: Sequence[Powers],
        max_own_cards_reached: Sequence[int],
        costs: Sequence[int],
        max_cards_opponents_get: Sequence[int],
    ) -> None:
        all_powers = 0
        for bits in powers:
            all_powers |= bits
        self.powers: Final = vec[i64](
            [
                bits | REACHES_OWN_CARDS if reached > 0 else bits
                for bits, reached in zip(powers, max_own_cards_reached, strict=True)
            ]
        )
        self.max_own_cards_reached: Final = vec[i64](list(max_own_cards_reached))
        self.min_cost_by_power: Final = vec[i64]([UNAFFORDABLE] * (USES_CARDS_IN_PLAY + 1))
        for power in (int(TAKES_OTHERS_DISCARDS), int(TAKES_OWN_DISCARDS), int(USES_CARDS_IN_PLAY)):
            costs_with_power = [cost for bits, cost in zip(powers, costs, strict=True) if bits & power]
            self.min_cost_by_power[power] = min(costs_with_power, default=UNAFFORDABLE)
        self.all_powers: Final[i64] = all_powers
        self.max_cards_between_turns: Final[i64] = sum(max_cards_opponents_get) * (
            2 if all_powers & (REPEATS_ACTION | RETURNS_FROM_PLAY | UNEARTHS) else 1
        )
