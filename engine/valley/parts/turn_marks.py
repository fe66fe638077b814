"""Parts that change the rest of the turn: the gold of cards, the price of purchases, and the slots from which cards may be
bought."""

from typing import ClassVar, Final, final

from engine.core.arrays import i64
from engine.core.tasks import Subject
from engine.valley.catalogue.card import Part
from engine.valley.catalogue.declarations import NUMBER, Argument, PartSpec
from engine.valley.state import ANY_ROW, GILDED, NEXT_DOUBLED, REBATE, ValleyState


class MarkTurn(Part[ValleyState]):
    """Set a mark that lasts until the end of the turn: write 1 into the cell `cell`."""

    def __init__(self, cell: i64) -> None:
        super().__init__()
        self.cell: Final[i64] = cell

    def gets_cards_below_price(self) -> bool:
        return True

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        state.cells[self.cell] = 1
        return subject


@final
class GildHand(MarkTurn):
    """For the rest of the turn, every card in the hand is worth 4 gold, whatever is printed on it."""

    spec: ClassVar[PartSpec] = PartSpec("GildHand", reads=0, writes=0)

    def __init__(self) -> None:
        super().__init__(GILDED)


@final
class CheaperPurchases(MarkTurn):
    """For the rest of the turn, each purchase costs `by` less, but never less than 0."""

    spec: ClassVar[PartSpec] = PartSpec("CheaperPurchases", (Argument("by", NUMBER, 1, 7),), reads=0, writes=0)

    def __init__(self, by: int) -> None:
        super().__init__(REBATE)
        self.by: i64 = by

    def signature(self) -> str:
        return f"CheaperPurchases({self.by})"

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        state.cells[REBATE] += self.by
        return subject


@final
class DoubleGoldOfNextCard(MarkTurn):
    """The next card played this turn is worth twice its gold. If it is not played for its gold, the effect is lost."""

    spec: ClassVar[PartSpec] = PartSpec("DoubleNext", reads=0, writes=0)

    def __init__(self) -> None:
        super().__init__(NEXT_DOUBLED)


@final
class BuyFromAnyRow(MarkTurn):
    """The next card bought this turn may be in any row of the pyramid."""

    spec: ClassVar[PartSpec] = PartSpec("BuyFromAnyRow", reads=0, writes=0)

    def __init__(self) -> None:
        super().__init__(ANY_ROW)
