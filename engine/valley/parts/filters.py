"""Which cards of a hand and which slots of the pyramid a part may choose."""

from typing import ClassVar, Final, final

from engine.core.arrays import i64, mypyc_attr
from engine.core.tasks import Subject
from engine.valley.catalogue.declarations import (
    BY_LUCK,
    IN_TOMB,
    NO_FILTER,
    NUMBER,
    Argument,
    FilterSpec,
    Places,
    fill_arguments,
)
from engine.valley.state import HIGHEST_BOUGHT, PYRAMID_START, SLOT_COUNT, TOMB, ValleyState


@mypyc_attr(allow_interpreted_subclasses=True)
class CardFilter:
    """Which cards a player may choose, or must hold."""

    spec: ClassVar[FilterSpec] = NO_FILTER

    def signature(self) -> str:
        """Its word in custom cards. The fingerprint is made from it."""
        return self.spec.word or type(self).__name__

    def fits(self, state: ValleyState, seat: i64, kind: i64) -> bool:
        """Whether the player `seat` may choose a card of this kind."""
        return True


@final
class AnyCard(CardFilter):
    """Any card."""

    spec: ClassVar[FilterSpec] = FilterSpec(noun="card")

    def signature(self) -> str:
        return "Any"


@final
class Starters(CardFilter):
    """Starter cards."""

    spec: ClassVar[FilterSpec] = FilterSpec("Starters", noun="starter card")

    def fits(self, state: ValleyState, seat: i64, kind: i64) -> bool:
        return state.catalogue.is_starter[kind] == 1


@final
class SetCards(CardFilter):
    """Set cards: neither starters nor unique artifacts."""

    spec: ClassVar[FilterSpec] = FilterSpec("SetCards", noun="set card")

    def fits(self, state: ValleyState, seat: i64, kind: i64) -> bool:
        return state.catalogue.set[kind] >= 0


ANY: Final = AnyCard()


@mypyc_attr(allow_interpreted_subclasses=True)
class SlotFilter:
    """Which cards of the pyramid are within reach of a part."""

    spec: ClassVar[FilterSpec] = NO_FILTER

    def signature(self) -> str:
        """Its word in custom cards, with its arguments. The fingerprint is made from it."""
        return self.spec.word or type(self).__name__

    def reads(self) -> Places:
        """The places where it looks besides the pyramid (see `engine.valley.catalogue.declarations`)."""
        return self.spec.reads

    def obstacle(self, state: ValleyState) -> str:
        """Why no card is within reach, as a clause; "" if it gives no reason."""
        return fill_arguments(self.spec.obstacle, self, self.spec.arguments)

    def fits(self, state: ValleyState, seat: i64, subject: Subject, slot: i64) -> bool:
        """Whether the card in this slot is within reach of the player `seat`. The slot must hold a card."""
        return True


@final
class Anywhere(SlotFilter):
    """Any card of the pyramid."""

    spec: ClassVar[FilterSpec] = FilterSpec("Anywhere")


@final
class InBase(SlotFilter):
    """A card of the base."""

    spec: ClassVar[FilterSpec] = FilterSpec("InBase", obstacle="no card of the base may be taken")

    def fits(self, state: ValleyState, seat: i64, subject: Subject, slot: i64) -> bool:
        return slot < 3


@final
class CostsUpTo(SlotFilter):
    """A card whose printed cost is at most `cost`."""

    spec: ClassVar[FilterSpec] = FilterSpec(
        "CostsUpTo", (Argument("cost", NUMBER, 0, 7),), obstacle="no card in the pyramid costs {cost} or less"
    )

    def __init__(self, cost: int) -> None:
        self.cost: i64 = cost

    def signature(self) -> str:
        return f"CostsUpTo({self.cost})"

    def fits(self, state: ValleyState, seat: i64, subject: Subject, slot: i64) -> bool:
        return state.catalogue.cost[state.cells[PYRAMID_START + slot]] <= self.cost


@final
class TwiceIt(SlotFilter):
    """A card that costs at most twice as much as `subject`."""

    spec: ClassVar[FilterSpec] = FilterSpec(
        "TwiceIt", obstacle="all cards in the pyramid cost too much for the cards in hand", reads=BY_LUCK
    )

    def fits(self, state: ValleyState, seat: i64, subject: Subject, slot: i64) -> bool:
        return (
            subject >= 0
            and state.catalogue.cost[state.cells[PYRAMID_START + slot]] <= 2 * state.catalogue.cost[subject]
        )


