"""All payments for a price as a prefix tree, and the groups of equal cards of a hand."""

from typing import Final, final

from engine.core.arrays import i64, mypyc_attr, vec

PRICE_COUNT: Final[i64] = 8  # from 0 to 7
# Maximum number of extra cards in a payment: for two Linen Bandages, and for repeating one.
MAX_EXTRA_CARDS: Final[i64] = 3
MAX_PAYMENT_CARDS: Final[i64] = 7  # maximum number of cards in a payment, as many as fit into a move
CARD_BITS: Final[i64] = 7  # bits for each card in a move
HandPlaces = i64  # a set of places in a hand, counted from 1: one bit for each


@mypyc_attr(acyclic=True)  # the garbage collector need not visit it
@final
class PaymentTrieBuilder:
    """Collects the steps of a `PaymentTrie`."""

    def __init__(self) -> None:
        self.places: Final[list[int]] = []
        self.move_units: Final[list[int]] = []
        self.complete: Final[list[int]] = []

    def add_step(self, hand_place: int, move_unit: int, complete: bool) -> None:
        """Add a step that lays out one more card. The parameters are its items in `places`, `move_units` and `complete`."""
        self.places.append(hand_place)
        self.move_units.append(move_unit)
        self.complete.append(1 if complete else 0)


@mypyc_attr(acyclic=True)  # the garbage collector need not visit it
@final
class PaymentTrie:
    """All payments for one price, in the order of the menu, as an immutable prefix tree. Payments that begin with the same cards
    share these steps.

    A step lays out one more card. The nodes of the tree are stored depth first: step i keeps the bits of the move below
    `move_units[i]`, and adds there the card at `places[i]` of the hand, counted from 1. If `complete[i]` is 1, the price is
    paid. `payment_count` is the number of complete payments.
    """

    def __init__(self, builder: PaymentTrieBuilder) -> None:
        step_count = len(builder.places)
        self.step_count: Final[i64] = step_count
        self.payment_count: Final[i64] = sum(builder.complete)
        self.places: Final = vec[i64]([0] * step_count)
        self.move_units: Final = vec[i64]([0] * step_count)
        self.complete: Final = vec[i64]([0] * step_count)
        for i in range(step_count):
            self.places[i] = builder.places[i]
            self.move_units[i] = builder.move_units[i]
            self.complete[i] = builder.complete[i]


@mypyc_attr(acyclic=True)  # the garbage collector need not visit it
@final
class CardGroup:
    """Equal cards: the gold of each card, the place of the first one in the hand (from 1), and the number of cards."""

    def __init__(self, gold: int, first_place: int) -> None:
        self.gold: Final = gold
        self.first_place: Final = first_place
        self.copies = 1