@final
class CheaperThanBought(SlotFilter):
    """A card that costs less than a card bought this turn."""

    spec: ClassVar[FilterSpec] = FilterSpec(
        "CheaperThanBought", obstacle="no card in the pyramid costs less than one you bought"
    )

    def obstacle(self, state: ValleyState) -> str:
        return "you have bought no card this turn" if state.cells[HIGHEST_BOUGHT] < 0 else super().obstacle(state)

    def fits(self, state: ValleyState, seat: i64, subject: Subject, slot: i64) -> bool:
        return state.catalogue.cost[state.cells[PYRAMID_START + slot]] < state.cells[HIGHEST_BOUGHT]


@final
class SameSetAsIt(SlotFilter):
    """A set card of the same set as `subject`."""

    spec: ClassVar[FilterSpec] = FilterSpec(
        "SameSetAsIt", obstacle="no set card in hand matches one in the pyramid", reads=BY_LUCK
    )

    def fits(self, state: ValleyState, seat: i64, subject: Subject, slot: i64) -> bool:
        return (
            subject >= 0
            and state.catalogue.set[subject] >= 0
            and state.catalogue.set[state.cells[PYRAMID_START + slot]] == state.catalogue.set[subject]
        )


@final
class SameSetAsTomb(SlotFilter):
    """A card of a set that is in the player's tomb."""

    spec: ClassVar[FilterSpec] = FilterSpec(
        "SameSetAsTomb", obstacle="no card in the pyramid is of a set in your tomb", reads=IN_TOMB
    )

    def fits(self, state: ValleyState, seat: i64, subject: Subject, slot: i64) -> bool:
        cells = state.cells
        sets = state.catalogue.set
        set_number = sets[cells[PYRAMID_START + slot]]
        if set_number < 0:
            return False
        start = state.zone_starts[TOMB + seat] + 1
        for i in range(start, start + cells[start - 1]):
            if sets[cells[i]] == set_number:
                return True
        return False


@final
class NewSet(SlotFilter):
    """A card of a set that is not in the player's tomb."""

    spec: ClassVar[FilterSpec] = FilterSpec(
        "NewSet", obstacle="no card in the pyramid is of a set that your tomb lacks", reads=IN_TOMB
    )

    def fits(self, state: ValleyState, seat: i64, subject: Subject, slot: i64) -> bool:
        return state.catalogue.set[state.cells[PYRAMID_START + slot]] >= 0 and not SAME_SET_AS_TOMB.fits(
            state, seat, subject, slot
        )


@final
class CostsUpToTomb(SlotFilter):
    """A card whose printed cost is at most the number of cards in the player's tomb."""

    spec: ClassVar[FilterSpec] = FilterSpec(
        "CostsUpToTomb", obstacle="all cards in the pyramid cost more than the cards in your tomb number", reads=IN_TOMB
    )

    def fits(self, state: ValleyState, seat: i64, subject: Subject, slot: i64) -> bool:
        return state.catalogue.cost[state.cells[PYRAMID_START + slot]] <= state.count(TOMB + seat)


@final
class LowestCost(SlotFilter):
    """The card with the lowest cost; the player chooses among equals."""

    spec: ClassVar[FilterSpec] = FilterSpec("LowestCost", obstacle="the pyramid holds too few cards")

    def fits(self, state: ValleyState, seat: i64, subject: Subject, slot: i64) -> bool:
        cost = state.catalogue.cost[state.cells[PYRAMID_START + slot]]
        for cell in range(PYRAMID_START, PYRAMID_START + SLOT_COUNT):
            if state.cells[cell] >= 0 and state.catalogue.cost[state.cells[cell]] < cost:
                return False
        return True


@final
class HighestCost(SlotFilter):
    """The card with the highest cost; the player chooses among equals."""

    spec: ClassVar[FilterSpec] = FilterSpec("HighestCost", obstacle="the pyramid holds too few cards")

    def fits(self, state: ValleyState, seat: i64, subject: Subject, slot: i64) -> bool:
        cost = state.catalogue.cost[state.cells[PYRAMID_START + slot]]
        for cell in range(PYRAMID_START, PYRAMID_START + SLOT_COUNT):
            if state.cells[cell] >= 0 and state.catalogue.cost[state.cells[cell]] > cost:
                return False
        return True


ANYWHERE: Final = Anywhere()
SAME_SET_AS_TOMB: Final = SameSetAsTomb()
